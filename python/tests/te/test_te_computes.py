# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, recurrences, calls and functions, compared with numpy."""

import ctypes
import shutil

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import TvmError, te


def random(*shape, dtype="float32"):
    values = np.random.default_rng(sum(shape)).random(shape) - 0.5
    return values.astype(dtype) if "float" in dtype else (values * 50).astype(dtype)


def reduce_rows(reduction, array):
    """Reduces the elements of each row by `reduction`."""
    m, n = te.var("m"), te.var("n")
    A = te.placeholder((m, n), array.dtype.name, name="A")
    k = te.reduce_axis((0, n), "k")
    B = te.compute((m,), lambda i: reduction(A[i, k], k), name="B")
    outputs = list(B) if isinstance(B, tuple) else [B]
    return te.build(outputs, [A, *outputs])(array)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int32", "int8"])
@pytest.mark.parametrize("name", ["sum", "prod", "min", "max"])
def test_reductions(name, dtype):
    a = random(5, 7, dtype=dtype)
    expected = getattr(a, name)(
        1, **({"dtype": dtype} if name in ("sum", "prod") else {})
    )
    got = reduce_rows(getattr(te, name), a)
    assert got.dtype == a.dtype
    np.testing.assert_allclose(got, expected, rtol=1e-2 if dtype == "float16" else 1e-5)


@pytest.mark.parametrize("name", ["min", "max"])
def test_reductions_of_unsigned_integers(name):
    a = np.array([[0, 200, 100], [255, 1, 130]], np.uint8)
    np.testing.assert_array_equal(
        reduce_rows(getattr(te, name), a), getattr(a, name)(1)
    )


@pytest.mark.parametrize("name", ["argmin", "argmax"])
def test_positions(name):
    a = random(6, 9)
    a[2] = 0  # the first of several
    value, position = reduce_rows(getattr(te, name), a)
    assert position.dtype == np.int64
    np.testing.assert_array_equal(position, getattr(a, name)(1))
    np.testing.assert_array_equal(
        value, np.take_along_axis(a, position[:, None], 1)[:, 0]
    )


def test_position_over_several_axes():
    A = te.placeholder((te.var("m"), 4), name="A")
    i, j = te.reduce_axis((0, A.shape[0])), te.reduce_axis((0, 4))
    value, position = te.compute((), lambda: te.argmax(A[i, j], [i, j]))
    a = random(5, 4)
    assert te.build([value, position], [A, position, value])(a)[0] == a.argmax()


def test_reductions_of_ones_own():
    a = random(5, 7)
    log_sum_exp = te.comm_reducer(
        lambda x, y: te.log(te.exp(x) + te.exp(y)), te.min_value, name="lse"
    )
    np.testing.assert_allclose(
        reduce_rows(log_sum_exp, a), np.log(np.exp(a).sum(1)), rtol=1e-5
    )
    last_of_maximum = te.comm_reducer(
        lambda x, y: (
            te.if_then_else(
                x[1] > y[1],
                x[0],
                te.if_then_else(y[1] > x[1], y[0], te.max(x[0], y[0])),
            ),
            te.max(x[1], y[1]),
        ),
        lambda t, u: (te.const(-1, t), te.min_value(u)),
    )
    index, value = reduce_rows(lambda x, k: last_of_maximum((k, x), axis=k), a)
    np.testing.assert_array_equal(index, a.argmax(1))
    np.testing.assert_array_equal(value, a.max(1))


def test_reductions_where():
    a = random(5, 7)
    for name, start in (("sum", 0), ("max", -np.inf), ("min", np.inf), ("prod", 1)):
        got = reduce_rows(lambda x, k: getattr(te, name)(x, axis=k, where=x > 0), a)
        expected = getattr(np.where(a > 0, a, np.float32(start)), name)(1)
        np.testing.assert_allclose(got, expected, rtol=1e-5)


def test_reduction_from_a_begin():
    m = te.var("m")
    A = te.placeholder((m,), name="A")
    k = te.reduce_axis((2, m - 1))
    B = te.compute((), lambda: te.sum(A[k] * k, k))
    f = te.build(B, [A, B])
    for size in (1, 3, 4, 10):
        a = random(size)
        inside = np.arange(2, max(2, size - 1))
        np.testing.assert_allclose(
            f(a), (a[inside] * inside).sum(), rtol=1e-5, atol=1e-6
        )


