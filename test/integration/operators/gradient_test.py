# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients against differences of what the compiled function computes."""

import numpy as np
import onnx
import onnx.parser
import pytest
import tvm_mlir

DOMAIN = "ai.onnx.preview.training"

# Functions of `a` and `b`: ONNX's text of the nodes that compute `y`.
ONE = {"a": (2, 3)}
POSITIVE = {"a": (2, 3), "positive": True}
TWO = {"a": (2, 3), "b": (2, 3)}
FUNCTIONS = {
    "neg": (ONE, "y = Neg(a)"),
    "abs": (ONE, "y = Abs(a)"),
    "exp": (ONE, "y = Exp(a)"),
    "log": (POSITIVE, "y = Log(a)"),
    "sqrt": (POSITIVE, "y = Sqrt(a)"),
    "reciprocal": (POSITIVE, "y = Reciprocal(a)"),
    "sin": (ONE, "y = Sin(a)"),
    "cos": (ONE, "y = Cos(a)"),
    "tanh": (ONE, "y = Tanh(a)"),
    "sigmoid": (ONE, "y = Sigmoid(a)"),
    "softplus": (ONE, "y = Softplus(a)"),
    "relu": (ONE, "y = Relu(a)"),
    "erf": (ONE, "y = Erf(a)"),
    "add": (TWO, "y = Add(a, b)"),
    "add_broadcast": ({"a": (4, 1, 3), "b": (2, 1)}, "y = Add(a, b)"),
    "sub": (TWO, "y = Sub(a, b)"),
    "mul": (TWO, "y = Mul(a, b)"),
    "mul_scalar": ({"a": (2, 3), "b": ()}, "y = Mul(a, b)"),
    "div": ({**TWO, "positive": True}, "y = Div(a, b)"),
    "max": (TWO, "y = Max(a, b)"),
    "min": (TWO, "y = Min(a, b)"),
    "pow": ({**TWO, "positive": True}, "y = Pow(a, b)"),
    "pow_integer": (ONE, "n = Constant<value_int=3>() y = Pow(a, n)"),
    "where": (TWO, "c = Greater(a, b) y0 = Where(c, a, b) y = Mul(y0, b)"),
    "steps": (TWO, "n = Cast<to=7>(a) f = Cast<to=11>(n) y = Mul(f, b)"),
    "matmul": ({"a": (2, 3), "b": (3, 4)}, "y0 = MatMul(a, b) y = Mul(y0, y0)"),
    "matmul_batch": ({"a": (5, 2, 3), "b": (3, 4)}, "y0 = MatMul(a, b) y = Mul(y0, y0)"),
    "matmul_batches": ({"a": (5, 1, 2, 3), "b": (4, 3, 2)}, "y0 = MatMul(a, b) y = Mul(y0, y0)"),
    "gemm_nt": ({"a": (2, 3), "b": (4, 3)}, "y0 = Gemm<transB=1, alpha=2.0>(a, b) y = Mul(y0, y0)"),
    "gemm_tn": ({"a": (3, 2), "b": (3, 4)}, "y0 = Gemm<transA=1>(a, b) y = Mul(y0, y0)"),
    "gemm_tt": ({"a": (3, 2), "b": (4, 3)}, "y0 = Gemm<transA=1, transB=1>(a, b) y = Mul(y0, y0)"),
    "transpose": ({"a": (2, 3, 4), "b": (3, 4, 2)}, "t = Transpose<perm=[1, 2, 0]>(a) y = Mul(t, b)"),
    "reshape": ({"a": (2, 3), "b": (3, 2)}, "s = Constant<value_ints=[3, 2]>() r = Reshape(a, s) y = Mul(r, b)"),
    "flatten": ({"a": (2, 3, 1), "b": (2, 3)}, "f = Flatten(a) y = Mul(f, b)"),
    "squeeze": ({"a": (2, 1, 3), "b": (2, 3)}, "x = Constant<value_ints=[1]>() s = Squeeze(a, x) y = Mul(s, b)"),
    "unsqueeze": ({"a": (2, 3), "b": (2, 1, 3)}, "x = Constant<value_ints=[1]>() s = Unsqueeze(a, x) y = Mul(s, b)"),
    "expand": ({"a": (3, 1), "b": (2, 3, 4)}, "s = Constant<value_ints=[2, 3, 4]>() e = Expand(a, s) y = Mul(e, b)"),
    "concat": ({"a": (2, 3), "b": (4, 3)}, "c = Concat<axis=-2>(a, b, a) y = Mul(c, c)"),
    "sum": ({"a": (2, 3), "b": (3,)}, "x = Constant<value_ints=[0]>() s = ReduceSum<keepdims=0>(a, x) y = Mul(s, b)"),
    "sum_keep": ({"a": (2, 3), "b": (2, 1)}, "x = Constant<value_ints=[1]>() s = ReduceSum(a, x) y = Mul(s, b)"),
    "mean": ({"a": (2, 3), "b": ()}, "s = ReduceMean<keepdims=0>(a) y = Mul(s, b)"),
    "sum_square": (ONE, "y = ReduceSumSquare(a)"),
    "softmax": (TWO, "s = Softmax<axis=1>(a) y = Mul(s, b)"),
    "log_softmax": (TWO, "s = LogSoftmax<axis=0>(a) y = Mul(s, b)"),
    "twice": (TWO, "c = Add(a, b) y = Mul(c, a)"),
    "itself": (ONE, "y = Mul(a, a)"),
    "unused": (TWO, "y = Mul(a, a)"),
    "network": (
        {"a": (2, 3), "b": (3, 4)},
        "h = MatMul(a, b) t = Tanh(h) p = Softmax(t) l = Log(p) y = ReduceSum(l)",
    ),
}  # fmt: skip


