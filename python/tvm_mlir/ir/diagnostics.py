# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of MLIR as exceptions."""

from __future__ import annotations

from typing import Sequence

from ..errors import Diagnostic, TvmError
from ._abi import DiagnosticHandler, mlir, printed

_ERROR = 0


class MLIRError(TvmError):
    """An error of MLIR; `.diagnostics` has its messages, with their locations."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        head = [message + (":" if diagnostics else "")] if message else []
        super().__init__("\n".join(head + [d.text for d in diagnostics]), diagnostics)
        self.message = message


class Diagnostics:
    """The errors of a context: errors while it is entered are collected, all other
    messages go to stderr."""

    def __init__(self, context: int) -> None:
        self._taken: list[list[Diagnostic]] = []
        self._handler = DiagnosticHandler(self._handle)
        mlir().ContextAttachDiagnosticHandler(context, self._handler, None, None)

    def _handle(self, diagnostic: int, user: int | None) -> int:
        if not self._taken or mlir().DiagnosticGetSeverity(diagnostic) != _ERROR:
            return 0
        text = printed(mlir().diagnostic_print, diagnostic)
        self._taken[-1].append(Diagnostic("error", text))
        return 1

    def __enter__(self) -> list[Diagnostic]:
        self._taken.append([])
        return self._taken[-1]

    def __exit__(self, *exception: object) -> None:
        self._taken.pop()
