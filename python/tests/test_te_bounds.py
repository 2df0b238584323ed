"""Subscripts that leave a tensor for sure are refused, and no others."""

import numpy as np
import pytest

from tvm_mlir import te

n, m = te.var("n"), te.var("m")
A = te.placeholder((8,), name="A")
M = te.placeholder((n, m), name="M")
I = te.placeholder((8,), "int32", name="I")


def computed(shape, body):
    return te.compute(shape, body, name="C")


def reduced(body, dom):
    k = te.reduce_axis(dom, "k")
    return computed((2,), lambda i: te.sum(body(i, k), k))


OUTSIDE = [
    (lambda: computed((8,), lambda i: A[i + 1]), "up to 8, expected less than 8"),
    (lambda: computed((9,), lambda i: A[i]), "up to 8, expected less than 8"),
    (lambda: computed((8,), lambda i: A[i - 1]), "down to -1, expected 0 or more"),
    (lambda: computed((8,), lambda i: A[7 - 2 * i]), "down to -7, expected 0"),
    (lambda: computed((3, 3), lambda i, j: A[3 * i + j]), "up to 8, expected"),
    (lambda: reduced(lambda i, k: A[i + k], (2, 8)), "up to 8, expected less than 8"),
    (lambda: reduced(lambda i, k: A[i - k], (0, 2)), "down to -1, expected 0"),
    (
        lambda: reduced(lambda i, k: M[0, k], (0, m + 1)),
        "up to m, expected less than m",
    ),
    (
        lambda: computed((n, m), lambda i, j: M[i + 1, j]),
        "'C': subscript 0 of 'M' goes up to n, expected less than n",
    ),
    (
        lambda: computed((n, m), lambda i, j: M[i, j + 2]),
        "'C': subscript 1 of 'M' goes up to m [+] 1, expected less than m",
    ),
    (lambda: computed((n, 3), lambda i, j: M[i - j, 0]), "down to -2, expected 0"),
    (lambda: computed((8,), lambda i: A[I[i + 1]]), "subscript 0 of 'I' goes up to 8"),
    (
        lambda: computed((8,), lambda i: te.select(i < 7, A[i + 1], 0)),
        "subscript 0 of 'A' goes up to 8",
    ),
    (
        lambda: computed((8,), lambda i: te.if_then_else(A[i + 1] > 0, 1, 0)),
        "subscript 0 of 'A' goes up to 8",
    ),
]


@pytest.mark.parametrize("make, text", OUTSIDE)
def test_outside(make, text):
    with pytest.raises(IndexError, match=text):
        te.create_schedule(make())


INSIDE = [
    lambda: computed((7,), lambda i: A[i + 1]),
    lambda: computed((8,), lambda i: A[7 - i]),
    lambda: computed((8,), lambda i: A[i + 1 - 1]),
    lambda: computed((8,), lambda i: A[i - i]),  # the same i
    lambda: computed((16,), lambda i: A[i // 2]),
    lambda: computed((9,), lambda i: A[te.min(i, 7)]),
    lambda: computed((9,), lambda i: A[i % 8]),
    lambda: computed((9,), lambda i: te.if_then_else(i < 8, A[i], 0)),
    lambda: computed((0,), lambda i: A[i + 9]),  # no element
    lambda: reduced(lambda i, k: A[i + k], (1, 7)),
    lambda: reduced(lambda i, k: A[i + k + 9], (2, 2)),
    lambda: computed((n, m - 2), lambda i, j: M[i, j + 2]),
    lambda: computed((m, n), lambda i, j: M[i, j]),  # where they are equal
    lambda: computed((8,), lambda i: A[I[i] + 100]),
]


@pytest.mark.parametrize("make", INSIDE)
def test_inside(make):
    te.create_schedule(make())


def scan(read):
    X = te.placeholder((n, 4), name="X")
    state = te.placeholder((n, 4), name="S")
    init = te.compute((2, 4), lambda t, i: X[t, i])
    update = te.compute((n, 4), lambda t, i: state[t - 2, i] + read(X, t, i), name="U")
    return te.scan(init, update, state), X


def test_steps_of_a_scan_begin_behind_init():
    y, X = scan(lambda X, t, i: X[t - 2, i] - X[t, i])
    x = np.random.default_rng(0).random((7, 4), np.float32)
    expected = x.copy()
    for t in range(2, 7):
        expected[t] = expected[t - 2] + x[t - 2] - x[t]
    np.testing.assert_allclose(te.build(y, [X, y])(x), expected, rtol=1e-5)
    for read, text in [
        (lambda X, t, i: X[t - 3, i], "'U': subscript 0 of 'X' goes down to -1"),
        (lambda X, t, i: X[t + 1, i], "'U': subscript 0 of 'X' goes up to n"),
        (lambda X, t, i: X[t, i + 1], "'U': subscript 1 of 'X' goes up to 4"),
    ]:
        with pytest.raises(IndexError, match=text):
            te.create_schedule(scan(read)[0])


def test_state_beside_its_step():
    state = te.placeholder((n, 4), name="S")
    X = te.placeholder((n, 4), name="X")
    init = te.compute((1, 4), lambda t, i: X[t, i])
    update = te.compute((n, 4), lambda t, i: state[t - 1, i + 1], name="U")
    with pytest.raises(IndexError, match="'U': subscript 1 of 'S' goes up to 4"):
        te.create_schedule(te.scan(init, update, state))
