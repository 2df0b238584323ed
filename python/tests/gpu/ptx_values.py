# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of PTX that compute values, on arrays of them."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

Array = Any

DTYPES = {
    **{f"b{bits}": np.dtype(f"u{bits // 8}") for bits in (8, 16, 32, 64)},
    **{f"u{bits}": np.dtype(f"u{bits // 8}") for bits in (8, 16, 32, 64)},
    **{f"s{bits}": np.dtype(f"i{bits // 8}") for bits in (8, 16, 32, 64)},
    **{f"f{bits}": np.dtype(f"f{bits // 8}") for bits in (16, 32, 64)},
    "pred": np.dtype(bool),
}

ROUNDINGS = {"rni": np.rint, "rmi": np.floor, "rpi": np.ceil, "rzi": np.trunc}

COMPARISONS: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lo": np.less,
    "ls": np.less_equal,
    "hi": np.greater,
    "hs": np.greater_equal,
}


def _divide(x: Array, y: Array) -> Array:
    if x.dtype.kind == "f":
        return x / y
    quotient = np.abs(x) // np.where(y == 0, 1, np.abs(y))
    return np.where((x < 0) != (y < 0), -quotient, quotient).astype(x.dtype)


def _fma(x: Array, y: Array, z: Array) -> Array:
    if x.dtype == np.float32:
        return (x.astype("f8") * y.astype("f8") + z.astype("f8")).astype("f4")
    return x * y + z


def _shift(function: Callable[[Array, Array], Array], x: Array, y: Array) -> Array:
    last = 8 * x.dtype.itemsize - 1
    shifted = function(x, np.minimum(y, last).astype(x.dtype))
    return function(shifted, (y > last).astype(x.dtype))


def _extract(x: Array, begin: Array, count: Array) -> Array:
    """Returns `count` bits from `begin` on, extended according to the type."""
    bits = 8 * x.dtype.itemsize
    begin, count = begin.astype("i8") & 0xFF, count.astype("i8") & 0xFF
    left = bits - np.minimum(begin + count, bits)
    value = _shift(np.right_shift, _shift(np.left_shift, x, left), left + begin)
    return np.where(count == 0, 0, value).astype(x.dtype)


OPERATIONS: dict[str, Callable[..., Array]] = {
    "abs": np.abs,
    "add": np.add,
    "and": np.bitwise_and,
    "bfe": _extract,
    "div": _divide,
    "fma": _fma,
    "mad": _fma,
    "max": np.fmax,
    "min": np.fmin,
    "mul": np.multiply,
    "neg": np.negative,
    "not": np.bitwise_not,
    "or": np.bitwise_or,
    "rcp": lambda x: 1 / x,
    "rem": lambda x, y: x - _divide(x, y) * y,
    "shl": lambda x, y: _shift(np.left_shift, x, y),
    "shr": lambda x, y: _shift(np.right_shift, x, y),
    "sqrt": np.sqrt,
    "sub": np.subtract,
    "xor": np.bitwise_xor,
}
