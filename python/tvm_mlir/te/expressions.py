# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions over the elements of tensors.

An expression is a tree that only says what is computed. Its `dtype` follows
numpy's names; axes and variables are of type "index", which takes the other
operand's type where they meet, as Python's numbers do.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence, Union

from . import dtypes
from ._checks import as_name
from .walks import postorder

if TYPE_CHECKING:
    from .tensors import Tensor

Number = Union[bool, int, float]
ExprLike = Union["Expr", bool, int, float]


class Expr:
    """A value that is computed for each element."""

    dtype: str
    operands: tuple[Expr, ...] = ()
    __array_ufunc__ = None
    """Keeps numpy's functions and scalars from treating expressions as arrays."""

    def __add__(self, other: ExprLike) -> Expr:
        return _arithmetic("add", self, other)

    def __radd__(self, other: ExprLike) -> Expr:
        return _arithmetic("add", other, self)

    def __sub__(self, other: ExprLike) -> Expr:
        return _arithmetic("sub", self, other)

    def __rsub__(self, other: ExprLike) -> Expr:
        return _arithmetic("sub", other, self)

    def __mul__(self, other: ExprLike) -> Expr:
        return _arithmetic("mul", self, other)

    def __rmul__(self, other: ExprLike) -> Expr:
        return _arithmetic("mul", other, self)

    def __truediv__(self, other: ExprLike) -> Expr:
        return _divide(self, other)

    def __rtruediv__(self, other: ExprLike) -> Expr:
        return _divide(other, self)

    def __floordiv__(self, other: ExprLike) -> Expr:
        return integer_division("floordiv", self, other)

    def __rfloordiv__(self, other: ExprLike) -> Expr:
        return integer_division("floordiv", other, self)

    def __mod__(self, other: ExprLike) -> Expr:
        return integer_division("floormod", self, other)

    def __rmod__(self, other: ExprLike) -> Expr:
        return integer_division("floormod", other, self)

    def __neg__(self) -> Expr:
        zero = -0.0 if dtypes.is_float(self.dtype) else 0  # -(0.0) is -0.0
        return _arithmetic("sub", zero, self)

    def __lt__(self, other: ExprLike) -> Expr:
        return _compare("lt", self, other)

    def __le__(self, other: ExprLike) -> Expr:
        return _compare("le", self, other)

    def __gt__(self, other: ExprLike) -> Expr:
        return _compare("gt", self, other)

    def __ge__(self, other: ExprLike) -> Expr:
        return _compare("ge", self, other)

    def __eq__(self, other: ExprLike) -> Expr:  # type: ignore[override]
        return _compare("eq", self, other)

    def __ne__(self, other: ExprLike) -> Expr:  # type: ignore[override]
        return _compare("ne", self, other)

    __hash__ = object.__hash__

    def __and__(self, other: ExprLike) -> Expr:
        return _bitwise("and", self, other)

    def __rand__(self, other: ExprLike) -> Expr:
        return _bitwise("and", other, self)

    def __or__(self, other: ExprLike) -> Expr:
        return _bitwise("or", self, other)

    def __ror__(self, other: ExprLike) -> Expr:
        return _bitwise("or", other, self)

    def __xor__(self, other: ExprLike) -> Expr:
        return _bitwise("xor", self, other)

    def __rxor__(self, other: ExprLike) -> Expr:
        return _bitwise("xor", other, self)

    def __lshift__(self, other: ExprLike) -> Expr:
        return _bitwise("shl", self, other)

    def __rshift__(self, other: ExprLike) -> Expr:
        return _bitwise("shr", self, other)

    def __invert__(self) -> Expr:
        ones = -1
        if self.dtype == "bool" or dtypes.is_unsigned(self.dtype):
            ones = (1 << dtypes.bits(self.dtype)) - 1
        return _bitwise("xor", self, Const(ones, self.dtype))

    def __bool__(self) -> bool:
        raise TypeError(
            "an expression has no truth value before it runs: expected "
            "te.all, te.any, ~ or te.if_then_else instead of and, or, not, if"
        )

    def equal(self, other: ExprLike) -> Expr:
        """self == other"""
        return self == other

    def astype(self, dtype: dtypes.DType) -> Expr:
        """The value as another type."""
        return cast(dtype, self)

    def __repr__(self) -> str:
        texts: dict[int, str] = {}
        for part in walk([self]):
            texts[id(part)] = part._text([texts[id(o)] for o in part.operands])
        return texts[id(self)]

    def _text(self, operands: Sequence[str]) -> str:
        """Returns the text of the expression, with these texts of its operands."""
        return f"<{type(self).__name__}>"


def walk(roots: Sequence[Expr]) -> Iterator[Expr]:
    """All parts of expressions, operands before their users."""
    return postorder(roots, lambda expr: expr.operands)


