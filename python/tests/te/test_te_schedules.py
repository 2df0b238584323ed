# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules: each primitive, executed against numpy, at static and symbolic
sizes; and the script that they write."""

import time

import numpy as np
import pytest
import tvm_mlir

from tvm_mlir import te

STATIC = (37, 45, 28)
SIZES = [STATIC, (1, 1, 1), (64, 64, 64), (5, 0, 3)]


def random(*shape):
    return np.random.default_rng(sum(shape)).random(shape, np.float32) - 0.5


def product(is_symbolic):
    """A program for C = A @ B, with a check of its schedules."""
    M, N, K = (te.var("m"), te.var("n"), te.var("k")) if is_symbolic else STATIC
    A, B = te.placeholder((M, K), name="A"), te.placeholder((K, N), name="B")
    k = te.reduce_axis((0, K), "k")
    C = te.compute((M, N), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    s = te.create_schedule(C.op)

    def check():
        f = te.build(s, [A, B, C])
        for m, n, k in SIZES if is_symbolic else [STATIC]:
            a, b = random(m, k), random(k, n)
            np.testing.assert_allclose(f(a, b), a @ b, rtol=1e-4, atol=1e-5)

    return A, B, C, s, check


both = pytest.mark.parametrize("is_symbolic", [False, True])


@both
def test_no_steps(is_symbolic):
    A, B, C, s, check = product(is_symbolic)
    assert s.is_empty
    assert "schedule." not in str(s)
    check()


@both
def test_tile_reorder_vectorize_unroll_parallel(is_symbolic):
    _, _, C, s, check = product(is_symbolic)
    x, y = s[C].op.axis
    (k,) = s[C].op.reduce_axis
    xo, yo, xi, yi = s[C].tile(x, y, 4, 8)
    ko, ki = s[C].split(k, factor=4)
    s[C].reorder(xo, yo, ko, xi, ki, yi)
    s[C].vectorize(yi)
    s[C].unroll(ki)
    s[C].parallel(xo)
    assert [a.name for a in s[C].leaf_iter_vars] == [
        "i.outer",
        "j.outer",
        "k.outer",
        "i.inner",
        "k.inner",
        "j.inner",
    ]
    check()


def test_number_of_parts_and_fuse():
    _, _, C, s, check = product(False)
    x, y = C.op.axis
    xo, xi = s[C].split(x, nparts=5)
    fused = s[C].fuse(xi, y)
    assert fused.name == "i.inner.j.fused"
    s[C].parallel(xo)
    check()


def test_fuse_of_several():
    _, _, C, s, check = product(False)
    s[C].fuse(*C.op.axis, *C.op.reduce_axis)
    check()


@both
def test_loops_that_are_not_named_stay(is_symbolic):
    _, _, C, s, check = product(is_symbolic)
    i, j = C.op.axis
    (k,) = C.op.reduce_axis
    s[C].reorder(k, i)
    assert [a.name for a in s[C].leaf_iter_vars] == ["k", "j", "i"]
    assert "schedule.reorder %k, %j, %i" in str(s)
    check()


@both
def test_cache_write_and_compute_at(is_symbolic):
    """TVM's tutorial on matrix products."""
    _, _, C, s, check = product(is_symbolic)
    CC = s.cache_write(C, "global")
    mo, no, mi, ni = s[C].tile(C.op.axis[0], C.op.axis[1], 8, 16)
    s[CC].compute_at(s[C], no)
    mc, nc = s[CC].op.axis
    (k,) = s[CC].op.reduce_axis
    ko, ki = s[CC].split(k, factor=4)
    s[CC].reorder(ko, mc, ki, nc)
    s[CC].vectorize(nc)
    s[CC].unroll(ki)
    s[C].parallel(mo)
    check()


