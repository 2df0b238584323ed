# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Subscripts that are certainly outside of a tensor are refused, and no others."""

import numpy as np
import pytest
import tvm_mlir

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


# --- subscripts that data give --------------------------------------------------

T = te.placeholder((8,), name="T")
INDICES = [0, 7, 8, -1, 400000000, -400000000, 2**31 - 1, -(2**31)]


def gathered(body, *inputs, shape=(8,), values=None):
    """Returns the results of `body` for these inputs, at -O0 and at -O3."""
    result = te.compute(shape, body, name="C")
    functions = [
        te.build(te.create_schedule(result.op), [*inputs, result], opt_level=level)
        for level in (0, 3)
    ]
    found = [function(*values) for function in functions]
    np.testing.assert_array_equal(*found)
    return found[0]


@pytest.mark.parametrize("dtype", ["int32", "int64", "int16", "uint32", "uint64"])
def test_data_are_clamped(dtype):
    limits = np.iinfo(dtype)
    indices = [*INDICES, 2**63 - 1, 2**63, limits.max]
    indices = [i for i in indices if limits.min <= i <= limits.max]
    where = np.array(indices, dtype)
    index = te.placeholder(where.shape, dtype, name="I")
    t = np.arange(8, dtype=np.float32)
    found = gathered(
        lambda i: T[index[i]], T, index, shape=where.shape, values=(t, where)
    )
    np.testing.assert_array_equal(found, [max(0, min(i, 7)) for i in indices])


def test_sums_of_data_and_axes_are_clamped():
    where = np.array(INDICES, np.int32)
    t = np.arange(64, dtype=np.float32).reshape(8, 8)
    two = te.placeholder((8, 8), name="two")
    found = gathered(
        lambda i: two[I[i] + i, te.max(I[7 - i], -3) * 2], two, I, values=(t, where)
    )
    rows = where + np.arange(8, dtype=np.int32)  # wraps, as the kernel's
    columns = np.maximum(where[::-1], -3) * 2
    np.testing.assert_array_equal(found, t[np.clip(rows, 0, 7), np.clip(columns, 0, 7)])


def test_data_that_data_index():
    where = np.array(INDICES, np.int32)
    t = np.arange(8, dtype=np.float32)
    found = gathered(lambda i: T[I[I[i]]], T, I, values=(t, where))
    inner = where[np.clip(where, 0, 7)]
    np.testing.assert_array_equal(found, t[np.clip(inner, 0, 7)])


def test_what_is_not_taken_is_not_read():
    """An element outside of a tensor is not read behind a condition."""
    where = np.array(INDICES, np.int32)
    t = np.arange(8, dtype=np.float32)
    found = gathered(
        lambda i: te.if_then_else(I[i] >= 0, T[I[i]], -1), T, I, values=(t, where)
    )
    inside = (where >= 0) & (where < 8)
    expected = np.where(inside, t[np.clip(where, 0, 7)], np.where(where < 0, -1, 0))
    np.testing.assert_array_equal(found, expected)


def test_data_index_a_symbolic_size():
    table = te.placeholder((n,), name="table")
    index = te.placeholder((m,), "int32", name="index")
    C = te.compute((m,), lambda i: table[index[i]] + 1, name="C")
    s = te.create_schedule(C.op)
    s[C].vectorize(s[C].split(C.op.axis[0], 4)[1])
    f = te.build(s, [table, index, C])
    where = np.array([*INDICES, 2], np.int32)
    for size in (1, 2, 9):
        t = np.arange(size, dtype=np.float32)
        np.testing.assert_array_equal(f(t, where), t[np.clip(where, 0, size - 1)] + 1)
    assert f(np.zeros(0, np.float32), np.zeros(0, np.int32)).shape == (0,)
    text = "'C': expected an element of 'table' along dimension 0, which data index, got"
    with pytest.raises(tvm_mlir.TvmError, match=text):
        f(np.zeros(0, np.float32), where)


def test_data_index_no_elements():
    empty = te.placeholder((3, 0), name="empty")
    C = te.compute((8,), lambda i: empty[0, I[i]], name="C")
    with pytest.raises(IndexError, match="'empty' along dimension 1, which data index"):
        te.create_schedule(C.op)
    none = te.compute((0,), lambda i: empty[0, I[i]], name="none")
    f = te.build(te.create_schedule(none.op), [empty, I, none])
    assert f(np.zeros((3, 0), np.float32), np.zeros(8, np.int32)).shape == (0,)


