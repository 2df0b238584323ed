"""Functions of expressions, and reductions."""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, Callable, Sequence, Union

from . import dtypes
from .expressions import (
    Argument,
    Binary,
    Call,
    Cast,
    Combiner,
    Const,
    Expr,
    ExprLike,
    IterVar,
    Reduce,
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
        raise TypeError(f"expected a float for '{name}', got '{value.dtype}': use astype")
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


def isnan(x: ExprLike) -> Expr:
    """Whether a float is no number."""
    return Call("math.isnan", [_as_float("isnan", x)], "bool")


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


def floordiv(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient of integers, rounded down; as a // b."""
    return integer_division("floordiv", a, b)


def floormod(a: ExprLike, b: ExprLike) -> Expr:
    """What floordiv leaves, of the sign of b; as a % b."""
    return integer_division("floormod", a, b)


def truncdiv(a: ExprLike, b: ExprLike) -> Expr:
    """The quotient of integers, rounded to zero, as in C."""
    return integer_division("truncdiv", a, b)


def truncmod(a: ExprLike, b: ExprLike) -> Expr:
    """What truncdiv leaves, of the sign of a, as in C."""
    return integer_division("truncmod", a, b)


def _condition(value: ExprLike) -> Expr:
    result = as_expr(value)
    return result if result.dtype == "bool" else cast("bool", result)


def all(*conditions: ExprLike) -> Expr:
    """Whether all hold."""
    return functools.reduce(operator.and_, map(_condition, conditions), const(True))


def any(*conditions: ExprLike) -> Expr:
    """Whether one holds."""
    return functools.reduce(operator.or_, map(_condition, conditions), const(False))


def if_then_else(condition: ExprLike, then: ExprLike, other: ExprLike) -> Expr:
    """`then` where the condition holds, else `other`. The value that is not
    taken may read outside of tensors."""
    left, right = convert_to_common(then, other)
    return Select(_condition(condition), left, right, is_lazy=True)


def select(condition: ExprLike, then: ExprLike, other: ExprLike) -> Expr:
    """As if_then_else, but both values are computed."""
    left, right = convert_to_common(then, other)
    return Select(_condition(condition), left, right, is_lazy=False)


def min_value(dtype: str) -> Const:
    """The least value of a type."""
    if dtypes.is_float(dtype):
        return const(-math.inf, dtype)
    return const(0 if dtypes.is_unsigned(dtype) else -(1 << (dtypes.bits(dtype) - 1)), dtype)


def max_value(dtype: str) -> Const:
    """The greatest value of a type."""
    if dtypes.is_float(dtype):
        return const(math.inf, dtype)
    bits = dtypes.bits(dtype) - (not dtypes.is_unsigned(dtype))
    return const((1 << bits) - 1, dtype)


# --- reductions ---------------------------------------------------------------


def _axes(axis: Axes) -> tuple[IterVar, ...]:
    axes = (axis,) if isinstance(axis, IterVar) else tuple(axis)
    if not axes:
        raise ValueError("expected an axis to reduce over, got none")
    for each in axes:
        if not isinstance(each, IterVar) or not each.is_reduction:
            raise TypeError(f"expected axes of te.reduce_axis, got {each!r}")
    if len(set(axes)) != len(axes):
        raise ValueError(f"expected distinct axes to reduce over, got {list(axes)}")
    return axes


def _reduce(
    combiner: Combiner,
    identity: Sequence[Expr],
    values: Sequence[Expr],
    axis: Axes,
    where: ExprLike | None,
) -> Reduce:
    if where is not None:
        values = [if_then_else(where, v, i) for v, i in zip(values, identity)]
    return Reduce(combiner, values, _axes(axis))


def _number(name: str, expr: ExprLike) -> Expr:
    value = as_expr(expr)
    if value.dtype == "index":
        value = cast("int32", value)
    if value.dtype == "bool":
        raise TypeError(f"expected numbers for '{name}', got 'bool': use astype")
    return value


def sum(expr: ExprLike, axis: Axes, where: ExprLike | None = None) -> Reduce:
    """The sum of the values at all points of the axes, where `where` holds."""
    value = _number("sum", expr)
    return _reduce(Combiner("sum"), [const(0, value.dtype)], [value], axis, where)


def prod(expr: ExprLike, axis: Axes, where: ExprLike | None = None) -> Reduce:
    """Their product."""
    value = _number("prod", expr)
    return _reduce(Combiner("prod"), [const(1, value.dtype)], [value], axis, where)


def _extremum(
    name: str, first: ExprLike, second: Any, axis: Axes | None, where: ExprLike | None
) -> Any:
    is_axis = isinstance(second, (list, tuple)) or (
        isinstance(second, IterVar) and second.is_reduction
    )
    if second is not None and not is_axis:
        left, right = convert_to_common(first, second)
        if left.dtype == "bool":
            raise TypeError(f"expected numbers for '{name}', got 'bool'")
        return Binary(name, left, right, left.dtype)
    axis = second if is_axis else axis
    if axis is None:
        raise TypeError(f"expected a second value or an axis for '{name}'")
    value = _number(name, first)
    identity = max_value(value.dtype) if name == "min" else min_value(value.dtype)
    combiner = Combiner(name)
    if dtypes.is_unsigned(value.dtype):
        a, b = Argument(value.dtype), Argument(value.dtype)
        result = Binary(name, a, b, value.dtype)
        combiner = Combiner(None, [a, b], [result], [identity])
    return _reduce(combiner, [identity], [value], axis, where)


def min(
    a: ExprLike, b: Any = None, axis: Axes | None = None, where: ExprLike | None = None
) -> Any:
    """The lesser of two values, or the least one over reduction axes."""
    return _extremum("min", a, b, axis, where)


def max(
    a: ExprLike, b: Any = None, axis: Axes | None = None, where: ExprLike | None = None
) -> Any:
    """The greater of two values, or the greatest one over reduction axes."""
    return _extremum("max", a, b, axis, where)


def _arg_extremum(name: str, expr: ExprLike, axis: Axes) -> Reduce:
    value = _number(name, expr)
    if dtypes.is_unsigned(value.dtype):
        raise TypeError(f"expected a signed type for '{name}', got '{value.dtype}'")
    position: Expr = Const(0, "index")
    for each in _axes(axis):
        position = position * each.extent + (each - each.begin)
    return Reduce(Combiner(name), [value, Cast(position, "int64")], _axes(axis))


def argmin(expr: ExprLike, axis: Axes) -> Reduce:
    """The least value and its position (int64), the first of several."""
    return _arg_extremum("argmin", expr, axis)


def argmax(expr: ExprLike, axis: Axes) -> Reduce:
    """The greatest value and its position (int64), the first of several."""
    return _arg_extremum("argmax", expr, axis)


def comm_reducer(
    fcombine: Callable[..., Any], fidentity: Callable[..., Any], name: str = "reduce"
) -> Callable[..., Reduce]:
    """A reduction of one's own: `fcombine(x, y)` of accumulated and new values
    (tuples, where there are several), commutative and associative, and
    `fidentity(dtype, …)`, what it starts from."""

    def reduce(expr: Any, axis: Axes, where: ExprLike | None = None) -> Reduce:
        several = isinstance(expr, (list, tuple))
        values = [_number(name, value) for value in (expr if several else [expr])]
        types = [value.dtype for value in values]
        old, new = ([Argument(dtype) for dtype in types] for _ in range(2))
        combined = fcombine(old, new) if several else [fcombine(old[0], new[0])]
        identity = fidentity(*types) if several else [fidentity(types[0])]
        if len(combined) != len(values) or len(identity) != len(values):
            raise ValueError(
                f"expected {len(values)} values of the functions of '{name}', got "
                f"{len(combined)} and {len(identity)}"
            )
        results = [cast(t, value) for t, value in zip(types, combined)]
        start = [cast(t, value) for t, value in zip(types, identity)]
        combiner = Combiner(None, [*old, *new], results, start)
        return _reduce(combiner, start, values, axis, where)

    return reduce


__all__ = [
    name
    for name, value in globals().items()
    if callable(value) and getattr(value, "__module__", None) == __name__
    if not name.startswith("_")
]
