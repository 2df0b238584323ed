# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of operators, and what they pick.

An operator is a function that adds a node to a model. It picks operands and
attributes for which the operator makes sense, mostly; ONNX Runtime decides.
What jumps (rounding, comparing, sorting) takes exact values only: others may
differ in their last bits.
"""

from collections.abc import Callable

import numpy as np
from random_models.model import Model, Value

OPERATORS: list[Callable[[Model], object]] = []


def operator(weight: int = 1) -> Callable:
    def add(function: Callable[[Model], object]) -> Callable:
        OPERATORS.extend([function] * weight)
        return function

    return add


def is_exact(value: Value) -> bool:
    return value.exact


def pick_exact(m: Model, kinds: str = "fiu", ranks: range = range(9)) -> Value:
    return m.pick(kinds, ranks, is_exact)


def axis_of(m: Model, value: Value, extra: int = 0) -> int:
    rank = value.rank + extra
    return m.integer(-rank, rank - 1)


def some_axes(m: Model, value: Value) -> list[int]:
    count = m.integer(1, value.rank)
    axes = m.random.permutation(value.rank)[:count]
    return [int(a) - value.rank * m.chance(0.3) for a in axes]


def without_axis(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    axis %= max(len(shape), 1)
    return shape[:axis] + shape[axis + 1 :]


def pick_image(m: Model, least: int = 1) -> Value:
    """Images of f32, of one to three dimensions, with a channel at least."""

    def fits(value: Value) -> bool:
        is_image = value.array.dtype == np.float32 and value.shape[1] > 0
        return is_image and min(value.shape[2:]) >= least

    if m.chance(0.6):
        return m.pick("f", range(3, 6), fits)
    spatial = [m.integer(least, 12) for _ in range(m.choose((1, 2, 2, 2, 3)))]
    return m.input([m.integer(1, 2), m.choose((1, 3, 4, 8, 16, 17)), *spatial])
