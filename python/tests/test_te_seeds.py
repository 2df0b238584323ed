"""The tensor expressions and schedules of the slides, as they stand there but
for `import`, against numpy at several sizes."""

import numpy as np
import pytest

from tvm_mlir import te as tvm
from tvm_mlir import te as t


def random(*shape):
    return np.random.default_rng(sum(shape)).random(shape, np.float32) - 0.5


def check(function, expected, *inputs):
    np.testing.assert_allclose(
        function(*inputs), expected(*inputs), rtol=1e-4, atol=1e-5
    )


SIZES = [(1, 1, 1), (5, 7, 3), (33, 64, 17)]


def test_dot():
    m, n, h = tvm.var("m"), tvm.var("n"), tvm.var("h")
    A = tvm.placeholder((m, h), name="A")
    B = tvm.placeholder((n, h), name="B")
    k = tvm.reduce_axis((0, h), name="k")
    C = tvm.compute((m, n), lambda i, j: tvm.sum(A[i, k] * B[j, k], axis=k))
    f = tvm.build(tvm.create_schedule(C.op), [A, B, C])
    for m, n, h in SIZES:
        check(f, lambda a, b: a @ b.T, random(m, h), random(n, h))


def test_transposed_dot():
    m, n, h = tvm.var("m"), tvm.var("n"), tvm.var("h")
    A, B = tvm.placeholder((h, m)), tvm.placeholder((h, n))
    k = tvm.reduce_axis((0, h))
    C = tvm.compute((m, n), lambda y, x: tvm.sum(A[k, y] * B[k, x], axis=k))
    f = tvm.build(tvm.create_schedule(C.op), [A, B, C])
    for m, n, h in SIZES:
        check(f, lambda a, b: a.T @ b, random(h, m), random(h, n))


@pytest.mark.parametrize("inline", [False, True])
def test_affine_transformation(inline):
    m, n, h = tvm.var("m"), tvm.var("n"), tvm.var("h")
    data, w = tvm.placeholder((n, h)), tvm.placeholder((m, h))
    bias = tvm.placeholder((n,))
    k = tvm.reduce_axis((0, h))
    scaled = tvm.compute(data.shape, lambda i, j: data[i, j] * 2, name="scaled")
    dot = tvm.compute((n, m), lambda i, j: tvm.sum(scaled[i, k] * w[j, k], k))
    out = tvm.compute((n, m), lambda i, j: dot[i, j] + bias[i])
    s = tvm.create_schedule(out.op)
    if inline:
        s[scaled].compute_inline()
    f = tvm.build(s, [data, w, bias, out])
    for m, n, h in SIZES:
        check(
            f,
            lambda d, w, b: 2 * d @ w.T + b[:, None],
            random(n, h),
            random(m, h),
            random(n),
        )


def convolve(data, w):
    windows = np.lib.stride_tricks.sliding_window_view(data, w.shape[2:], (1, 2))
    return np.einsum("chwyx,kcyx->khw", windows, w)


def test_convolution_and_relu():
    c, o, h, w = (tvm.var(name) for name in "cohw")
    data = tvm.placeholder((c, h, w), name="data")
    weight = tvm.placeholder((o, c, 3, 5), name="weight")
    kc = tvm.reduce_axis((0, c), "kc")
    kx, ky = tvm.reduce_axis((0, 3), "kx"), tvm.reduce_axis((0, 5), "ky")
    out = tvm.compute(
        (o, h - 2, w - 4),
        lambda i, x, y: tvm.sum(
            data[kc, x + kx, y + ky] * weight[i, kc, kx, ky], [kx, ky, kc]
        ),
        name="convolution",
    )
    out = tvm.compute(out.shape, lambda *i: tvm.max(0, out[i]), name="relu")
    f = tvm.build(tvm.create_schedule(out.op), [data, weight, out])
    for c, o, h, w in [(1, 1, 3, 5), (3, 4, 9, 8), (2, 5, 17, 11)]:
        check(
            f,
            lambda d, w: np.maximum(convolve(d, w), 0),
            random(c, h, w),
            random(o, c, 3, 5),
        )
    assert f(random(2, 2, 9), random(3, 2, 3, 5)).shape == (3, 0, 5)


def vector_add():
    n = tvm.var("n")
    A, B = tvm.placeholder((n,), name="A"), tvm.placeholder((n,), name="B")
    C = tvm.compute((n,), lambda i: A[i] + B[i], name="C")
    return A, B, C, tvm.create_schedule(C.op)


@pytest.mark.parametrize("steps", ["none", "split", "reorder"])
def test_schedule_of_a_vector_addition(steps):
    A, B, C, s = vector_add()
    if steps != "none":
        xo, xi = s[C].split(s[C].axis[0], factor=32)
    if steps == "reorder":
        s[C].reorder(xi, xo)
    f = tvm.build(s, [A, B, C])
    for n in (0, 1, 31, 32, 33, 100):
        check(f, np.add, random(n), random(n))


def test_cumsum():
    m = tvm.var("m")
    n = tvm.var("n")
    X = tvm.placeholder((m, n), name="X")

    s_state = tvm.placeholder((m, n))
    s_init = tvm.compute((1, n), lambda _, i: X[0, i])
    s_update = tvm.compute((m, n), lambda t, i: s_state[t - 1, i] + X[t, i])

    Y = tvm.scan(s_init, s_update, s_state, inputs=[X])
    f = tvm.build(tvm.create_schedule(Y.op), [X, Y])
    for m, n in [(1, 3), (0, 2), (7, 5), (20, 1)]:
        check(f, lambda x: x.cumsum(0), random(m, n))


def test_hardware_designers_gemm():
    w, x = t.placeholder((8, 8)), t.placeholder((8, 8))
    k = t.reduce_axis((0, 8))
    y = t.compute((8, 8), lambda i, j: t.sum(w[i, k] * x[j, k], axis=k))
    f = t.build(t.create_schedule(y.op), [w, x, y])
    check(f, lambda w, x: w @ x.T, random(8, 8), random(8, 8))
