"""Spellings that programs for TVM have: they do what they do there, or say what
to write instead."""

import numpy as np
import pytest

from tvm_mlir import TvmError, te

n = te.var("n")
X = te.placeholder((n,), name="X")


def random(*shape):
    return np.random.default_rng(sum(shape)).random(shape, np.float32) - 0.5


def stages():
    """Z = f(Y(X)), and their schedule."""
    Y = te.compute((n,), lambda i: X[i] * 2, name="Y")
    Z = te.compute((n,), lambda i: Y[i] + 1, name="Z")
    return Y, Z, te.create_schedule(Z.op)


def check(s, args, expected, *inputs):
    """Sums of 32 products below 1 may be wrong by 1e-6, and be near 0."""
    result = te.build(s, args, target="llvm")(*inputs)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


# --- functions ------------------------------------------------------------------

SPECIAL = np.array([1.5, np.inf, -np.inf, np.nan, -0.0, 3e38], np.float32)


@pytest.mark.parametrize("name", ["isnan", "isinf", "isfinite"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_kinds_of_floats(name, dtype):
    with np.errstate(over="ignore"):
        x = np.tile(SPECIAL.astype(dtype), 3)
    A = te.placeholder(x.shape, dtype)
    B = te.compute(x.shape, lambda i: getattr(te, name)(A[i]))
    np.testing.assert_array_equal(te.build(B, [A, B])(x), getattr(np, name)(x))


@pytest.mark.parametrize("is_vector", [False, True])
def test_fmod(is_vector):
    A, B = te.placeholder((n,)), te.placeholder((n,))
    C = te.compute((n,), lambda i: te.fmod(A[i], B[i]))
    s = te.create_schedule(C.op)
    if is_vector:
        s[C].vectorize(s[C].split(C.op.axis[0], 8)[1])
    x = np.array([7.5, -7.5, 7.5, -7.5, 1, 0, np.inf] * 3, np.float32)
    y = np.array([2, 2, -2, -2, 0, 3, 2] * 3, np.float32)
    with np.errstate(invalid="ignore"):
        expected = np.fmod(x, y)
    np.testing.assert_array_equal(te.build(s, [A, B, C])(x, y), expected)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64"])
def test_popcount(dtype):
    limits = np.iinfo(dtype)
    x = np.array([0, 1, 6, limits.max, limits.min, limits.max - 5], dtype)
    A = te.placeholder(x.shape, dtype)
    B = te.compute(x.shape, lambda i: te.popcount(A[i]))
    mask = (1 << limits.bits) - 1
    expected = [bin(int(v) & mask).count("1") for v in x]
    result = te.build(B, [A, B])(x)
    assert result.dtype == x.dtype
    np.testing.assert_array_equal(result, expected)


def test_popcount_of_an_axis():
    B = te.compute((20,), lambda i: te.popcount(i))
    np.testing.assert_array_equal(
        te.build(B, [B])(), [bin(i).count("1") for i in range(20)]
    )


def test_divisions_of_subscripts():
    m = te.size_var("m")
    A = te.placeholder((m,), name="A")
    B = te.compute((m // 3, 3), lambda i, j: A[i * 3 + j], name="B")
    C = te.compute((m,), lambda i: B[te.indexdiv(i, 3), te.indexmod(i, 3)])
    x = random(12)
    check(C, [A, C], x, x)
    assert repr(m) == "m" and te.size_var().name == "size"


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: te.fmod(te.const(1), te.const(2)), "a float for 'fmod', got 'int32'"),
        (lambda: te.popcount(X[0]), "an integer for 'popcount', got 'float32'"),
        (lambda: te.popcount(X[0] < 1), "an integer for 'popcount', got 'bool'"),
        (lambda: te.isinf(te.const(1)), "a float for 'isinf', got 'int32'"),
        (lambda: te.isfinite(te.const(1)), "a float for 'isfinite', got 'int32'"),
    ],
)
def test_types_of_functions(call, text):
    with pytest.raises(TypeError, match=text):
        call()


# --- tensors --------------------------------------------------------------------


def test_subscripts_one_by_one():
    A = te.placeholder((4, 5, 6), name="A")
    B = te.compute((4, 5, 6), lambda i, j, k: A[i][j][k] + A[i, j][k] + A[i][j, k])
    x = random(4, 5, 6)
    check(B, [A, B], 3 * x, x)


@pytest.mark.parametrize(
    "use",
    [
        lambda A: te.compute((4,), lambda i: A[i]),
        lambda A: A[0] + 1,
        lambda A: 2 * A[0],
        lambda A: te.exp(A[0]),
        lambda A: A(0),
        lambda A: list(A[0]),
        lambda A: A[0].astype("int32"),
        lambda A: A[0] > 0,
        lambda A: te.max(A[0], 0),
        lambda A: A[0] // 2,
    ],
)
def test_too_few_subscripts(use):
    A = te.placeholder((4, 5), name="A")
    with pytest.raises(IndexError, match="expected 2 subscripts of 'A', got 1"):
        use(A)


def test_too_many_subscripts():
    A = te.placeholder((4, 5), name="A")
    with pytest.raises(TypeError, match="as a subscript of 'A', got slice"):
        A[0:2]
    with pytest.raises(IndexError, match="expected 2 subscripts of 'A', got 3"):
        A[0][1, 2]
    with pytest.raises(IndexError, match="subscript 1 of 'A': expected 0 to 4, got 5"):
        A[0][5]


# --- lower, build ---------------------------------------------------------------


def test_simple_mode():
    Y, Z, s = stages()
    lines = te.lower(s, [X, Z], simple_mode=True).splitlines()
    assert lines[0].startswith("func.func @kernel(") and lines[-1] == "}"
    module = te.lower(s, [X, Z]).splitlines()
    assert any(line.startswith("module") for line in module)
    inner = [line.removeprefix("  ") for line in module]
    first = inner.index(lines[0])
    assert inner[first : first + len(lines)] == lines


def test_targets_of_tvm():
    Y, Z, s = stages()
    check(s, [X, Z], random(5) * 2 + 1, random(5))
    text = r"TRIPLE\[,mcpu=NAME\].* got 'llvm -mcpu=skylake'"
    with pytest.raises(ValueError, match=text):
        te.build(s, [X, Z], target="llvm -mcpu=skylake")
    with pytest.raises(TypeError, match="expected the name of a target, got 3"):
        te.build(s, [X, Z], target=3)


# --- stages ---------------------------------------------------------------------


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
    """C = A B, the axis of its sums, and what it is for the arrays that follow."""
    A = te.placeholder((size, size), name="A")
    B = te.placeholder((size, size), name="B")
    k = te.reduce_axis((0, size), name="k")
    C = te.compute((size, size), lambda i, j: te.sum(A[i, k] * B[k, j], k), name="C")
    a, b = random(size, size), random(size, size)[::-1].copy()
    return [A, B, C], k, te.create_schedule(C.op), [a.astype("float64") @ b, a, b]


@pytest.mark.parametrize("size", [20, 32])
@pytest.mark.parametrize("is_first", [False, True])
def test_double_buffer_in_a_reduction(size, is_first):
    """What initialises the sums runs in front of the loop, whose marks it has."""
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
    """The loop is another axis', and the sums end at it."""
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
    """In the loop of another stage, too."""
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


# --- thread axes ----------------------------------------------------------------


def bound(size, factor, axis):
    Y = te.compute((size,), lambda i: X[i] * 2, name="Y")
    s = te.create_schedule(Y.op)
    xo, xi = s[Y].split(Y.op.axis[0], factor)
    s[Y].bind(xo, te.thread_axis("blockIdx.x"))
    s[Y].bind(xi, axis)
    return s, [X, Y]


@pytest.mark.parametrize("dom", [(0, 32), [0, np.int64(32)]])
def test_extent_of_a_thread_axis(dom):
    axis = te.thread_axis(dom, "threadIdx.x", name="tx")
    assert repr(axis) == "thread_axis((0, 32), 'threadIdx.x')"
    s, args = bound(n, 32, axis)
    assert 'to "threadIdx.x" extent 32' in str(s)
    assert 'te.kind = "threadIdx.x"' in te.lower(s, args)
    assert ".maxntid 32" in te.ptx(s, args)[0]


def test_extent_of_no_thread_axis():
    s, args = bound(n, 64, te.thread_axis((0, 32), "threadIdx.x"))
    text = "cannot bind to 'threadIdx.x': expected 32 iterations, got 64"
    with pytest.raises(TvmError, match=text) as error:
        te.lower(s, args)
    assert "test_te_tvm_names.py" in str(error.value)
    Y = te.compute((n,), lambda i: X[i] * 2, name="Y")
    s = te.create_schedule(Y.op)
    s[Y].bind(Y.op.axis[0], te.thread_axis((0, 32), "blockIdx.x"))
    with pytest.raises(TvmError, match="32 iterations, got a number that is known at"):
        te.lower(s, [X, Y])


def test_extent_of_virtual_threads():
    for extent, text in [(2, None), (4, "make virtual threads: expected 4 .* got 2")]:
        Y = te.compute((16,), lambda i: X[i] * 2, name="Y")
        s = te.create_schedule(Y.op)
        xo, xi = s[Y].split(Y.op.axis[0], nparts=2)
        s[Y].bind(xo, te.thread_axis((0, extent), "vthread"))
        if text is None:
            assert f"extent {extent}" in str(s)
            check(s, [X, Y], random(16) * 2, random(16))
            continue
        with pytest.raises(TvmError, match=text):
            te.lower(s, [X, Y])


@pytest.mark.parametrize(
    "dom, error, text",
    [
        ((1, 8), ValueError, "thread axis 'threadIdx.x' to begin at 0, got 1"),
        ((n, 8), TypeError, "an integer as begin of thread axis 'threadIdx.x', got V"),
        ((0, 0), ValueError, "extent of thread axis 'threadIdx.x' from 1 on, got 0"),
        ((0, n), TypeError, "an integer as extent of thread axis 'threadIdx.x', got V"),
        ((0, 1.5), TypeError, "got float"),
        ((0, 1, 2), TypeError, r"\(0, extent\) .* 'threadIdx.x', got \(0, 1, 2\)"),
        (32, TypeError, r"\(0, extent\) of thread axis 'threadIdx.x', got 32"),
    ],
)
def test_extents_that_are_none(dom, error, text):
    with pytest.raises(error, match=text):
        te.thread_axis(dom, "threadIdx.x")


def test_no_name_of_a_thread_axis():
    with pytest.raises(TypeError, match=r"a name of a thread axis, got \(0, 4\)"):
        te.thread_axis((0, 4))


# --- names that there are not, and those that only say something -----------------


@pytest.mark.parametrize(
    "get, text",
    [
        (lambda s, Z: te.gradient, "te has no 'gradient': write the derivative as te."),
        (lambda s, Z: te.create_prim_func, "te.lower gives the function"),
        (lambda s, Z: te.nothing, "te has no 'nothing'$"),
        (lambda s, Z: te.hybrid.script, "te.hybrid has no 'script': te.hybrid.parse re"),
        (lambda s, Z: te.hybrid.nothing, "te.hybrid has no 'nothing'$"),
        (lambda s, Z: s.create_group, "a schedule has no 'create_group': call compute_at"),
        (lambda s, Z: s.nothing, "a schedule has no 'nothing'$"),
        (lambda s, Z: s[Z].env_threads, "a stage has no 'env_threads': bind loops"),
        (lambda s, Z: s[Z].reverse_compute_at, "compute_at puts what it reads into"),
        (lambda s, Z: s[Z].nothing, "a stage has no 'nothing'$"),
    ],
)
def test_names_that_there_are_not(get, text):
    Y, Z, s = stages()
    with pytest.raises(AttributeError, match=text):
        get(s, Z)
    assert not hasattr(te, "gradient") and not hasattr(s[Z], "transform_layout")


def test_operations_by_name():
    A, B = te.placeholder((n,), "int32"), te.placeholder((n,), "int32")
    C = te.compute((n,), lambda i: te.add(te.div(A[i], B[i]), te.subtract(A[i], 1)))
    x, y = np.array([7, -7, 9], np.int32), np.array([2, 2, -4], np.int32)
    check(C, [A, B, C], [3 + 6, -3 - 8, -2 + 8], x, y)
    D = te.compute((n,), lambda i: te.multiply(te.div(X[i], 4), A[i].equal(7)))
    check(D, [X, A, D], [0.25, 0, 0], np.ones(3, np.float32), x)


def test_tags():
    @te.tag_scope("elemwise")
    def double(A):
        return te.compute((n,), lambda *i: A(*i) * 2, attrs={"axis": 1})

    Y = double(X)
    Z = te.compute((n,), lambda *i: Y(*i), tag="copy", varargs_names=["x"])
    with te.tag_scope(tag="inner"):
        W = te.extern((n,), [Z], "f", attrs={"a": 2})
    assert [t.op.tag for t in (X, Y, Z, W)] == ["", "elemwise", "copy", "inner"]
    assert (Y.op.attrs, Z.op.attrs, W.op.attrs) == ({"axis": 1}, {}, {"a": 2})
    assert Z.op.axis[0].name == "x" and isinstance(Z.op, te.ComputeOp)
    with pytest.raises(TypeError, match="'compute' has 1 dimensions: .* one of 2"):
        te.compute((n,), lambda *i: 0, varargs_names=["x", "y"])
    with pytest.raises(TypeError, match="expected a string as tag, got 3"):
        te.tag_scope(3).__enter__()
    with pytest.raises(ValueError, match="extern 'extern': expected no buffers"):
        te.extern((n,), [X], "f", in_buffers=[te.decl_buffer((n,), name="b")])


def test_parts_of_operations():
    B0, B1 = te.compute((n,), lambda i: (X[i], X[i] + 1), name="B")
    assert (B0.value_index, B1.value_index, B0.op.num_outputs) == (0, 1, 2)
    s = te.create_schedule(B0.op).normalize()
    copy = s.cache_read(X, "global", B0)
    assert s[B0].op.input_tensors == (copy,)


def test_prefetch():
    Y, Z, s = stages()
    outer, inner = s[Y].split(Y.op.axis[0], 16)
    s[Y].prefetch(X, outer, 2)
    assert "schedule.prefetch %Y, 0 at %i.outer ahead 2" in str(s)
    assert "prefetch %" in te.lower(s, [X, Z])
    check(s, [X, Z], random(40) * 2 + 1, random(40))
    with pytest.raises(ValueError, match="'Y' does not read 'Z'"):
        s[Y].prefetch(Z, outer, 2)
    with pytest.raises(ValueError, match="offset from 1 on, got 0"):
        s[Y].prefetch(X, outer, 0)


def test_rolling_buffer():
    A = te.placeholder((40,), name="A")
    B = te.compute((40,), lambda i: A[i] * 2, name="B")
    C = te.compute((38,), lambda i: B[i] + B[i + 1] + B[i + 2], name="C")
    s = te.create_schedule(C.op)
    s[B].compute_at(s[C], C.op.axis[0])
    s[B].rolling_buffer()
    assert "schedule.rolling_buffer %B" in str(s)
    x = random(40)
    check(s, [A, C], 2 * (x[:-2] + x[1:-1] + x[2:]), x)


def test_store_predicate():
    A = te.placeholder((8, 32), name="A")
    k = te.reduce_axis((0, 32), name="k")
    B = te.compute((8,), lambda i: te.sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    tx = te.thread_axis("threadIdx.x")
    with pytest.raises(ValueError, match="thread 0 of .* 'B' is bound to, got 0 of 'th"):
        s[B].set_store_predicate(tx.var.equal(0))
    s[B].bind(s[B].op.reduce_axis[0], tx)
    s[B].bind(s[B].op.axis[0], te.thread_axis("blockIdx.x"))
    plain = str(s)
    s[B].set_store_predicate(tx.var.equal(0))
    assert str(s) == plain
    with pytest.raises(ValueError, match="expected thread 0 .* got 1 of 'threadIdx.x'"):
        s[B].set_store_predicate(tx.var.equal(1))
    with pytest.raises(TypeError, match="te.if_then_else chooses what is stored"):
        s[B].set_store_predicate(te.const(True))
