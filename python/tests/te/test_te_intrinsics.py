# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions: declared as on the slides, compared with loops, executed as C
functions; and loops on the axes of a GPU."""

import ctypes

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import TvmError
from tvm_mlir import te as t


def random(*shape):
    return np.random.default_rng(sum(shape)).random(shape, np.float32) - 0.5


def gemm_intrin_lower(inputs, outputs):
    """Returns the slide's code for an instruction."""
    ww_ptr = inputs[0].access_ptr("r")
    xx_ptr = inputs[1].access_ptr("r")
    zz_ptr = outputs[0].access_ptr("w")
    compute = t.hardware_intrin("gemm8x8", ww_ptr, xx_ptr, zz_ptr)
    reset = t.hardware_intrin("fill_zero", zz_ptr)
    update = t.hardware_intrin("fuse_gemm8x8_add", ww_ptr, xx_ptr, zz_ptr)
    return compute, reset, update


def gemm_function_lower(inputs, outputs):
    """Returns the same code with C functions."""
    w, x = (buffer.access_ptr("r") for buffer in inputs)
    z = outputs[0].access_ptr("rw")
    return (
        t.call_packed("te_test_gemm8x8", w, x, z),
        t.call_packed("te_test_fill_zero", z),
        t.call_packed("te_test_gemm8x8_add", w, x, z),
    )


def declare(lower, **arguments):
    w, x = t.placeholder((8, 8), name="w"), t.placeholder((8, 8), name="x")
    k = t.reduce_axis((0, 8))
    y = t.compute((8, 8), lambda i, j: t.sum(w[i, k] * x[j, k], axis=k), name="y")
    return t.decl_tensor_intrin(y.op, lower, **arguments)


def tiles(args):
    """Returns the buffers of a call as 8x8 tiles, according to its dims."""
    tiles = []
    for index in range(3):
        if index and args.contents.dims[2 * index] != 8:
            break
        address = ctypes.cast(
            args.contents.buffers[index], ctypes.POINTER(ctypes.c_float)
        )
        tiles.append(np.ctypeslib.as_array(address, (8, 8)))
    return tiles


calls = []


def gemm(args):
    w, x, z = tiles(args)
    z[:] = w @ x.T
    calls.append("gemm8x8")
    return 0


def gemm_add(args):
    w, x, z = tiles(args)
    z += w @ x.T
    calls.append("gemm8x8_add")
    return 0


def fill_zero(args):
    address = ctypes.cast(args.contents.buffers[0], ctypes.POINTER(ctypes.c_float))
    np.ctypeslib.as_array(address, (8, 8))[:] = 0
    calls.append("fill_zero")
    return 0


tvm_mlir.register_function("te_test_gemm8x8", gemm)
tvm_mlir.register_function("te_test_gemm8x8_add", gemm_add)
tvm_mlir.register_function("te_test_fill_zero", fill_zero)


def product(m, n, k, factor=1.0):
    W, X = t.placeholder((m, k), name="W"), t.placeholder((n, k), name="X")
    r = t.reduce_axis((0, k), "r")
    body = lambda i, j: t.sum(W[i, r] * X[j, r], axis=r)  # noqa: E731
    if factor != 1.0:
        body = lambda i, j: t.sum(W[i, r] * X[j, r] * factor, axis=r)  # noqa: E731
    Y = t.compute((m, n), body, name="Y")
    return W, X, Y, t.create_schedule(Y.op)


def use(s, W, X, Y, intrin):
    """Uses the instruction on tiles of 8x8, which are in buffers of their own."""
    WL, XL = s.cache_read(W, "global", Y), s.cache_read(X, "global", Y)
    YL = s.cache_write(Y, "global")
    _, yo, _, _ = s[Y].tile(*Y.op.axis, 8, 8)
    s[YL].compute_at(s[Y], yo)
    i, j = s[YL].op.axis
    ro, ri = s[YL].split(*s[YL].op.reduce_axis, factor=8)
    s[YL].reorder(ro, i, j, ri)
    s[YL].tensorize(i, intrin)
    s[WL].compute_at(s[YL], ro)
    s[XL].compute_at(s[YL], ro)
    return WL