def draw(shapes: dict) -> dict[str, np.ndarray]:
    """Elements apart from each other and from 0, where some have no derivative."""
    random = np.random.default_rng(3)
    positive = shapes.get("positive", False)
    sizes = {name: shape for name, shape in shapes.items() if name != "positive"}
    values = {}
    for name, shape in sizes.items():
        value = random.uniform(0.2, 1.8, shape) * random.choice([-1, 1], shape)
        values[name] = np.asarray(abs(value) if positive else value)
    return values


def build(inputs: dict, nodes: str, outputs: list[str], shapes: str = "") -> onnx.ModelProto:
    listed = ", ".join(f"double{list(x.shape)} {name}" for name, x in inputs.items())
    results = ", ".join(f"double {name}" for name in outputs)
    return onnx.parser.parse_model(
        f'<ir_version: 10, opset_import: ["" : 21, "{DOMAIN}" : 1]>'
        f"function ({listed}) => ({results}) {{ {nodes} }}".replace("[]", "")
    )


def gradient(inputs: str, outputs: str, xs: list, zs: list, y: str = "y") -> str:
    names = [f'{key}=[{", ".join(map(repr, value))}]'.replace("'", '"')
             for key, value in (("xs", xs), ("zs", zs)) if value]  # fmt: skip
    return f'{outputs} = {DOMAIN}.Gradient<{", ".join(names)}, y="{y}">({inputs})'


def differences(model: onnx.ModelProto, inputs: dict) -> dict[str, np.ndarray]:
    """Checks derivatives of the sum of the model's output, in both directions."""
    step = 1e-5
    module = tvm_mlir.compile(model)
    result = {}
    for name, value in inputs.items():
        result[name] = np.zeros_like(value)
        for index in np.ndindex(value.shape):
            sums = []
            for sign in (1, -1):
                moved = value.copy()
                moved[index] += sign * step
                sums.append(np.sum(module.run({**inputs, name: moved})["y"]))
            result[name][index] = (sums[0] - sums[1]) / (2 * step)
    return result


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rules(name: str) -> None:
    shapes, nodes = FUNCTIONS[name]
    inputs = draw(shapes)
    expected = differences(build(inputs, nodes, ["y"]), inputs)
    xs = list(inputs)
    outputs = [f"d{x}" for x in xs]
    nodes += " " + gradient(", ".join(xs), ", ".join(outputs), xs, [])
    actual = tvm_mlir.compile(build(inputs, nodes, outputs)).run(inputs)
    for x in xs:
        assert actual[f"d{x}"].shape == inputs[x].shape
        np.testing.assert_allclose(actual[f"d{x}"], expected[x], rtol=1e-6, atol=1e-7)


def run(inputs: dict, nodes: str, *outputs: str) -> list[np.ndarray]:
    results = tvm_mlir.compile(build(inputs, nodes, list(outputs))).run(inputs)
    return [results[name] for name in outputs]


