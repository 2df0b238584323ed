# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes checks that end a run before it would read outside of a tensor."""

from __future__ import annotations

from typing import Iterator, Sequence

from ._text import quoted
from .bounds import (
    Domain,
    Linear,
    first_steps,
    gathered_dims,
    later_steps,
    open_borders,
    whole,
)
from .expressions import Const, Expr
from .recurrences import ScanOp
from .scans import steps_of
from .sizes import Sizes
from .tensors import ComputeOp, Tensor, in_order
from .writer import Names, Writer


class Checks:
    """Operations that run before a kernel."""

    def __init__(self, out: Writer, names: Names, sizes: Sizes) -> None:
        self._out = out
        self._names = names
        self._sizes = sizes

    def write(self, results: Sequence[Tensor]) -> None:
        """Writes the checks of all operations that `results` need."""
        for op, domain in _domains(results):
            self._out.location = op.location
            for gathered in gathered_dims(op):
                size = self._sizes.value(gathered.dim)
                self._write(domain, "sgt", size, gathered.describe())
            for border in open_borders(op, domain):
                room = self._sizes.value(_as_expr(border.room))
                self._write(domain, "sge", room, border.text)

    def _write(self, domain: Domain, how: str, value: str, text: str) -> None:
        """Writes a check that `value` is positive (or 0), unless nothing is needed."""
        zero = self._sizes.value(Const(0, "index"))
        holds = self._compare(how, value, zero)
        for extent in domain.extents:
            is_empty = self._compare("eq", self._sizes.nonnegative(extent), zero)
            either = self._names.take("ok")
            self._out.line(f"{either} = arith.ori {holds}, {is_empty} : i1")
            holds = either
        text = text.replace("{", "(").replace("}", ")")  # they represent values
        self._out.line(f"graph.check {holds}, {quoted(text)}")

    def _compare(self, how: str, lhs: str, rhs: str) -> str:
        name = self._names.take("ok")
        self._out.line(f"{name} = arith.cmpi {how}, {lhs}, {rhs} : index")
        return name


def _domains(results: Sequence[Tensor]) -> Iterator[tuple[ComputeOp, Domain]]:
    """Yields the operations that `results` need, with the needed domains."""
    ops = in_order([tensor.op for tensor in results])
    scans = [op for op in ops if isinstance(op, ScanOp)]
    in_scans = {op for scan in scans for op in steps_of(scan)}
    starts = {init.op for scan in scans for init in scan.init}
    read = {t.op for op in ops if op not in scans for t in op.input_tensors}
    read.update(tensor.op for tensor in results)
    parts = in_scans.union(starts - read)
    for op in ops:
        if isinstance(op, ScanOp):
            yield from _domains_of(op)
        elif isinstance(op, ComputeOp) and op not in parts:
            yield op, whole(op)


def _domains_of(scan: ScanOp) -> Iterator[tuple[ComputeOp, Domain]]:
    for op in dict.fromkeys(init.op for init in scan.init):
        if isinstance(op, ComputeOp):
            yield op, first_steps(op, scan)
    for op in steps_of(scan):
        if isinstance(op, ComputeOp):
            yield op, later_steps(op, scan)


def _as_expr(value: Linear) -> Expr:
    expr: Expr = Const(value.get(None, 0), "index")
    for key, factor in value.items():
        if key is not None and factor:
            expr = expr + key * factor
    return expr
