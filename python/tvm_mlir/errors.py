# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions of the package."""

from __future__ import annotations

from typing import NamedTuple, Sequence


_SEVERITIES = ("error", "warning", "remark", "progress")


def severity_name(number: int) -> str:
    """The severity of this number in the C interfaces."""
    return _SEVERITIES[number if 0 <= number < len(_SEVERITIES) else 0]


class Diagnostic(NamedTuple):
    """A message of the compiler."""

    severity: str
    """"error", "warning", "remark" or "progress"."""

    text: str
    """The text, with the place in the model."""


class TvmError(RuntimeError):
    """The error of a call with wrong input. Its text says what to change."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        """The compiler's messages in order; empty at run time."""
