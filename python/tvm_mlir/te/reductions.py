# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions: values combined over axes."""

from __future__ import annotations

from typing import Any, Callable, NoReturn, Sequence, Union

from . import dtypes
from .expressions import (
    Binary,
    Cast,
    Const,
    Expr,
    ExprLike,
    IterVar,
    as_expr,
    cast,
    const,
    minimum,
)
from .functions import if_then_else, max_value, min_value

Axes = Union[IterVar, Sequence[IterVar]]


class Combiner:
    """The combination of a reduction: one of the dialect's by name, or a function of
    the accumulated and the new values, with start values. It is commutative and
    associative, and starts from its identity unless it `starts_elsewhere`."""

    def __init__(
        self,
        name: str | None = None,
        arguments: Sequence[Argument] = (),
        results: Sequence[Expr] = (),
        identity: Sequence[Expr] = (),
        starts_elsewhere: bool = False,
    ) -> None:
        self.name = name
        self.arguments = tuple(arguments)
        self.results = tuple(results)
        self.identity = tuple(identity)
        self.starts_elsewhere = starts_elsewhere


class Argument(Expr):
    """A value that is passed to a combiner."""

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype


class Reduce:
    """Values combined over axes, which a compute may only return as a whole."""

    def __init__(
        self, combiner: Combiner, values: Sequence[Expr], axes: Sequence[IterVar]
    ) -> None:
        self.combiner = combiner
        self.values = tuple(values)
        self.axes = tuple(axes)

    def reject_as_operand(self, *_: object) -> NoReturn:
        raise TypeError(
            "a reduction is no part of an expression: expected a te.compute of "
            "its own, which another one reads"
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = reject_as_operand
    __truediv__ = __rtruediv__ = __neg__ = astype = reject_as_operand


def _axes(axis: Axes) -> tuple[IterVar, ...]:
    axes = tuple(axis) if isinstance(axis, (list, tuple)) else (axis,)
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


def _as_value(expr: ExprLike) -> Expr:
    value = as_expr(expr)
    return cast("int32", value) if value.dtype == "index" else value


def _number(name: str, expr: ExprLike) -> Expr:
    value = _as_value(expr)
    if value.dtype == "bool":
        raise TypeError(f"expected numbers for '{name}', got 'bool': use astype")
    return value


def _operation(name: str, dtype: str, start: Expr, starts_elsewhere: bool) -> Combiner:
    """The binary operation `name`, as a function."""
    a, b = Argument(dtype), Argument(dtype)
    result = Binary(name, a, b, dtype)
    return Combiner(None, [a, b], [result], [start], starts_elsewhere)


def _from(init: ExprLike | None, combiner: Combiner, name: str, dtype: str) -> Combiner:
    """`combiner`, or an equivalent one that starts from `init`."""
    if init is None:
        return combiner
    if not isinstance(as_expr(init), Const):
        raise TypeError(f"expected a number as init, got {init!r}: add it in a te.compute")
    return _operation(name, dtype, cast(dtype, init), starts_elsewhere=True)


def sum(
    expr: ExprLike,
    axis: Axes,
    where: ExprLike | None = None,
    init: ExprLike | None = None,
) -> Reduce:
    """The sum of the number `init` and of the values at all points of the axes where
    `where` holds."""
    value = _number("sum", expr)
    combiner = _from(init, Combiner("sum"), "add", value.dtype)
    return _reduce(combiner, [const(0, value.dtype)], [value], axis, where)


def prod(
    expr: ExprLike,
    axis: Axes,
    where: ExprLike | None = None,
    init: ExprLike | None = None,
) -> Reduce:
    """The product of the values, like sum."""
    value = _number("prod", expr)
    combiner = _from(init, Combiner("prod"), "mul", value.dtype)
    return _reduce(combiner, [const(1, value.dtype)], [value], axis, where)


def _extremum(
    name: str,
    first: ExprLike,
    second: Any,
    axis: Axes | None,
    where: ExprLike | None,
    init: ExprLike | None,
) -> Any:
    is_axis = isinstance(second, (list, tuple)) or (
        isinstance(second, IterVar) and second.is_reduction
    )
    if second is not None and not is_axis:
        if axis is not None or where is not None or init is not None:
            raise TypeError(f"expected two values, or a value and axes, for '{name}'")
        return minimum(name, first, second)
    axis = second if is_axis else axis
    if axis is None:
        raise TypeError(f"expected a second value or an axis for '{name}'")
    value = _number(name, first)
    identity = max_value(value.dtype) if name == "min" else min_value(value.dtype)
    combiner = Combiner(name)
    if dtypes.is_unsigned(value.dtype):
        combiner = _operation(name, value.dtype, identity, starts_elsewhere=False)
    combiner = _from(init, combiner, name, value.dtype)
    return _reduce(combiner, [identity], [value], axis, where)


def min(
    a: ExprLike,
    b: Any = None,
    axis: Axes | None = None,
    where: ExprLike | None = None,
    init: ExprLike | None = None,
) -> Any:
    """The lesser of two values, or the least of the values over reduction axes and of
    the number `init`."""
    return _extremum("min", a, b, axis, where, init)


def max(
    a: ExprLike,
    b: Any = None,
    axis: Axes | None = None,
    where: ExprLike | None = None,
    init: ExprLike | None = None,
) -> Any:
    """The greater of two values, or the greatest of the values over reduction axes and
    of the number `init`."""
    return _extremum("max", a, b, axis, where, init)


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
    """A user-defined reduction: `fcombine(x, y)` of accumulated and new values (tuples
    if there are several), commutative and associative, and `fidentity(dtype, …)`, its
    start values."""

    def reduce(expr: Any, axis: Axes, where: ExprLike | None = None) -> Reduce:
        several = isinstance(expr, (list, tuple))
        values = [_as_value(value) for value in (expr if several else [expr])]
        types = [value.dtype for value in values]
        stored = ["int8" if dtype == "bool" else dtype for dtype in types]
        arguments = [Argument(dtype) for _ in range(2) for dtype in stored]
        seen = [cast(t, a) for t, a in zip(2 * types, arguments)]
        old, new = seen[: len(types)], seen[len(types) :]
        combined = fcombine(old, new) if several else [fcombine(old[0], new[0])]
        identity = fidentity(*types) if several else [fidentity(types[0])]
        if len(combined) != len(values) or len(identity) != len(values):
            raise ValueError(
                f"expected {len(values)} values of the functions of '{name}', got "
                f"{len(combined)} and {len(identity)}"
            )
        results = [cast(s, cast(t, v)) for s, t, v in zip(stored, types, combined)]
        start = [cast(t, value) for t, value in zip(types, identity)]
        first = [cast(s, value) for s, value in zip(stored, start)]
        combiner = Combiner(None, arguments, results, first)
        return _reduce(combiner, start, values, axis, where)

    return reduce


__all__ = ["argmax", "argmin", "comm_reducer", "max", "min", "prod", "sum"]
