# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Insertion points of new operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _current
from ._abi import mlir
from .blocks import Block

if TYPE_CHECKING:
    from .operations import Operation


class InsertionPoint:
    """A position in front of an operation, or at the end of a block."""

    current = _current.Current(lambda: _current.insertion_point())

    def __init__(self, before: Operation | Block) -> None:
        block = before if isinstance(before, Block) else before.block
        if block is None:
            raise ValueError(f"expected an operation in a block: {before!r}")
        self.block = block
        self.ref_operation = None if isinstance(before, Block) else before

    @staticmethod
    def at_block_begin(block: Block) -> InsertionPoint:
        return InsertionPoint(next(iter(block), block))

    @staticmethod
    def at_block_terminator(block: Block) -> InsertionPoint:
        terminator = block.terminator
        if terminator is None:
            raise ValueError("expected a block with a terminator")
        return InsertionPoint(terminator)

    @staticmethod
    def after(operation: Operation) -> InsertionPoint:
        block = operation.block
        if block is None:
            raise ValueError(f"expected an operation in a block: {operation!r}")
        rest = block.operations
        rest = rest[rest.index(operation) + 1 :]
        return InsertionPoint(rest[0] if rest else block)

    def insert(self, operation: Operation) -> None:
        """Inserts an operation without parent here."""
        operation._attach(self.block, self._insert)

    def _insert(self, op: int) -> None:
        block, before = self.block, self.ref_operation
        if before is not None and before.block is not block:
            raise RuntimeError("the operation of the insertion point has moved")
        rewriter = block.context._rewriter_of(block)
        if rewriter is not None:
            rewriter._insert(op, block, before)
        elif before is None:
            mlir().BlockAppendOwnedOperation(block._ptr, op)
        else:
            mlir().BlockInsertOwnedOperationBefore(block._ptr, before._ptr, op)

    def __enter__(self) -> InsertionPoint:
        _current.enter(self.block.context, insertion_point=self)
        return self

    def __exit__(self, *exception: object) -> None:
        _current.leave()
