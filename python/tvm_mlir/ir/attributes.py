# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attributes: constants that operations carry."""

from __future__ import annotations

import math
import numbers
import operator
from typing import Iterator, Sequence

import numpy as np

from .._checks import as_integer
from . import _current
from ._abi import mlir, pointers, printed, string
from .contexts import Context, check_kind
from .types import FloatType, Type


class Attribute:
    """An attribute. Common ones have classes with a `value`; all others are written and
    read as text."""

    def __init__(self, ptr: int, context: Context) -> None:
        self._ptr = ptr
        self.context = context

    @staticmethod
    def parse(asm: str, context: Context | None = None) -> Attribute:
        found = _current.context(context)
        ptr = found._checked(
            f"cannot parse attribute {asm!r}",
            lambda: mlir().AttributeParseGet(found._ptr, string(asm)),
        )
        return Attribute._of(ptr, found)

    @staticmethod
    def _of(ptr: int, context: Context) -> Attribute:
        for is_a, kind in _KINDS.items():
            if getattr(mlir(), "AttributeIsA" + is_a)(ptr):
                return kind(ptr, context)
        return Attribute(ptr, context)

    @property
    def type(self) -> Type:
        """The type of the attribute; most attributes have none."""
        return Type._of(mlir().AttributeGetType(self._ptr), self.context)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Attribute) and other._ptr == self._ptr

    def __hash__(self) -> int:
        return hash(self._ptr)

    def __str__(self) -> str:
        return printed(mlir().AttributePrint, self._ptr)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


class BoolAttr(Attribute):
    @staticmethod
    def get(value: bool, context: Context | None = None) -> BoolAttr:
        found = _current.context(context)
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"expected True or False, got {value!r}")
        return BoolAttr(mlir().BoolAttrGet(found._ptr, bool(value)), found)

    @property
    def value(self) -> bool:
        return bool(mlir().BoolAttrGetValue(self._ptr))


class IntegerAttr(Attribute):
    @staticmethod
    def get(type: Type, value: int) -> Attribute:
        """Returns an attribute of `type`; for i1 a BoolAttr."""
        check_kind(Type, type)
        number = as_integer("value", value, least=None, most=None)
        return Attribute.parse(f"{number} : {type}", type.context)

    @property
    def value(self) -> int:
        return int(str(self).split(" : ")[0])


class FloatAttr(Attribute):
    @staticmethod
    def get(type: Type, value: float) -> FloatAttr:
        if not isinstance(type, FloatType):
            raise ValueError(f"expected a type of floats, got {type}")
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            raise TypeError(f"expected a number, got {value!r}")
        ptr = mlir().FloatAttrDoubleGet(type.context._ptr, type._ptr, float(value))
        found = FloatAttr(ptr, type.context)
        if not math.isfinite(value):
            # without the type, its bits mean something else, such as 0
            kept = Attribute.parse(str(found), type.context)
            if repr(kept.value) != repr(float(value)):
                raise ValueError(f"{type} has no {float(value)}")
        return found

    @property
    def value(self) -> float:
        return float(mlir().FloatAttrGetValueDouble(self._ptr))


class StringAttr(Attribute):
    @staticmethod
    def get(value: str, context: Context | None = None) -> StringAttr:
        found = _current.context(context)
        return StringAttr(mlir().StringAttrGet(found._ptr, string(value)), found)

    @property
    def value(self) -> str:
        return str(mlir().StringAttrGetValue(self._ptr).text)


class TypeAttr(Attribute):
    @staticmethod
    def get(value: Type) -> TypeAttr:
        check_kind(Type, value)
        return TypeAttr(mlir().TypeAttrGet(value._ptr), value.context)

    @property
    def value(self) -> Type:
        return Type._of(mlir().TypeAttrGetValue(self._ptr), self.context)


class UnitAttr(Attribute):
    @staticmethod
    def get(context: Context | None = None) -> UnitAttr:
        found = _current.context(context)
        return UnitAttr(mlir().UnitAttrGet(found._ptr), found)


class ArrayAttr(Attribute):
    @staticmethod
    def get(
        attributes: Sequence[Attribute], context: Context | None = None
    ) -> ArrayAttr:
        found = _current.context(context)
        found._require(Attribute, attributes)
        elements = pointers(attribute._ptr for attribute in attributes)
        ptr = mlir().ArrayAttrGet(found._ptr, len(elements), elements)
        return ArrayAttr(ptr, found)

    def __len__(self) -> int:
        return int(mlir().ArrayAttrGetNumElements(self._ptr))

    def __getitem__(self, index: int) -> Attribute:
        at = range(len(self))[operator.index(index)]
        return Attribute._of(mlir().ArrayAttrGetElement(self._ptr, at), self.context)

    def __iter__(self) -> Iterator[Attribute]:
        return (self[index] for index in range(len(self)))


_KINDS: dict[str, type[Attribute]] = {
    "Bool": BoolAttr,
    "Integer": IntegerAttr,
    "Float": FloatAttr,
    "String": StringAttr,
    "Type": TypeAttr,
    "Unit": UnitAttr,
    "Array": ArrayAttr,
}
