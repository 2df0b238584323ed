# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes as expressions of variables, and kernels of many stages."""

import numpy as np
import pytest

from tvm_mlir import TvmError, te

n, m = te.var("n"), te.var("m")
X = te.placeholder((n,), name="X")

SIZES = {
    "const + n": (te.const(3) + n, lambda n: 3 + n),
    "n - const": (n - te.const(5, "int64"), lambda n: max(n - 5, 0)),
    "if_then_else": (te.if_then_else(n > 4, n, 4), lambda n: max(n, 4)),
    "select": (te.select(te.all(n > 4, n < 6), n, 1), lambda n: n if n == 5 else 1),
    "cast": (te.cast("int32", n) * 2 + 1, lambda n: 2 * n + 1),
    "floormod": ((n - 7) % 4, lambda n: (n - 7) % 4),
    "truncdiv": (te.truncdiv(n, 2), lambda n: n // 2),
    "abs": (te.abs(te.cast("int32", n) - 9), lambda n: abs(n - 9)),
    "as a narrow type": (te.cast("int8", n + 254), lambda n: max(n - 2, 0)),
    "bits": ((n & 6) | 1, lambda n: (n & 6) | 1),
}


@pytest.mark.parametrize("name", SIZES)
def test_expressions(name):
    size, expected = SIZES[name]
    Y = te.compute((size,), lambda i: te.cast("float32", i) + X[0], name="Y")
    f = te.build(Y, [X, Y])
    for n in (1, 4, 5, 9):
        count = expected(n)
        y = f(np.full(n, 0.5, np.float32))
        np.testing.assert_array_equal(y, np.arange(count, dtype=np.float32) + 0.5)


def test_bounds_of_reductions():
    k = te.reduce_axis((te.const(1), te.if_then_else(n > 4, 4, n)))
    Y = te.compute((), lambda: te.sum(X[k], k))
    f = te.build(Y, [X, Y])
    for size in (1, 3, 4, 9):
        x = np.arange(size, dtype=np.float32)
        assert f(x) == x[1:4].sum()


def test_sizes_that_are_written_alike_are_the_same():
    """The update has the shape of the state, in another expression of the same text."""
    state = te.placeholder((m, te.const(2) + n), name="state")
    x = te.placeholder((m, te.var("w")), name="x")
    init = te.compute((1, te.const(2) + n), lambda t, i: x[0, 0] + X[0])
    update = te.compute((m, te.const(2) + n), lambda t, i: state[t - 1, i] + x[t, 0])
    y = te.scan(init, update, state)
    f = te.build(y, [X, x, y])
    x = np.ones((3, 1), np.float32)
    expected = np.broadcast_to(np.float32([[2], [3], [4]]), (3, 6))
    np.testing.assert_array_equal(f(np.ones(4, np.float32), x), expected)
    other = te.compute((m, te.const(2, "int64") + n), lambda t, i: state[t - 1, i])
    with pytest.raises(ValueError, match="an update of the state's shape"):
        te.scan(init, other, state)


def test_types_of_numpy():
    for dtype in (np.dtype("float64"), np.float64, np.zeros(1).dtype):
        A = te.placeholder((4,), dtype)
        B = te.compute((4,), lambda i: A[i].astype(np.int32) + te.const(1, np.int32))
        assert (A.dtype, B.dtype) == ("float64", "int32")
        assert te.max_value(np.int8).value == 127
        np.testing.assert_array_equal(te.build(B, [A, B])(np.ones(4)), [2] * 4)


def test_many_stages():
    last = X
    for index in range(1500):
        last = te.compute((n,), lambda i, x=last: x[i] + 1, name=f"C{index}")
    s = te.create_schedule(last)
    s[last].vectorize(s[last].split(last.op.axis[0], 8)[1])
    assert "schedule.vectorize" in str(s)
    assert te.lower(s, [X, last]).count("arith.addf") == 1500


def test_many_steps_of_a_scan():
    state = te.placeholder((m, n), name="state")
    x = te.placeholder((m, n), name="x")
    init = te.compute((1, n), lambda t, i: x[t, i])
    last = state
    for index in range(1500):
        distance = 1 if index == 0 else 0
        last = te.compute((m, n), lambda t, i, s=last, d=distance: s[t - d, i] + 1)
    y = te.scan(init, last, state)
    assert te.lower(y, [x, y]).count("arith.addf") == 1500


def test_places_that_are_many_loops_deep():
    last, tensors = X, []
    for index in range(400):
        last = te.compute((n,), lambda i, x=last: x[i] + 1, name=f"C{index}")
        tensors.append(last)
    s = te.create_schedule(last)
    for tensor, reader in zip(tensors, tensors[1:]):
        s[tensor].compute_at(s[reader], reader.op.axis[0])
    assert str(s).count("schedule.compute_at") == 399


# --- variables that are no dimension of an input ----------------------------------


def test_sizes_of_results():
    """The memory for the results determines their sizes."""
    ones = te.compute((n,), lambda i: te.const(1.0, "float32"), name="ones")
    y = np.zeros(5, np.float32)
    f = te.build(ones, [ones])
    f(y)
    np.testing.assert_array_equal(y, np.ones(5))
    with pytest.raises(TypeError, match="'n' is a dimension of results alone: expected"):
        f()
    with pytest.raises(ValueError, match="expected 1 dimensions of 'ones', got 2"):
        f(np.zeros((5, 1), np.float32))
    s = te.create_schedule(ones)
    assert "transform.yield" in str(s) and "affine.for" in te.lower(s, [ones])
    rows = te.compute((m, n), lambda i, j: X[j] + i, name="rows")
    y = np.zeros((3, 4), np.float32)
    te.build(rows, [X, rows])(np.arange(4, dtype=np.float32), y)
    np.testing.assert_array_equal(y, np.arange(3)[:, None] + np.arange(4))


def test_sizes_of_two_results():
    Y, Z = te.compute((m,), lambda i: (X[0], X[1]), name="Y")
    f = te.build(Y, [X, Y, Z])
    x, y, z = np.float32([2, 3]), np.zeros(4, np.float32), np.zeros(4, np.float32)
    f(x, y, z)
    np.testing.assert_array_equal([y, z], [[2] * 4, [3] * 4])
    with pytest.raises(TvmError, match=r"'Y.v1': the result is float32\[4\], but the c"):
        f(x, y, np.zeros(5, np.float32))


def test_sizes_of_states():
    """TVM's tutorial: a scan of two states, one of which has a size of its own."""
    l = te.var("l")
    x = te.placeholder((m, n), name="x")
    states = te.placeholder((m, n)), te.placeholder((m, l))
    first = te.compute((1, n), lambda t, i: x[0, i])
    second = te.compute((1, l), lambda t, i: te.const(0.0, "float32"))
    sums = te.compute((m, n), lambda t, i: states[0][t - 1, i] + x[t, i])
    firsts = te.compute((m, l), lambda t, i: states[1][t - 1, i] + states[0][t - 1, 0])
    y, z = te.scan([first, second], [sums, firsts], states, inputs=[x])
    f = te.build(y, [x, y, z])
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    y, z = np.zeros((4, 3), np.float32), np.ones((4, 2), np.float32)
    f(x, y, z)
    np.testing.assert_array_equal(y, np.cumsum(x, axis=0))
    expected = np.cumsum([0, *y[:-1, 0]])
    np.testing.assert_array_equal(z, np.stack([expected] * 2, axis=1))


def test_variables_as_arguments():
    k = te.var("k")
    Y = te.compute((n,), lambda i: X[i] * te.cast("float32", k), name="Y")
    s = te.create_schedule(Y)
    s[Y].vectorize(s[Y].split(Y.op.axis[0], 8)[1])
    assert "schedule.vectorize" in str(s)
    f = te.build(s, [n, k, X, Y])
    x, y = np.arange(3, dtype=np.float32), np.zeros(3, np.float32)
    np.testing.assert_array_equal(f(3, 5, x), x * 5)
    f(np.int32(3), np.array(2), x, y)
    np.testing.assert_array_equal(y, x * 2)
    for given, error, text in [
        ((4, 5), ValueError, "expected variable 'n' to be 3, as in the arrays, got 4"),
        ((3, -5), ValueError, "expected a variable 'k' from 0 on, got -5"),
        ((3, 1.5), TypeError, "expected an integer as variable 'k', got float"),
        ((3,), TypeError, "expected 4 arguments, or 3 inputs, got 2"),
    ]:
        with pytest.raises(error, match=text):
            f(*given, x)
    with pytest.raises(ValueError, match="'k' is no dimension of an argument, and none i"):
        te.lower(s, [X, Y])
    with pytest.raises(ValueError, match="got a variable as an argument"):
        te.hybrid.write(te.create_schedule(Y), [k, X, Y])


def test_variables_of_sizes():
    """Results need not be passed, and intermediate sizes may be any expressions."""
    k = te.reduce_axis((0, m))
    Y = te.compute((m * 2,), lambda i: te.cast("float32", i) * X[0], name="Y")
    Z = te.compute((n,), lambda i: te.sum(Y[k * 2] + X[i], k), name="Z")
    x = np.float32([1, 2])
    f = te.build(Y, [m, X, Y])
    np.testing.assert_array_equal(f(2, x), [0, 1, 2, 3])
    y = np.zeros(5, np.float32)
    with pytest.raises(TvmError, match=r"the result is float32\[4\], but the caller's"):
        f(2, x, y)
    f = te.build(Z, [X, m, Z])
    np.testing.assert_array_equal(f(x, 3), [6 + 3, 6 + 6])


@pytest.mark.parametrize("parallel", [False, True])
def test_stages_at_rows_of_a_variable_length(parallel):
    A = te.placeholder((n, m), name="A")
    k, l = te.reduce_axis((0, m)), te.reduce_axis((0, m))
    most = te.compute((n,), lambda i: te.max(A[i, k], k), name="most")
    e = te.compute((n, m), lambda i, j: te.exp(A[i, j] - most[i]), name="e")
    total = te.compute((n,), lambda i: te.sum(e[i, l], l), name="total")
    softmax = te.compute((n, m), lambda i, j: e[i, j] / total[i], name="softmax")
    s = te.create_schedule(softmax.op)
    row, column = softmax.op.axis
    s[softmax].vectorize(s[softmax].split(column, 8)[1])
    for stage in (total, e, most):
        s[stage].compute_at(s[softmax], row)
    if parallel:
        s[softmax].parallel(row)
    f = te.build(s, [A, softmax])
    for shape in [(5, 7), (1, 1), (2, 40000), (0, 3)]:
        a = np.random.default_rng(0).standard_normal(shape, np.float32)
        expected = np.exp(a - a.max(1, keepdims=True)) if a.size else a
        expected /= expected.sum(1, keepdims=True)
        np.testing.assert_allclose(f(a), expected, rtol=1e-5)


def test_stage_at_rows_of_which_each_is_read_twice():
    A = te.placeholder((n, m), name="A")
    B = te.compute((n, m), lambda i, j: A[i, j] * A[i, j], name="B")
    C = te.compute((n - 1, m - 1), lambda i, j: B[i, j] + B[i + 1, j + 1], name="C")
    s = te.create_schedule(C.op)
    s[B].compute_at(s[C], C.op.axis[0])
    a = np.random.default_rng(0).standard_normal((5, 9), np.float32)
    np.testing.assert_array_equal(
        te.build(s, [A, C])(a), (a * a)[:-1, :-1] + (a * a)[1:, 1:]
    )


def test_temporaries_that_no_memory_has():
    """The number of bytes of the temporaries does not fit in 64 bits."""
    A = te.placeholder((n,), name="A", dtype="int8")
    B = te.placeholder((m,), name="B", dtype="int8")
    C = te.compute((n, m), lambda i, j: te.cast("float32", A[i] * B[j]), name="C")
    k = te.reduce_axis((0, m), name="k")
    Y = te.compute((n,), lambda i: te.max(C[i, k], axis=k), name="Y")
    f = te.build(te.create_schedule(Y.op), [A, B, Y])
    ones = np.ones(3, np.int8)
    np.testing.assert_array_equal(f(ones, ones), np.ones(3, np.float32))
    for size in (2**31, 3 * 2**30, 2**32):
        zeros = np.zeros(size, np.int8)  # pages that nobody touches
        with pytest.raises(TvmError, match="no memory for an arena of "):
            f(zeros, zeros)
