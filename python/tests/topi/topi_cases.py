# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators with inputs, results, and schedules: see test_te_topi.py."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import numpy as np

from tvm_mlir import te

CASES: dict[str, Case] = {}


class Case(NamedTuple):
    args: list[te.Tensor]
    """The inputs, followed by the results."""
    inputs: list[Any]
    expected: list[Any]
    schedules: list[Callable[[te.Schedule], None]]
    """The tested schedules, besides the one without steps."""


def case(function: Callable[[], Case]) -> Callable[[], Case]:
    """Registers a case by its name."""
    CASES[function.__name__] = function()
    return function


def random(*shape: int, dtype: str = "float32") -> Any:
    values = np.random.default_rng(sum(shape)).random(shape) - 0.5
    return (
        values.astype(dtype)
        if dtype.startswith("float")
        else (values * 200).astype(dtype)
    )


def windows(x: Any, shape: tuple[int, ...]) -> Any:
    """Returns windows over the last dimensions."""
    axes = tuple(range(x.ndim - len(shape), x.ndim))
    return np.lib.stride_tricks.sliding_window_view(x, shape, axes)
