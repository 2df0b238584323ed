# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes operations as a kernel, a function at level te, and its caller."""

from __future__ import annotations

import itertools
import re
from typing import Sequence

from . import dtypes
from ._text import quoted, symbol_name
from .bodies import Access, Body, number
from .bounds import unsure_reads
from .expressions import Const, Expr, IterVar, Read, Var
from .externs import ExternOp
from .recurrences import ScanOp
from .scans import ScanBlocks, Step, steps_of, write_scan
from .sizes import PASSED_TYPE, Sizes, is_same, passed_variables
from .tensors import (
    ComputeOp,
    Operation,
    Tensor,
    in_order,
    stored_type,
)
from .writer import Names, Writer


class Kernel:
    """The function that computes `results` from placeholders `inputs`, from
    `variables`, and from dimensions of results that are not dimensions of inputs."""

    def __init__(
        self,
        out: Writer,
        name: str,
        inputs: Sequence[Tensor],
        results: Sequence[Tensor],
        variables: Sequence[Var] = (),
    ) -> None:
        self.out = out
        self.name = name
        self.inputs = tuple(inputs)
        self.results = tuple(results)
        self.variables = passed_variables(inputs, results, variables)
        """Variables that are arguments behind the inputs."""
        self.ops = in_order([tensor.op for tensor in results])
        self.blocks: dict[Operation, str] = {}
        """Names of the blocks that computes become at the loop level."""
        self.names = Names()
        self.values: dict[Tensor, str] = {}
        self.sizes = Sizes(out, self.names)
        self._block_names: set[str] = set()
        self.scans: dict[Operation, ScanBlocks] = {}
        self._starts: set[Operation] = set()
        """Initial states, which may have more steps than a result."""

    def write(self) -> None:
        """Writes the function."""
        out = self.out
        arguments = []
        for tensor in self.inputs:
            self.values[tensor] = self.names.take(tensor.name)
            arguments.append(f"{self.values[tensor]}: {stored_type(tensor)}")
        sizes = [(variable, self.names.take(variable.name)) for variable in self.variables]
        arguments += [f"{value}: {PASSED_TYPE}" for _, value in sizes]
        results = ", ".join(map(stored_type, self.results))
        out.open(f"func.func @{self.name}({', '.join(arguments)}) -> ({results}) {{")
        self.sizes.bind([(t, self.values[t], stored_type(t)) for t in self.inputs])
        self.sizes.bind_passed(sizes)
        scans = [op for op in self.ops if isinstance(op, ScanOp)]
        in_scans = {op for scan in scans for op in steps_of(scan)}
        for scan in scans:
            if not is_same(scan.num_first, Const(scan.depth, "index")):
                self._starts.update(init.op for init in scan.init)
        for op in self.ops:
            out.location = op.location
            if op not in in_scans:
                self._write_operation(op)
        values = ", ".join(self.values[tensor] for tensor in self.results)
        out.line(f"return {values} : {results}")
        out.close()

    def _write_operation(self, op: Operation) -> None:
        if isinstance(op, ComputeOp):
            self.write_compute(op)
        elif isinstance(op, ScanOp):
            write_scan(self, op)
        elif isinstance(op, ExternOp):
            self._write_extern(op)

    def block(self, name: str, op: Operation) -> str:
        """The tag of the next block, for `op`. (A block has its tag as name; if the
        name is in use, "_1" is added, or "_2", ….)"""
        tag = re.sub(r'[\\"\s]', "_", name)
        if re.fullmatch(r"(copy|stack)(_\d+)?", tag):
            tag += "."  # the compiler's own names
        self.blocks[op] = self._unique(tag)
        return f"tag {quoted(tag)}"

    def _unique(self, tag: str) -> str:
        names = itertools.chain([tag], (f"{tag}_{i}" for i in itertools.count(1)))
        name = next(name for name in names if name not in self._block_names)
        self._block_names.add(name)
        return name

    def copy(self) -> str:
        """The name of the next block that copies a state of a scan."""
        return self._unique("copy")

    def stack(self) -> str:
        """The name of the next block that stores states after a step."""
        return self._unique("stack")

    def source(self, read: Read) -> Access:
        tensor = read.tensor
        return Access(self._value(tensor), stored_type(tensor), read.operands)

    def _value(self, tensor: Tensor) -> str:
        if tensor not in self.values:
            raise ValueError(f"'{tensor.name}' is read and no argument")
        return self.values[tensor]

    # --- compute --------------------------------------------------------------

    def write_compute(self, op: ComputeOp, step: Step | None = None) -> None:
        """Writes a compute. `step`: without its first axis, at one step of a scan."""
        spatial = op.axis[1:] if step else op.axis
        axes = [*spatial, *op.reduce_axis]
        extents = ", ".join(self.sizes.extent(axis.extent) for axis in axes)
        identity = self._write_identity(op)
        targets = [self.names.take(tensor.name) for tensor in op.outputs]
        types = [stored_type(t, t.dims[1:] if step else None) for t in op.outputs]
        tag = self.block(op.name, op)
        head = f"{', '.join(targets)} = te.compute [{extents}] spatial {len(spatial)}"
        inner = Names(self.names)
        names: dict[Expr, str | IterVar] = dict(self.sizes.variables)
        names.update(step.names(op) if step else {})
        listed = [inner.take(axis.name) for axis in axes]
        names.update(zip(axes, listed))
        source = step.source(op) if step else self.source
        if op.combiner is None:
            self.out.open(f"{head} {tag} {{")
        elif op.combiner.name:
            self.out.open(f"{head} reduce {op.combiner.name} {tag} {{")
        else:
            kind = "" if op.combiner.starts_elsewhere else " commutative"
            self.out.open(f"{head} combine({identity}){kind} {{")
            self._write_combiner(op, inner)
            self.out.reopen(f"}} {tag} {{")
        self.out.label(f"^bb0({', '.join(f'{name}: index' for name in listed)}):")
        # Steps that no result contains are computed, too.
        padded = unsure_reads(op) if op in self._starts else ()
        body = Body(self.out, names, source, padded)
        values = ", ".join(body.stored(value) for value in op.values)
        elements = ", ".join(dtypes.storage_type(v.dtype) for v in op.values)
        self.out.line(f"te.yield {values} : {elements}")
        self.out.close("} : " + ", ".join(types))
        self.values.update(zip(op.outputs, targets))

    def _write_identity(self, op: ComputeOp) -> str:
        if op.combiner is None or op.combiner.name:
            return ""
        values, types = [], []
        for value in op.combiner.identity:
            if not isinstance(value, Const):
                raise ValueError(f"'{op.name}': expected a constant to start from")
            values.append(self.names.take("identity"))
            types.append(dtypes.value_type(value.dtype))
            literal = number(value.value, value.dtype)
            self.out.line(f"{values[-1]} = arith.constant {literal} : {types[-1]}")
        return f"{', '.join(values)} : {', '.join(types)}"

    def _write_combiner(self, op: ComputeOp, inner: Names) -> None:
        assert op.combiner is not None
        arguments = op.combiner.arguments
        names: dict[Expr, str] = {}
        for index, argument in enumerate(arguments):
            names[argument] = inner.take(f"v{index}")
        listed = [f"{names[a]}: {dtypes.value_type(a.dtype)}" for a in arguments]
        self.out.label(f"^bb0({', '.join(listed)}):")
        body = Body(self.out, names, self.source)
        values = ", ".join(body.value(value) for value in op.combiner.results)
        types = ", ".join(dtypes.value_type(v.dtype) for v in op.combiner.results)
        self.out.line(f"te.yield {values} : {types}")

    # --- extern ---------------------------------------------------------------

    def _write_extern(self, op: ExternOp) -> None:
        inputs = ", ".join(map(self._value, op.inputs))
        dynamic = [
            self.sizes.extent(dim)
            for tensor in op.outputs
            for dim in tensor.dims
            if not isinstance(dim, Const)
        ]
        extents = f" extents({', '.join(dynamic)})" if dynamic else ""
        from_, to = (", ".join(map(stored_type, ts)) for ts in (op.inputs, op.outputs))
        targets = [self.names.take(tensor.name) for tensor in op.outputs]
        self.out.line(
            f"{', '.join(targets)} = te.extern {symbol_name(op.callee)}({inputs}){extents} : "
            f"({from_}) -> ({to})"
        )
        self.values.update(zip(op.outputs, targets))
