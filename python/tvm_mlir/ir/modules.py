# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules and their symbols."""

from __future__ import annotations

import os
from typing import Any

from . import _current
from ._abi import mlir, string
from .attributes import StringAttr
from .blocks import Block
from .contexts import Context
from .handles import Tree
from .locations import Location
from .operations import Operation, OperationLike


class Module:
    """A `builtin.module` without parent."""

    def __init__(self, operation: Operation) -> None:
        self.operation = operation

    @staticmethod
    def _of(ptr: int, context: Context) -> Module:
        op = mlir().ModuleGetOperation(ptr)
        return Module(Operation._of(op, Tree(context, op)))

    @staticmethod
    def parse(asm: str, context: Context | None = None) -> Module:
        found = _current.context(context)
        ptr = found._checked(
            "cannot parse module",
            lambda: mlir().ModuleCreateParse(found._ptr, string(asm)),
        )
        return Module._of(ptr, found)

    @staticmethod
    def parseFile(
        path: str | os.PathLike[str], context: Context | None = None
    ) -> Module:
        found = _current.context(context)
        ptr = found._checked(
            f"cannot parse {os.fspath(path)}",
            lambda: mlir().ModuleCreateParseFromFile(
                found._ptr, string(os.fspath(path))
            ),
        )
        return Module._of(ptr, found)

    @staticmethod
    def create(loc: Location | None = None) -> Module:
        found = _current.location(loc)
        return Module._of(mlir().ModuleCreateEmpty(found._ptr), found.context)

    @property
    def context(self) -> Context:
        return self.operation.context

    @property
    def body(self) -> Block:
        block: Block = self.operation.regions[0].blocks[0]
        return block

    def __str__(self) -> str:
        return str(self.operation)


class SymbolTable:
    """The symbols directly in an operation, by their names."""

    def __init__(self, operation: OperationLike) -> None:
        self._operation = operation.operation

    def _find(self, name: str) -> Operation | None:
        for region in self._operation.regions:
            for block in region:
                for op in block:
                    found: Any = op.attributes.get("sym_name")
                    if isinstance(found, StringAttr) and found.value == name:
                        return op
        return None

    def __getitem__(self, name: str) -> Operation:
        found = self._find(name)
        if found is None:
            raise KeyError(f"no symbol '{name}' in '{self._operation.name}'")
        return found

    def __contains__(self, name: str) -> bool:
        return self._find(name) is not None
