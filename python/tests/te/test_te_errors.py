# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refusals with the expected value: by Python if there is no program yet, otherwise
by the compiler."""

import inspect

import numpy as np
import pytest

from tvm_mlir import TvmError, te

n, m = te.var("n"), te.var("m")
X = te.placeholder((n,), name="X")
P = te.placeholder((4,), name="P")
k = te.reduce_axis((0, n), "k")
Y = te.compute((n,), lambda i: X[i] * 2, name="Y")
Z = te.compute((n,), lambda j: Y[j] + 1, name="Z")
S = te.compute((n,), lambda i: te.sum(X[i] * Y[k], k), name="S")
E = te.extern((n,), [X], "f", name="E")
(i,), (j,) = Y.op.axis, Z.op.axis


def compute(body, shape=(n,)):
    return lambda: te.compute(shape, body, name="C")


EXPRESSIONS = [
    (compute(lambda i, j: X[i]), TypeError, "'C' has 1 dimensions: .* got one of 2"),
    (compute(lambda i: X[i, i]), IndexError, "expected 1 subscripts of 'X', got 2"),
    (compute(lambda i: X[1.5]), TypeError, "as a subscript of 'X', got float"),
    (compute(lambda i: X[X[i]]), TypeError, "as a subscript of 'X', got 'float32'"),
    (compute(lambda i: "x"), TypeError, "an expression or a number, got str 'x'"),
    (compute(lambda i: X), TypeError, "'X' is a tensor: expected an element of it"),
    (compute(lambda i: te.sum(X[k], k) + 1), TypeError, "a te.compute of its own"),
    (compute(lambda i: te.exp(te.sum(X[k], k))), TypeError, "of its own"),
    (compute(lambda i: X[k]), ValueError, "'C' uses reduction axis 'k', which is none"),
    (
        compute(lambda i: X[j]),
        ValueError,
        "'C' uses axis 'j', which is none of its own",
    ),
    (compute(lambda i: te.sum(X[i], [])), ValueError, "an axis to reduce over"),
    (compute(lambda i: te.sum(X[i], i)), TypeError, "axes of te.reduce_axis, got i"),
    (compute(lambda i: te.sum(X[i], axis=None)), TypeError, "reduce_axis, got None"),
    (compute(lambda i: te.sum(X[i], axis=0)), TypeError, "reduce_axis, got 0"),
    (compute(lambda i: te.sum(X[i], [k, 0])), TypeError, "reduce_axis, got 0"),
    (
        compute(lambda i: te.sum(X[i], te.reduce_axis((0, i), "q"))),
        ValueError,
        "integers in begin and end of axis 'q', got IterVar",
    ),
    (compute(lambda i: te.sum(X[i], [k, k])), ValueError, "distinct axes"),
    (compute(lambda i: 1.0, (-1,)), ValueError, "dimensions of 'C' from 0 on, got -1"),
    (
        compute(lambda i: 1.0, (X[0],)),
        TypeError,
        "as a dimension of 'C', got 'float32'",
    ),
    (compute(lambda i: 1.0, (i,)), ValueError, "variables and integers in dimensions"),
    (lambda: te.placeholder((3,), "float31"), TypeError, "expected one of float16, "),
    (lambda: te.placeholder((3,), None), TypeError, "bool, got None"),
    (lambda: te.placeholder((3,), np.complex64), TypeError, "bool, got 'complex64'"),
    (lambda: te.cast(None, 1), TypeError, "expected one of float16, .* got None"),
    (lambda: te.placeholder((3.5,)), TypeError, "of 'placeholder', got float"),
    (lambda: te.placeholder((3,), name=5), TypeError, "name of an operation, got 5"),
    (lambda: te.var(3), TypeError, "a name of a variable, got 3"),
    (lambda: te.reduce_axis((0, 3), 4), TypeError, "a name of an axis, got 4"),
    (lambda: te.const("1"), TypeError, "expected a number, got '1'"),
    (lambda: P[4], IndexError, "subscript 0 of 'P': expected 0 to 3, got 4"),
    (lambda: P[-1], IndexError, "expected 0 to 3, got -1"),
    (lambda: list(X), TypeError, "expected a subscript of tensor 'X'"),
    (lambda: te.cast("int32", X[0]) / 2, TypeError, "floats for '/', got 'int32'"),
    (lambda: X[0] // 2, TypeError, "integers for 'floordiv', got 'float32'"),
    (lambda: X[0] & 1, TypeError, "integers for 'and', got 'float32'"),
    (lambda: n // 0, ZeroDivisionError, "floordiv by 0"),
    (lambda: 1 if X[0] < 1 else 2, TypeError, "has no truth value before it runs"),
    (lambda: (X[0] < 1) + (X[0] < 1), TypeError, "numbers for 'add', got 'bool'"),
    (lambda: te.exp(1), TypeError, "a float for 'exp', got 'int32'"),
    (lambda: te.abs(X[0] < 1), TypeError, "a number for 'abs', got 'bool'"),
    (lambda: te.min(X[0]), TypeError, "a second value or an axis for 'min'"),
    (lambda: te.max(X[0] < 1, X[0] < 2), TypeError, "numbers for 'max', got 'bool'"),
    (lambda: te.sum(X[0] < 1, k), TypeError, "numbers for 'sum', got 'bool'"),
    (lambda: te.const(1.5, "int32"), TypeError, "an integer for 'int32', got 1.5"),
    (lambda: te.const(300, "int8"), OverflowError, "300 is no value of type 'int8'"),
    (lambda: te.reduce_axis(5), TypeError, r"\(begin, end\) of axis 'k', got 5"),
    (lambda: te.var("n", "float32"), TypeError, "integer type for 'n', got 'float32'"),
    (
        lambda: te.argmax(te.const(1, "uint8"), k),
        TypeError,
        "a signed type for 'argmax', got 'uint8'",
    ),
    (
        lambda: te.comm_reducer(lambda x, y: x, lambda s, t: (0,))((X[0], X[1]), k),
        ValueError,
        "expected 2 values of the functions of 'reduce', got 2 and 1",
    ),
]


@pytest.mark.parametrize("call, error, text", EXPRESSIONS)
def test_expressions(call, error, text):
    with pytest.raises(error, match=text):
        call()


def scan(init_shape=(1, n), update_shape=(m, n), read=lambda s, t, i: s[t - 1, i]):
    state = te.placeholder((m, n), name="state")
    x = te.placeholder((m, n), name="x")
    init = te.compute(init_shape, lambda t, i: x[t, i])
    update = te.compute(update_shape, lambda t, i: read(state, t, i) + x[t, i], "U")
    y = te.scan(init, update, state, name="R")
    return te.build(y, [x, y])


SCANS = [
    (lambda: te.scan([], [], []), "an init and an update per state, got 0, 0 and 0"),
    (lambda: te.scan(Y, Y, Y), "'scan': expected a te.placeholder as state"),
    (lambda: te.scan(X, Y, X), "'scan': expected a te.compute as init"),
    (lambda: scan(init_shape=(n, n)), "'R': expected a constant number of first steps"),
    (lambda: scan(init_shape=(1, m)), "'R': expected an init of the state's shape"),
    (lambda: scan(update_shape=(n, m)), "'R': expected an update of the state's shape"),
    (lambda: scan(read=lambda s, t, i: s[t, i]), "'U' to read state 'state' at 1 to 1"),
    (lambda: scan(read=lambda s, t, i: s[t - 2, i]), "at 1 to 1 steps before 't'"),
    (lambda: scan(read=lambda s, t, i: s[0, i]), "at 1 to 1 steps before 't'"),
    (lambda: scan(read=lambda s, t, i: s[i, t]), "at 1 to 1 steps before 't'"),
]


@pytest.mark.parametrize("call, text", SCANS)
def test_scans(call, text):
    with pytest.raises((TypeError, ValueError), match=text):
        call()


def test_what_depends_on_the_state_is_read_at_its_step():
    state = te.placeholder((m, n), name="state")
    x = te.placeholder((m, n), name="x")
    init = te.compute((1, n), lambda t, i: x[t, i])
    between = te.compute((m, n), lambda t, i: state[t - 1, i] * 2, name="B")
    update = te.compute((m, n), lambda t, i: between[t - 1, i], name="U")
    y = te.scan(init, update, state, name="R")
    text = "scan 'R': expected 'U' to read 'B', which depends on the state, at 't'"
    with pytest.raises(ValueError, match=text):
        te.build(y, [x, y])
    opaque = te.extern((m, n), [between], "f", name="E")
    update = te.compute((m, n), lambda t, i: opaque[t, i], name="U")
    y = te.scan(init, update, state, name="R")
    with pytest.raises(TypeError, match="scan 'R': expected te.computes with an axis"):
        te.build(y, [x, y])


EXTERNS = [
    (lambda: te.extern((4,), None, "f"), TypeError, "'extern': expected tensors, got N"),
    (lambda: te.extern((4,), [X, 3], "f"), TypeError, "expected tensors, got 3"),
    (lambda: te.extern((4,), [X], None), TypeError, "the name of a C function, or what"),
    (lambda: te.extern((4,), [X], ""), ValueError, "a name of a C function, got ''"),
    (lambda: te.call_packed(3), TypeError, "a name of a C function, got 3"),
    (lambda: te.hardware_intrin(None), TypeError, "name of an instruction, got None"),
    (lambda: te.decl_buffer((4,), scope=1), TypeError, "a name of a scope, got 1"),
    (lambda: te.extern((4,), [], "f"), ValueError, "a dtype where there is no input"),
    (
        lambda: te.extern((4,), [X], "f", dtype=["int8", "int8"]),
        ValueError,
        "expected 1 types, got 2",
    ),
    (
        lambda: te.extern((4,), [X], lambda i, o: 1),
        TypeError,
        "a te.call_packed, got 1",
    ),
    (
        lambda: te.extern((4,), [X], lambda i, o: te.call_packed("f", i[0], o[0], 3)),
        TypeError,
        "'extern': expected tensors as arguments of 'f', got 3: constants are",
    ),
    (
        lambda: te.extern((4,), [X], lambda i, o: te.call_packed("f", o[0], i[0])),
        ValueError,
        "a call on the inputs and then the results",
    ),
]


@pytest.mark.parametrize("call, error, text", EXTERNS)
def test_externs(call, error, text):
    with pytest.raises(error, match=text):
        call()


def other_size(size):
    V = te.compute((size,), lambda i: P[i // size], name="V")
    k = te.reduce_axis((0, size))
    U = te.compute((), lambda: te.sum(V[k], k), name="U")
    return te.build(U, [P, U])


W = te.placeholder((n + 1,), name="W")
V = te.compute((n,), lambda i: W[i], name="V")
BUILDS = [
    (lambda: te.build(Y, [X]), ValueError, "a result among the arguments"),
    (lambda: te.build(Y, [Y]), ValueError, "'X' is read and no argument"),
    (lambda: te.build(Y, [X, X, Y]), ValueError, "expected distinct arguments"),
    (lambda: te.build(Y, [X, Y, Z]), ValueError, "'Z' is nothing that this schedule"),
    (
        lambda: te.build(Z, [X, Y]),
        ValueError,
        "expected result 'Z' among the arguments",
    ),
    (lambda: te.build(Y, [X, Y, 3]), TypeError, "tensors and variables as arguments, got 3"),
    (lambda: te.build(V, [W, V]), ValueError, "variables as dimensions of input 'W'"),
    (lambda: other_size(m), ValueError, "variable 'm' is no dimension of an argument"),
    (lambda: te.build(Y, [X, Y], name="my kernel"), ValueError, "got 'my kernel'"),
    (lambda: te.build(Y, [X, Y], name="main"), ValueError, "and not main"),
    (lambda: te.build(Y, [X, Y], name="__transform_main"), ValueError, "or __transform_m"),
    (lambda: te.lower(Y, [X, Y], name="__transform_main"), ValueError, "or __transform_m"),
    (lambda: te.ptx(Y, [X, Y], name="__transform_main"), ValueError, "or __transform_m"),
    (lambda: te.build(Y, [X, Y], target="pdp11"), TvmError, "unknown target"),
    (lambda: te.build(Y, [X, Y], opt_level=9), TvmError, "wrong option '-O9'"),
    (lambda: te.create_schedule(3), TypeError, "tensors to schedule, got 3"),
    (lambda: te.create_schedule([]), TypeError, r"tensors to schedule, got \[\]"),
    (lambda: te.create_schedule(X), TypeError, r"got PlaceholderOp\('X'\)"),
]


@pytest.mark.parametrize("call, error, text", BUILDS)
def test_builds(call, error, text):
    with pytest.raises(error, match=text):
        call()


STEPS = [
    (Z, lambda s: s[X], "'X' is nothing that this schedule computes"),
    (E, lambda s: s[E].parallel(i), "'E' is a call of a function: it has no loops"),
    (Z, lambda s: s[Y].split(j, 4), "'j' is no loop of 'Y': its loops are 'i'"),
    (Z, lambda s: s[Y].split(i), "expected either factor or nparts"),
    (Z, lambda s: s[Y].split(i, 4, 4), "expected either factor or nparts"),
    (Z, lambda s: s[Y].split(i, 0), "a factor from 1 on, got 0"),
    (Z, lambda s: s[Y].split(i, nparts=1.5), "an integer as nparts, got float"),
    (S, lambda s: s[S].fuse(k), "at least two loops to fuse, got 1"),
    (S, lambda s: s[S].fuse(k, *S.op.axis), "'i' directly inside of 'k'"),
    (S, lambda s: s[S].reorder(k, k), r"expected distinct loops, got \[k, k\]"),
    (Z, lambda s: s[Z].compute_at(s[Y], i), "'Y' does not need 'Z'"),
    (Z, lambda s: s[Y].compute_at(s[Z], i), "'i' is no loop of 'Z'"),
    (Z, lambda s: s[Y].compute_at(Z, j), "expected a stage, got Tensor"),
    (
        Z,
        lambda s: (s[Y].compute_at(s[Z], j), s[Y].compute_inline()),
        "'Y' has its place at a loop already",
    ),
    (Z, lambda s: s[Z].compute_inline(), "'Z' is a result: expected a stage that only"),
    (
        Z,
        lambda s: (s[Y].compute_inline(), s[Y].parallel(i)),
        "'Y' is computed inline: it has no loops",
    ),
    (
        Z,
        lambda s: (s[Y].parallel(i), s[Y].compute_inline()),
        "expected no other steps of 'Y'",
    ),
    (Z, lambda s: s.cache_read(X, "shared", Z), "'Z' does not read 'X': it reads 'Y'"),
    (Z, lambda s: s.cache_read(X, "shared", [Y, Z]), "'Z' does not read 'X'"),
    (Z, lambda s: s.cache_read(X, "shared", []), "a reader of the copy of 'X'"),
    (
        Z,
        lambda s: (s[Z].parallel(j), s.cache_write(Z, "local")),
        "expected cache_write before other steps of 'Z'",
    ),
    (
        Z,
        lambda s: (s[Y].compute_at(s[Z], j), s.cache_write(Z, "global")),
        "expected cache_write before 'Y' is computed at a loop of 'Z'",
    ),
    (
        S,
        lambda s: (s[Y].compute_at(s[S], k), s.rfactor(S, k)),
        "expected rfactor before 'Y' is computed at a loop of 'S'",
    ),
    (Z, lambda s: s.rfactor(Z, j), "expected a reduction loop, got 'j'"),
    (S, lambda s: s.rfactor(S, None), "None is no loop of 'S': its loops are 'i', 'k'"),
    (S, lambda s: s.rfactor(None, k), "expected a tensor, got None"),
    (S, lambda s: s.rfactor(S, k, "0"), "an integer as factor_axis, got str"),
    (Z, lambda s: s[Z].split(None, 4), "None is no loop of 'Z': its loops are 'j'"),
    (Z, lambda s: s["Z"], "expected a tensor or its operation, got 'Z'"),
    (Z, lambda s: s[Z].split(j, 1 << 63), "a factor of 64 bits, got 9223372036854775808"),
    (Z, lambda s: s.cache_read(None, "shared", Z), "expected a tensor, got None"),
    (Z, lambda s: s.cache_read(Y, None, Z), "expected a name of a scope, got None"),
    (Z, lambda s: s.cache_write(Z, None), "expected a name of a scope, got None"),
    (Z, lambda s: s[Y].set_scope(None), "expected a name of a scope, got None"),
    (Z, lambda s: s[Y].storage_align(None, 8, 1), "expected an axis of 'Y', got None"),
    (Z, lambda s: s[Y].storage_align(i, "8", 1), "an integer as factor, got str"),
    (Z, lambda s: te.thread_axis(""), "expected a name of a thread axis, got ''"),
    (Z, lambda s: s[Y].storage_align(j, 8, 1), "expected an axis of 'Y', got 'j'"),
]


@pytest.mark.parametrize("result, call, text", STEPS)
def test_steps(result, call, text):
    s = te.create_schedule(result)
    with pytest.raises((TypeError, ValueError), match=text):
        call(s)


def test_stages_of_another_schedule():
    s, other = te.create_schedule(Z), te.create_schedule(Z)
    with pytest.raises(ValueError, match="'Z' is a stage of another schedule"):
        s[Y].compute_at(other[Z], j)
    copy = other.cache_read(X, "local", Y)
    for call in (lambda: s[copy], lambda: s.cache_read(copy, "local", Y)):
        with pytest.raises(ValueError, match="'X.local'"):
            call()
    outer, _ = other[Z].split(j, 4)
    with pytest.raises(ValueError, match="'j.outer' is no loop of 'Z'"):
        s[Z].parallel(outer)


def test_the_compilers_refusals_name_the_line():
    s = te.create_schedule(S)
    s[S].parallel(k)
    line = inspect.currentframe().f_lineno - 1
    expected = f"{__file__}:{line}:1: cannot parallelize: "
    for call in (lambda: te.lower(s, [X, S]), lambda: te.build(s, [X, S])):
        with pytest.raises(TvmError) as error:
            call()
        assert str(error.value).startswith(expected)
        assert f"note: {__file__}:{S.op.location.line}:1: 'S' initialises" in str(
            error.value
        )
        assert error.value.diagnostics[-1].severity == "error"


REFUSED = [
    (Y, lambda s: s.cache_read(X, "cupboard", Y), 'a storage scope, got "cupboard"'),
    (Y, lambda s: s.cache_read(X, 'a"b\n', Y), "expected a storage scope, got "),
    (Y, lambda s: s[Y].bind(i, te.thread_axis('x"')), "threadIdx.z', got 'x\"'"),
    (Y, lambda s: s[Y].unroll(i), "cannot unroll: expected a constant trip count"),
    (
        Y,
        lambda s: s[Y].split(i, nparts=4),
        "expected the inferred factor to be the first",
    ),
    (
        S,
        lambda s: s[S].vectorize(S.op.axis[0]),
        "cannot vectorize: expected an innermost",
    ),
    (S, lambda s: s.rfactor(S, k), "cannot factor the reduction of 'S'"),
    (
        S,
        lambda s: (
            s[Y].set_scope("shared"),
            s[Y].compute_at(s[S], S.op.axis[0]),
        ),
        "expected reads over a constant extent",
    ),
]


@pytest.mark.parametrize("result, call, text", REFUSED)
def test_the_compilers_refusals(result, call, text):
    s = te.create_schedule(result)
    call(s)
    with pytest.raises(TvmError, match=text):
        te.lower(s, [X, result])


def test_sizes_are_checked_when_it_runs():
    R = te.compute((n,), lambda i: X[i] + P[i % 4], name="R")
    f = te.build(R, [X, P, R])
    with pytest.raises(TvmError, match=r"input 'P': expected float32\[4\]"):
        f(np.zeros(8, np.float32), np.zeros(5, np.float32))


@pytest.mark.parametrize(
    "use, text",
    [
        (lambda: X + 1, "'X' is a tensor: expected an element of it"),
        (lambda: te.exp(X), "'X' is a tensor"),
        (lambda: te.max(X, 0), "'X' is a tensor"),
        (lambda: te.max(1, 2, 3), "expected two values, or a value and axes, for 'max'"),
        (lambda: te.min(1, 2, where=True), "two values, or a value and axes, for 'min'"),
        (lambda: np.exp(X[0]), "does not support ufuncs"),
        (lambda: np.float32(2) * X, "'X' is a tensor"),
    ],
)
def test_no_operands(use, text):
    with pytest.raises(TypeError, match=text):
        use()


@pytest.mark.parametrize("scalar", [np.float32(2), np.int64(2), 2])
def test_scalars_of_numpy_on_either_side(scalar):
    Y = te.compute((3,), lambda i: scalar * X[i] + X[i] * scalar)
    assert Y.dtype == "float32" and "X[i]" in repr(Y.op.values)


def test_threads_of_a_gpu_on_a_cpu():
    s = te.create_schedule(Y)
    _, inner = s[Y].split(i, 32)
    line = inspect.currentframe().f_lineno + 1
    s[Y].bind(inner, te.thread_axis("threadIdx.x"))
    assert te.lower(s, [X, Y])
    text = f"^{__file__}:{line}:1: cannot bind to 'threadIdx.x': the kernel is compiled for"
    with pytest.raises(TvmError, match=text):
        te.build(s, [X, Y])
