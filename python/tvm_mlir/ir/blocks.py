# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions of operations, and their blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence

from . import _current
from ._abi import mlir, pointers, printed
from .contexts import Context
from .handles import Handle, Tree
from .locations import Location
from .types import Type
from .values import BlockArgument

if TYPE_CHECKING:
    from .operations import Operation


class Block(Handle):
    """Operations in their order, and arguments."""

    _kind = "block"

    @staticmethod
    def create_at_start(
        parent: Region,
        arg_types: Sequence[Type] = (),
        arg_locs: Sequence[Location] | None = None,
    ) -> Block:
        return parent._insert(0, arg_types, arg_locs)

    def _parent_ptr(self) -> int | None:
        found: int | None = mlir().BlockGetParentOperation(self._ptr)
        return found

    @property
    def owner(self) -> Operation:
        """The operation that contains the block."""
        from .operations import Operation

        return Operation._of(mlir().BlockGetParentOperation(self._ptr), self._tree)

    @property
    def region(self) -> Region:
        region = mlir().BlockGetParentRegion(self._ptr)
        return next(r for r in self.owner.regions if r._ptr == region)

    @property
    def arguments(self) -> list[BlockArgument]:
        size = mlir().BlockGetNumArguments(self._ptr)
        return [BlockArgument(self, number) for number in range(size)]

    def add_argument(self, type: Type, loc: Location) -> BlockArgument:
        self.context._require(Type, [type])
        self.context._require(Location, [loc])
        mlir().BlockAddArgument(self._ptr, type._ptr, loc._ptr)
        return self.arguments[-1]

    @property
    def operations(self) -> list[Operation]:
        from .operations import Operation

        found = []
        op = mlir().BlockGetFirstOperation(self._ptr)
        while op:
            found.append(Operation._of(op, self._tree))
            op = mlir().OperationGetNextInBlock(op)
        return found

    @property
    def terminator(self) -> Operation | None:
        """The last operation, if it is a terminator."""
        from .operations import Operation

        found = mlir().BlockGetTerminator(self._ptr)
        return Operation._of(found, self._tree) if found else None

    def append(self, operation: Operation) -> None:
        """Appends an operation without parent."""
        from .insertion import InsertionPoint

        InsertionPoint(self).insert(operation)

    def __iter__(self) -> Iterator[Operation]:
        """Iterates over the present operations, and skips operations that are erased
        before their turn."""
        return (op for op in self.operations if op._is_valid)

    def __str__(self) -> str:
        self.owner._check_links()
        return printed(mlir().BlockPrint, self._ptr)


class Region:
    """A region of an operation: its blocks."""

    def __init__(self, owner: Operation, number: int) -> None:
        self.owner = owner
        self._number = number

    @property
    def _ptr(self) -> int:
        return int(mlir().OperationGetRegion(self.owner._ptr, self._number))

    @property
    def context(self) -> Context:
        return self.owner.context

    @property
    def blocks(self) -> BlockList:
        return BlockList(self)

    def _insert(
        self,
        position: int | None,
        arg_types: Sequence[Type],
        arg_locs: Sequence[Location] | None,
    ) -> Block:
        if arg_locs is None:
            arg_locs = [_current.location() for _ in arg_types]
        if len(arg_locs) != len(arg_types):
            raise ValueError(
                f"expected {len(arg_types)} locations, got {len(arg_locs)}"
            )
        self.context._require(Type, arg_types)
        self.context._require(Location, arg_locs)
        types = pointers(type._ptr for type in arg_types)
        locations = pointers(location._ptr for location in arg_locs)
        region = self._ptr
        block = mlir().BlockCreate(len(types), types, locations)
        if position is None:
            mlir().RegionAppendOwnedBlock(region, block)
        else:
            mlir().RegionInsertOwnedBlock(region, position, block)
        return Block._of(block, self.owner._tree)

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and other._ptr == self._ptr

    def __hash__(self) -> int:
        return hash((id(self.owner), self._number))


class BlockList(Sequence[Block]):
    """The present blocks of a region."""

    def __init__(self, region: Region) -> None:
        self._region = region
        self._blocks = []
        block = mlir().RegionGetFirstBlock(region._ptr)
        while block:
            self._blocks.append(Block._of(block, region.owner._tree))
            block = mlir().BlockGetNextInRegion(block)

    def append(
        self, *args: Type, arg_locs: Sequence[Location] | None = None
    ) -> Block:
        """Appends a new block with arguments of these types."""
        block = self._region._insert(None, args, arg_locs)
        self._blocks.append(block)
        return block

    def __getitem__(self, index: Any) -> Any:
        return self._blocks[index]

    def __len__(self) -> int:
        return len(self._blocks)
