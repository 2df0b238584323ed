# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tensor expressions and schedules of the slides, letter by letter, against
numpy. Names that a slide does not define are defined here: `tvm` and `t` are this
package, and stages also have the method `recorder`, a slide's typo."""

import sys

import numpy as np
import pytest

from tvm_mlir import te
from tvm_mlir.te.stages import Stage


def run(text, functions=None, **names):
    """Runs a slide's text, and returns the names that it defines. Its functions see
    `functions` as well, if there are any."""
    names.update(tvm=te, t=te)
    exec(text, names if functions is None else {**names, **functions}, names)
    return names


def random(*shape):
    return np.random.default_rng(sum(shape)).random(shape, np.float32) - 0.5


def check(function, expected, *inputs):
    np.testing.assert_allclose(
        function(*inputs), expected(*inputs), rtol=1e-4, atol=1e-5
    )


SIZES = [(1, 1, 1), (5, 7, 3), (33, 64, 17)]


# (its `import tvm` is what `run` does)
DOT = """
m, n, h = tvm.var('m'), tvm.var('n'), tvm.var('h')

A = tvm.placeholder((m, h), name='A')

B = tvm.placeholder((n, h), name='B')

k = tvm.reduce_axis((0, h), name='k')

C = tvm.compute((m, n), lambda i, j: tvm.sum(A[i, k] * B[j, k], axis=k))
"""


def test_dot():
    slide = run(DOT)
    A, B, C = (slide[name] for name in "ABC")
    f = te.build(te.create_schedule(C.op), [A, B, C])
    for m, n, h in SIZES:
        check(f, lambda a, b: a @ b.T, random(m, h), random(n, h))


TRANSPOSED_DOT = """
C = tvm.compute((m, n),
    lambda y, x: tvm.sum(A[k, y] * B[k, x], axis=k))
"""


def test_transposed_dot():
    m, n, h = te.var("m"), te.var("n"), te.var("h")
    A, B = te.placeholder((h, m)), te.placeholder((h, n))
    C = run(TRANSPOSED_DOT, m=m, n=n, A=A, B=B, k=te.reduce_axis((0, h)))["C"]
    f = te.build(te.create_schedule(C.op), [A, B, C])
    for m, n, h in SIZES:
        check(f, lambda a, b: a.T @ b, random(h, m), random(h, n))


AFFINE = """
out = tvm.compute((n, m), lambda i, j: tvm.sum(data[i, k] * w[j, k], k))
out = tvm.compute((n, m), lambda i, j: out[i, j] + bias[i])
"""


@pytest.mark.parametrize("sizes", [*SIZES, None])
@pytest.mark.parametrize("place", ["apart", "at", "inline"])
def test_affine_transformation(sizes, place):
    m, n, h = sizes or map(te.var, "mnh")
    data, w = te.placeholder((n, h)), te.placeholder((m, h))
    bias, k = te.placeholder((n,)), te.reduce_axis((0, h))
    source = data
    if place == "inline":
        data = te.compute((n, h), lambda i, j: source[i, j] * 2, name="scaled")
    out = run(AFFINE, m=m, n=n, data=data, w=w, bias=bias, k=k)["out"]
    s = te.create_schedule(out.op)
    dot, _ = out.op.input_tensors
    if place == "at":  # the second stage takes elements as they are made
        s[dot].compute_at(s[out], out.op.axis[1])
    if place == "inline":
        s[data].compute_inline()
    f = te.build(s, [source, w, bias, out])
    factor = 2 if place == "inline" else 1
    for m, n, h in [sizes] if sizes else SIZES:
        check(
            f,
            lambda d, w, b: factor * d @ w.T + b[:, None],
            random(n, h),
            random(m, h),
            random(n),
        )


# `w` is the width in the shape, and the weights in the function.
CONVOLUTION = """
out = tvm.compute((c, h, w),
    lambda i, x, y: tvm.sum(data[kc, x+kx, y+ky] * w[i, kx, ky], [kx, ky, kc]))
"""