@both
def test_the_order_of_calls_on_different_stages_does_not_matter(is_symbolic):
    """Copies of tiles, computed in the loops of a local result."""
    texts = set()
    for places_first in (True, False):
        A, B, C, s, check = product(is_symbolic)
        AA, BB = s.cache_read(A, "shared", [C]), s.cache_read(B, "shared", [C])
        CL = s.cache_write(C, "local")
        _, yo, _, _ = s[C].tile(*C.op.axis, 8, 8)
        if places_first:
            s[CL].compute_at(s[C], yo)
        ko, ki = s[CL].split(*s[CL].op.reduce_axis, factor=4)
        s[CL].reorder(ko, ki, *s[CL].op.axis)
        if places_first:
            s[AA].compute_at(s[CL], ko)
            s[BB].compute_at(s[CL], ko)
        s[BB].vectorize(s[BB].op.axis[1])
        s[AA].fuse(*s[AA].op.axis)
        if not places_first:
            s[BB].compute_at(s[CL], ko)
            s[AA].compute_at(s[CL], ko)
            s[CL].compute_at(s[C], yo)
        texts.add(str(s))
        check()
    assert len(texts) == 1


@both
def test_rfactor(is_symbolic):
    M = te.var("m") if is_symbolic else 37
    A = te.placeholder((M, 28), name="A")
    k = te.reduce_axis((0, 28), "k")
    B = te.compute((M,), lambda i: te.sum(A[i, k], k), name="B")
    s = te.create_schedule(B)
    ko, _ = s[B].split(k, nparts=4)
    partial = s.rfactor(B, ko)
    assert partial.shape[0] == 4
    assert [a.name for a in s[partial].op.axis] == ["k.outer.rf", "i.rf"]
    assert [a.name for a in s[partial].op.reduce_axis] == ["k.inner.rf"]
    s[partial].reorder(*s[partial].op.axis, *s[partial].op.reduce_axis)
    s[partial].parallel(s[partial].op.axis[0])
    s[B].parallel(s[B].op.axis[0])
    f = te.build(s, [A, B])
    a = random(37, 28)
    np.testing.assert_allclose(f(a), a.sum(1), rtol=1e-4, atol=1e-5)


def test_rfactor_of_a_copy_at_another_place():
    A, B, C, s, check = product(False)
    CC = s.cache_write(C, "global")
    _, ki = s[CC].split(s[CC].op.reduce_axis[0], factor=4)
    partial = s.rfactor(CC, ki, factor_axis=-1)
    assert partial.shape == (37, 45, 4)
    s[CC].compute_at(s[C], C.op.axis[0])
    s[CC].reorder(s[CC].op.reduce_axis[0], *s[CC].op.axis)
    check()


def stencil(is_symbolic):
    n = te.var("n") if is_symbolic else 42
    X = te.placeholder((n,), name="X")
    P = te.compute((n,), lambda i: te.exp(X[i]), name="P")
    S = te.compute((n - 2,), lambda i: P[i] + 2 * P[i + 1] + P[i + 2], name="S")
    s = te.create_schedule(S.op)

    def check():
        f = te.build(s, [X, S])
        for size in (42, 3, 2, 19) if is_symbolic else (42,):
            p = np.exp(random(size))
            np.testing.assert_allclose(
                f(random(size)), p[:-2] + 2 * p[1:-1] + p[2:], rtol=1e-5
            )

    return X, P, S, s, check


@both
def test_compute_inline(is_symbolic):
    _, P, S, s, check = stencil(is_symbolic)
    s[P].compute_inline()
    outer, inner = s[S].split(S.op.axis[0], factor=8)
    s[S].vectorize(inner)
    assert "alloc" not in te.lower(s, [P.op.input_tensors[0], S])
    check()


@both
def test_compute_at_of_a_halo(is_symbolic):
    X, P, S, s, check = stencil(is_symbolic)
    outer, _ = s[S].split(S.op.axis[0], factor=8)
    s[P].vectorize(P.op.axis[0])
    s[P].compute_at(s[S], outer)
    s[S].parallel(outer)
    assert "memref<10xf32>" in te.lower(s, [X, S])
    check()


@both
def test_a_copy_is_read_by_what_is_inlined(is_symbolic):
    X, P, S, s, check = stencil(is_symbolic)
    outer, _ = s[S].split(S.op.axis[0], factor=8)
    s[P].compute_inline()
    copy = s.cache_read(X, "shared", P)
    s[copy].compute_at(s[S], outer)
    assert 'memref<10xf32, "shared">' in te.lower(s, [X, S])
    check()


@both
def test_storage(is_symbolic):
    A, B, C, s, check = product(is_symbolic)
    copy = s.cache_read(B, "global", C)
    s[copy].set_scope("shared")
    if not is_symbolic:
        s[copy].storage_align(s[copy].op.axis[0], 32, 1)
    assert '"shared"' in te.lower(s, [A, B, C])
    check()