class Const(Expr):
    """A number."""

    def __init__(self, value: Number, dtype: str) -> None:
        self.value = value
        self.dtype = dtype

    def _text(self, operands: Sequence[str]) -> str:
        return repr(self.value)


class Var(Expr):
    """A size that is known when the kernel runs."""

    dtype = "index"

    def __init__(self, name: str = "n") -> None:
        self.name = name

    def _text(self, operands: Sequence[str]) -> str:
        return self.name


class Range(NamedTuple):
    """The `extent` numbers from `min` on."""

    min: Expr
    extent: Expr


class IterVar(Expr):
    """An axis of an expression, or a loop of a schedule."""

    dtype = "index"

    def __init__(
        self, name: str, begin: ExprLike, extent: ExprLike, is_reduction: bool
    ) -> None:
        self.name = name
        self.begin = as_index(begin, f"the begin of axis '{name}'")
        self.extent = as_index(extent, f"the extent of axis '{name}'")
        self.is_reduction = is_reduction

    @property
    def var(self) -> IterVar:
        return self

    @property
    def dom(self) -> Range:
        return Range(self.begin, self.extent)

    def _text(self, operands: Sequence[str]) -> str:
        return self.name


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//"}
_SIGNS |= {"floormod": "%", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_SIGNS |= {"eq": "==", "ne": "!=", "and": "&", "or": "|", "xor": "^"}


class Binary(Expr):
    """The operation `name` on two values of one type."""

    def __init__(self, name: str, lhs: Expr, rhs: Expr, dtype: str) -> None:
        self.name = name
        self.operands = (lhs, rhs)
        self.dtype = dtype

    def _text(self, operands: Sequence[str]) -> str:
        lhs, rhs = operands
        if self.name in _SIGNS:
            return f"({lhs} {_SIGNS[self.name]} {rhs})"
        return f"{self.name}({lhs}, {rhs})"


class Call(Expr):
    """A function of the dialect math."""

    def __init__(self, name: str, operands: Sequence[Expr], dtype: str) -> None:
        self.name = name
        self.operands = tuple(operands)
        self.dtype = dtype

    def _text(self, operands: Sequence[str]) -> str:
        return f"{self.name.removeprefix('math.')}({', '.join(operands)})"


class Select(Expr):
    """One of two values. If `is_lazy`, the other value is not needed: its reads may be
    outside of a tensor."""

    def __init__(self, condition: Expr, then: Expr, other: Expr, is_lazy: bool) -> None:
        self.operands = (condition, then, other)
        self.is_lazy = is_lazy
        self.dtype = then.dtype

    def _text(self, operands: Sequence[str]) -> str:
        name = "if_then_else" if self.is_lazy else "select"
        return f"{name}({', '.join(operands)})"


class Cast(Expr):
    """A value as another type."""

    def __init__(self, value: Expr, dtype: str) -> None:
        self.operands = (value,)
        self.dtype = dtype

    def _text(self, operands: Sequence[str]) -> str:
        return f"{self.dtype}({operands[0]})"


class Read(Expr):
    """An element of a tensor."""

    def __init__(self, tensor: Tensor, indices: Sequence[Expr]) -> None:
        self.tensor = tensor
        self.operands = tuple(indices)
        self.dtype = tensor.dtype

    def _text(self, operands: Sequence[str]) -> str:
        return f"{self.tensor.name}[{', '.join(operands)}]"


def var(name: str = "n", dtype: dtypes.DType = "int32") -> Var:
    """A size that is known when the kernel runs."""
    as_name("a variable", name)
    if not dtypes.is_integer(dtypes.named(dtype)):
        raise TypeError(f"expected an integer type for '{name}', got '{dtype}'")
    return Var(name)


def size_var(name: str = "size", dtype: dtypes.DType = "int32") -> Var:
    """The same as var, because sizes are never negative."""
    return var(name, dtype)


def reduce_axis(dom: tuple[ExprLike, ExprLike], name: str = "k") -> IterVar:
    """An axis from begin to end, over which a reduction combines values."""
    as_name("an axis", name)
    try:
        begin, end = dom
    except (TypeError, ValueError):
        raise TypeError(
            f"expected (begin, end) of axis '{name}', got {dom!r}"
        ) from None
    extent = as_index(end, "an end")
    first = as_index(begin, "a begin")
    if isinstance(extent, Const) and isinstance(first, Const):
        extent = Const(extent.value - first.value, "index")
    elif not (isinstance(first, Const) and first.value == 0):
        extent = extent - first
    return IterVar(name, begin, extent, is_reduction=True)


def const(value: Number, dtype: dtypes.DType | None = None) -> Const:
    """A number of a type: bool, int32 or float32 if none is given."""
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        value = value.item()  # a scalar of numpy
    if not isinstance(value, (bool, int, float)):
        raise TypeError(f"expected a number, got {value!r}")
    name = dtypes.of_number(value) if dtype is None else dtypes.named(dtype)
    return Const(dtypes.convert_number(value, name), name)


def cast(dtype: dtypes.DType, value: ExprLike) -> Expr:
    """The value as another type."""
    return _convert(as_expr(value), dtypes.named(dtype))


def as_expr(value: object) -> Expr:
    if isinstance(value, Expr):
        return value
    if isinstance(value, (bool, int, float)):
        return Const(value, dtypes.of_number(value))
    if hasattr(value, "reject_as_operand"):
        value.reject_as_operand()  # a reduction
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return as_expr(value.item())  # a scalar of numpy
    raise TypeError(
        f"expected an expression or a number, got {type(value).__name__} {value!r}"
    )


def as_index(value: object, what: str) -> Expr:
    """A size or subscript: an integer, or an expression of an integer type."""
    if isinstance(value, Expr):
        if value.dtype != "index" and not dtypes.is_integer(value.dtype):
            raise TypeError(f"expected an integer as {what}, got '{value.dtype}'")
        return _convert(value, "index")
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(
            f"expected an integer or an integer expression as {what}, got "
            f"{type(value).__name__}"
        )
    return Const(int(value.__index__()), "index")


def convert_to_common(*values: ExprLike) -> tuple[Expr, ...]:
    """The values converted to their common type."""
    numbers = [value for value in values if isinstance(value, (bool, int, float))]
    exprs = [as_expr(value) for value in values]
    known = [
        expr.dtype
        for value, expr in zip(values, exprs)
        if not isinstance(value, (bool, int, float))
    ]
    dtype = dtypes.common(known, numbers)
    return tuple(_convert(expr, dtype) for expr in exprs)


def _convert(value: Expr, dtype: str) -> Expr:
    if value.dtype == dtype:
        return value
    if isinstance(value, Const):
        return Const(dtypes.convert_number(value.value, dtype), dtype)
    return Cast(value, dtype)


def _arithmetic(name: str, lhs: ExprLike, rhs: ExprLike) -> Expr:
    left, right = convert_to_common(lhs, rhs)
    if left.dtype == "bool":
        raise TypeError(f"expected numbers for '{name}', got 'bool': use astype")
    return _computed(name, left, right)


_OF_SIZES = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "floordiv": operator.floordiv,
    "floormod": operator.mod,
}