def test_data_index_a_stage():
    """A producer may also have no elements."""
    A = te.placeholder((n,), name="A")
    B = te.compute((n // 2,), lambda i: A[2 * i] * 2, name="B")
    C = te.compute((8,), lambda i: B[I[i]], name="C{0}")
    f = te.build(te.create_schedule(C.op), [A, I, C])
    where, a = np.array(INDICES, np.int32), np.arange(6, dtype=np.float32)
    np.testing.assert_array_equal(f(a, where), (a[::2] * 2)[np.clip(where, 0, 2)])
    with pytest.raises(tvm_mlir.TvmError, match="'C.0.': expected an element of 'B'"):
        f(np.zeros(1, np.float32), where)


def test_data_index_a_state():
    """Subscripts from data also occur in the steps of a scan."""
    index = te.placeholder((5, 3), "int32", name="index")
    state = te.placeholder((5, 3), name="state")
    start = te.compute((1, 3), lambda t, i: te.max(i, 1).astype("float32"))
    update = te.compute((5, 3), lambda t, i: state[t - 1, index[t, i]] + 1)
    y = te.scan(start, update, state, inputs=[index])
    f = te.build(te.create_schedule(y.op), [index, y])
    where = np.random.default_rng(0).integers(-5, 8, (5, 3)).astype(np.int32)
    expected = [np.array([1, 1, 2], np.float32)]
    for row in where[1:]:
        expected.append(expected[-1][np.clip(row, 0, 2)] + 1)
    np.testing.assert_array_equal(f(where), np.stack(expected))


# --- sizes that are known when running -----------------------------------------


def test_results_larger_than_what_they_read():
    A = te.placeholder((n,), name="A")
    C = te.compute((m,), lambda i: A[i] + 1, name="C")
    f = te.build(te.create_schedule(C.op), [A, C])
    result = np.zeros(5, np.float32)
    f(np.arange(7, dtype=np.float32), result)
    np.testing.assert_array_equal(result, np.arange(1, 6))
    text = "'C': subscript 0 of 'A' goes up to m - 1, expected less than n"
    with pytest.raises(tvm_mlir.TvmError, match=text):
        f(np.zeros(4, np.float32), result)
    f(np.zeros(0, np.float32), np.zeros(0, np.float32))


def test_windows_larger_than_what_they_read():
    """Large windows are errors unless there is nothing to compute, or nothing to add
    up."""
    A = te.placeholder((n,), name="A")
    k = te.reduce_axis((0, m), "k")
    C = te.compute((3,), lambda i: te.sum(A[i + k], axis=k), name="C")
    f = te.build(te.create_schedule(C.op), [A, m, C])
    np.testing.assert_array_equal(f(np.ones(6, np.float32), 4), [4, 4, 4])
    np.testing.assert_array_equal(f(np.ones(0, np.float32), 0), [0, 0, 0])
    text = "'C': subscript 0 of 'A' goes up to m [+] 1, expected less than n"
    with pytest.raises(tvm_mlir.TvmError, match=text):
        f(np.ones(5, np.float32), 4)


def test_elements_in_front_of_the_first():
    A = te.placeholder((n,), name="A")
    C = te.compute((m,), lambda i: A[n - 1 - i], name="C")
    f = te.build(te.create_schedule(C.op), [A, C])
    result = np.zeros(3, np.float32)
    f(np.arange(4, dtype=np.float32), result)
    np.testing.assert_array_equal(result, [3, 2, 1])
    with pytest.raises(tvm_mlir.TvmError, match="subscript 0 of 'A' goes down to"):
        f(np.zeros(2, np.float32), result)


def scanned(first, later=lambda X, t, i: 0, first_steps=1, steps=4, columns=5):
    """Returns a scan that reads `first` and `later` of a tensor of n rows."""
    X = te.placeholder((n, columns), name="X")
    state = te.placeholder((steps, columns), name="S")
    init = te.compute((first_steps, columns), lambda t, i: first(X, t, i), name="first")
    update = te.compute(
        (steps, columns), lambda t, i: state[t - 1, i] + later(X, t, i), name="later"
    )
    y = te.scan(init, update, state)
    return te.build(te.create_schedule(y.op), [X, y])


def rows(count):
    """Returns the beginning of an array whose rest must not be read."""
    return np.arange(100, 200, dtype=np.float32).reshape(20, 5)[:count]


@pytest.mark.parametrize(
    "first, least, text",
    [
        (lambda X, t, i: X[0, i], 1, "'first': subscript 0 of 'X' goes up to 0"),
        (lambda X, t, i: X[7, i], 8, "'first': subscript 0 of 'X' goes up to 7"),
        (lambda X, t, i: X[n - 3, i], 3, "'first': subscript 0 of 'X' goes down to n"),
    ],
)
def test_states_to_start_from(first, least, text):
    f = scanned(first)
    x = rows(least)
    row = x[{1: 0, 8: 7, 3: 0}[least]]
    np.testing.assert_array_equal(f(x), [row] * 4)
    for count in range(least):
        with pytest.raises(tvm_mlir.TvmError, match=text):
            f(rows(count))


def test_steps_of_a_scan():
    f = scanned(lambda X, t, i: 0.0, lambda X, t, i: X[t + 5, i])
    np.testing.assert_array_equal(f(rows(9))[1:], rows(9)[6:9].cumsum(0))
    text = "'later': subscript 0 of 'X' goes up to 8, expected less than n"
    for count in (0, 3, 8):
        with pytest.raises(tvm_mlir.TvmError, match=text):
            f(rows(count))


def test_steps_that_no_result_has():
    """Steps that no result has are neither checked nor read."""
    f = scanned(lambda X, t, i: X[t + 1, i], lambda X, t, i: X[t, i], 3, m)
    text = r"subscript 0 of 'X' goes up to min\(3, m\)"
    for steps, count in [(0, 0), (1, 2), (2, 3), (3, 4), (4, 4), (6, 6)]:
        expected = np.zeros((steps, 5), np.float32)
        expected[:3] = rows(20)[1 : 1 + min(3, steps)]
        for t in range(3, steps):
            expected[t] = expected[t - 1] + rows(20)[t]
        y = np.full((steps, 5), -1, np.float32)
        f(rows(count), y)
        np.testing.assert_array_equal(y, expected)
        if 0 < steps < 4:
            with pytest.raises(tvm_mlir.TvmError, match=text):
                f(rows(count - 1), y)
    with pytest.raises(tvm_mlir.TvmError, match="'later': subscript 0 .* up to m - 1"):
        f(rows(5), np.zeros((6, 5), np.float32))


def test_states_to_start_from_that_others_read():
    """All steps of such initial states are needed."""
    X = te.placeholder((n, 5), name="X")
    state = te.placeholder((m, 5), name="S")
    init = te.compute((1, 5), lambda t, i: X[0, i], name="first")
    update = te.compute((m, 5), lambda t, i: state[t - 1, i] + 1)
    y = te.scan(init, update, state)
    z = te.compute((1, 5), lambda t, i: init[t, i] * 2)
    f = te.build(te.create_schedule([y.op, z.op]), [X, y, z])
    y, z = np.zeros((0, 5), np.float32), np.zeros((1, 5), np.float32)
    f(rows(1), y, z)
    np.testing.assert_array_equal(z, rows(1) * 2)
    with pytest.raises(tvm_mlir.TvmError, match="'first': subscript 0 of 'X'"):
        f(rows(0), y, z)


def test_data_index_states_to_start_from():
    """A result without steps needs no elements."""
    table = te.placeholder((n,), name="table")
    state = te.placeholder((m, 8), name="S")
    init = te.compute((1, 8), lambda t, i: table[I[i]], name="first")
    update = te.compute((m, 8), lambda t, i: state[t - 1, i] + table[I[i]])
    y = te.scan(init, update, state)
    f = te.build(te.create_schedule(y.op), [table, I, y])
    where, t = np.array(INDICES, np.int32), np.arange(8, dtype=np.float32)
    result = np.zeros((2, 8), np.float32)
    f(t, where, result)
    np.testing.assert_array_equal(result, np.outer([1, 2], t[np.clip(where, 0, 7)]))
    f(t[:0], where, result[:0])
    with pytest.raises(tvm_mlir.TvmError, match="'first': expected an element of 'tab"):
        f(t[:0], where, result)


def test_static_sizes_of_scans():
    """An error that is known during compilation is reported then."""
    X = te.placeholder((3, 5), name="X")
    for first, later, text in [
        (lambda t, i: X[t + 7, i], lambda t, i: 0, "'first': subscript 0 of 'X'"),
        (lambda t, i: 0.0, lambda t, i: X[t + 5, i], "'later': subscript 0 of 'X'"),
    ]:
        for steps in (4, m + 2):
            state = te.placeholder((steps, 5), name="S")
            init = te.compute((1, 5), first, name="first")
            update = te.compute(
                (steps, 5), lambda t, i: state[t - 1, i] + later(t, i), name="later"
            )
            with pytest.raises(IndexError, match=text):
                te.create_schedule(te.scan(init, update, state))
