# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Source locations of IR."""

from __future__ import annotations

from .._checks import as_integer
from . import _current
from ._abi import mlir, printed, string
from .contexts import Context


class Location:
    """The source location of an operation; diagnostics begin with it."""

    current = _current.Current(lambda: _current.location())

    def __init__(self, ptr: int, context: Context) -> None:
        self._ptr = ptr
        self.context = context

    @staticmethod
    def unknown(context: Context | None = None) -> Location:
        found = _current.context(context)
        return Location(mlir().LocationUnknownGet(found._ptr), found)

    @staticmethod
    def file(
        filename: str, line: int, col: int, context: Context | None = None
    ) -> Location:
        found = _current.context(context)
        at = (
            as_integer(what, number, least=0, most=(1 << 32) - 1)
            for what, number in (("line", line), ("column", col))
        )
        ptr = mlir().LocationFileLineColGet(found._ptr, string(filename), *at)
        return Location(ptr, found)

    @staticmethod
    def name(
        name: str,
        childLoc: Location | None = None,
        context: Context | None = None,
    ) -> Location:
        found = _current.context(context)
        child = childLoc or Location.unknown(found)
        found._require(Location, [child])
        ptr = mlir().LocationNameGet(found._ptr, string(name), child._ptr)
        return Location(ptr, found)

    def emit_error(self, message: str) -> None:
        """Reports an error here, which the runner of passes raises."""
        mlir().EmitError(self._ptr, message.encode())

    def __enter__(self) -> Location:
        _current.enter(self.context, self)
        return self

    def __exit__(self, *exception: object) -> None:
        _current.leave()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Location) and other._ptr == self._ptr

    def __hash__(self) -> int:
        return hash(self._ptr)

    def __str__(self) -> str:
        return printed(mlir().LocationPrint, self._ptr)

    __repr__ = __str__
