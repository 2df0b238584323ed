# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Contexts, which own all IR and know the handles that refer to it."""

from __future__ import annotations

import contextlib
import weakref
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator

from . import _current
from ._abi import mlir, string
from .diagnostics import Diagnostics, MLIRError

if TYPE_CHECKING:
    from .handles import Handle, Tree
    from .rewrite import PatternRewriter


def check_kind(kind: type, found: Any) -> None:
    if not isinstance(found, kind):
        raise TypeError(f"expected a {kind.__name__}, got {found!r}")


class Context:
    """Dialects, types and attributes, and the IR that is made of them.

    All dialects of the compiler are loaded. A context is for one thread: its
    pass managers run on the thread that calls them, so that passes of Python
    may take part.
    """

    current = _current.Current(lambda: _current.context())

    def __init__(self) -> None:
        self._ptr = 0
        self._owned: set[int] = set()
        """Operations without parent. They are freed with their Tree, or with the
        context if it is collected first."""
        self._trees: weakref.WeakValueDictionary[int, Tree] = (
            weakref.WeakValueDictionary()
        )
        """Trees by their roots."""
        self._live: weakref.WeakValueDictionary[int, Handle] = (
            weakref.WeakValueDictionary()
        )
        """Handles by the objects that they refer to."""
        self._busy: list[int] = []
        """Operations that passes and patterns run on."""
        self._abandoned: list[int] = []
        """Objects without references in Python that passes or patterns still run
        on; they are freed afterwards."""
        self._rewriters: list[PatternRewriter] = []
        registry = mlir().DialectRegistryCreate()
        mlir().register_all(registry)
        self._ptr = mlir().ContextCreateWithRegistry(registry, False)
        mlir().DialectRegistryDestroy(registry)
        mlir().context_print_op_on_diagnostic(self._ptr, False)
        mlir().ContextLoadAllAvailableDialects(self._ptr)
        self._diagnostics = Diagnostics(self._ptr)

    def __del__(self) -> None:
        if self._ptr:
            while self._owned:
                self._destroy(next(iter(self._owned)))
            mlir().ContextDestroy(self._ptr)

    def __enter__(self) -> Context:
        _current.enter(self)
        return self

    def __exit__(self, *exception: object) -> None:
        _current.leave()

    @property
    def allow_unregistered_dialects(self) -> bool:
        """Whether unregistered operations are accepted; by default they are not."""
        return bool(mlir().ContextGetAllowUnregisteredDialects(self._ptr))

    @allow_unregistered_dialects.setter
    def allow_unregistered_dialects(self, allow: bool) -> None:
        mlir().ContextSetAllowUnregisteredDialects(self._ptr, allow)

    def is_registered_operation(self, name: str) -> bool:
        return bool(mlir().ContextIsRegisteredOperation(self._ptr, string(name)))

    def _checked(self, what: str, call: Callable[[], Any]) -> Any:
        """The result of `call`; raises an error if it is null or false."""
        with self._diagnostics as errors:
            result = call()
        if not result:
            raise MLIRError(what, errors)
        return result

    def _require(self, kind: type, objects: Iterable[Any]) -> None:
        """Checks a pointer, because MLIR accepts any pointer."""
        for found in objects:
            check_kind(kind, found)
            if found.context is not self:
                raise ValueError(f"{found} belongs to another context")

    def _destroy(self, root: int) -> None:
        self._owned.discard(root)
        mlir().operation_destroy(root)

    def _inside(self, root: int) -> Iterator[Handle]:
        """The handles of operations and blocks inside of an operation."""
        for handle in list(self._live.values()):
            ancestor = handle._parent_ptr()
            while ancestor and ancestor != root:
                ancestor = mlir().OperationGetParentOperation(ancestor)
            if ancestor:
                yield handle

    def _invalidate_inside(self, root: int) -> None:
        """Invalidates all handles inside of `root`, which MLIR is about to change: no
        handle and no operand of an operation outside may refer to them."""
        for handle in list(self._inside(root)):
            handle._invalidate()
        mlir().operation_drop_uses_outside(root)

    @contextlib.contextmanager
    def _running(self, root: int) -> Iterator[None]:
        """A frame while passes or patterns run on `root`, which changes all handles
        inside."""
        self._invalidate_inside(root)
        self._busy.append(root)
        try:
            yield
        finally:
            self._busy.pop()
            self._invalidate_inside(root)
            while self._abandoned and not self._busy:
                abandoned = self._abandoned.pop()
                if abandoned in self._owned and abandoned not in self._trees:
                    self._destroy(abandoned)

    def _rewriter_of(self, handle: Handle) -> PatternRewriter | None:
        """Returns the rewriter to notify of changes while patterns run."""
        for rewriter in self._rewriters:
            if handle._is_inside(rewriter._root):
                return rewriter
        return None

    def _check_can_run(self, root: Handle) -> None:
        """Checks that passes or patterns may run on `root`."""
        if self._rewriters:
            raise RuntimeError("passes and patterns cannot run within a pattern")
        if any(inside != root._ptr for inside in self._busy_inside(root._ptr)):
            raise RuntimeError("passes and patterns cannot run around a running pass")

    def _busy_inside(self, root: int) -> Iterator[int]:
        for op in self._busy:
            ancestor: int | None = op
            while ancestor and ancestor != root:
                ancestor = mlir().OperationGetParentOperation(ancestor)
            if ancestor:
                yield op