A = np.array([1.0, 2.0, -3.0])
B = np.array([4.0, 0.5, 2.0])


def test_constants_are_not_varied() -> None:
    nodes = "y = Mul(a, b)" + gradient("a, b", "da", ["a"], ["b"])
    (da,) = run({"a": A, "b": B}, nodes, "da")
    np.testing.assert_array_equal(da, B)


def test_at_another_point() -> None:
    """The function is that of the graph, the values are those of the inputs."""
    nodes = "y = Mul(a, a)" + gradient("b", "da", ["a"], [])
    y, da = run({"a": A, "b": B}, nodes, "y", "da")
    np.testing.assert_array_equal(y, A * A)
    np.testing.assert_array_equal(da, 2 * B)


def test_one_tensor_for_two_variables() -> None:
    nodes = "y = Mul(a, b)" + gradient("c, c", "da, db", ["a", "b"], [])
    da, db = run({"a": A, "b": B, "c": A + 1}, nodes, "da", "db")
    np.testing.assert_array_equal(da, A + 1)
    np.testing.assert_array_equal(db, A + 1)


def test_of_a_value_between() -> None:
    nodes = "h = Mul(a, a) y = Mul(h, b)" + gradient("h, b", "dh, db", ["h", "b"], [])
    dh, db = run({"a": A, "b": B}, nodes, "dh", "db")
    np.testing.assert_array_equal(dh, B)
    np.testing.assert_array_equal(db, A * A)


def test_second_derivative() -> None:
    nodes = (
        "s = Mul(a, a) y = Mul(s, a)"
        + gradient("a", "da", ["a"], [])
        + gradient("a", "dda", ["a"], [], "da")
    )
    (dda,) = run({"a": A}, nodes, "dda")
    np.testing.assert_allclose(dda, 6 * A)


def test_through_a_narrower_type() -> None:
    nodes = "f = Cast<to=1>(a) g = Mul(f, f) y = Cast<to=11>(g)"
    (da,) = run({"a": A + 0.1}, nodes + gradient("a", "da", ["a"], []), "da")
    np.testing.assert_allclose(da, 2 * (A + 0.1), rtol=1e-6)


def test_an_output_that_is_left_out() -> None:
    nodes = "y = Mul(a, b)" + gradient("a, b", '"", db', ["a", "b"], [])
    (db,) = run({"a": A, "b": B}, nodes, "db")
    np.testing.assert_array_equal(db, A)


@pytest.mark.parametrize(
    "nodes, message",
    [
        ("y = Floor(a)", "cannot differentiate 'graph.floor'"),
        ("y = ReduceMax(a)", "cannot differentiate 'graph.reduce'"),
        ("y = MatMul(a, a)", "cannot differentiate 'graph.matmul'"),
        ("y = Cast<to=7>(a)", "expected floats to differentiate, got"),
    ],
)
def test_refused(nodes: str, message: str) -> None:
    model = build({"a": A}, nodes + gradient("a", "da", ["a"], []), ["da"])
    with pytest.raises(tvm_mlir.TvmError, match=message):
        tvm_mlir.compile(model)


@pytest.mark.parametrize(
    "node, message",
    [
        (gradient("a", "da", ["c"], []), "expected 'xs' to name tensors of the graph, got 'c'"),
        (gradient("a", "da", ["a"], [], "z"), "expected 'y' to name a tensor of the graph, got 'z'"),
        (gradient("b", "da", ["a"], []), "expected input 0 to be of the type of 'a'"),
        (gradient("a", "da", ["a"], ["b"]), "input"),
    ],
)  # fmt: skip
def test_bad_names(node: str, message: str) -> None:
    inputs = {"a": A, "b": np.array([1.0, 2.0])}
    model = build(inputs, "y = Neg(a)" + node, ["da"])
    with pytest.raises(tvm_mlir.TvmError, match=message):
        tvm_mlir.compile(model)


def test_unknown_sizes_that_broadcast() -> None:
    model = onnx.parser.parse_model(
        f'<ir_version: 10, opset_import: ["" : 21, "{DOMAIN}" : 1]>'
        f"function (double[n] a, double[m] b) => (double da)"
        f'{{ y = Mul(a, b) {gradient("a, b", "da", ["a", "b"], [])} }}'
    )
    with pytest.raises(tvm_mlir.TvmError, match="expected known sizes, got"):
        tvm_mlir.compile(model)
