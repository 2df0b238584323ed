# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NaN, infinities and zeros, as docs/generated/Graph.md defines them."""

import math
from pathlib import Path

import numpy as np
import tvm_mlir
from elementwise import Functions, check, run

POSITIVE = [np.nan, np.inf, 0, 0.3, 0.5, 1, 1.5, 2, 2.5, 3, 20, 89, 104, 1e30, 3e38]
VALUES = np.array([*POSITIVE, *(-x for x in POSITIVE)], np.float32)

erf = np.vectorize(math.erf)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def softplus(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def elu(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, 0.5 * (np.exp(x) - 1), x)


def celu(x: np.ndarray) -> np.ndarray:
    return np.maximum(0, x) + np.minimum(0, 0.5 * (np.exp(x / 0.5) - 1))


def gelu_tanh(x: np.ndarray) -> np.ndarray:
    return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def shrink(x: np.ndarray) -> np.ndarray:
    return np.where(x < -1.5, x + 0.5, np.where(x > 1.5, x - 0.5, 0))


UNARY: Functions = {
    "abs %a": np.abs,
    "neg %a": np.negative,
    "sign %a": lambda x: np.where(x == 0, x, np.sign(x)),
    "relu %a": lambda x: np.where(x < 0, 0, x),
    "acos %a": np.arccos,
    "acosh %a": np.arccosh,
    "asin %a": np.arcsin,
    "asinh %a": np.arcsinh,
    "atan %a": np.arctan,
    "atanh %a": np.arctanh,
    "cos %a": np.cos,
    "cosh %a": np.cosh,
    "erf %a": erf,
    "exp %a": np.exp,
    "log %a": np.log,
    "reciprocal %a": np.reciprocal,
    "sin %a": np.sin,
    "sinh %a": np.sinh,
    "sqrt %a": np.sqrt,
    "tan %a": np.tan,
    "tanh %a": np.tanh,
    "ceil %a": np.ceil,
    "floor %a": np.floor,
    "round %a": np.round,
    "mish %a": lambda x: x * np.tanh(softplus(x)),
    "sigmoid %a": sigmoid,
    "softplus %a": softplus,
    "softsign %a": lambda x: x / (1 + np.abs(x)),
    "is_nan %a -> i1": np.isnan,
    "is_inf %a -> i1": np.isinf,
    "is_inf %a {negative = false} -> i1": np.isposinf,
    "is_inf %a {positive = false} -> i1": np.isneginf,
    "celu %a {alpha = 0.5 : f32}": celu,
    "elu %a {alpha = 0.5 : f32}": elu,
    "leaky_relu %a {alpha = 0.5 : f32}": lambda x: np.where(x < 0, 0.5 * x, x),
    "swish %a {alpha = 0.5 : f32}": lambda x: x * sigmoid(0.5 * x),
    "thresholded_relu %a {alpha = 0.5 : f32}": lambda x: np.where(x > 0.5, x, 0),
    "hard_sigmoid %a {alpha = 0.25 : f32, beta = 0.5 : f32}": (
        lambda x: np.clip(0.25 * x + 0.5, 0, 1)
    ),
    "selu %a {alpha = 0.5 : f32, beta = 2.0 : f32}": lambda x: 2 * elu(x),
    "gelu %a": lambda x: x / 2 * (1 + erf(x / np.sqrt(2))),
    "gelu %a {tanh}": gelu_tanh,
    "shrink %a {bias = 0.5 : f32, lambda = 1.5 : f32}": shrink,
    "binarize %a {threshold = 0.5 : f32}": lambda x: np.where(x > 0.5, 1, 0),
}


def modulo(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    result = np.mod(x, y)
    return np.where(result == 0, np.copysign(0, x), result)


BINARY: Functions = {
    "add %a, %b": np.add,
    "sub %a, %b": np.subtract,
    "mul %a, %b": np.multiply,
    "div %a, %b": np.divide,
    "mod %a, %b": modulo,
    "mod %a, %b {truncated}": np.fmod,
    "max %a, %b": np.maximum,
    "min %a, %b": np.minimum,
    "pow %a, %b": np.power,
    "prelu %a, %b": lambda x, y: np.where(x < 0, x * y, x),
    "equal %a, %b -> i1": np.equal,
    "less %a, %b -> i1": np.less,
    "less_equal %a, %b -> i1": np.less_equal,
    "greater %a, %b -> i1": np.greater,
    "greater_equal %a, %b -> i1": np.greater_equal,
}


def test_one_operand(tmp_path: Path) -> None:
    results = run(tmp_path, UNARY, ("f32", VALUES))
    with np.errstate(all="ignore"):
        for operation, function in UNARY.items():
            expected = function(VALUES.astype(np.float64))
            result = results[operation]
            check(operation, result, expected.astype(result.dtype), VALUES)


def test_sines(tmp_path: Path) -> None:
    """About half a unit in the last place, whatever the size; also where only some
    elements of a vector are so large that the library computes it."""
    functions = {"sin %a": np.sin, "cos %a": np.cos, "tan %a": np.tan, "atan %a": np.arctan}
    near = [np.linspace(-size, size, 4001) for size in (1, 4, 100, 1e5, 1e10, 1e30)]
    multiples = np.pi / 2 * np.arange(1, 2000)
    x = np.concatenate([*near, multiples, [2.0**40, 1.0] * 20]).astype(np.float32)
    results = run(tmp_path, functions, ("f32", x))
    for operation, function in functions.items():
        expected = function(x.astype(np.float64))
        unit = np.spacing(np.abs(expected).astype(np.float32)).astype(np.float64)
        error = np.abs(results[operation] - expected) / unit
        assert error.max() <= (1.1 if "tan" in operation else 0.57), operation


def test_two_operands(tmp_path: Path) -> None:
    x, y = (values.ravel() for values in np.meshgrid(VALUES, VALUES))
    results = run(tmp_path, BINARY, ("f32", x), ("f32", y))
    with np.errstate(all="ignore"):
        for operation, function in BINARY.items():
            check(operation, results[operation], function(x, y), x, y)


def softmax(x: np.ndarray) -> np.ndarray:
    exps = np.exp(x - x.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True)


def test_rows(tmp_path: Path) -> None:
    """A NaN in any lane, or only infinities, make NaN of the row and of no other."""
    size = 203
    rows = np.linspace(-9, 9, 12 * size, dtype=np.float32).reshape(12, size)
    for row, column in enumerate([0, 1, 77, 150, size - 1]):
        rows[row, column] = np.nan
    rows[5], rows[6], rows[7] = np.nan, np.inf, -np.inf
    rows[8, ::2], rows[9, 3], rows[10, ::2] = -np.inf, np.inf, -3e38
    kind = f"tensor<12x{size}xf32>"
    path = tmp_path / "rows.mlir"
    path.write_text(
        f"""module attributes {{tvm.level = "import"}} {{
func.func @main(%x: {kind} {{graph.name = "x"}}) -> ({kind} {{graph.name = "y"}}, {kind} {{graph.name = "z"}}) {{
  %0 = graph.softmax %x [1] : ({kind}) -> {kind}
  %1 = graph.log_softmax %x [1] : ({kind}) -> {kind}
  return %0, %1 : {kind}, {kind}
}}
}}
"""
    )
    results = tvm_mlir.compile(path, output=tmp_path / "rows.so").run({"x": rows})
    with np.errstate(all="ignore"):
        expected = softmax(rows.astype(np.float64)).astype(np.float32)
        check("softmax", results["y"].ravel(), expected.ravel(), rows.ravel())
        shifted = rows.astype(np.float64) - rows.max(axis=1, keepdims=True)
        logarithm = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        np.testing.assert_allclose(
            results["z"], logarithm.astype(np.float32), rtol=1e-5, atol=1e-5
        )