def convolve(data, w):
    windows = np.lib.stride_tricks.sliding_window_view(data, w.shape[1:], (1, 2))
    return np.einsum("chwyx,kyx->khw", windows, w)


def convolution(c, h, w, kc, kx, ky):
    """The slide's convolution, of the tensors (data, weights, out)."""
    data = te.placeholder((kc, h + kx - 1, w + ky - 1), name="data")
    weights = te.placeholder((c, kx, ky), name="weights")
    functions = {"data": data, "w": weights}
    for name, extent in {"kc": kc, "kx": kx, "ky": ky}.items():
        functions[name] = te.reduce_axis((0, extent), name)
    out = run(CONVOLUTION, functions, c=c, h=h, w=w)["out"]
    return data, weights, out


@pytest.mark.parametrize(
    "c, h, w, kc, kx, ky", [(1, 1, 1, 1, 3, 5), (4, 9, 8, 3, 3, 3), (5, 1, 7, 2, 1, 2)]
)
def test_convolution(c, h, w, kc, kx, ky):
    data, weights, out = convolution(c, h, w, kc, kx, ky)
    f = te.build(te.create_schedule(out.op), [data, weights, out])
    check(f, convolve, random(kc, h + kx - 1, w + ky - 1), random(c, kx, ky))


def test_halo_of_the_convolution():
    """A row of the output reads as many rows of the data as the weights have."""
    data, weights, out = convolution(4, 9, 8, 3, 3, 5)
    s = te.create_schedule(out.op)
    copy = s.cache_read(data, "global", out)
    s[copy].compute_at(s[out], out.op.axis[1])
    assert "memref<3x3x12xf32>" in te.lower(s, [data, weights, out])
    f = te.build(s, [data, weights, out])
    check(f, convolve, random(3, 11, 12), random(4, 3, 5))


RELU = """
out = tvm.compute(shape, lambda *i: tvm.max(0, out[*i]))
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no syntax of this Python")
@pytest.mark.parametrize("shape", [(), (5,), (3, 1, 4), (2, 0)])
def test_relu(shape):
    x = te.placeholder(shape)
    out = run(RELU, shape=shape, out=x)["out"]
    f = te.build(te.create_schedule(out.op), [x, out])
    check(f, lambda x: np.maximum(x, 0), random(*shape))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no syntax of this Python")
def test_convolution_and_relu():
    data, weights, out = convolution(4, 9, 8, 3, 3, 5)
    out = run(RELU, shape=out.shape, out=out)["out"]
    f = te.build(te.create_schedule(out.op), [data, weights, out])
    check(
        f,
        lambda d, w: np.maximum(convolve(d, w), 0),
        random(3, 11, 12),
        random(4, 3, 5),
    )


def test_convolution_of_any_size():
    c, o, h, w = map(te.var, "cohw")
    data = te.placeholder((c, h, w), name="data")
    weight = te.placeholder((o, c, 3, 5), name="weight")
    kc = te.reduce_axis((0, c), "kc")
    kx, ky = te.reduce_axis((0, 3), "kx"), te.reduce_axis((0, 5), "ky")
    out = te.compute(
        (o, h - 2, w - 4),
        lambda i, x, y: te.sum(
            data[kc, x + kx, y + ky] * weight[i, kc, kx, ky], [kx, ky, kc]
        ),
        name="convolution",
    )
    out = te.compute(out.shape, lambda *i: te.max(0, out[i]), name="relu")
    f = te.build(te.create_schedule(out.op), [data, weight, out])

    def expected(data, w):
        windows = np.lib.stride_tricks.sliding_window_view(data, (3, 5), (1, 2))
        return np.maximum(np.einsum("chwyx,kcyx->khw", windows, w), 0)

    for c, o, h, w in [(1, 1, 3, 5), (3, 4, 9, 8), (2, 5, 17, 11)]:
        check(f, expected, random(c, h, w), random(o, c, 3, 5))
    assert f(random(2, 2, 9), random(3, 2, 3, 5)).shape == (3, 0, 5)


ADD = """
C = tvm.compute((n,), lambda i: A[i] + B[i])
s = tvm.create_schedule(C.op)
"""
ADD_SPLIT = ADD + "xo, xi = s[C].split(s[C].axis[0], factor=32)\n"
ADD_REORDERED = ADD_SPLIT + "s[C].recorder(xi, xo)\n"
ADD_BOUND = ADD_REORDERED + """\
s[C].bind(xo, tvm.thread_axis("blockIdx.x"))
s[C].bind(xi, tvm.thread_axis("threadIdx.x"))
"""


def vector_add(text, monkeypatch):
    monkeypatch.setattr(Stage, "recorder", Stage.reorder, raising=False)
    n = te.var("n")
    A, B = te.placeholder((n,), name="A"), te.placeholder((n,), name="B")
    slide = run(text, n=n, A=A, B=B)
    return slide["s"], [A, B, slide["C"]]


@pytest.mark.parametrize("text", [ADD, ADD_SPLIT, ADD_REORDERED])
def test_schedule_of_a_vector_addition(text, monkeypatch):
    f = te.build(*vector_add(text, monkeypatch))
    for n in (0, 1, 31, 32, 33, 100):
        check(f, np.add, random(n), random(n))


def test_vector_addition_on_threads(monkeypatch):
    """The slide swaps the names of the axes: int i = threadIdx.x * 32 + blockIdx.x; if
    (i < n)"""
    (text,) = te.ptx(*vector_add(ADD_BOUND, monkeypatch))
    for part in ("%ctaid.x", "%tid.x", "setp.", "add.f32", ".maxntid 32, 1, 1"):
        assert part in text, part


CUMSUM = """
m = tvm.var("m")
n = tvm.var("n")
X = tvm.placeholder((m, n), name="X")

