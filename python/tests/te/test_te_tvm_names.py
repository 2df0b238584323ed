# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spellings of programs for TVM: they have TVM's meaning, or an error names the
alternative."""

import numpy as np
import pytest

from tvm_mlir import te

from te_stages import X, check, n, random, stages

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
    x = random(5)
    for options in ("-mcpu=x86-64-v2", "-mtriple=x86_64-unknown-linux-gnu -mattr=+ssse3"):
        f = te.build(s, [X, Z], target=f"llvm {options}")
        np.testing.assert_allclose(f(x), x * 2 + 1, rtol=1e-6)
    with pytest.raises(ValueError, match="expected -mtriple, -mcpu and -mattr as options"):
        te.build(s, [X, Z], target="llvm -keys=cpu")
    with pytest.raises(TypeError, match="expected the name of a target, got 3"):
        te.build(s, [X, Z], target=3)


def test_build_of_what_is_lowered():
    Y, Z, s = stages()
    x = random(5)
    f = te.build(te.lower(s, [X, Z], name="twice"))
    np.testing.assert_allclose(f(x), x * 2 + 1, rtol=1e-6)
    assert "twice" in repr(f)
    with pytest.raises(TypeError, match="expected no arguments of what is lowered"):
        te.build(te.lower(s, [X, Z]), [X, Z])
    with pytest.raises(TypeError, match="expected the arguments of the function"):
        te.build(s)


# --- stages ---------------------------------------------------------------------


def test_keywords():
    A = te.placeholder((64, 64), name="A")
    k = te.reduce_axis((0, 64), name="k")
    B = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    outer, inner = s[B].split(
        parent=B.op.axis[0], factor=16, disable_predication=False
    )
    s[B].reorder(k, inner)
    s[B].prefetch(tensor=A, var=k, offset=2)
    s[B].parallel(var=outer)
    s[B].vectorize(var=inner)
    s[B].pragma(var=k, pragma_type="auto_unroll_max_step", pragma_value=4)
    assert s[B].origin_op is B.op
    assert (k.dom.min, k.dom.extent) == (k.begin, k.extent)
    a = random(64, 64)
    check(s, [A, B], a.sum(1), a)
    s = te.create_schedule(B.op)
    s[B].unroll(var=k)
    s[B].bind(ivar=B.op.axis[0], thread_ivar=te.thread_axis("vthread"))
    check(s, [A, B], a.sum(1), a)
    with pytest.raises(ValueError, match="expected disable_predication=False"):
        s[B].split(B.op.axis[0], 3, disable_predication=True)


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
