"""Subscripts that leave their tensor, before anything is computed.

A subscript that is linear in axes takes its least and greatest value where these
do, and is compared with a size that is linear in variables: now, or where these
decide, when they are known. Those that data give are clamped, which takes an
element; others are not looked at.
"""

from __future__ import annotations

from typing import Iterator, Mapping, NamedTuple, Sequence

from .bodies import depends_on_data
from .expressions import Binary, Const, Expr, IterVar, Read, Select, Var
from .tensors import ComputeOp, Tensor

# What it is linear in (None: the number 1) -> coefficient.
Linear = Mapping["Expr | None", int]


def _add(a: Linear, b: Linear, factor: int = 1) -> Linear:
    keys = {**a, **b}
    return {key: a.get(key, 0) + factor * b.get(key, 0) for key in keys}


def _scale(a: Linear, factor: int) -> Linear:
    return {key: factor * value for key, value in a.items()}


def _linear(expr: Expr) -> Linear | None:
    """`expr` where it is linear in axes and variables."""
    if isinstance(expr, Const):
        return {None: int(expr.value)}
    if isinstance(expr, (IterVar, Var)):
        return {expr: 1}
    if not isinstance(expr, Binary) or expr.name not in ("add", "sub", "mul"):
        return None
    lhs, rhs = map(_linear, expr.operands)
    if lhs is None or rhs is None:
        return None
    if expr.name != "mul":
        return _add(lhs, rhs, 1 if expr.name == "add" else -1)
    if set(lhs) == {None}:
        lhs, rhs = rhs, lhs
    return _scale(lhs, rhs[None]) if set(rhs) == {None} else None


def _extreme(value: Linear, begins: Mapping[IterVar, Expr], sign: int) -> Linear | None:
    """The greatest value, where `sign` is 1, or the least one, over all axes."""
    result: Linear = {}
    for key, factor in value.items():
        term: Linear = {key: factor}
        if isinstance(key, IterVar):
            begin, extent = _linear(begins.get(key, key.begin)), _linear(key.extent)
            end = _linear(key.begin)
            if begin is None or extent is None or end is None:
                return None
            last = _add(_add(end, extent), {None: -1})
            term = _scale(last if factor * sign > 0 else begin, factor)
        result = _add(result, term)
    return result


def _is_negative(value: Linear) -> bool:
    """Whether it is, whatever sizes are, which are not negative."""
    return value.get(None, 0) < 0 and all(
        factor <= 0 for key, factor in value.items() if key is not None
    )


def _reads(values: Sequence[Expr]) -> Iterator[Read]:
    """All reads that happen, whatever conditions are."""
    seen: set[int] = set()
    stack = list(reversed(values))
    while stack:
        expr = stack.pop()
        if id(expr) in seen:
            continue
        seen.add(id(expr))
        if isinstance(expr, Read):
            yield expr
        is_lazy = isinstance(expr, Select) and expr.is_lazy
        stack += reversed(expr.operands[:1] if is_lazy else expr.operands)


class Gathered(NamedTuple):
    """A dimension that `op` reads at subscripts that data give."""

    op: ComputeOp
    tensor: Tensor
    position: int

    @property
    def dim(self) -> Expr:
        return self.tensor.dims[self.position]

    def describe(self) -> str:
        """What is wrong where there is no element along it."""
        return (
            f"'{self.op.name}': expected an element of '{self.tensor.name}' along "
            f"dimension {self.position}, which data index, got none"
        )


def gathered_dims(op: ComputeOp) -> list[Gathered]:
    """Those of which it is not known that they have elements, each once."""
    found: dict[Gathered, None] = {}
    for read in _reads(op.values):
        for position, (index, dim) in enumerate(zip(read.operands, read.tensor.dims)):
            has_elements = isinstance(dim, Const) and dim.value > 0
            if not has_elements and depends_on_data(index):
                found.setdefault(Gathered(op, read.tensor, position))
    return list(found)


class Border(NamedTuple):
    """What has to be 0 or more for `op` to read inside of a tensor."""

    op: ComputeOp
    room: Linear
    text: str
    """What is wrong where it is not, in terms of the sizes."""


def open_borders(op: ComputeOp) -> list[Border]:
    """Those that sizes decide, which are known at run time."""
    found: dict[str, Border] = {}
    for read in _reads(op.values):
        for position, (index, dim) in enumerate(zip(read.operands, read.tensor.dims)):
            for border in _borders(op, read, position, index, dim):
                if any(factor < 0 for factor in border.room.values()):
                    found.setdefault(border.text, border)
    return list(found.values())


def _borders(
    op: ComputeOp, read: Read, position: int, index: Expr, dim: Expr
) -> Iterator[Border]:
    """The two of a subscript, as far as they are linear."""
    value, size = _linear(index), _linear(dim)
    if value is None:
        return
    where = f"'{op.name}': subscript {position} of '{read.tensor.name}'"
    least, greatest = _extreme(value, {}, -1), _extreme(value, {}, 1)
    if least is not None:
        text = f"{where} goes down to {_describe(least)}, expected 0 or more"
        yield Border(op, least, text)
    if greatest is not None and size is not None:
        room = _add(_add(size, greatest, -1), {None: -1})
        text = f"{where} goes up to {_describe(greatest)}, expected less than "
        yield Border(op, room, text + _describe(size))


def check_reads(
    op: ComputeOp, first_step: Expr | None = None, states: Sequence[Tensor] = ()
) -> None:
    """Raises IndexError where `op` certainly reads outside of a tensor. In a scan
    its first axis begins at `first_step`; at which steps it reads `states` is the
    scan's to check."""
    axes = (*op.axis, *op.reduce_axis)
    if any(isinstance(a.extent, Const) and a.extent.value <= 0 for a in axes):
        return
    begins = {op.axis[0]: first_step} if first_step is not None else {}
    is_run = all(isinstance(axis.extent, Const) for axis in axes)
    for gathered in gathered_dims(op):
        if is_run and isinstance(gathered.dim, Const):
            raise IndexError(gathered.describe())
    for read in _reads(op.values):
        for position, (index, dim) in enumerate(zip(read.operands, read.tensor.dims)):
            if position or read.tensor not in states:
                _check(op, read, position, index, dim, begins)


def _check(
    op: ComputeOp,
    read: Read,
    position: int,
    index: Expr,
    dim: Expr,
    begins: Mapping[IterVar, Expr],
) -> None:
    value, size = _linear(index), _linear(dim)
    if value is None:
        return
    where = f"'{op.name}': subscript {position} of '{read.tensor.name}'"
    least = _extreme(value, begins, -1)
    if least is not None and _is_negative(least):
        raise IndexError(f"{where} goes down to {_describe(least)}, expected 0 or more")
    greatest = _extreme(value, begins, 1)
    if greatest is None or size is None:
        return
    if _is_negative(_add(_add(size, greatest, -1), {None: -1})):
        raise IndexError(
            f"{where} goes up to {_describe(greatest)}, expected less than "
            f"{_describe(size)}"
        )


def _describe(value: Linear) -> str:
    terms = [
        f"{'' if factor == 1 else f'{factor} * '}{key!r}"
        for key, factor in value.items()
        if key is not None and factor
    ]
    constant = value.get(None, 0)
    if not terms:
        return str(constant)
    sign = "" if not constant else f" {'-' if constant < 0 else '+'} {abs(constant)}"
    return " + ".join(terms) + sign