s_state = tvm.placeholder((m, n))
s_init = tvm.compute((1, n), lambda _, i: X[0, i])
s_update = tvm.compute((m, n), lambda t, i: s_state[t-1, i] + X[t, i])

Y = tvm.scan(s_init, s_update, s_state, inputs=[X])
"""


def test_cumsum():
    slide = run(CUMSUM)
    X, Y = slide["X"], slide["Y"]
    f = te.build(te.create_schedule(Y.op), [X, Y])
    for m, n in [(1, 3), (0, 2), (7, 5), (20, 1)]:
        check(f, lambda x: x.cumsum(0), random(m, n))


GEMM8X8 = """
w, x = t.placeholder((8, 8)), t.placeholder((8, 8))
k = t.reduce_axis((0, 8))
y = t.compute((8, 8), lambda i, j:
               t.sum(w[i, k] * x[j, k], axis=k))

def gemm_intrin_lower(inputs, outputs):
    ww_ptr = inputs[0].access_ptr("r")
    xx_ptr = inputs[1].access_ptr("r")
    zz_ptr = outputs[0].access_ptr("w")
    compute = t.hardware_intrin("gemm8x8", ww_ptr, xx_ptr, zz_ptr)
    reset = t.hardware_intrin("fill_zero", zz_ptr)
    update = t.hardware_intrin("fuse_gemm8x8_add", ww_ptr, xx_ptr, zz_ptr)
    return compute, reset, update

gemm8x8 = t.decl_tensor_intrin(y.op, gemm_intrin_lower)
"""


def test_hardware_designers_gemm():
    slide = run(GEMM8X8)
    w, x, y = (slide[name] for name in "wxy")
    f = te.build(te.create_schedule(y.op), [w, x, y])
    check(f, lambda w, x: w @ x.T, random(8, 8), random(8, 8))


def test_tensorize_with_the_hardware_designers_gemm():
    gemm8x8 = run(GEMM8X8)["gemm8x8"]
    slide = run(DOT.replace("tvm.var('m'), tvm.var('n'), tvm.var('h')", "8, 8, 8"))
    A, B, C = (slide[name] for name in "ABC")
    s = te.create_schedule(C.op)
    s[C].tensorize(C.op.axis[0], gemm8x8)
    text = te.lower(s, [A, B, C])
    assert text.count('te.hardware_intrin "gemm8x8"') == 1
    assert "scf.for" not in text