def test_an_instruction_for_the_whole():
    W, X, Y, s = product(8, 8, 8)
    s[Y].tensorize(Y.op.axis[0], declare(gemm_function_lower))
    f = t.build(s, [W, X, Y])
    w, x = random(8, 8), random(8, 8)
    calls.clear()
    np.testing.assert_allclose(f(w, x), w @ x.T, rtol=1e-4, atol=1e-5)
    assert calls == ["gemm8x8"]


def test_operands_that_are_fetched_ahead():
    W, X, Y, s = product(16, 24, 32)
    """The instruction's reset initialises the product, in front of the loop; an
    instruction takes one place of an operand, and not one of two."""
    s[use(s, W, X, Y, declare(gemm_function_lower))].double_buffer()
    steps = [line.strip() for line in str(s).splitlines()]
    first = next(i for i, step in enumerate(steps) if "schedule.tensorize" in step)
    assert "schedule.decompose_reduction" in steps[first + 1]
    with pytest.raises(TvmError, match="blocks access at affine subscripts"):
        t.lower(s, [W, X, Y])


@pytest.mark.parametrize("name", [None, "gemm"])
def test_reset_and_update(name):
    W, X, Y, s = product(16, 24, 32)
    use(s, W, X, Y, declare(gemm_function_lower, name=name))
    symbol = name or "gemm_function_lower"
    assert f"with @{symbol}\n" in str(s)
    f = t.build(s, [W, X, Y])
    w, x = random(16, 32), random(24, 32)
    calls.clear()
    np.testing.assert_allclose(f(w, x), w @ x.T, rtol=1e-4, atol=1e-5)
    assert calls == (["fill_zero"] + ["gemm8x8_add"] * 4) * 6


def test_instructions_of_the_target():
    W, X, Y, s = product(16, 24, 32)
    use(s, W, X, Y, declare(gemm_intrin_lower, name="gemm8x8"))
    loops = t.lower(s, [W, X, Y])
    assert loops.count('te.hardware_intrin "fill_zero"(w ') == 1
    assert loops.count('te.hardware_intrin "fuse_gemm8x8_add"(r ') == 1
    assert "arith.mulf" not in loops
    with pytest.raises(TvmError, match="'fill_zero' is no instruction of this target"):
        t.build(s, [W, X, Y])


def test_memory_that_an_instruction_takes():
    """An instruction takes the strides and the offset of a part of a matrix without a
    copy."""
    stride = t.var("stride")
    a = t.placeholder((4, 8), name="a")
    b = t.compute((4, 8), lambda i, j: a[i, j] + 1, name="b")
    buffers = {
        tensor: t.decl_buffer((4, 8), strides=[stride, 1], offset_factor=1, name="m")
        for tensor in (a, b)
    }
    increment = t.decl_tensor_intrin(
        b.op,
        lambda ins, outs: t.hardware_intrin(
            "increment", ins[0].access_ptr("r"), outs[0].access_ptr("w")
        ),
        name="increment",
        binds=buffers,
    )
    A = t.placeholder((8, 32), name="A")
    B = t.compute((8, 32), lambda i, j: A[i, j] + 1, name="B")
    s = t.create_schedule(B)
    _, _, xi, _ = s[B].tile(*B.op.axis, 4, 8)
    s[B].tensorize(xi, increment)
    loops = t.lower(s, [A, B])
    assert "strided<[?, 1], offset: ?>" in loops
    assert 'te.hardware_intrin "increment"(r ' in loops


def test_scopes_of_buffers():
    buffer = t.decl_buffer((4, 8), "int8", scope="vta.inp", offset_factor=1)
    assert buffer.type() == 'memref<4x8xi8, strided<[8, 1], offset: ?>, "vta.inp">'
    assert t.decl_buffer((4,)).type() == "memref<4xf32>"


def test_another_computation_is_refused():
    W, X, Y, s = product(8, 8, 8, factor=2.0)
    s[Y].tensorize(Y.op.axis[0], declare(gemm_function_lower))
    with pytest.raises(TvmError, match="cannot tensorize .*with @gemm_function_lower"):
        t.lower(s, [W, X, Y])


