# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes, including passes in Python."""

from __future__ import annotations

import functools
from typing import Any, Callable

from . import _current
from ._abi import Clone, Initialize, Nothing, PassCallbacks, RunPass, StringCallback
from ._abi import StringRef, mlir, printed, string
from .contexts import Context
from .diagnostics import MLIRError
from .handles import Tree
from .operations import Operation, OperationLike


class ExternalPass:
    """A running pass in Python."""

    def __init__(self, ptr: int) -> None:
        self._ptr: int | None = ptr

    def signal_pass_failure(self) -> None:
        """Marks the pass as failed; no further pass runs."""
        if self._ptr is None:
            raise RuntimeError("the pass is over")
        mlir().ExternalPassSignalFailure(self._ptr)


PassFunction = Callable[[Operation, ExternalPass], Any]


@functools.lru_cache(maxsize=None)
def _type_ids() -> Any:
    return mlir().TypeIDAllocatorCreate()


class PassManager:
    """A pipeline for operations of one kind, or "any"."""

    def __init__(self, anchor_op: str = "any", context: Context | None = None) -> None:
        self.context = _current.context(context)
        self._anchor = anchor_op
        self._callbacks: list[object] = []
        self._exceptions: list[BaseException] = []
        self._root: Operation | None = None
        self._ptr = mlir().PassManagerCreateOnOperation(
            self.context._ptr, string(anchor_op)
        )

    def __del__(self) -> None:
        if getattr(self, "_ptr", None):
            mlir().PassManagerDestroy(self._ptr)

    @staticmethod
    def parse(pipeline: str, context: Context | None = None) -> PassManager:
        """Parses "builtin.module(func.func(cse))", the form of tvm-opt."""
        manager = PassManager(pipeline.partition("(")[0].strip() or "any", context)
        manager._parse(mlir().ParsePassPipeline, pipeline)
        return manager

    def add(
        self,
        pipeline: str | PassFunction,
        name: str | None = None,
        argument: str = "",
        description: str = "",
        op_name: str = "",
    ) -> None:
        """Appends passes by their names, or a function as a pass.

        The function is called with each operation of the manager's kind, or
        with every `op_name` directly in it, and an ExternalPass. The pass fails
        if the function raises an exception, or leaves invalid IR.
        """
        self._check_idle()
        if isinstance(pipeline, str):
            self._parse(mlir().OpPassManagerAddPipeline, pipeline)
        else:
            given = name or str(getattr(pipeline, "__name__", "python-pass"))
            self._add(pipeline, given, argument or given, description, op_name)

    def _parse(self, function: Callable[..., int], pipeline: str) -> None:
        pieces: list[str] = []

        def take(piece: StringRef, user: int | None) -> None:
            pieces.append(piece.text)

        manager = mlir().PassManagerGetAsOpPassManager(self._ptr)
        if not function(manager, string(pipeline), StringCallback(take), None):
            text = "".join(pieces).strip()
            raise MLIRError(f"wrong pipeline {pipeline!r}: {text}")

    def _add(
        self, function: PassFunction, name: str, argument: str, text: str, op_name: str
    ) -> None:
        if op_name and not self.context.is_registered_operation(op_name):
            raise ValueError(f"unknown operation '{op_name}'")
        callbacks = PassCallbacks(
            Nothing(),
            Nothing(),
            Initialize(),
            Clone(lambda user: user),
            RunPass(lambda op, ptr, user: self._call(function, op, ptr)),
        )
        anchor = string(op_name)
        self._callbacks += [callbacks, anchor]  # to which the pass refers
        created = mlir().CreateExternalPass(
            mlir().TypeIDAllocatorAllocateTypeID(_type_ids()),
            *map(string, (name, argument, text)),
            anchor,
            0,
            None,
            callbacks,
            None,
        )
        if op_name in ("", self._anchor):
            manager = mlir().PassManagerGetAsOpPassManager(self._ptr)
        else:
            manager = mlir().PassManagerGetNestedUnder(self._ptr, string(op_name))
        mlir().OpPassManagerAddOwnedPass(manager, created)

    def _call(self, function: PassFunction, ptr: int, pass_ptr: int) -> None:
        assert self._root is not None
        running = ExternalPass(pass_ptr)
        if self._exceptions:
            running.signal_pass_failure()
            return
        try:
            op = Operation._of(ptr, Tree.find(self.context, ptr))
            with self.context._running(ptr), _current.called_at(op.location):
                function(op, running)
                op._check_links()
        except BaseException as exception:  # it cannot pass through C++
            self._exceptions.append(exception)
            running.signal_pass_failure()
        finally:
            running._ptr = None
            self.context._invalidate_inside(self._root._ptr)

    def _check_idle(self) -> None:
        if self._root is not None:
            raise RuntimeError("the pass manager is running")

    def enable_verifier(self, enable: bool) -> None:
        """Whether IR is verified after each pass; it is by default."""
        self._check_idle()
        mlir().PassManagerEnableVerifier(self._ptr, enable)

    def run(self, operation: OperationLike) -> None:
        """Changes `operation`; handles of nested operations become invalid."""
        self._check_idle()
        self._root = operation.operation
        try:
            self._run(self._root)
        finally:
            self._root = None
            self._exceptions.clear()

    def _run(self, root: Operation) -> None:
        self.context._require(Operation, [root])
        self.context._check_can_run(root)
        root.verify()
        with self.context._diagnostics as errors, self.context._running(root._ptr):
            succeeded = mlir().PassManagerRunOnOp(self._ptr, root._ptr)
        if self._exceptions:
            raise self._exceptions[0]
        if errors or not succeeded:
            raise MLIRError("" if errors else "a pass failed", errors)

    def __str__(self) -> str:
        manager = mlir().PassManagerGetAsOpPassManager(self._ptr)
        return printed(mlir().PrintPassPipeline, manager)
