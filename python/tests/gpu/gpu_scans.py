# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scans whose steps are bound to a GPU (see gpu_programs.py)."""

from __future__ import annotations

import numpy as np
from gpu_programs import Program, _bind_rows, _random

from tvm_mlir import te


def cumsum(rows: int, columns: int) -> Program:
    """TVM's tutorial: each thread adds up a column."""
    m, n = te.var("m"), te.var("n")
    X = te.placeholder((m, n), name="X")
    state = te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    Y = te.scan(init, update, state, inputs=[X], name="Y")
    s = te.create_schedule(Y.op)
    for stage in (init, update):
        _bind_rows(s[stage], s[stage].op.axis[1])
    x = _random(rows, columns)
    return Program(s, [X, Y], [x], x.cumsum(0), 1e-5 * rows)


def cumsum_of_planes(steps: int, rows: int, columns: int) -> Program:
    """A scan over elements of two axes, which are fused; another stage reads the
    result."""
    shape = (steps, rows, columns)
    X = te.placeholder(shape, name="X")
    state = te.placeholder(shape, name="state")
    init = te.compute((1, *shape[1:]), lambda _, i, j: X[0, i, j], name="init")
    update = te.compute(
        shape, lambda t, i, j: state[t - 1, i, j] * 0.5 + X[t, i, j], name="update"
    )
    Y = te.scan(init, update, state, name="Y")
    Z = te.compute(shape, lambda t, i, j: Y[t, i, j] * 2.0, name="Z")
    s = te.create_schedule(Z.op)
    for stage in (init, update):
        _bind_rows(s[stage], s[stage].fuse(*s[stage].op.axis[1:]), 16)
    _bind_rows(s[Y], s[Y].op.axis[0], 4)
    _bind_rows(s[Z], s[Z].op.axis[0], 4)
    x = _random(*shape)
    expected = x.copy()
    for t in range(1, steps):
        expected[t] = expected[t - 1] * np.float32(0.5) + x[t]
    return Program(s, [X, Z], [x], expected * 2, 1e-5)


def rotation(steps: int, n: int) -> Program:
    """A scan whose step reads another column of the last step."""
    X = te.placeholder((steps, n), name="X")
    state = te.placeholder((steps, n), name="state")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    update = te.compute(
        (steps, n), lambda t, i: state[t - 1, n - 1 - i] + X[t, i], name="update"
    )
    Y = te.scan(init, update, state, name="Y")
    s = te.create_schedule(Y.op)
    for stage in (init, update):
        _bind_rows(s[stage], s[stage].op.axis[1])
    x = _random(steps, n)
    expected = x.copy()
    for t in range(1, steps):
        expected[t] = expected[t - 1, ::-1] + x[t]
    return Program(s, [X, Y], [x], expected, 1e-5)


def fibonacci(steps: int, n: int) -> Program:
    """A scan whose step reads the last two steps."""
    m = te.var("m")
    X = te.placeholder((2, n), name="X")
    state = te.placeholder((m, n), name="state")
    init = te.compute((2, n), lambda t, i: X[t, i], name="init")
    update = te.compute(
        (m, n), lambda t, i: state[t - 1, i] + state[t - 2, i], name="update"
    )
    W = te.placeholder((m,), name="W")
    Y = te.scan(init, update, state, name="Y")
    s = te.create_schedule(Y.op)
    for stage in (init, update):
        _bind_rows(s[stage], s[stage].op.axis[1])
    x = _random(2, n)
    expected = np.zeros((steps, n), np.float32)
    expected[:2] = x
    for t in range(2, steps):
        expected[t] = expected[t - 1] + expected[t - 2]
    return Program(s, [X, W, Y], [x, _random(steps)], expected, 1e-4)


def recurrent_cell(steps: int, n: int) -> Program:
    """A scan whose step has several stages, one of which sums over all columns."""
    shape = (steps, n)
    X = te.placeholder(shape, name="X")
    W = te.placeholder((n, n), name="W")
    state = te.placeholder(shape, name="state")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    k = te.reduce_axis((0, n), name="k")
    product = te.compute(
        shape, lambda t, i: te.sum(state[t - 1, k] * W[k, i], axis=k), name="product"
    )
    update = te.compute(
        shape, lambda t, i: te.tanh(product[t, i] + X[t, i]), name="update"
    )
    Y = te.scan(init, update, state, name="Y")
    s = te.create_schedule(Y.op)
    for stage in (init, product, update):
        _bind_rows(s[stage], s[stage].op.axis[1])
    x, w = _random(*shape), _random(n, n) / np.float32(n)
    expected = x.copy()
    for t in range(1, steps):
        expected[t] = np.tanh(expected[t - 1] @ w + x[t])
    return Program(s, [X, W, Y], [x, w], expected, 1e-5)


def two_states(steps: int, n: int) -> Program:
    """A scan of two states, each of which reads the other one."""
    shape = (steps, n)
    X = te.placeholder(shape, name="X")
    a, b = te.placeholder(shape, name="a"), te.placeholder(shape, name="b")
    inits = [te.compute((1, n), lambda _, i: X[0, i] + c, name="init") for c in (0, 1)]
    updates = [
        te.compute(shape, lambda t, i: b[t - 1, i] + X[t, i], name="update_a"),
        te.compute(shape, lambda t, i: a[t - 1, i] - X[t, i], name="update_b"),
    ]
    A, B = te.scan(inits, updates, [a, b], name="Y")
    C = te.compute(shape, lambda t, i: A[t, i] * 2.0 + B[t, i], name="C")
    s = te.create_schedule(C.op)
    for stage in (*inits, *updates, C):
        _bind_rows(s[stage], s[stage].op.axis[1])
    x = _random(*shape)
    first, second = x.copy(), x + 1
    for t in range(1, steps):
        first[t], second[t] = second[t - 1] + x[t], first[t - 1] - x[t]
    return Program(s, [X, C], [x], first * 2 + second, 1e-4)
