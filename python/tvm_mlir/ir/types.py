# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of values."""

from __future__ import annotations

from .._checks import as_integer
from . import _current
from ._abi import mlir, printed, string
from .contexts import Context


class Type:
    """A type. Classes provide properties of common types; all others are written and
    read as text."""

    def __init__(self, ptr: int, context: Context) -> None:
        self._ptr = ptr
        self.context = context

    @staticmethod
    def parse(asm: str, context: Context | None = None) -> Type:
        found = _current.context(context)
        ptr = found._checked(
            f"cannot parse type {asm!r}",
            lambda: mlir().TypeParseGet(found._ptr, string(asm)),
        )
        return Type._of(ptr, found)

    @staticmethod
    def _of(ptr: int, context: Context) -> Type:
        for is_a, kind in _KINDS.items():
            if getattr(mlir(), "TypeIsA" + is_a)(ptr):
                return kind(ptr, context)
        return Type(ptr, context)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and other._ptr == self._ptr

    def __hash__(self) -> int:
        return hash(self._ptr)

    def __str__(self) -> str:
        return printed(mlir().TypePrint, self._ptr)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


class IntegerType(Type):
    MAX_WIDTH = (1 << 24) - 1

    @staticmethod
    def get_signless(width: int, context: Context | None = None) -> IntegerType:
        found = _current.context(context)
        bits = as_integer("width", width, least=0, most=IntegerType.MAX_WIDTH)
        return IntegerType(mlir().IntegerTypeGet(found._ptr, bits), found)

    @property
    def width(self) -> int:
        return int(mlir().IntegerTypeGetWidth(self._ptr))


class IndexType(Type):
    @staticmethod
    def get(context: Context | None = None) -> IndexType:
        found = _current.context(context)
        return IndexType(mlir().IndexTypeGet(found._ptr), found)


class FloatType(Type):
    @property
    def width(self) -> int:
        return int(mlir().FloatTypeGetWidth(self._ptr))


class F16Type(FloatType):
    @staticmethod
    def get(context: Context | None = None) -> F16Type:
        found = _current.context(context)
        return F16Type(mlir().F16TypeGet(found._ptr), found)


class BF16Type(FloatType):
    @staticmethod
    def get(context: Context | None = None) -> BF16Type:
        found = _current.context(context)
        return BF16Type(mlir().BF16TypeGet(found._ptr), found)


class F32Type(FloatType):
    @staticmethod
    def get(context: Context | None = None) -> F32Type:
        found = _current.context(context)
        return F32Type(mlir().F32TypeGet(found._ptr), found)


class F64Type(FloatType):
    @staticmethod
    def get(context: Context | None = None) -> F64Type:
        found = _current.context(context)
        return F64Type(mlir().F64TypeGet(found._ptr), found)


class FunctionType(Type):
    @property
    def inputs(self) -> list[Type]:
        size = mlir().FunctionTypeGetNumInputs(self._ptr)
        found = (mlir().FunctionTypeGetInput(self._ptr, i) for i in range(size))
        return [Type._of(ptr, self.context) for ptr in found]

    @property
    def results(self) -> list[Type]:
        size = mlir().FunctionTypeGetNumResults(self._ptr)
        found = (mlir().FunctionTypeGetResult(self._ptr, i) for i in range(size))
        return [Type._of(ptr, self.context) for ptr in found]


class ShapedType(Type):
    """Tensors, buffers and vectors."""

    @staticmethod
    def get_dynamic_size() -> int:
        """Returns the number that represents a dynamic size in `shape`."""
        return int(mlir().ShapedTypeGetDynamicSize())

    @property
    def element_type(self) -> Type:
        return Type._of(mlir().ShapedTypeGetElementType(self._ptr), self.context)

    @property
    def has_rank(self) -> bool:
        return bool(mlir().ShapedTypeHasRank(self._ptr))

    @property
    def rank(self) -> int:
        if not self.has_rank:
            raise ValueError(f"{self} has no rank")
        return int(mlir().ShapedTypeGetRank(self._ptr))

    @property
    def shape(self) -> list[int]:
        dims = range(self.rank)
        return [int(mlir().ShapedTypeGetDimSize(self._ptr, dim)) for dim in dims]


_KINDS: dict[str, type[Type]] = {
    "Integer": IntegerType,
    "Index": IndexType,
    "F16": F16Type,
    "BF16": BF16Type,
    "F32": F32Type,
    "F64": F64Type,
    "Float": FloatType,
    "Function": FunctionType,
    "Shaped": ShapedType,
}
