# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stages: their places, their buffers, and unrolled loops."""

import time

import numpy as np
import pytest

from tvm_mlir import TvmError, te

from te_stages import X, check, n, random, stages


def test_compute_root():
    Y, Z, s = stages()
    plain = str(s)
    s[Y].compute_inline()
    s[Y].compute_root()
    assert str(s) == plain
    s[Y].compute_at(s[Z], Z.op.axis[0])
    s[Y].compute_root()
    assert str(s) == plain
    xo, xi = s[Z].split(Z.op.axis[0], 8)
    s[Y].compute_at(s[Z], xo)  # anew
    assert "schedule.compute_at" in str(s)
    check(s, [X, Z], random(21) * 2 + 1, random(21))


def test_double_buffer():
    Y, Z, s = stages()
    xo, xi = s[Z].split(Z.op.axis[0], 8)
    s[Y].double_buffer()
    s[Y].compute_at(s[Z], xo)
    A = te.placeholder((64,), name="A")
    B = te.compute((64,), lambda i: A[i] * 2, name="B")
    C = te.compute((64,), lambda i: B[i] + 1, name="C")
    s = te.create_schedule(C.op)
    s[B].double_buffer()
    xo, xi = s[C].split(C.op.axis[0], 8)
    s[B].compute_at(s[C], xo)
    s[C].vectorize(xi)
    s[B].vectorize(B.op.axis[0])
    assert str(s).rstrip().splitlines()[-3].strip().startswith("schedule.double_buffer")
    assert "memref<2x8xf32>" in te.lower(s, [A, C])
    check(s, [A, C], random(64) * 2 + 1, random(64))


def test_double_buffer_of_a_copy():
    A = te.placeholder((6, 8), name="A")
    C = te.compute((6, 8), lambda i, j: A[i, j] + 1, name="C")
    s = te.create_schedule(C.op)
    copy = s.cache_read(A, "global", C)
    s[copy].compute_at(s[C], C.op.axis[0])
    s[copy].double_buffer()
    assert "memref<2x1x8xf32>" in te.lower(s, [A, C])
    check(s, [A, C], random(6, 8) + 1, random(6, 8))


def product(size):
    """Returns C = A B, the axis of its sums, and its values for the given arrays."""
    A = te.placeholder((size, size), name="A")
    B = te.placeholder((size, size), name="B")
    k = te.reduce_axis((0, size), name="k")
    C = te.compute((size, size), lambda i, j: te.sum(A[i, k] * B[k, j], k), name="C")
    a, b = random(size, size), random(size, size)[::-1].copy()
    return [A, B, C], k, te.create_schedule(C.op), [a.astype("float64") @ b, a, b]


@pytest.mark.parametrize("size", [20, 32])
@pytest.mark.parametrize("is_first", [False, True])
def test_double_buffer_in_a_reduction(size, is_first):
    """The sums are initialised in front of the loop, with the loop's marks."""
    (A, B, C), k, s, values = product(size)
    copies = [s.cache_read(tensor, "local", [C]) for tensor in (A, B)]
    io, jo, il, jl = s[C].tile(*C.op.axis, 8, 8)
    ko, ki = s[C].split(k, factor=4)
    order = (ko, io, jo, ki, il, jl) if is_first else (io, jo, ko, il, ki, jl)
    s[C].reorder(*order)
    s[C].vectorize(jl)
    for copy in copies:
        s[copy].compute_at(s[C], ko)
        s[copy].double_buffer()
    assert str(s).count("schedule.decompose_reduction") == 1
    check(s, [A, B, C], *values)


def test_double_buffer_in_loops_inside_of_reductions():
    """The loop belongs to another axis, and the sums end at it."""
    (A, B, C), k, s, values = product(32)
    copy = s.cache_read(A, "local", [C])
    ko, ki = s[C].split(k, factor=4)
    io, il = s[C].split(C.op.axis[0], factor=8)
    s[C].reorder(ko, io, il, C.op.axis[1], ki)
    s[copy].compute_at(s[C], io)
    s[copy].double_buffer()
    assert str(s).count("schedule.decompose_reduction") == 1
    check(s, [A, B, C], *values)


def test_double_buffer_around_a_reduction():
    (A, B, C), k, s, values = product(16)
    copy = s.cache_read(A, "local", [C])
    s[copy].compute_at(s[C], C.op.axis[0])
    s[copy].double_buffer()
    s[copy].double_buffer()
    assert "schedule.decompose_reduction" not in str(s)
    check(s, [A, B, C], *values)
    s[copy].rolling_buffer()
    assert "schedule.double_buffer" not in str(s)


def test_double_buffer_needs_a_loop():
    Y, Z, s = stages()
    s[Y].double_buffer()
    line = str(s)
    assert not s.is_empty and "schedule.double_buffer %Y" in line
    with pytest.raises(TvmError, match="expected a buffer that a loop makes anew"):
        te.lower(s, [X, Z])


def test_cache_of_several_tensors():
    Y, Z, s = stages()
    text = "all results of one compute to write to a cache, the 1 of 'Y', got 'Y', 'Z'"
    with pytest.raises(ValueError, match=text):
        s.cache_write([Y, Z], "local")
    assert [t.name for t in s.cache_write([Z], "global")] == ["Z.global"]
    check(s, [X, Z], random(5) * 2 + 1, random(5))
    B0, B1 = te.compute((n,), lambda i: (X[i], X[i] + 1), name="B")
    s = te.create_schedule(B0.op)
    for tensors in (B0, [B0, B0], [B0, B1, Z]):
        with pytest.raises(ValueError, match="the 2 of 'B', got "):
            s.cache_write(tensors, "local")
    with pytest.raises(ValueError, match="to write to a cache, any, got none"):
        s.cache_write([], "local")


