# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells that run step by step: TVM's recipes for recurrent networks."""

from __future__ import annotations

from typing import Any

import numpy as np
from topi_cases import Case, case, random
from topi_windows import reduce_axes

from tvm_mlir import te

STEPS, BATCH, WIDTH = 5, 3, 8
SHAPE = (STEPS, BATCH, WIDTH)


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def _state(name: str) -> tuple[te.Tensor, te.Tensor]:
    """Returns the placeholder of a state, and its first value."""
    first = te.compute((1, *SHAPE[1:]), lambda *i: 0.0, name=f"{name}.init")
    return te.placeholder(SHAPE, name=name), first


def _products(h: te.Tensor, w: te.Tensor) -> te.Tensor:
    """Returns the product of the last state and the weights, for each gate."""
    (k,) = reduce_axes(WIDTH)
    return te.compute(
        (STEPS, w.shape[0], BATCH, WIDTH),
        lambda t, g, i, j: te.sum(h[t - 1, i, k] * w[g, j, k], axis=k),
        name="products",
    )


@case
def lstm() -> Case:
    x = te.placeholder((STEPS, BATCH, 4 * WIDTH), name="x")
    w = te.placeholder((4, WIDTH, WIDTH), name="w")
    (h, h0), (c, c0) = _state("h"), _state("c")
    products = _products(h, w)

    def gate(number: int, function: Any) -> te.Tensor:
        return te.compute(
            SHAPE,
            lambda t, i, j: function(
                x[t, i, number * WIDTH + j] + products[t, number, i, j]
            ),
            name=f"gate{number}",
        )

    gates = [gate(n, f) for n, f in enumerate([te.sigmoid, te.tanh] + 2 * [te.sigmoid])]
    cell = te.compute(
        SHAPE,
        lambda *i: gates[2](*i) * c(i[0] - 1, *i[1:]) + gates[0](*i) * gates[1](*i),
    )
    out = te.compute(SHAPE, lambda *i: gates[3](*i) * te.tanh(cell(*i)))
    next_c = te.compute(SHAPE, lambda *i: cell(*i), name="next_c")
    cells, states = te.scan([c0, h0], [next_c, out], [c, h], inputs=[x], name="lstm")

    def inline(s: te.Schedule) -> None:
        for stage in gates:
            s[stage].compute_inline()
        *outer, j = products.op.axis
        s[products].reorder(*outer[1:], *products.op.reduce_axis, j)
        s[products].vectorize(j)

    a, b = random(STEPS, BATCH, 4 * WIDTH), random(4, WIDTH, WIDTH)
    expected = np.zeros((2, *SHAPE), np.float32)
    for t in range(1, STEPS):
        last = a[t].reshape(BATCH, 4, WIDTH).transpose(1, 0, 2)
        g = last + np.einsum("ik,gjk->gij", expected[1, t - 1], b)
        kept = _sigmoid(g[2]) * expected[0, t - 1]
        expected[0, t] = kept + _sigmoid(g[0]) * np.tanh(g[1])
        expected[1, t] = _sigmoid(g[3]) * np.tanh(expected[0, t])
    return Case([x, w, cells, states], [a, b], [*expected], [inline])


@case
def gru() -> Case:
    x = te.placeholder((STEPS, BATCH, 3 * WIDTH), name="x")
    w = te.placeholder((3, WIDTH, WIDTH), name="w")
    h, h0 = _state("h")
    products = _products(h, w)
    r, z = (
        te.compute(
            SHAPE,
            lambda t, i, j, n=n: te.sigmoid(
                x[t, i, n * WIDTH + j] + products[t, n, i, j]
            ),
            name=name,
        )
        for n, name in enumerate("rz")
    )
    new = te.compute(
        SHAPE,
        lambda t, i, j: te.tanh(
            x[t, i, 2 * WIDTH + j] + r[t, i, j] * products[t, 2, i, j]
        ),
        name="new",
    )
    update = te.compute(
        SHAPE, lambda t, *i: (1 - z(t, *i)) * new(t, *i) + z(t, *i) * h(t - 1, *i)
    )
    out = te.scan(h0, update, h, inputs=[x], name="gru")

    def inline(s: te.Schedule) -> None:
        for stage in (r, z, new):
            s[stage].compute_inline()
        s[update].vectorize(s[update].split(update.op.axis[2], 4)[1])

    a, b = random(STEPS, BATCH, 3 * WIDTH), random(3, WIDTH, WIDTH)
    expected = np.zeros(SHAPE, np.float32)
    for t in range(1, STEPS):
        last = a[t].reshape(BATCH, 3, WIDTH).transpose(1, 0, 2)
        g = np.einsum("ik,gjk->gij", expected[t - 1], b)
        reset, kept = _sigmoid(last[0] + g[0]), _sigmoid(last[1] + g[1])
        value = np.tanh(last[2] + reset * g[2])
        expected[t] = (1 - kept) * value + kept * expected[t - 1]
    return Case([x, w, out], [a, b], [expected], [inline])


@case
def cumsum() -> Case:
    m, n = te.var("m"), te.var("n")
    x, state = te.placeholder((m, n)), te.placeholder((m, n))
    first = te.compute((1, n), lambda _, i: x[0, i])
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + x[t, i])
    out = te.scan(first, update, state, inputs=[x])

    def lanes(s: te.Schedule) -> None:
        s[update].vectorize(s[update].split(update.op.axis[1], 8)[1])

    a = random(7, 19)
    return Case([x, out], [a], [a.cumsum(0)], [lanes])