# --- scan ---------------------------------------------------------------------


@pytest.mark.parametrize("scheduled", [False, True])
def test_rnn_cell(scheduled):
    m, n = te.var("m"), te.var("n")
    X, W = te.placeholder((m, n), name="X"), te.placeholder((n, n), name="W")
    state = te.placeholder((m, n), name="h")
    k = te.reduce_axis((0, n), "k")
    init = te.compute((1, n), lambda _, i: te.tanh(X[0, i]), name="init")
    dot = te.compute(
        (m, n), lambda t, i: te.sum(state[t - 1, k] * W[k, i], axis=k), name="dot"
    )
    update = te.compute((m, n), lambda t, i: te.tanh(dot[t, i] + X[t, i]), name="next")
    H = te.scan(init, update, state, inputs=[X, W], name="H")
    s = te.create_schedule(H.op)
    if scheduled:
        outer, inner = s[dot].split(dot.op.axis[1], 8)
        s[dot].reorder(outer, k, inner)
        s[dot].vectorize(inner)
        s[update].parallel(update.op.axis[1])
        s[H].parallel(s[H].op.axis[0])
    f = te.build(s, [X, W, H])
    for m, n in [(1, 3), (6, 20), (3, 8)]:
        x, w = random(m, n), random(n, n)
        steps = [np.tanh(x[0])]
        for t in range(1, m):
            steps.append(np.tanh(x[t] + steps[-1] @ w))
        np.testing.assert_allclose(f(x, w), steps, rtol=1e-4, atol=1e-6)


def test_recurrence_of_order_two():
    m = te.var("m")
    size = te.placeholder((m,), name="size")
    state = te.placeholder((m,), "int64", name="s")
    fibonacci = te.scan(
        te.compute((2,), lambda t: te.const(1, "int64")),
        te.compute((m,), lambda t: state[t - 1] + state[t - 2]),
        state,
    )
    result = te.compute((m,), lambda t: fibonacci[t] + size[t].astype("int64"))
    f = te.build(result, [size, result])
    numbers = [1, 1, 2, 3, 5, 8, 13, 21]
    for n in (0, 1, 2, 3, 8):
        np.testing.assert_array_equal(f(np.zeros(n, np.float32)), numbers[:n])


def test_two_states_of_static_sizes():
    X = te.placeholder((6, 3), name="X")
    a, b = te.placeholder((6, 3), name="a"), te.placeholder((6, 3), name="b")
    A, B = te.scan(
        [
            te.compute((1, 3), lambda t, i: X[t, i]),
            te.compute((1, 3), lambda t, i: te.const(1.0)),
        ],
        [
            te.compute((6, 3), lambda t, i: a[t - 1, i] + b[t - 1, i]),
            te.compute((6, 3), lambda t, i: a[t - 1, i] * X[t, i]),
        ],
        [a, b],
    )
    x = random(6, 3)
    got_a, got_b = te.build([A], [X, A, B])(x)
    step = (x[0], np.ones(3, np.float32))
    for t in range(6):
        np.testing.assert_allclose(got_a[t], step[0], rtol=1e-5)
        np.testing.assert_allclose(got_b[t], step[1], rtol=1e-5)
        if t < 5:
            step = (step[0] + step[1], step[0] * x[t + 1])


# --- extern -------------------------------------------------------------------


def array(args, index, size):
    address = ctypes.cast(args.contents.buffers[index], ctypes.POINTER(ctypes.c_float))
    return np.ctypeslib.as_array(address, (size,))


def reverse(args):
    size = args.contents.dims[0]
    array(args, 1, size)[:] = array(args, 0, size)[::-1]
    return 0


def split(args):
    size = args.contents.dims[0]
    x = array(args, 0, size)
    array(args, 1, size)[:] = np.maximum(x, 0)
    array(args, 2, size)[:] = np.minimum(x, 0)
    return 0


tvm_mlir.register_function("te_test_reverse", reverse)
tvm_mlir.register_function("te_test_split", split)
tvm_mlir.register_function('te.test "odd" -\\n-name', reverse)