@pytest.mark.parametrize(
    "pragma, text",
    [
        ("unroll_hard", "no pragma 'unroll_hard': use unroll instead"),
        ("prefetch_scope", "use prefetch instead"),
        ("parallel_launch_point", "use parallel instead"),
        ("import_llvm", "use te.extern or tensorize instead"),
        ("debug_skip_region", "no pragma 'debug_skip_region'$"),
    ],
)
def test_pragmas(pragma, text):
    Y, Z, s = stages()
    with pytest.raises(ValueError, match=text):
        s[Z].pragma(Z.op.axis[0], pragma, 16)


def test_unrolling_of_what_is_small():
    """Small loops are also unrolled in a loop of another stage."""
    A = te.placeholder((8, 24), name="A")
    B = te.compute((8, 24), lambda i, j: A[i, j] * 2, name="B")
    C = te.compute((8, 24), lambda i, j: B[i, j] + 1, name="C")
    s = te.create_schedule(C.op)
    outer, inner = s[C].split(C.op.axis[1], 4)
    s[B].compute_at(s[C], outer)
    s[C].pragma(C.op.axis[0], "unroll_explicit", True)
    assert s.is_empty is False and "schedule.unroll" not in str(s)
    s[C].pragma(C.op.axis[0], "auto_unroll_max_step", 0)
    s[C].pragma(C.op.axis[0], "auto_unroll_max_step", 16)
    assert str(s).splitlines()[-3].strip() == "schedule.unroll %i max_step 16"
    assert te.lower(s, [A, C]).count('te.kind = "unrolled"') == 3
    check(s, [A, C], random(8, 24) * 2 + 1, random(8, 24))
    with pytest.raises(ValueError, match="auto_unroll_max_step from 0 on, got -1"):
        s[C].pragma(inner, "auto_unroll_max_step", -1)
    with pytest.raises(ValueError, match="'i' of 'C' to be split and fused before"):
        s[C].split(C.op.axis[0], 2)


# --- large kernels --------------------------------------------------------------


def test_kernels_of_many_stages():
    """The kernel has more loops than a function may have. Its parts share the
    workspace."""
    n, width, count = te.var("n"), 33, 200
    X = te.placeholder((n, width), name="X")
    tensors, steps = [X], []
    for k in range(count):
        x, y = tensors[-1], tensors[max(0, k - 20)]
        if k % 7 == 3:
            r = te.reduce_axis((0, width), "r")
            total = te.compute((n,), lambda i: te.sum(x[i, r], axis=r), name=f"t{k}")
            body = lambda i, j: x[i, j] - total[i] / float(width)  # noqa: E731
            steps.append(lambda x, y: x - x.mean(1, keepdims=True))
        elif k % 5 == 2:
            body = lambda i, j: x[i, j] * 0.5 + y[i, width - 1 - j]  # noqa: E731
            steps.append(lambda x, y: x * 0.5 + y[:, ::-1])
        else:
            body = lambda i, j: te.max(x[i, j] + 1.0, -3.0)  # noqa: E731
            steps.append(lambda x, y: np.maximum(x + 1.0, -3.0))
        tensors.append(te.compute((n, width), body, name=f"s{k}"))
    run = te.build(te.create_schedule(tensors[-1].op), [X, tensors[-1]])
    for rows in (0, 1, 5):
        x = np.random.default_rng(rows).random((rows, width), np.float32)
        values = [x.astype(np.float64)]
        for k, step in enumerate(steps):
            values.append(step(values[-1], values[max(0, k - 20)]))
        np.testing.assert_allclose(run(x), values[-1], rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("target", ["host", "host,mcpu=x86-64-v3"])
@pytest.mark.parametrize(
    "count, step, reference",
    [
        (4000, lambda v, k: v * 0.5 + float(k), lambda v, k: v * 0.5 + k),
        (1500, lambda v, k: te.exp(-v), lambda v, k: np.exp(-v)),
    ],
)
def test_long_bodies(count, step, reference, target):
    """The limits apply, since LLVM would take minutes to vectorise such loops or to
    distribute 16 registers."""
    X = te.placeholder((64,), name="X")

    def body(i):
        value = X[i]
        for k in range(count):
            value = step(value, k)
        return value

    Y = te.compute((64,), body, name="Y")
    start = time.process_time()
    run = te.build(te.create_schedule(Y.op), [X, Y], no_cache=True, target=target)
    assert time.process_time() - start < 10
    x = np.random.default_rng(0).random(64, np.float32)
    expected = x.astype(np.float64)
    for k in range(count):
        expected = reference(expected, k)
    np.testing.assert_allclose(run(x), expected, rtol=1e-4)


def test_many_virtual_threads():
    """Beyond a limit, virtual threads run one after another."""
    X = te.placeholder((4096, 8), name="X")
    k = te.reduce_axis((0, 8), "k")
    Y = te.compute((4096,), lambda i: te.sum(X[i, k] * 2.0 + 1.0, axis=k), name="Y")
    s = te.create_schedule(Y.op)
    s[Y].bind(Y.op.axis[0], te.thread_axis("vthread"))
    start = time.process_time()
    run = te.build(s, [X, Y], no_cache=True)
    assert time.process_time() - start < 5
    x = np.random.default_rng(0).random((4096, 8), np.float32)
    np.testing.assert_allclose(run(x), (x * 2 + 1).sum(1), rtol=1e-5)
