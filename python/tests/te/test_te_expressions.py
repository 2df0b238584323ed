# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values and types of expressions, compared with numpy."""

import itertools
import math
import operator

import ml_dtypes
import numpy as np
import pytest

from tvm_mlir import te

N = 64
INTEGERS = ["int8", "int32", "int64", "uint8", "uint16", "uint64"]
COMPARISONS = [
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.eq,
    operator.ne,
]


def values(dtype, low=-2.0, high=2.0):
    rng = np.random.default_rng(N)
    if dtype == "bool":
        return rng.integers(0, 2, N).astype(bool)
    if "float" in dtype:
        return (rng.random(N) * (high - low) + low).astype(dtype)
    if dtype.startswith("u"):
        return rng.integers(0, 200, N).astype(dtype)
    return rng.integers(-100, 100, N).astype(dtype)


def evaluate(function, *arrays):
    """Compiles `function` of an element, and evaluates it for all elements."""
    n = te.var("n")
    inputs = [te.placeholder((n,), a.dtype.name, f"x{i}") for i, a in enumerate(arrays)]
    C = te.compute((n,), lambda i: function(*(x[i] for x in inputs)), name="C")
    return te.build(C, [*inputs, C])(*arrays)


def check(function, reference, *arrays, tolerance=0.0):
    with np.errstate(all="ignore"):
        expected = reference(*arrays)
    result = evaluate(function, *arrays)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(result, expected, rtol=tolerance, atol=tolerance)


FUNCTIONS = {
    "exp": (np.exp, -2, 2),
    "exp2": (np.exp2, -2, 2),
    "expm1": (np.expm1, -2, 2),
    "log": (np.log, 0.1, 3),
    "log2": (np.log2, 0.1, 3),
    "log10": (np.log10, 0.1, 3),
    "log1p": (np.log1p, -0.5, 3),
    "sqrt": (np.sqrt, 0, 3),
    "rsqrt": (lambda x: 1 / np.sqrt(x), 0.1, 3),
    "sin": (np.sin, -3, 3),
    "cos": (np.cos, -3, 3),
    "tan": (np.tan, -1, 1),
    "asin": (np.arcsin, -0.9, 0.9),
    "acos": (np.arccos, -0.9, 0.9),
    "atan": (np.arctan, -3, 3),
    "sinh": (np.sinh, -2, 2),
    "cosh": (np.cosh, -2, 2),
    "tanh": (np.tanh, -3, 3),
    "asinh": (np.arcsinh, -3, 3),
    "acosh": (np.arccosh, 1.1, 3),
    "atanh": (np.arctanh, -0.9, 0.9),
    "erf": (np.vectorize(math.erf), -2, 2),
    "floor": (np.floor, -3, 3),
    "ceil": (np.ceil, -3, 3),
    "trunc": (np.trunc, -3, 3),
    "nearbyint": (np.round, -3, 3),
    "abs": (np.abs, -3, 3),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), -3, 3),
}


@pytest.mark.parametrize(
    "dtype, tolerance", [("float16", 5e-3), ("float32", 1e-5), ("float64", 1e-6)]
)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name, dtype, tolerance):
    reference, low, high = FUNCTIONS[name]
    check(
        getattr(te, name),
        lambda x: reference(x).astype(dtype),
        values(dtype, low, high),
        tolerance=tolerance,
    )


def test_functions_of_special_values():
    x = np.array([-2.5, -0.5, 0.5, 1.5, np.nan, np.inf, -np.inf], np.float32)
    check(te.round, lambda x: np.trunc(x + np.copysign(np.float32(0.5), x)), x)
    check(te.isnan, np.isnan, x)
    check(lambda x: te.max(x, 0), lambda x: np.maximum(x, 0), x)
    check(lambda x: te.max(x, math.inf), lambda x: np.maximum(x, np.float32(np.inf)), x)
    check(te.power, np.power, values("float32", 0.1), values("float32"), tolerance=1e-5)


@pytest.mark.parametrize("dtype", [*INTEGERS, "float32", "float64"])
def test_arithmetic(dtype):
    x, y = values(dtype), values(dtype)[::-1].copy()
    for function in (operator.add, operator.sub, operator.mul, *COMPARISONS):
        check(function, function, x, y)
    check(te.max, np.maximum, x, y)
    check(te.min, np.minimum, x, y)
    check(te.abs, np.abs, x)
    check(operator.neg, operator.neg, x)
    check(lambda x: 3 - x, lambda x: np.array(3, dtype) - x, x)
    if "float" in dtype:
        check(operator.truediv, operator.truediv, x, y)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers(dtype):
    x, y = values(dtype), values(dtype)[::-1].copy()
    nonzero = np.where(y == 0, 1, y).astype(dtype)
    for function in (operator.and_, operator.or_, operator.xor):
        check(function, function, x, y)
    for function in (operator.floordiv, operator.mod):
        check(function, function, x, nonzero)
    check(te.truncmod, np.fmod, x, nonzero)
    check(
        te.truncdiv,
        lambda x, y: np.trunc(x.astype("f8") / y).astype(dtype),
        x,
        nonzero,
    )
    check(operator.invert, operator.invert, x)
    check(lambda x: x << 1, lambda x: x << np.array(1, dtype), x)
    check(lambda x: x >> 2, lambda x: x >> np.array(2, dtype), x)


