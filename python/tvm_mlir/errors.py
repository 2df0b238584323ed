"""Exceptions of the package."""

from __future__ import annotations

from typing import NamedTuple, Sequence


class Diagnostic(NamedTuple):
    """A message of the compiler."""

    severity: str
    """"error", "warning", "remark" or "progress"."""

    text: str
    """With the place in the model that it is about."""


class TvmError(RuntimeError):
    """A call failed because of its input; the text says what to change."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        """All that the compiler had to say, in order; empty at run time."""