def test_another_memory_is_refused():
    W, X, Y, s = product(16, 16, 8)
    _, _, xi, _ = s[Y].tile(*Y.op.axis, 8, 8)
    s[Y].tensorize(xi, declare(gemm_function_lower))
    with pytest.raises(TvmError, match="cannot tensorize .*with @gemm_function_lower"):
        t.lower(s, [W, X, Y])


def pointers(count):
    def lower(inputs, outputs):
        return (t.hardware_intrin("f", outputs[0].access_ptr("w")),) * count

    return lower


P = t.placeholder((8,), name="P")
Q = t.compute((8,), lambda i: P[i] + 1, name="Q")
(AXIS,) = Q.op.axis
WRONG = [
    (lambda: t.decl_tensor_intrin(P.op, pointers(1)), "a te.compute with one result"),
    (lambda: declare(pointers(2), name="g"), "'g': expected one lowering or .*got 2"),
    (lambda: declare(lambda i, o: 1, name="g"), "'g': expected te.hardware_intrin"),
    (lambda: declare(pointers(1), name="g", binds={P: t.decl_buffer(8)}), "one of 'P'"),
    (
        lambda: t.decl_tensor_intrin(Q, pointers(1), binds={P: t.decl_buffer((8, 8))}),
        "a buffer of the rank and type of",
    ),
    (lambda: t.decl_buffer((8,), strides=[1, 1]), "expected 1 strides, got 2"),
    (lambda: t.decl_buffer((8,), offset_factor=4), "offset_factor of 0 or 1, got 4"),
    (lambda: t.decl_buffer((8,)).access_ptr("x"), 'expected "r", "w" or "rw", got'),
    (
        lambda: t.create_schedule(Q)[Q].tensorize(AXIS, 3),
        "a te.decl_tensor_intrin, got",
    ),
    (lambda: t.create_schedule(Q)[Q].bind(AXIS, "x"), "a te.thread_axis, got 'x'"),
    (lambda: t.thread_axis(3), "expected a name of a thread axis, got 3"),
]


@pytest.mark.parametrize("call, text", WRONG)
def test_wrong_declarations(call, text):
    with pytest.raises((TypeError, ValueError), match=text):
        call()


def use_of_a_foreign_buffer():
    other = t.decl_buffer((8, 8), name="other")
    call = t.hardware_intrin("f", other.access_ptr("r"))
    return lambda inputs, outputs: call


@pytest.mark.parametrize(
    "lower, text",
    [
        (use_of_a_foreign_buffer(), "own buffers, got 'other'"),
        (
            lambda i, o: (None, t.hardware_intrin("f", i[0].access_ptr("r")), None),
            "expected reset to take the instruction's own buffers, got 'w'",
        ),
        (lambda i, o: t.call_packed("f", 3), "an access_ptr of a buffer, got 3: constants are"),
    ],
)
def test_wrong_operands(lower, text):
    W, X, Y, s = product(8, 8, 8)
    s[Y].tensorize(Y.op.axis[0], declare(lower))
    with pytest.raises((TypeError, ValueError), match=text):
        t.lower(s, [W, X, Y])


# --- GPU ----------------------------------------------------------------------


def test_threads():
    """The slide's last version of the vector addition."""
    n = t.var("n")
    A, B = t.placeholder((n,), name="A"), t.placeholder((n,), name="B")
    C = t.compute((n,), lambda i: A[i] + B[i], name="C")
    s = t.create_schedule(C.op)
    xo, xi = s[C].split(s[C].axis[0], factor=32)
    s[C].bind(xo, t.thread_axis("blockIdx.x"))
    s[C].bind(xi, t.thread_axis("threadIdx.x"))
    assert 'schedule.bind %i.outer to "blockIdx.x"\n' in str(s)
    loops = t.lower(s, [A, B, C])
    assert 'te.kind = "threadIdx.x"' in loops
    assert 'te.kind = "blockIdx.x"' in loops
    with pytest.raises(
        TvmError, match="cannot bind to 'threadIdx.x': the kernel is compiled for a CPU"
    ):
        t.build(s, [A, B, C])
    s[C].bind(xi, t.thread_axis("warpIdx"))
    with pytest.raises(TvmError, match="warpIdx"):
        t.lower(s, [A, B, C])
