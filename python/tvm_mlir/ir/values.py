# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values: results of operations and arguments of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._abi import mlir, printed
from .contexts import Context
from .handles import Handle, Tree
from .types import Type

if TYPE_CHECKING:
    from .blocks import Block
    from .operations import Operation


class OpOperand(NamedTuple):
    """A use of a value."""

    owner: Operation
    operand_number: int


class Value:
    """A result of an operation, or an argument of a block, its owner."""

    owner: Operation | Block

    def __init__(self, owner: Handle, number: int) -> None:
        self.owner = owner  # type: ignore[assignment]
        self._number = number

    @staticmethod
    def _of(ptr: int, context: Context) -> Value:
        """The value; its owner may have no parent and differ from the place of use."""
        from .blocks import Block
        from .operations import Operation

        if mlir().ValueIsAOpResult(ptr):
            owner = mlir().OpResultGetOwner(ptr)
            op = Operation._of(owner, Tree.find(context, owner))
            return OpResult(op, mlir().OpResultGetResultNumber(ptr))
        owner = mlir().BlockArgumentGetOwner(ptr)
        parent = mlir().BlockGetParentOperation(owner)
        block = Block._of(owner, Tree.find(context, parent))
        return BlockArgument(block, mlir().BlockArgumentGetArgNumber(ptr))

    @property
    def _ptr(self) -> int:
        raise NotImplementedError

    @property
    def context(self) -> Context:
        return self.owner.context

    @property
    def type(self) -> Type:
        return Type._of(mlir().ValueGetType(self._ptr), self.context)

    def set_type(self, type: Type) -> None:
        self.context._require(Type, [type])
        mlir().ValueSetType(self._ptr, type._ptr)

    @property
    def uses(self) -> list[OpOperand]:
        from .operations import Operation

        found = []
        use = mlir().ValueGetFirstUse(self._ptr)
        while use:
            ptr = mlir().OpOperandGetOwner(use)
            owner = Operation._of(ptr, Tree.find(self.context, ptr))
            found.append(OpOperand(owner, mlir().OpOperandGetOperandNumber(use)))
            use = mlir().OpOperandGetNextUse(use)
        return found

    def replace_all_uses_with(self, value: Value) -> None:
        self.context._require(Value, [value])
        if value != self:
            mlir().ValueReplaceAllUsesOfWith(self._ptr, value._ptr)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Value)
            and other.owner is self.owner
            and other._number == self._number
        )

    def __hash__(self) -> int:
        return hash((id(self.owner), self._number))

    def _text(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        return f"Value({self._text()})"

    __repr__ = __str__


class OpResult(Value):
    owner: Operation

    def _text(self) -> str:
        return str(self.owner)

    @property
    def result_number(self) -> int:
        return self._number

    @property
    def _ptr(self) -> int:
        return int(mlir().OperationGetResult(self.owner._ptr, self._number))


class BlockArgument(Value):
    owner: Block

    def _text(self) -> str:
        return printed(mlir().ValuePrint, self._ptr)

    @property
    def arg_number(self) -> int:
        return self._number

    @property
    def _ptr(self) -> int:
        return int(mlir().BlockGetArgument(self.owner._ptr, self._number))
