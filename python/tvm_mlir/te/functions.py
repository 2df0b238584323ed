# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of expressions, and reductions."""

from __future__ import annotations

import functools
import math
import operator
from typing import Callable, Sequence, Union

from . import dtypes
from .expressions import (
    Binary,
    Call,
    Const,
    Expr,
    ExprLike,
    IterVar,
    Select,
    as_expr,
    cast,
    const,
    convert_to_common,
    integer_division,
)

Axes = Union[IterVar, Sequence[IterVar]]
_Unary = Callable[[ExprLike], Expr]


def _float_function(name: str) -> _Unary:
    def function(x: ExprLike) -> Expr:
        return Call("math." + name, [_as_float(name, x)], as_expr(x).dtype)

    function.__name__ = name
    function.__doc__ = f"`{name}` of a float."
    return function


def _as_float(name: str, x: ExprLike) -> Expr:
    value = as_expr(x)
    if not dtypes.is_float(value.dtype):
        raise TypeError(
            f"expected a float for '{name}', got '{value.dtype}': use astype"
        )
    return value


exp = _float_function("exp")
exp2 = _float_function("exp2")
expm1 = _float_function("expm1")
log = _float_function("log")
log2 = _float_function("log2")
log10 = _float_function("log10")
log1p = _float_function("log1p")
sqrt = _float_function("sqrt")
rsqrt = _float_function("rsqrt")
sin = _float_function("sin")
cos = _float_function("cos")
tan = _float_function("tan")
asin = _float_function("asin")
acos = _float_function("acos")
atan = _float_function("atan")
sinh = _float_function("sinh")
cosh = _float_function("cosh")
tanh = _float_function("tanh")
asinh = _float_function("asinh")
acosh = _float_function("acosh")
atanh = _float_function("atanh")
erf = _float_function("erf")
floor = _float_function("floor")
ceil = _float_function("ceil")
trunc = _float_function("trunc")
round = _float_function("round")
nearbyint = _float_function("roundeven")


def _float_predicate(name: str, what: str) -> _Unary:
    def function(x: ExprLike) -> Expr:
        return Call("math." + name, [_as_float(name, x)], "bool")

    function.__name__ = name
    function.__doc__ = f"Whether a float is {what}."
    return function


isnan = _float_predicate("isnan", "no number")
isfinite = _float_predicate("isfinite", "neither infinite nor no number")


def sigmoid(x: ExprLike) -> Expr:
    """1 / (1 + exp(-x))"""
    return 1.0 / (1.0 + exp(-as_expr(x)))


def abs(x: ExprLike) -> Expr:
    """The absolute value."""
    value = as_expr(x)
    if dtypes.is_float(value.dtype):
        return Call("math.absf", [value], value.dtype)
    if dtypes.is_unsigned(value.dtype):
        return value
    if not dtypes.is_integer(value.dtype):
        raise TypeError(f"expected a number for 'abs', got '{value.dtype}'")
    return Call("math.absi", [value], value.dtype)


def power(x: ExprLike, y: ExprLike) -> Expr:
    """x to the power of y, floats."""
    base, exponent = convert_to_common(x, y)
    return Call("math.powf", [_as_float("power", base), exponent], base.dtype)


def isinf(x: ExprLike) -> Expr:
    """Whether a float is infinite."""
    return abs(_as_float("isinf", x)) == math.inf


def fmod(x: ExprLike, y: ExprLike) -> Expr:
    """Returns the remainder of x / y rounded to zero, for floats, as in C."""
    left, right = convert_to_common(x, y)
    return Binary("fmod", _as_float("fmod", left), right, left.dtype)


def popcount(x: ExprLike) -> Expr:
    """Returns the number of bits of an integer that are set."""
    value = as_expr(x)
    if value.dtype == "index":
        value = cast("int64", value)
    if not dtypes.is_integer(value.dtype):
        raise TypeError(f"expected an integer for 'popcount', got '{value.dtype}'")
    return Call("math.ctpop", [value], value.dtype)


def add(a: ExprLike, b: ExprLike) -> Expr:
    """a + b"""
    return as_expr(a) + b


def subtract(a: ExprLike, b: ExprLike) -> Expr:
    """a - b"""
    return as_expr(a) - b


def multiply(a: ExprLike, b: ExprLike) -> Expr:
    """a * b"""
    return as_expr(a) * b


def div(a: ExprLike, b: ExprLike) -> Expr:
    """a / b of floats, truncdiv of integers."""
    left, right = convert_to_common(a, b)
    return left / right if dtypes.is_float(left.dtype) else truncdiv(left, right)


def floordiv(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient of integers, rounded down; as a // b. Where b is 0, it is 0."""
    return integer_division("floordiv", a, b)


def floormod(a: ExprLike, b: ExprLike) -> Expr:
    """Returns the remainder of floordiv, a % b, with the sign of b; 0 if b is 0."""
    return integer_division("floormod", a, b)


indexdiv = floordiv
"""The quotient of sizes or subscripts, which are not negative."""
indexmod = floormod
"""The remainder of indexdiv."""


def truncdiv(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient of integers, rounded to zero, as in C. Where b is 0, it is 0."""
    return integer_division("truncdiv", a, b)


def truncmod(a: ExprLike, b: ExprLike) -> Expr:
    """Returns the remainder of truncdiv, as in C, with the sign of a; 0 if b is 0."""
    return integer_division("truncmod", a, b)


def _condition(value: ExprLike) -> Expr:
    result = as_expr(value)
    return result if result.dtype == "bool" else cast("bool", result)


def all(*conditions: ExprLike) -> Expr:
    """Whether all conditions hold."""
    return functools.reduce(operator.and_, map(_condition, conditions), const(True))


def any(*conditions: ExprLike) -> Expr:
    """Whether at least one condition holds."""
    return functools.reduce(operator.or_, map(_condition, conditions), const(False))


def if_then_else(condition: ExprLike, then: ExprLike, other: ExprLike) -> Expr:
    """`then` if the condition holds, otherwise `other`. The value that is not taken may
    read outside of tensors."""
    left, right = convert_to_common(then, other)
    return Select(_condition(condition), left, right, is_lazy=True)


def select(condition: ExprLike, then: ExprLike, other: ExprLike) -> Expr:
    """Like if_then_else, but both values are computed."""
    left, right = convert_to_common(then, other)
    return Select(_condition(condition), left, right, is_lazy=False)


def min_value(dtype: dtypes.DType) -> Const:
    """The least value of a type."""
    dtype = dtypes.named(dtype)
    if dtypes.is_float(dtype):
        return const(-math.inf, dtype)
    return const(
        0 if dtypes.is_unsigned(dtype) else -(1 << (dtypes.bits(dtype) - 1)), dtype
    )


def max_value(dtype: dtypes.DType) -> Const:
    """The greatest value of a type."""
    dtype = dtypes.named(dtype)
    if dtypes.is_float(dtype):
        return const(math.inf, dtype)
    bits = dtypes.bits(dtype) - (not dtypes.is_unsigned(dtype))
    return const((1 << bits) - 1, dtype)


__all__ = [
    name
    for name, value in globals().items()
    if callable(value) and getattr(value, "__module__", None) == __name__
    if not name.startswith("_")
]
