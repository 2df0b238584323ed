# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as IR: TVM's IRModule."""

from __future__ import annotations

from typing import Sequence

from ..ir import BlockArgument, Context, Location, Module, Operation, SymbolTable
from .building import lower
from .hybrid_parser import Kernel


class PrimFunc:
    """A kernel's `func.func`."""

    def __init__(self, operation: Operation) -> None:
        self.operation = operation

    @property
    def args(self) -> list[BlockArgument]:
        arguments: list[BlockArgument] = self.operation.regions[0].blocks[0].arguments
        return arguments

    def __str__(self) -> str:
        return str(self.operation)


class IRModule(Module):
    """Kernels from te.hybrid.parse as the loops of te.lower, each in its own module, on
    which passes and patterns of tvm_mlir.ir run."""

    def __init__(
        self, functions: Sequence[Kernel], context: Context | None = None
    ) -> None:
        location = Location.unknown(context or Context())
        super().__init__(Module.create(location).operation)
        for kernel in functions:
            text = lower(kernel.schedule, kernel.args, kernel.name)
            self.body.append(Module.parse(text, location.context).operation)

    def __getitem__(self, name: str) -> PrimFunc:
        return PrimFunc(SymbolTable(SymbolTable(self)[name])[name])
