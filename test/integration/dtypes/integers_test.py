# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integers as docs/generated/Graph.md defines them: element-wise operators on all
bytes, and on all pairs of them, against Python's integers modulo 256."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from elementwise import check, run

KINDS = {"i8": np.int8, "ui8": np.uint8}
Scalar = Callable[..., float]


def sign(x: int) -> int:
    return (x > 0) - (x < 0)


def divide(x: int, y: int) -> int:
    return abs(x) // abs(y) * sign(x) * sign(y) if y else 0


def power(x: int, y: int) -> int:
    if y >= 0:
        return pow(x, y, 256)
    return x ** (y % 2) if x in (1, -1) else 0


def shift(x: int, places: int) -> int:
    """To the left, of bits; to the right if `places` is negative."""
    bits = x % 256
    return bits << places if places >= 0 else bits >> -places


def shrink(x: int) -> int:
    moved = x + 2.5 if x < -3.5 else x - 2.5 if x > 3.5 else 0
    return int(moved)  # towards zero


UNARY: dict[str, Scalar] = {
    "abs %a": abs,
    "neg %a": lambda x: -x,
    "sign %a": sign,
    "relu %a": lambda x: max(x, 0),
    "not %a": lambda x: ~x,
    "shrink %a {bias = 2.5 : f32, lambda = 3.5 : f32}": shrink,
    "binarize %a {threshold = 2.5 : f32}": lambda x: x > 2.5,
}

BINARY: dict[str, Scalar] = {
    "add %a, %b": lambda x, y: x + y,
    "sub %a, %b": lambda x, y: x - y,
    "mul %a, %b": lambda x, y: x * y,
    "div %a, %b": divide,
    "mod %a, %b": lambda x, y: x % y if y else 0,
    "mod %a, %b {truncated}": lambda x, y: x - divide(x, y) * y if y else 0,
    "max %a, %b": max,
    "min %a, %b": min,
    "pow %a, %b": power,
    "prelu %a, %b": lambda x, y: x * y if x < 0 else x,
    "and %a, %b": lambda x, y: x & y,
    "or %a, %b": lambda x, y: x | y,
    "xor %a, %b": lambda x, y: x ^ y,
    "shift_left %a, %b": lambda x, y: shift(x, min(y % 256, 8)),
    "shift_right %a, %b": lambda x, y: shift(x, -min(y % 256, 8)),
    "equal %a, %b -> i1": lambda x, y: x == y,
    "less %a, %b -> i1": lambda x, y: x < y,
    "less_equal %a, %b -> i1": lambda x, y: x <= y,
    "greater %a, %b -> i1": lambda x, y: x > y,
    "greater_equal %a, %b -> i1": lambda x, y: x >= y,
}


def apply(function: Scalar, dtype: np.dtype, *operands: np.ndarray) -> np.ndarray:
    columns = [operand.tolist() for operand in operands]
    numbers = [function(*row) % 256 for row in zip(*columns)]
    return np.array(numbers, np.uint8).view(dtype)


@pytest.mark.parametrize("kind", KINDS)
def test_bytes(kind: str, tmp_path: Path) -> None:
    x = np.arange(256, dtype=np.uint8).view(KINDS[kind])
    results = run(tmp_path, UNARY, (kind, x))
    for operation, function in UNARY.items():
        result = results[operation]
        check(operation, result, apply(function, result.dtype, x), x)


@pytest.mark.parametrize("kind", KINDS)
def test_pairs_of_bytes(kind: str, tmp_path: Path) -> None:
    every = np.arange(256, dtype=np.uint8).view(KINDS[kind])
    x, y = (values.ravel() for values in np.meshgrid(every, every))
    results = run(tmp_path, BINARY, (kind, x), (kind, y))
    for operation, function in BINARY.items():
        result = results[operation]
        check(operation, result, apply(function, result.dtype, x, y), x, y)


@pytest.mark.parametrize("kind", KINDS)
def test_powers_with_wider_exponents(kind: str, tmp_path: Path) -> None:
    """All bits of a 64-bit exponent count: 2 ** 256 is 0 modulo 256."""
    exponents = [-(2**40), -257, -256, -1, 0, 1, 255, 256, 257, 2**40, 2**62 + 1]
    every = np.arange(256, dtype=np.uint8).view(KINDS[kind])
    x, y = (values.ravel() for values in np.meshgrid(every, np.array(exponents)))
    result = run(tmp_path, {"pow %a, %b": power}, (kind, x), ("i64", y))["pow %a, %b"]
    check("pow", result, apply(power, result.dtype, x, y), x, y)