def test_nothing_is_divided_by_zero_where_it_is_not_needed():
    x, y = values("int32"), np.zeros(N, np.int32)
    check(lambda x, y: te.if_then_else(y != 0, x // y, 7), lambda x, y: y + 7, x, y)
    check(lambda x, y: te.if_then_else(y != 0, x % y, 7), lambda x, y: y + 7, x, y)


def test_logic():
    x, y = values("bool"), values("bool")[::-1].copy()
    for function in (operator.and_, operator.or_, operator.xor):
        check(function, function, x, y)
    check(operator.invert, operator.invert, x)
    check(lambda x, y: te.all(x, ~y), lambda x, y: x & ~y, x, y)
    check(lambda x, y: te.any(x, ~y), lambda x, y: x | ~y, x, y)
    check(
        lambda x: te.select(x, 1.5, -1.5),
        lambda x: np.where(x, 1.5, -1.5).astype("f4"),
        x,
    )


TYPES = ["bool", "int8", "int32", "int64", "uint8", "uint32"]
TYPES += ["float16", "bfloat16", "float32", "float64"]


@pytest.mark.parametrize("source", TYPES)
def test_casts(source):
    for target in TYPES:
        from_, to = (
            np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
            for name in (source, target)
        )
        x = np.array([0, 1, 2.5, 100]).astype(from_)
        result = evaluate(lambda e: e.astype(target), x)
        assert result.dtype == to
        np.testing.assert_array_equal(result.astype("f8"), x.astype(to).astype("f8"))


def test_types_that_meet():
    n = te.var("n")
    names = ["int8", "int32", "float16", "float32", "bool", "uint8"]
    tensors = {name: te.placeholder((n,), name)[0] for name in names}
    expected = {
        ("int8", "int32"): "int32",
        ("int8", "float16"): "float16",
        ("int32", "float16"): "float16",
        ("float16", "float32"): "float32",
        ("int8", "bool"): "int8",
    }
    for (a, b), dtype in expected.items():
        assert (tensors[a] + tensors[b]).dtype == dtype
        assert (tensors[b] + tensors[a]).dtype == dtype
    assert (tensors["int8"] + 1).dtype == "int8"
    assert (tensors["int8"] * 1.5).dtype == "float32"
    assert (tensors["float16"] * 1.5).dtype == "float16"
    assert te.const(1 << 40).dtype == "int64"
    for other in ("int8", "int32"):
        with pytest.raises(TypeError, match=f"'uint8' and '{other}': use astype"):
            tensors["uint8"] + tensors[other]


def test_axes_as_values():
    n = te.var("n")
    x = te.placeholder((n,), name="x")
    y = te.compute(
        (n,),
        lambda i: te.if_then_else(
            i < n - 3, x[i + 3] * i, (i // 2 + i % 3 - te.min(i, 2)) * 0.5
        ),
    )
    z = te.compute((n,), lambda i: i * 2 - n)
    a = values("float32")
    got_y, got_z = te.build([y, z], [x, y, z])(a)
    i = np.arange(N)
    expected = np.where(
        i < N - 3, np.roll(a, -3) * i, (i // 2 + i % 3 - np.minimum(i, 2)) * 0.5
    )
    np.testing.assert_allclose(got_y, expected, rtol=1e-6)
    assert got_z.dtype == np.int32
    np.testing.assert_array_equal(got_z, i * 2 - N)


def test_subscripts():
    n, m = te.var("n"), te.var("m")
    index = te.placeholder((n,), "int64", name="index")
    x = te.placeholder((m, 4), name="x")
    rows = te.compute((n, 4), lambda i, j: x[index[i], j])
    affine = te.compute((n,), lambda i: x[i % 7, (2 * i + 1 - i) // 2 % 4])
    product = te.compute((n,), lambda i: x[i * i % 7, m - 9])
    constant = te.compute((), lambda: x[0, 1] * 2)
    f = te.build(
        [rows, affine, product, constant], [index, x, rows, affine, product, constant]
    )
    a = values("float32")[:36].reshape(9, 4)
    i = np.arange(12)
    at = i * 5 % 9
    for got, expected in zip(
        f(at, a), (a[at], a[i % 7, (i + 1) // 2 % 4], a[i * i % 7, 0], a[0, 1] * 2)
    ):
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("pad", [1, 3])
def test_padding(pad):
    n = te.var("n")
    x = te.placeholder((n,), name="x")
    y = te.compute(
        (n + 2 * pad,),
        lambda i: te.if_then_else(te.all(i >= pad, i < n + pad), x[i - pad], 0.0),
    )
    f = te.build(y, [x, y])
    for size in (0, 1, 5):
        a = np.arange(size, dtype=np.float32) + 1
        np.testing.assert_array_equal(f(a), np.pad(a, pad))


def test_numpy_numbers_and_sizes():
    x = te.placeholder((np.int64(4),), name="x")
    y = te.compute(x.shape, lambda i: x[i] * np.float32(2) + np.int64(1))
    assert (x.shape, x.ndim, y.dtype) == ((4,), 1, "float32")
    a = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(te.build(y, [x, y])(a), a * 2 + 1)


def test_all_pairs_of_sizes_are_checked():
    n = te.var("n")
    x, y = te.placeholder((n,), name="x"), te.placeholder((n,), name="y")
    z = te.compute((n,), lambda i: x[i] + y[i], name="z")
    f = te.build(z, [x, y, z])
    for a, b in itertools.permutations((3, 4), 2):
        with pytest.raises(Exception, match=rf"dim 0 \('n'\) is {b}"):
            f(np.zeros(a, np.float32), np.zeros(b, np.float32))


def test_long_expressions():
    n = te.var("n")
    x = te.placeholder((n,), name="x")
    total = lambda i: sum((x[i] * k for k in range(2000)), te.const(0.0))  # noqa: E731
    y = te.compute((n,), total, name="y")
    result = te.build(y, [x, y], opt_level=1)(np.ones(3, np.float32))
    np.testing.assert_array_equal(result, np.full(3, 1999000, np.float32))


def test_negated_zeros():
    a = te.placeholder((2,), name="a")
    b = te.compute((2,), lambda i: -a[i], name="b")
    result = te.build(te.create_schedule(b.op), [a, b])(np.float32([0.0, -0.0]))
    np.testing.assert_array_equal(np.signbit(result), [True, False])


def test_choices_without_points():
    """A static extent of 0 is legal."""
    a = te.placeholder((0, 5), name="a")
    b = te.compute(
        (0, 5),
        lambda i, j: te.if_then_else(te.all(i < 0, j < 4), a[i, j + 1], 3.0),
        name="b",
    )
    result = te.build(te.create_schedule(b.op), [a, b])(np.zeros((0, 5), np.float32))
    assert result.shape == (0, 5)


def test_text_of_expressions() -> None:
    n = te.var("n")
    A = te.placeholder((n, 4), name="A")
    B = te.compute(
        (n,),
        lambda i: te.if_then_else(
            te.all(i >= 1, i < n), te.exp(A[i - 1, 2]) * 2, te.max(i % 3, 0)
        ),
    )
    assert repr(B.op.values) == (
        "(if_then_else(((True & (i >= 1)) & (i < n)), (exp(A[(i - 1), 2]) * 2.0), "
        "float32(max((i % 3), 0))),)"
    )
    assert repr(te.compute((n * 2 + 6 // 4,), lambda i: i).shape) == "(((n * 2) + 1),)"


def test_constant_sizes_are_numbers() -> None:
    A = te.compute((12, 5), lambda i, j: i, name="A")
    s = te.create_schedule(A.op)
    outer, inner = s[A].split(A.op.axis[0], 5)
    fused = s[A].fuse(inner, A.op.axis[1])
    assert [repr(axis.extent) for axis in (outer, inner, fused)] == ["3", "5", "25"]


# --- deep expressions -----------------------------------------------------------

DEPTH = 2000


def nested(start, step, depth=DEPTH):
    value = start
    for i in range(depth):
        value = step(value, i)
    return value


def test_deep_conditions():
    """Conditional values are nested deeply."""
    x = values("int32")
    step = lambda a: lambda v, k: te.if_then_else(a > k, v + 1, v)  # noqa: E731
    reference = np.maximum(np.minimum(x, DEPTH), 0)
    check(lambda a: nested(a * 0, step(a)), lambda a: reference, x)


def test_deep_subscripts():
    """Both affine and data-dependent subscripts are deep."""
    n = te.var("n")
    X = te.placeholder((n,), "int32", "X")
    x = np.roll(np.arange(N, dtype=np.int32), 1)
    affine = lambda i: X[nested(i, lambda v, k: v + (-1) ** k)]  # noqa: E731
    gathered = lambda i: nested(X[i], lambda v, k: X[v])  # noqa: E731
    for body, steps in ((affine, 0), (gathered, DEPTH)):
        C = te.compute((n,), body, name="C")
        np.testing.assert_array_equal(te.build(C, [X, C])(x), np.roll(x, steps))


def test_deep_sizes():
    n = te.var("n")
    X = te.placeholder((n,), "int32", "X")
    size = nested(n, lambda v, k: v + (-1) ** k)
    C = te.compute((size,), lambda i: X[i % n], name="C")
    x = values("int32")
    np.testing.assert_array_equal(te.build(C, [X, C])(x), x)


def test_text_of_deep_expressions():
    text = repr(nested(te.var("n"), lambda v, k: v + 1))
    assert text == "(" * DEPTH + "n" + " + 1)" * DEPTH