@pytest.mark.parametrize("by_call", [False, True])
def test_extern(by_call):
    n = te.var("n")
    X = te.placeholder((n,), name="X")
    doubled = te.compute((n,), lambda i: X[i] * 2)
    call = "te_test_reverse"
    if by_call:
        call = lambda ins, outs: te.call_packed(
            "te_test_reverse", ins[0], outs[0]
        )  # noqa: E731
    reversed_ = te.extern((n,), [doubled], call)
    Y = te.compute((n,), lambda i: reversed_[i] + X[i])
    f = te.build(Y, [X, Y])
    for size in (1, 9):
        x = random(size)
        np.testing.assert_allclose(f(x), 2 * x[::-1] + x)


def test_extern_of_two_results():
    X = te.placeholder((8,), name="X")
    positive, negative = te.extern([(8,), (8,)], [X], "te_test_split")
    Y = te.compute((8,), lambda i: positive[i] - negative[i])
    x = random(8)
    np.testing.assert_array_equal(te.build(Y, [X, Y])(x), np.abs(x))


def test_names_of_functions():
    """A name may be any text, because it is not part of the text of IR."""
    X = te.placeholder((8,), name="X")
    for name in ('te.test "odd" -\\n-name', "te_test_reverse"):
        Y = te.extern((8,), [X], name)
        x = random(8)
        np.testing.assert_array_equal(te.build(Y, [X, Y])(x), x[::-1])


def test_a_function_that_nobody_provides():
    X = te.placeholder((8,), name="X")
    Y = te.extern((8,), [X], "te_test_nobody")
    with pytest.raises(TvmError, match="'te_test_nobody'"):
        te.build(Y, [X, Y])


# --- functions ----------------------------------------------------------------


@pytest.fixture(scope="module")
def scale():
    n = te.var("n")
    X, Y = te.placeholder((n,), name="X"), te.placeholder((n,), name="X")
    Z = te.compute((n,), lambda i: X[i] * 2 + Y[i], name="Z")
    return te.build(Z, [Z, X, Y], name="scale")


def test_results_are_written_or_returned(scale):
    x, y = random(5), random(5)
    z = np.zeros(5, np.float32)
    assert scale(z, x, y) is None
    np.testing.assert_array_equal(z, x * 2 + y)
    np.testing.assert_array_equal(scale(x, y), z)
    assert repr(scale) == (
        "Function(scale, Module((X: float32[n], X_1: float32[n]) -> (Z: float32[n])))"
    )
    assert scale.module.manifest["kernels"][0]["name"] == "scale"


def test_memory_of_results_is_checked(scale):
    x, y, z = random(5), random(5), np.zeros(10, np.float32)
    with pytest.raises(TvmError, match="output 'Z' shares memory with input 'X_1'"):
        scale(y, x, y)
    for wrong in (z[::2], np.broadcast_to(z[:1], (5,))):
        with pytest.raises(
            TvmError, match="output 'Z': expected an array without gaps"
        ):
            scale(wrong, x, y)
    with pytest.raises(TvmError, match=r"float32\[5\], but .* is float32\[10\]"):
        scale(z, x, y)
    with pytest.raises(TvmError, match="output 'Z': expected an array, got list"):
        scale([0.0] * 5, x, y)
    with pytest.raises(TvmError, match=r"expected float32\[n\], got float64\[5\]"):
        scale(np.zeros(5), x, y)
    with pytest.raises(TypeError, match="expected 3 arguments, or 2 inputs, got 1"):
        scale(x)
    np.testing.assert_array_equal(scale(x, y), x * 2 + y)  # still works


def test_two_results():
    X = te.placeholder((4,), name="X")
    Y = te.compute((4,), lambda i: X[i] + 1, name="Y")
    Z = te.compute((4,), lambda i: Y[i] * 2, name="Z")
    f = te.build([Z], [X, Z, Y])
    x = random(4)
    z, y = f(x)
    np.testing.assert_array_equal(z, 2 * y)
    y[:] = 0
    with pytest.raises(TvmError, match="output 'Y' shares memory with output 'Z'"):
        f(x, z, z)


