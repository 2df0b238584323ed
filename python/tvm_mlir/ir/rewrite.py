# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Patterns that rewrite operations."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from .._checks import as_integer
from . import _current
from ._abi import MatchAndRewrite, Nothing, PatternCallbacks, mlir, pointers, string
from .blocks import Block
from .contexts import Context
from .diagnostics import MLIRError
from .insertion import InsertionPoint
from .operations import Operation, OperationLike
from .values import Value

_MAX_BENEFIT = (1 << 16) - 2
"""The largest benefit. The next number means a pattern that never matches."""


class PatternRewriter:
    """The rewriter with which a running pattern changes IR."""

    def __init__(self, ptr: int, op: Operation, root: int) -> None:
        self._valid_ptr: int | None = ptr
        self._root = root
        self._op = op

    @property
    def _ptr(self) -> int:
        if self._valid_ptr is None:
            raise RuntimeError("the rewriter is gone: its pattern is over")
        return self._valid_ptr

    @property
    def ip(self) -> InsertionPoint:
        """The insertion point in front of the matched operation."""
        return InsertionPoint(self._op)

    def replace_op(
        self, op: Operation, new: Operation | Value | Sequence[Value]
    ) -> None:
        """Replaces the uses of `op` by the values, and erases it."""
        if isinstance(new, Value):
            new = [new]
        values = new.results if isinstance(new, Operation) else list(new)
        op.context._require(Value, values)
        if len(values) != len(op.results):
            raise ValueError(
                f"expected {len(op.results)} values for '{op.name}', got {len(values)}"
            )
        if any(value.owner._is_inside(op._ptr) for value in values):
            raise ValueError(f"'{op.name}' cannot be replaced by itself")
        for result, value in zip(op.results, values):
            if result.type != value.type:
                raise ValueError(f"expected {result.type}, got {value.type}")
        self._check_is_inside(op)
        elements = pointers(value._ptr for value in values)
        mlir().RewriterBaseReplaceAllOpUsesWithValueRange(
            self._ptr, op._ptr, len(elements), elements
        )
        mlir().RewriterBaseEraseOp(self._ptr, op._forget())

    def erase_op(self, op: Operation) -> None:
        self._check_is_inside(op)
        op.erase()

    def _check_is_inside(self, op: Operation) -> None:
        op._check_may_go()
        if not op._is_inside(self._root):
            raise ValueError(f"'{op.name}' is not in what patterns are applied to")

    def _insert(self, op: int, block: Block, before: Operation | None) -> None:
        if before is None:
            mlir().RewriterBaseSetInsertionPointToEnd(self._ptr, block._ptr)
        else:
            mlir().RewriterBaseSetInsertionPointBefore(self._ptr, before._ptr)
        mlir().RewriterBaseInsert(self._ptr, op)


PatternFunction = Callable[[Operation, PatternRewriter], Any]


class _Run:
    """A run of patterns over the operations inside of `root`."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.exceptions: list[BaseException] = []

    def call(self, function: PatternFunction, ptr: int, rewriter_ptr: int) -> int:
        if self.exceptions:
            return 0
        context = self.root.context
        op = Operation._of(ptr, self.root._tree)
        base = mlir().PatternRewriterAsBase(rewriter_ptr)
        rewriter = PatternRewriter(base, op, self.root._ptr)
        context._rewriters.append(rewriter)
        try:
            with _current.called_at(op.location):
                has_failed = bool(function(op, rewriter))
            return not has_failed or not op._is_valid
        except BaseException as exception:  # it cannot pass through C++
            self.exceptions.append(exception)
            return 1  # `op` may be erased: no other pattern may look at it
        finally:
            rewriter._valid_ptr = None
            context._rewriters.pop()
            context._invalidate_inside(self.root._ptr)


class FrozenRewritePatternSet:
    """Patterns that can be applied any number of times."""

    def __init__(self, ptr: int, patterns: RewritePatternSet) -> None:
        self._ptr = ptr
        self.context = patterns.context
        self._callbacks = patterns._callbacks
        self._runs = patterns._runs

    def __del__(self) -> None:
        mlir().FrozenRewritePatternSetDestroy(self._ptr)


class RewritePatternSet:
    """Patterns, each for operations of one name."""

    def __init__(self, context: Context | None = None) -> None:
        self.context = _current.context(context)
        self._callbacks: list[object] = []
        self._runs: list[_Run] = []
        self._ptr = mlir().RewritePatternSetCreate(self.context._ptr)

    def __del__(self) -> None:
        if getattr(self, "_ptr", None):
            mlir().RewritePatternSetDestroy(self._ptr)

    def add(self, root: str, fn: PatternFunction, benefit: int = 1) -> None:
        """Adds a pattern: `fn` is called with each operation called `root`, and a
        PatternRewriter. It returns true if it declines without changes, and false or
        None if it has rewritten."""
        if not self._ptr:
            raise RuntimeError("the patterns are frozen")
        if not self.context.is_registered_operation(root):
            raise ValueError(f"unknown operation '{root}'")
        benefit = as_integer("benefit", benefit, least=0, most=_MAX_BENEFIT)
        runs = self._runs
        match = MatchAndRewrite(
            lambda pattern, op, rewriter, user: runs[-1].call(fn, op, rewriter)
        )
        callbacks = PatternCallbacks(Nothing(), Nothing(), match)
        self._callbacks.append(callbacks)
        pattern = mlir().OpRewritePatternCreate(
            string(root), benefit, self.context._ptr, callbacks, None, 0, None
        )
        mlir().RewritePatternSetAdd(self._ptr, pattern)

    def freeze(self) -> FrozenRewritePatternSet:
        """Freezes the set; afterwards no pattern can be added."""
        if not self._ptr:
            raise RuntimeError("the patterns are frozen")
        frozen = FrozenRewritePatternSet(mlir().FreezeRewritePattern(self._ptr), self)
        mlir().RewritePatternSetDestroy(self._ptr)
        self._ptr = None
        return frozen


def apply_patterns_and_fold_greedily(
    op: OperationLike, set: FrozenRewritePatternSet
) -> None:
    """Rewrites and folds operations in `op` until nothing matches any more."""
    root = op.operation
    context = set.context
    context._require(Operation, [root])
    context._check_can_run(root)
    root.verify()
    config = mlir().GreedyRewriteDriverConfigCreate()
    run = _Run(root)
    set._runs.append(run)
    try:
        with context._diagnostics as errors, context._running(root._ptr):
            converged = mlir().ApplyPatternsAndFoldGreedilyWithOp(
                root._ptr, set._ptr, config
            )
    finally:
        set._runs.pop()
        mlir().GreedyRewriteDriverConfigDestroy(config)
    if run.exceptions:
        raise run.exceptions[0]
    if errors:
        raise MLIRError("", errors)
    if not converged:
        raise MLIRError("the patterns do not come to an end")
