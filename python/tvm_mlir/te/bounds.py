# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks for subscripts that are outside of their tensor, before anything is computed.

A subscript that is linear in axes has its least and greatest value where the axes
have theirs. Both values are compared with the size, which is linear in variables:
at once, or in the run if it depends on the values of variables. Data-dependent
subscripts are clamped, which requires that there is an element. Other subscripts are
not checked here.
"""

from __future__ import annotations

from typing import Iterator, Mapping, NamedTuple, Sequence

from .bodies import depends_on_data
from .expressions import Binary, Const, Expr, IterVar, Read, Select, Var
from .recurrences import ScanOp
from .tensors import ComputeOp, Tensor
from .walks import postorder

# A linear expression: its variables (None: the number 1) -> coefficients.
Linear = Mapping["Expr | None", int]

# Begins and ends of the computed parts of axes.
Parts = Mapping[IterVar, "tuple[Linear, Linear]"]


def _add(a: Linear, b: Linear, factor: int = 1) -> Linear:
    keys = {**a, **b}
    return {key: a.get(key, 0) + factor * b.get(key, 0) for key in keys}


def _scale(a: Linear, factor: int) -> Linear:
    return {key: factor * value for key, value in a.items()}


def _terms(expr: Expr) -> Sequence[Expr]:
    """The operands that have to be linear for `expr` to be linear."""
    is_sum = isinstance(expr, Binary) and expr.name in ("add", "sub", "mul")
    return expr.operands if is_sum else ()


def _linear(expr: Expr) -> Linear | None:
    """The linear form of `expr` if it is linear in axes and variables."""
    done: dict[int, Linear | None] = {}
    for part in postorder([expr], _terms):
        done[id(part)] = _combined(part, [done[id(term)] for term in _terms(part)])
    return done[id(expr)]


def _combined(expr: Expr, terms: Sequence[Linear | None]) -> Linear | None:
    """`expr` as a combination of its terms, if these are linear."""
    if isinstance(expr, Const):
        return {None: int(expr.value)}
    if isinstance(expr, (IterVar, Var)):
        return {expr: 1}
    if not terms:
        return None
    assert isinstance(expr, Binary)
    lhs, rhs = terms
    if lhs is None or rhs is None:
        return None
    if expr.name != "mul":
        return _add(lhs, rhs, 1 if expr.name == "add" else -1)
    if set(lhs) == {None}:
        lhs, rhs = rhs, lhs
    return _scale(lhs, rhs[None]) if set(rhs) == {None} else None


def _number(expr: Expr) -> Linear:
    """The linear form of `expr`, a size of at least 0 wherever elements are computed.
    """
    linear = _linear(expr)
    return {expr: 1} if linear is None else linear


class Domain(NamedTuple):
    """The elements of a compute that are needed."""

    extents: tuple[Expr, ...]
    """Sizes of the domain, which is empty if one of them is 0 or less."""
    parts: Parts
    states: Sequence[Tensor] = ()
    """The tensors whose first subscripts the scan itself checks."""

    @property
    def is_empty(self) -> bool:
        """Whether the domain certainly has no elements."""
        return any(isinstance(e, Const) and e.value <= 0 for e in self.extents)


def whole(op: ComputeOp) -> Domain:
    """Returns the domain of all elements."""
    return Domain(tuple(axis.extent for axis in (*op.axis, *op.reduce_axis)), {})


def first_steps(op: ComputeOp, scan: ScanOp) -> Domain:
    """Returns the domain of an initial state: the steps that the result has."""
    count = scan.num_first
    part: Parts = {op.axis[0]: ({None: 0}, _number(count))}
    return Domain((count, *whole(op).extents[1:]), part)


def later_steps(op: ComputeOp, scan: ScanOp) -> Domain:
    """Returns the domain of a computation at each step behind the first ones."""
    if not op.axis:
        return whole(op)
    end = _number(scan.state[0].dims[0])
    part: Parts = {op.axis[0]: ({None: scan.depth}, end)}
    return Domain((scan.num_steps, *whole(op).extents[1:]), part, scan.state)


def _extreme(value: Linear, parts: Parts, sign: int) -> Linear | None:
    """The greatest value over all axes if `sign` is 1, otherwise the least one."""
    result: Linear = {}
    for key, factor in value.items():
        term: Linear = {key: factor}
        if isinstance(key, IterVar):
            part = parts.get(key) or _part(key)
            if part is None:
                return None
            begin, end = part
            last = _add(end, {None: -1})
            term = _scale(last if factor * sign > 0 else begin, factor)
        result = _add(result, term)
    return result


def _part(axis: IterVar) -> tuple[Linear, Linear] | None:
    """The begin and end of an axis, if they are linear."""
    begin, extent = _linear(axis.begin), _linear(axis.extent)
    if begin is None or extent is None:
        return None
    return begin, _add(begin, extent)


def _is_negative(value: Linear) -> bool:
    """Whether the expression is negative for all sizes, which are not negative."""
    return value.get(None, 0) < 0 and all(
        factor <= 0 for key, factor in value.items() if key is not None
    )


def _reads(values: Sequence[Expr]) -> Iterator[Read]:
    """Yields all reads that happen, whatever the conditions."""
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
    """A dimension that `op` reads at data-dependent subscripts."""

    op: ComputeOp
    tensor: Tensor
    position: int

    @property
    def dim(self) -> Expr:
        return self.tensor.dims[self.position]

    def describe(self) -> str:
        """Returns the error for a dimension without elements."""
        return (
            f"'{self.op.name}': expected an element of '{self.tensor.name}' along "
            f"dimension {self.position}, which data index, got none"
        )


def gathered_dims(op: ComputeOp) -> list[Gathered]:
    """Returns the distinct gathered dimensions that may have no elements."""
    found: dict[Gathered, None] = {}
    for read in _reads(op.values):
        for position, (index, dim) in enumerate(zip(read.operands, read.tensor.dims)):
            has_elements = isinstance(dim, Const) and dim.value > 0
            if not has_elements and depends_on_data(index):
                found.setdefault(Gathered(op, read.tensor, position))
    return list(found)


class Border(NamedTuple):
    """An expression that is not negative where `op` reads inside of a tensor."""

    op: ComputeOp
    room: Linear
    text: str
    """Text of the error where it is negative, in terms of the sizes."""


    @property
    def is_open(self) -> bool:
        """Whether the border depends on sizes that are known at run time."""
        return any(factor < 0 for factor in self.room.values())


def open_borders(op: ComputeOp, domain: Domain) -> list[Border]:
    """Returns the unproven borders of reads for elements of `domain`."""
    found: dict[str, Border] = {}
    for read in _reads(op.values):
        for position in _positions(read, domain):
            for border in _borders(op, read, position, domain):
                if border.is_open:
                    found.setdefault(border.text, border)
    return list(found.values())


def unsure_reads(op: ComputeOp) -> set[Read]:
    """Returns the reads that are not proven to be inside of their tensors."""
    return {read for read in _reads(op.values) if not _is_inside(op, read)}


def _is_inside(op: ComputeOp, read: Read) -> bool:
    for position, (index, dim) in enumerate(zip(read.operands, read.tensor.dims)):
        if depends_on_data(index):
            if not isinstance(dim, Const) or dim.value <= 0:
                return False
            continue
        borders = list(_borders(op, read, position, whole(op)))
        if len(borders) < 2 or any(border.is_open for border in borders):
            return False
    return True


def _positions(read: Read, domain: Domain) -> range:
    """The subscripts that are examined here."""
    return range(int(read.tensor in domain.states), len(read.operands))


def _borders(
    op: ComputeOp, read: Read, position: int, domain: Domain
) -> Iterator[Border]:
    """The two borders of a subscript, if they are linear."""
    value, size = _linear(read.operands[position]), _linear(read.tensor.dims[position])
    if value is None:
        return
    where = f"'{op.name}': subscript {position} of '{read.tensor.name}'"
    least = _extreme(value, domain.parts, -1)
    greatest = _extreme(value, domain.parts, 1)
    if least is not None:
        text = f"{where} goes down to {_describe(least)}, expected 0 or more"
        yield Border(op, least, text)
    if greatest is not None and size is not None:
        room = _add(_add(size, greatest, -1), {None: -1})
        text = f"{where} goes up to {_describe(greatest)}, expected less than "
        yield Border(op, room, text + _describe(size))


def check_reads(op: ComputeOp, domain: Domain) -> None:
    """Raises IndexError where `op` certainly reads outside of a tensor."""
    if domain.is_empty:
        return
    is_run = all(isinstance(extent, Const) for extent in domain.extents)
    for gathered in gathered_dims(op):
        if is_run and isinstance(gathered.dim, Const):
            raise IndexError(gathered.describe())
    for read in _reads(op.values):
        for position in _positions(read, domain):
            for border in _borders(op, read, position, domain):
                if _is_negative(border.room):
                    raise IndexError(border.text)


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