def test_saved_functions(scale, tmp_path):
    scale.module.save(tmp_path / "scale.so")
    module = tvm_mlir.load(tmp_path / "scale.so")
    x, y = random(3), random(3)
    np.testing.assert_array_equal(module.run({"X": x, "X_1": y})["Z"], x * 2 + y)


def test_variables_of_one_name_are_different():
    m, n = te.var("n"), te.var("n")
    X = te.placeholder((m, n), name="X")
    Y = te.compute((n, m), lambda i, j: X[j, i], name="Y")
    f = te.build(Y, [X, Y])
    x = random(3, 5)
    np.testing.assert_array_equal(f(x), x.T)
    assert [str(info) for info in f.module.outputs] == ["Y: float32[n_1,n]"]


def test_default_schedule():
    n = te.var("n")
    X = te.placeholder((n, n), name="X")
    k = te.reduce_axis((0, n))
    Y = te.compute((n, n), lambda i, j: te.sum(X[i, k] * X[k, j], k), name="Y")
    x = random(33, 33)
    f = te.build(Y, [X, Y], schedule="default")
    np.testing.assert_allclose(f(x), x @ x, rtol=1e-4, atol=1e-5)
    s = te.create_schedule(Y)
    s[Y].parallel(Y.op.axis[0])
    with pytest.raises(ValueError, match="expected a schedule without steps"):
        te.build(s, [X, Y], schedule="default")
    with pytest.raises(ValueError, match="got 'fast'"):
        te.build(Y, [X, Y], schedule="fast")


def test_options(tmp_path):
    X = te.placeholder((4,), name="X")
    Y = te.compute((4,), lambda i: X[i] + 1, name="Y")
    te.build(Y, [X, Y], dump_ir=tmp_path, output=tmp_path / "y.so", opt_level=0)
    assert (tmp_path / "y.so").exists()
    assert 'te.block "Y"' in (tmp_path / "4-loops.mlir").read_text()


def test_paths_with_spaces(toy_path, tmp_path):
    folder = tmp_path / "my folder"
    folder.mkdir()
    library = shutil.copy(toy_path, folder / "a library.so")
    A = te.placeholder((4,), name="A")
    B = te.compute((4,), lambda i: A[i] + 1, name="B")
    output, dumps = folder / "the product.so", folder / "its dumps"
    te.build(B, [A, B], output=output, dump_ir=dumps, libraries=[library])
    module = tvm_mlir.load(output, libraries=[library])
    result = module.run({"A": np.zeros(4, np.float32)})["B"]
    np.testing.assert_array_equal(result, np.ones(4))
    model = shutil.copy(next(dumps.glob("*.mlir")), folder / "a model.mlir")
    assert tvm_mlir.compile(model).outputs[0].name == "B"


@pytest.mark.parametrize(
    "reduce, init, expected",
    [
        (te.sum, 10, lambda a: a.sum(1) + 10),
        (te.prod, 2.5, lambda a: a.prod(1) * 2.5),
        (te.min, 0.25, lambda a: np.minimum(a.min(1), np.float32(0.25))),
        (te.max, -1, lambda a: np.maximum(a.max(1), -1)),
    ],
)
def test_reductions_that_start_elsewhere(reduce, init, expected):
    A = te.placeholder((3, 5), name="A")
    k = te.reduce_axis((0, 5), name="k")
    B = te.compute((3,), lambda i: reduce(A[i, k], axis=k, init=init), name="B")
    a = np.random.default_rng(0).random((3, 5), np.float32) - 0.5
    np.testing.assert_allclose(te.build(B, [A, B])(a), expected(a), rtol=1e-5)
    C = te.compute(
        (3,), lambda i: reduce(A[i, k], axis=k, where=k < 0, init=init), name="C"
    )
    np.testing.assert_array_equal(te.build(C, [A, C])(a), np.full(3, init, np.float32))
    s = te.create_schedule(B.op)
    outer, _ = s[B].split(k, 2)
    s.rfactor(B, outer)
    with pytest.raises(TvmError, match="cannot factor"):
        te.lower(s, [A, B])


def test_no_number_to_start_from():
    A = te.placeholder((5,), name="A")
    k = te.reduce_axis((0, 5), name="k")
    with pytest.raises(TypeError, match="expected a number as init"):
        te.sum(A[k], axis=k, init=A[0])