def _computed(name: str, lhs: Expr, rhs: Expr) -> Expr:
    """`name` of both operands; a number if both are constant sizes, as in shapes."""
    if isinstance(lhs, Const) and isinstance(rhs, Const) and lhs.dtype == "index":
        if name in _OF_SIZES:
            return Const(_OF_SIZES[name](lhs.value, rhs.value), "index")
    return Binary(name, lhs, rhs, lhs.dtype)


def _divide(lhs: ExprLike, rhs: ExprLike) -> Expr:
    left, right = convert_to_common(lhs, rhs)
    if not dtypes.is_float(left.dtype):
        raise TypeError(
            f"expected floats for '/', got '{left.dtype}': use //, te.truncdiv or "
            "astype"
        )
    return Binary("div", left, right, left.dtype)


def integer_division(name: str, lhs: ExprLike, rhs: ExprLike) -> Expr:
    left, right = convert_to_common(lhs, rhs)
    if left.dtype != "index" and not dtypes.is_integer(left.dtype):
        raise TypeError(f"expected integers for '{name}', got '{left.dtype}'")
    if isinstance(right, Const) and right.value == 0:
        raise ZeroDivisionError(f"{name} by 0")
    return _computed(name, left, right)


def _compare(name: str, lhs: ExprLike, rhs: ExprLike) -> Expr:
    left, right = convert_to_common(lhs, rhs)
    return Binary(name, left, right, "bool")


def _bitwise(name: str, lhs: ExprLike, rhs: ExprLike) -> Expr:
    left, right = convert_to_common(lhs, rhs)
    is_logical = left.dtype == "bool" and name not in ("shl", "shr")
    if not is_logical and left.dtype != "index" and not dtypes.is_integer(left.dtype):
        raise TypeError(f"expected integers for '{name}', got '{left.dtype}'")
    return Binary(name, left, right, left.dtype)


def minimum(name: str, lhs: ExprLike, rhs: ExprLike) -> Expr:
    """The lesser or the greater value; `name` is "min" or "max"."""
    left, right = convert_to_common(lhs, rhs)
    if left.dtype == "bool":
        raise TypeError(f"expected numbers for '{name}', got 'bool'")
    return Binary(name, left, right, left.dtype)
