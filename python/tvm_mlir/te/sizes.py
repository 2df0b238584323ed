# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes as values of a function."""

from __future__ import annotations

from typing import Mapping, Sequence

from . import dtypes
from .bodies import Access, Body
from .expressions import Binary, Cast, Const, Expr, Read, Var, walk
from .tensors import Tensor
from .writer import Names, Writer

PASSED_TYPE = "tensor<?x0xi8>"
"""Type of a variable that is passed to a kernel: its size is the variable's value."""


def passed_variables(
    inputs: Sequence[Tensor], results: Sequence[Tensor], given: Sequence[Var] = ()
) -> list[Var]:
    """Variables that are not dimensions of `inputs`: variables of `given`, and
    dimensions of `results`."""
    known = {dim for tensor in inputs for dim in tensor.dims}
    dims = [dim for tensor in results for dim in tensor.dims if isinstance(dim, Var)]
    wanted = dict.fromkeys([*given, *dims])
    return [variable for variable in wanted if variable not in known]


def _is_never_negative(expr: Expr) -> bool:
    return all(map(_keeps_sign, walk([expr])))


def _keeps_sign(expr: Expr) -> bool:
    """Whether the operation preserves non-negative operands."""
    if isinstance(expr, Const):
        return bool(expr.value >= 0)
    return isinstance(expr, Var) or (
        isinstance(expr, Binary)
        and expr.name in ("add", "mul", "floordiv", "floormod", "min", "max")
    )


def _no_read(read: Read) -> Access:
    raise ValueError(f"'{read.tensor.name}' is read in a size")


class Sizes(Body):
    """Sizes as values of a function, each computed once."""

    def __init__(self, out: Writer, names: Names) -> None:
        self.variables: dict[Expr, str] = {}
        super().__init__(out, self.variables, _no_read)
        self._taken = names
        self._known: dict[str, str] = {}
        self._kept: list[Expr] = []

    def bind(self, tensors: Sequence[tuple[Tensor, str, str]]) -> None:
        """Binds variables to dimensions of `tensors`, with their names and types."""
        for tensor, value, type_ in tensors:
            for axis, dim in enumerate(tensor.dims):
                if isinstance(dim, Var) and dim not in self.variables:
                    index = self.value(Const(axis, "index"))
                    name = self._taken.take(dim.name)
                    self._out.line(f"{name} = tensor.dim {value}, {index} : {type_}")
                    self.variables[dim] = name

    def bind_passed(self, variables: Sequence[tuple[Var, str]]) -> None:
        """Binds variables to dimensions of empty tensors, with their names."""
        zero = self.value(Const(0, "index")) if variables else ""
        for variable, value in variables:
            name = self._taken.take(variable.name)
            self._out.line(f"{name} = tensor.dim {value}, {zero} : {PASSED_TYPE}")
            self.variables[variable] = name

    def read_passed(self, variables: Sequence[tuple[Var, str]]) -> list[str]:
        """Binds variables to elements of tensors with one element, with their names.
        Returns tensors with these dimensions, for a kernel."""
        tensors = []
        for variable, value in variables:
            element = self._emit(f"tensor.extract {value}[] : tensor<i64>")
            name = self._taken.take(variable.name)
            self._out.line(f"{name} = arith.index_cast {element} : i64 to index")
            self.variables[variable] = name
            tensors.append(self._taken.take(variable.name))
            self._out.line(f"{tensors[-1]} = tensor.empty({name}) : {PASSED_TYPE}")
        return tensors

    def extent(self, expr: Expr) -> str:
        """`expr` in a list of extents."""
        return str(expr.value) if isinstance(expr, Const) else self.nonnegative(expr)

    def nonnegative(self, expr: Expr) -> str:
        """`expr`, or 0 if it is negative."""
        if _is_never_negative(expr):
            return self.value(expr)
        zero = self.value(Const(0, "index"))
        return self._emit(f"arith.maxsi {self.value(expr)}, {zero} : index")

    def value(self, expr: Expr, guarded: bool = False) -> str:
        self._kept.append(expr)  # values are identified by their operands
        return super().value(expr, guarded)

    def _emit(self, text: str, name: str = "size") -> str:
        if text not in self._known:
            self._known[text] = self._taken.take(name)
            self._out.line(f"{self._known[text]} = {text}")
        return self._known[text]

    def _constant(self, literal: str, dtype: str) -> str:
        text = f"arith.constant {literal}"
        if dtype != "bool":
            text += f" : {dtypes.value_type(dtype)}"
        return self._emit(text, "c" + literal.replace("-", "m"))


def describe(expr: Expr, variables: Mapping[Expr, str]) -> str:
    """The text of `expr`, for messages and for comparing sizes by name."""
    done: dict[int, str] = {}
    for part in walk([expr]):
        operands = [done[id(operand)] for operand in part.operands]
        done[id(part)] = _describe(part, operands, variables)
    return done[id(expr)]


def _describe(
    expr: Expr, parts: Sequence[str], variables: Mapping[Expr, str]
) -> str:
    """The text of `expr`, whose operands have the texts `parts`."""
    if isinstance(expr, Const):
        return str(expr.value)
    if isinstance(expr, Var):
        return variables[expr]
    if isinstance(expr, Cast):
        is_exact = expr.dtype in ("index", "int64")
        return parts[0] if is_exact else f"{expr.dtype}({parts[0]})"
    name = getattr(expr, "name", type(expr).__name__.lower())
    if name not in _SIGNS:
        return f"{name}({', '.join(parts)})"
    lhs, rhs = (
        f"({part})" if " " in part else part for part in parts
    )
    return f"{lhs} {_SIGNS[name]} {rhs}"


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "floormod": "%"}


def is_same(a: Expr, b: Expr) -> bool:
    """Whether two sizes have the same text."""
    stack, seen = [(a, b)], {(id(a), id(b))}
    while stack:
        one, other = stack.pop()
        if one is other:
            continue
        if not _is_alike(one, other):
            return False
        for pair in zip(one.operands, other.operands):
            key = (id(pair[0]), id(pair[1]))
            if key not in seen:
                seen.add(key)
                stack.append(pair)
    return True


def _is_alike(a: Expr, b: Expr) -> bool:
    """Whether two sizes differ only in their operands."""
    if type(a) is not type(b) or a.dtype != b.dtype:
        return False
    if isinstance(a, Const) and isinstance(b, Const):
        return a.value == b.value
    if not a.operands or getattr(a, "name", "") != getattr(b, "name", ""):
        return False
    return len(a.operands) == len(b.operands)
