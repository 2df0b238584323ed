# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer division by 0 and by -1: the result is 0, or wraps, and nothing traps."""

import numpy as np
import pytest

from tvm_mlir import te


def operands(dtype):
    """Returns all pairs of special values."""
    limits = np.iinfo(dtype)
    values = [0, 1, 2, 3, 7, limits.max, limits.min]
    if limits.min < 0:
        values += [-1, -2, -7, limits.min + 1]
    a, b = np.meshgrid(*[np.array(values, dtype)] * 2)
    return a.ravel(), b.ravel()


def python_division(name, a, b, bits, is_signed):
    """Divides Python's exact integers, and wraps the result to the type."""
    if b == 0:
        return 0
    quotient = a // b
    if name.startswith("trunc") and quotient < 0 and a % b:
        quotient += 1
    result = quotient if name.endswith("div") else a - b * quotient
    result %= 1 << bits
    return result - (1 << bits) if is_signed and result >> (bits - 1) else result


@pytest.mark.parametrize("name", ["floordiv", "floormod", "truncdiv", "truncmod"])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint64"])
@pytest.mark.parametrize("is_vector", [False, True])
def test_division(name, dtype, is_vector):
    a, b = operands(dtype)
    A = te.placeholder(a.shape, dtype, name="A")
    B = te.placeholder(a.shape, dtype, name="B")
    C = te.compute(a.shape, lambda i: getattr(te, name)(A[i], B[i]), name="C")
    s = te.create_schedule(C.op)
    if is_vector:
        s[C].vectorize(s[C].split(C.op.axis[0], 8)[1])
    limits = np.iinfo(dtype)
    expected = [
        python_division(name, int(x), int(y), limits.bits, limits.min < 0)
        for x, y in zip(a, b)
    ]
    np.testing.assert_array_equal(te.build(s, [A, B, C])(a, b), expected)


def test_division_of_a_number():
    A = te.placeholder((5,), "int32", name="A")
    C = te.compute((5,), lambda i: 100 // A[i], name="C")
    a = np.array([0, 7, -7, 1, 0], np.int32)
    np.testing.assert_array_equal(te.build(C, [A, C])(a), [0, 14, -15, 100, 0])


@pytest.mark.parametrize("choose", [te.select, te.if_then_else])
def test_quotients_that_are_not_taken(choose):
    A = te.placeholder((5,), "int32", name="A")
    C = te.compute((5,), lambda i: choose(A[i] != 0, 100 % A[i], -1), name="C")
    a = np.array([0, 7, -7, 1, 0], np.int32)
    np.testing.assert_array_equal(te.build(C, [A, C])(a), [-1, 2, -5, 0, -1])


def test_division_in_a_reduction():
    A = te.placeholder((6,), "int32", name="A")
    k = te.reduce_axis((0, 6))
    C = te.compute((), lambda: te.sum(60 // A[k], k), name="C")
    a = np.array([0, 1, 2, 3, 0, -1], np.int32)
    assert te.build(C, [A, C])(a) == 60 + 30 + 20 - 60


@pytest.mark.parametrize("n, m", [(7, 2), (7, 0), (0, 0), (3, 7)])
def test_sizes(n, m):
    N, M = te.var("n"), te.var("m")
    A, B = te.placeholder((N,), name="A"), te.placeholder((M,), name="B")
    C = te.compute((N // M,), lambda i: A[i], name="C")
    D = te.compute((N % M,), lambda i: i, name="D")
    a, b = np.arange(n, dtype=np.float32), np.zeros(m, np.float32)
    c, d = te.build([C, D], [A, B, C, D])(a, b)
    np.testing.assert_array_equal(c, a[: n // m if m else 0])
    np.testing.assert_array_equal(d, np.arange(n % m if m else 0))


def test_subscripts():
    N, M = te.var("n"), te.var("m")
    A, B = te.placeholder((N,), name="A"), te.placeholder((M,), name="B")
    C = te.compute((N,), lambda i: A[i // M], name="C")
    f = te.build(C, [A, B, C])
    a = np.arange(6, dtype=np.float32)
    for m, expected in [(0, a * 0), (2, a // 2)]:
        np.testing.assert_array_equal(f(a, np.zeros(m, np.float32)), expected)
