# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""References from Python to IR that may be erased."""

from __future__ import annotations

from typing import Any, TypeVar

from ._abi import mlir
from .contexts import Context


class Tree:
    """Keeps an operation without parent, and all operations inside, alive."""

    def __init__(self, context: Context, root: int) -> None:
        self.context = context
        self._root: int | None = root
        context._owned.add(root)
        context._trees[root] = self

    @staticmethod
    def find(context: Context, op: int) -> Tree:
        """The tree that contains an operation."""
        parent: int | None = op
        while parent:
            op, parent = parent, mlir().OperationGetParentOperation(parent)
        return context._trees.get(op) or Tree(context, op)

    def release(self) -> None:
        """Releases the root when it gets a parent or is erased."""
        if self._root is not None:
            self.context._owned.discard(self._root)
            del self.context._trees[self._root]
            self._root = None

    def __del__(self) -> None:
        context = self.context
        if self._root in context._owned:
            if context._busy and mlir().operation_has_uses_outside(self._root):
                context._abandoned.append(self._root)
            else:
                context._destroy(self._root)


AnyHandle = TypeVar("AnyHandle", bound="Handle")


class Handle:
    """An operation or a block. Each has one handle at a time, so handles are compared
    by identity. The handle keeps the tree alive, and knows when its object is erased.
    """

    _kind = "IR"

    def __init__(self, ptr: int, tree: Tree) -> None:
        self._valid_ptr: int | None = ptr
        self._tree = tree
        tree.context._live[ptr] = self

    @classmethod
    def _of(cls: type[AnyHandle], ptr: int, tree: Tree) -> AnyHandle:
        """The existing handle, or a new one."""
        found = tree.context._live.get(ptr)
        return found if isinstance(found, cls) else cls(ptr, tree)

    @property
    def _ptr(self) -> int:
        if self._valid_ptr is None:
            raise RuntimeError(
                f"this {self._kind} is gone: it was erased, or a pass or pattern "
                "ran on what it was in"
            )
        return self._valid_ptr

    @property
    def _is_valid(self) -> bool:
        return self._valid_ptr is not None

    @property
    def context(self) -> Context:
        return self._tree.context

    def _invalidate(self) -> None:
        self.context._live.pop(self._ptr, None)
        self._valid_ptr = None

    def _parent_ptr(self) -> int | None:
        """The operation that contains this one."""
        raise NotImplementedError

    def _is_inside(self, root: int) -> bool:
        """Whether this is `root` or inside of it."""
        ancestor: Any = self._ptr
        if ancestor == root:
            return True
        ancestor = self._parent_ptr()
        while ancestor and ancestor != root:
            ancestor = mlir().OperationGetParentOperation(ancestor)
        return bool(ancestor)