def test_steps_of_one_stage_of_a_scan():
    m, n = te.var("m"), te.var("n")
    X = te.placeholder((m, n), name="X")
    state = te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: X[0, i], name="init")
    update = te.compute((m, n), lambda t, i: state[t - 1, i] + X[t, i], name="update")
    Y = te.scan(init, update, state, name="Y")
    s = te.create_schedule(Y)
    outer, inner = s[update].split(update.op.axis[1], factor=8)
    s[update].vectorize(inner)
    s[init].vectorize(init.op.axis[1])
    x = random(6, 20)
    np.testing.assert_allclose(te.build(s, [X, Y])(x), x.cumsum(0), rtol=1e-4)


@pytest.mark.parametrize("size", [None, 40])
def test_a_stage_of_a_step_is_computed_at_a_loop_of_another(size: int | None) -> None:
    """Both stages share the loop over steps."""
    m = te.var("m")
    n = te.var("n") if size is None else size
    x = te.placeholder((m, n), name="x")
    state = te.placeholder((m, n), name="state")
    init = te.compute((1, n), lambda _, i: x[0, i])
    twice = te.compute((m, n), lambda t, i: state[t - 1, i] * 2, name="twice")
    update = te.compute((m, n), lambda t, i: twice[t, i] + x[t, i], name="update")
    y = te.scan(init, update, state, inputs=[x])
    s = te.create_schedule(y.op)
    outer, inner = s[update].split(update.op.axis[1], factor=32)
    s[twice].compute_at(s[update], outer)
    s[twice].vectorize(twice.op.axis[1])
    data = np.random.default_rng(0).standard_normal((5, 40)).astype(np.float32)
    expected = data.copy()
    for t in range(1, 5):
        expected[t] = expected[t - 1] * 2 + data[t]
    np.testing.assert_allclose(te.build(s, [x, y])(data), expected, rtol=1e-6)


def test_axes_of_what_a_cache_computes() -> None:
    a = te.placeholder((8, 16), name="a")
    k = te.reduce_axis((4, 12), name="k")
    c = te.compute((8,), lambda i: te.sum(a[i, k], axis=k), name="c")
    s = te.create_schedule(c.op)
    cache = s.cache_write(c, "local")
    outer, _ = s[cache].split(cache.op.reduce_axis[0], nparts=4)
    partial = s.rfactor(cache, outer)
    s[partial].unroll(partial.op.reduce_axis[0])
    data = np.random.default_rng(0).standard_normal((8, 16)).astype(np.float32)
    np.testing.assert_allclose(
        te.build(s, [a, c])(data), data[:, 4:12].sum(1), rtol=1e-5
    )


@pytest.mark.parametrize("is_inline", [False, True])
def test_one_copy_for_several_readers(is_inline: bool) -> None:
    n = te.var("n")
    x = te.placeholder((n,), name="x")
    y = te.compute((n,), lambda i: x[i] * 2, name="y")
    z = te.compute((n,), lambda i: x[i] + y[i], name="z")
    out = te.compute((n,), lambda i: x[i] + z[i], name="out")
    s = te.create_schedule(out.op)
    copy = s.cache_read(x, "global", [out, y, y.op])
    s[copy].vectorize(s[copy].split(copy.op.axis[0], 8)[1])
    if is_inline:
        s[y].compute_inline()
    assert str(s).count("schedule.cache_read") == 1
    assert 'schedule.cache_read %out, 0 to "global" with %y' in str(s)
    data = random(21)
    np.testing.assert_allclose(te.build(s, [x, out])(data), 4 * data, rtol=1e-6)


def test_a_copy_that_what_is_computed_at_a_loop_reads() -> None:
    """The copy contains the region that a tile of both readers needs."""
    x = te.placeholder((64,), name="x")
    y = te.compute((60,), lambda i: x[i] + x[i + 4], name="y")
    z = te.compute((60,), lambda i: y[i] * x[i + 2], name="z")
    s = te.create_schedule(z.op)
    copy = s.cache_read(x, "local", [y, z])
    outer, _ = s[z].split(z.op.axis[0], 6)
    s[y].compute_at(s[z], outer)
    s[copy].compute_at(s[z], outer)
    assert 'memref<10xf32, "local">' in te.lower(s, [x, z])
    data = random(64)
    expected = (data[:-4] + data[4:]) * data[2:-2]
    np.testing.assert_allclose(te.build(s, [x, z])(data), expected, rtol=1e-5)


