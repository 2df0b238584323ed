"""Sizes as values of a function."""

from __future__ import annotations

from typing import Mapping, Sequence

from .expressions import Binary, Const, Expr, Var
from .tensors import Tensor
from .writer import Names, Writer

_OPERATIONS = {
    "add": "addi",
    "sub": "subi",
    "mul": "muli",
    "floordiv": "floordivsi",
    "truncdiv": "divsi",
    "truncmod": "remsi",
    "min": "minsi",
    "max": "maxsi",
}


def _is_never_negative(expr: Expr) -> bool:
    if isinstance(expr, Const):
        return bool(expr.value >= 0)
    is_monotonic = isinstance(expr, Var) or (
        isinstance(expr, Binary)
        and expr.name in ("add", "mul", "floordiv", "floormod", "min", "max")
    )
    return is_monotonic and all(map(_is_never_negative, expr.operands))


class Sizes:
    """Sizes as values of a function, each computed once."""

    def __init__(self, out: Writer, names: Names) -> None:
        self._out = out
        self._names = names
        self._variables: dict[Expr, str] = {}
        self._values: dict[str, str] = {}

    def bind(self, tensors: Sequence[tuple[Tensor, str, str]]) -> None:
        """Variables are dimensions of `tensors`, with their names and types."""
        for tensor, value, type_ in tensors:
            for axis, dim in enumerate(tensor.dims):
                if isinstance(dim, Var) and dim not in self._variables:
                    index = self.value(Const(axis, "index"))
                    name = self._names.take(dim.name)
                    self._out.line(f"{name} = tensor.dim {value}, {index} : {type_}")
                    self._variables[dim] = name

    def extent(self, expr: Expr) -> str:
        """`expr` in a list of extents."""
        return str(expr.value) if isinstance(expr, Const) else self.nonnegative(expr)

    def nonnegative(self, expr: Expr) -> str:
        """`expr`, or 0 where it is less."""
        if _is_never_negative(expr):
            return self.value(expr)
        return self._emit("maxsi", self.value(expr), self.value(Const(0, "index")))

    def value(self, expr: Expr) -> str:
        if isinstance(expr, Var):
            if expr not in self._variables:
                raise ValueError(
                    f"variable '{expr.name}' is no dimension of an argument"
                )
            return self._variables[expr]
        if isinstance(expr, Const):
            key = f"arith.constant {expr.value} : index"
            return self._value(key, f"c{expr.value}".replace("-", "m"))
        assert isinstance(expr, Binary), expr
        lhs, rhs = (self.value(operand) for operand in expr.operands)
        if expr.name == "floormod":
            quotient = self._emit("floordivsi", lhs, rhs)
            return self._emit("subi", lhs, self._emit("muli", quotient, rhs))
        return self._emit(_OPERATIONS[expr.name], lhs, rhs)

    def _emit(self, operation: str, lhs: str, rhs: str) -> str:
        return self._value(f"arith.{operation} {lhs}, {rhs} : index", "size")

    def _value(self, text: str, name: str) -> str:
        if text not in self._values:
            self._values[text] = self._names.take(name)
            self._out.line(f"{self._values[text]} = {text}")
        return self._values[text]

    @property
    def variables(self) -> dict[Expr, str]:
        return self._variables


def describe(expr: Expr, variables: Mapping[Expr, str]) -> str:
    """`expr` for people, and for comparing sizes by name."""
    if isinstance(expr, Const):
        return str(expr.value)
    if isinstance(expr, Var):
        return variables[expr]
    assert isinstance(expr, Binary), expr
    lhs, rhs = (
        f"({text})" if isinstance(operand, Binary) else text
        for operand, text in ((o, describe(o, variables)) for o in expr.operands)
    )
    sign = _SIGNS.get(expr.name)
    return f"{lhs} {sign} {rhs}" if sign else f"{expr.name}({lhs}, {rhs})"


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "floormod": "%"}


def is_same(a: Expr, b: Expr) -> bool:
    """Whether two sizes are the same by how they are written."""
    if a is b:
        return True
    if type(a) is not type(b) or len(a.operands) != len(b.operands):
        return False
    if isinstance(a, Const) and isinstance(b, Const):
        return a.value == b.value
    if not a.operands or getattr(a, "name", "") != getattr(b, "name", ""):
        return False
    return all(map(is_same, a.operands, b.operands))
