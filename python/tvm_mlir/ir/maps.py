# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The present attributes and operands of an operation."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any, Iterator, Sequence

from ._abi import mlir, string
from .attributes import Attribute
from .values import Value

if TYPE_CHECKING:
    from .operations import Operation


class OpAttributeMap(MutableMapping[str, Attribute]):
    """The attributes by name, including attributes of properties."""

    def __init__(self, op: Operation) -> None:
        self._op = op

    def __getitem__(self, name: str) -> Attribute:
        ptr = mlir().OperationGetAttributeByName(self._op._ptr, string(name))
        if not ptr:
            raise KeyError(name)
        return Attribute._of(ptr, self._op.context)

    def __setitem__(self, name: str, attribute: Attribute) -> None:
        self._op.context._require(Attribute, [attribute])
        op = self._op._ptr
        mlir().OperationSetAttributeByName(op, string(name), attribute._ptr)

    def __delitem__(self, name: str) -> None:
        if not mlir().OperationRemoveAttributeByName(self._op._ptr, string(name)):
            raise KeyError(name)

    def __len__(self) -> int:
        return int(mlir().OperationGetNumAttributes(self._op._ptr))

    def __iter__(self) -> Iterator[str]:
        found = [
            mlir().OperationGetAttribute(self._op._ptr, number).name
            for number in range(len(self))
        ]
        return iter([mlir().IdentifierStr(name).text for name in found])


class OpOperandList(Sequence[Value]):
    """The operands, which can be set."""

    def __init__(self, op: Operation) -> None:
        self._op = op

    def __len__(self) -> int:
        return int(mlir().OperationGetNumOperands(self._op._ptr))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[number] for number in range(len(self))[index]]
        number = range(len(self))[index]
        ptr = mlir().OperationGetOperand(self._op._ptr, number)
        if not ptr:
            raise RuntimeError(
                f"operand {number} of '{self._op.name}' is gone: the operation that "
                "computed it was never inserted"
            )
        return Value._of(ptr, self._op.context)

    def __setitem__(self, index: int, value: Value) -> None:
        self._op.context._require(Value, [value])
        number = range(len(self))[index]
        mlir().OperationSetOperand(self._op._ptr, number, value._ptr)