def largest() -> tuple[te.Tensor, te.Tensor, te.Tensor, te.Schedule]:
    """Returns x, and the largest element of each row with its position."""
    x = te.placeholder((7, 12), name="x")
    k = te.reduce_axis((0, 12), "k")
    value, place = te.compute((7,), lambda i: te.argmax(x[i, k], axis=k), name="v")
    return x, value, place, te.create_schedule(value.op)


def check_largest(x: te.Tensor, *results: te.Tensor, s: te.Schedule) -> None:
    data = random(7, 12)
    value, place = te.build(s, [x, *results])(data)
    np.testing.assert_array_equal(value, data.max(1))
    np.testing.assert_array_equal(place, data.argmax(1))


def test_results_of_one_compute_are_cached_together() -> None:
    x, value, place, s = largest()
    places, values = s.cache_write([place, value], "local")
    assert (values.dtype, places.dtype) == ("float32", "int64")
    outer, inner = s[value].split(value.op.axis[0], 4)
    s[values].compute_at(s[place], outer)
    s[place].vectorize(inner)
    assert 'memref<4xi64, "local">' in te.lower(s, [x, value, place])
    check_largest(x, value, place, s=s)


def test_rfactor_of_several_results() -> None:
    x, value, place, s = largest()
    outer, _ = s[value].split(s[value].op.reduce_axis[0], 3)
    values, places = s.rfactor(value, outer)
    assert values.shape == places.shape == (4, 7)
    s[values].reorder(*s[values].op.axis, *s[values].op.reduce_axis)
    s[places].parallel(s[places].op.axis[0])
    check_largest(x, value, place, s=s)


def test_marks_are_about_places_that_loops_have_at_last() -> None:
    """TVM's tutorial on convolutions also binds loops before it reorders them."""
    A, B, C, s, check = product(False)
    i, j = C.op.axis
    s[C].vectorize(j)
    s[C].parallel(i)
    s[C].reorder(i, *C.op.reduce_axis, j)
    lines = [line.split()[0] for line in str(s).splitlines() if " schedule." in line]
    assert lines[-3:] == ["schedule.reorder", "schedule.vectorize", "schedule.parallel"]
    check()


@pytest.mark.parametrize("step", ["split", "fuse"])
def test_marked_loops_stay_whole(step: str) -> None:
    _, _, C, s, _ = product(False)
    i, j = C.op.axis
    s[C].parallel(j)
    text = "expected loop 'j' of 'C' to be split and fused before 'parallel'"
    with pytest.raises(ValueError, match=text):
        s[C].split(j, 4) if step == "split" else s[C].fuse(i, j)
    with pytest.raises(ValueError, match="rfactor before 'C' has marked loops"):
        s.rfactor(C, C.op.reduce_axis[0])


@pytest.mark.parametrize("is_vector", [False, True])
def test_rfactor_of_a_split_that_does_not_divide(is_vector: bool) -> None:
    """TVM's tutorial on reductions, with a size that is known at run time."""
    m, n = te.var("m"), te.var("n")
    A = te.placeholder((m, n), name="A")
    k = te.reduce_axis((0, n), "k")
    B = te.compute((m,), lambda i: te.sum(A[i, k], k), name="B")
    s = te.create_schedule(B.op)
    _, inner = s[B].split(k, factor=16)
    partial = s.rfactor(B, inner, factor_axis=-1)
    if is_vector:
        i, lane = s[partial].op.axis
        s[partial].reorder(i, *s[partial].op.reduce_axis, lane)
        s[partial].vectorize(lane)
        s[partial].compute_at(s[B], s[B].op.axis[0])
    f = te.build(s, [A, B])
    for shape in [(5, 50), (5, 3), (1, 0), (0, 5), (2, 32)]:
        a = random(*shape)
        np.testing.assert_allclose(f(a), a.sum(1), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("factor", [None, 2, 3, 4, 5, 16])
def test_compute_at_of_what_is_read_at_quotients(factor):
    A = te.placeholder((8, 8), name="A")
    B = te.compute((8, 8), lambda i, j: A[i, j] + 1, name="B")
    C = te.compute((16, 16), lambda i, j: B[i // 2, (i % 2) * 4 + j // 4], name="C")
    s = te.create_schedule(C.op)
    row = C.op.axis[0]
    s[B].compute_at(s[C], s[C].split(row, factor)[0] if factor else row)
    a = np.arange(64, dtype=np.float32).reshape(8, 8)
    expected = (a + 1).reshape(16, 4).repeat(4, 1)
    np.testing.assert_array_equal(te.build(s, [A, C])(a), expected)


def test_compute_inline_where_data_decide_on_the_place():
    A = te.placeholder((20, 7), name="A")
    index = te.placeholder((10,), dtype="int32", name="index")
    B = te.compute((20, 7), lambda i, j: A[i, 6 - j] * te.cast("float32", i), name="B")
    C = te.compute(
        (10, 7), lambda i, j: B[index[i], j] + B[index[i] // 2, j], name="C"
    )
    s = te.create_schedule(C.op)
    s[B].compute_inline()
    assert "alloc" not in te.lower(s, [A, index, C])
    a = random(20, 7)
    i = np.array([0, 19, 3, 3, 7, 12, 1, 18, 5, 0], np.int32)
    b = a[:, ::-1] * np.arange(20, dtype=np.float32)[:, None]
    np.testing.assert_allclose(
        te.build(s, [A, index, C])(a, i), b[i] + b[i // 2], rtol=1e-6
    )


def inlined_chain(length, element, size):
    """Returns the last of `length` stages, each of which computes `element` of the
    stage before it. `size` returns the extent of a stage from the extent of the next
    one."""
    sizes = [3]
    for _ in range(length):
        sizes.insert(0, size(sizes[0]))
    x = stage = te.placeholder((sizes[0],), name="x")
    stages = []
    for extent in sizes[1:]:
        before = stage
        body = lambda i, before=before: element(before, i)  # noqa: E731
        stage = te.compute((extent,), body, name=f"stage{len(stages)}")
        stages.append(stage)
    s = te.create_schedule(stage.op)
    for inner in stages[:-1]:
        s[inner].compute_inline()
    return x, stage, s


@pytest.mark.parametrize("length", [14, 40])
@pytest.mark.parametrize("distance", [0, 1])
def test_chains_of_elements_that_are_read_twice(length, distance):
    """An element is computed once for each subscript, so chains do not double the
    work."""
    x, stage, s = inlined_chain(
        length, lambda t, i: te.max(t[i], t[i + distance]) - 1, lambda n: n + distance
    )
    loads = te.lower(s, [x, stage]).count("affine.load")
    assert loads == (1 if distance == 0 else length + 1)
    data = random(*x.shape)
    expected = data
    for _ in range(length):
        count = len(expected) - distance
        expected = np.maximum(expected[:count], expected[distance:]) - 1
    np.testing.assert_allclose(te.build(s, [x, stage])(data), expected, rtol=1e-5)


def test_inlined_bodies_are_bounded():
    """No two of these elements have the same subscripts."""
    x, stage, s = inlined_chain(
        13, lambda t, i: t[2 * i] + t[3 * i + 1], lambda n: 3 * n
    )
    with pytest.raises(tvm_mlir.TvmError, match="expected at most 8192 operations in"):
        te.build(s, [x, stage])


@pytest.mark.parametrize("size", [24, 64])
def test_unrolled_bodies_are_bounded(size):
    """Inner loops are unrolled and outer ones stay, so LLVM compiles the kernel in a
    few seconds."""
    a, b = te.placeholder((size, size), name="a"), te.placeholder((size, size), name="b")
    k = te.reduce_axis((0, size), "k")
    c = te.compute(
        (size, size), lambda i, j: te.sum(a[i, k] * b[k, j], axis=k), name="c"
    )
    s = te.create_schedule(c.op)
    for axis in (*c.op.axis, k) if size < 40 else (c.op.axis[1], k):
        s[c].unroll(axis)
    x, y = random(size, size), random(size, size)
    start = time.process_time()
    f = te.build(s, [a, b, c], no_cache=True)
    assert time.process_time() - start < 10
    np.testing.assert_allclose(f(x, y), x @ y, rtol=1e-4, atol=1e-5)
