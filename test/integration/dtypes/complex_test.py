# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Complex numbers: ONNX moves them, nothing computes with them.

The reference is ONNX's evaluator: ONNX Runtime has no complex tensors.
"""

from pathlib import Path

import numpy as np
import onnx
import peers
import pytest
import tvm_mlir
from levels_test import run_tvmc
from onnx import TensorProto, helper, numpy_helper

TYPES = {"complex64": TensorProto.COMPLEX64, "complex128": TensorProto.COMPLEX128}


def numbers(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    random = np.random.default_rng(0)
    parts = random.standard_normal((2, *shape))
    return (parts[0] + 1j * parts[1]).astype(dtype)


def make(
    nodes: list[onnx.NodeProto],
    dtype: str,
    shape: list,
    constants: dict[str, np.ndarray],
) -> onnx.ModelProto:
    """Returns a model from "x" to "y"."""
    graph = helper.make_graph(
        nodes,
        "complex",
        [helper.make_tensor_value_info("x", TYPES[dtype], shape)],
        [onnx.ValueInfoProto(name="y")],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)])


def indices(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


# Nodes from "x" of shape (4, 6), with constants; "c" are 24 numbers like x.
MOVES = {
    "Identity": ("x", {}, {}),
    "Transpose": ("x", {"perm": [1, 0]}, {}),
    "Reshape": ("x s", {}, {"s": indices(3, 8)}),
    "Flatten": ("x", {"axis": 0}, {}),
    "Unsqueeze": ("x s", {}, {"s": indices(1)}),
    "Concat": ("x x c", {"axis": 1}, {}),
    "Slice": ("x s e a t", {}, dict(s=indices(5), e=indices(0), a=indices(1), t=indices(-2))),
    "Gather": ("x s", {"axis": 1}, {"s": indices(4, -1, 0)}),
    "GatherElements": ("x s", {"axis": 0}, {"s": indices(3, 0, 1, 2, 3, 0).reshape(1, 6)}),
    "GatherND": ("x s", {}, {"s": indices(3, 0, 1, 5).reshape(2, 2)}),
    "ScatterElements": ("x s u", {"axis": 1}, {"s": indices(3, 0).reshape(1, 2), "u": None}),
    "ScatterND": ("x s u", {}, {"s": indices(3, 0, 1, 5).reshape(2, 2), "u": None}),
    "Expand": ("x s", {}, {"s": indices(2, 1, 1)}),
    "Tile": ("x s", {}, {"s": indices(2, 3)}),
    "Pad": ("x s", {"mode": "edge"}, {"s": indices(1, 0, 2, 3)}),
    "Where": ("b x c", {}, {"b": np.arange(6) % 2 == 0}),
    "Trilu": ("x", {"upper": 0}, {}),
    "ReverseSequence": ("x s", {"time_axis": 1, "batch_axis": 0}, {"s": indices(6, 1, 3, 2)}),
    "Compress": ("x b", {"axis": 0}, {"b": np.array([True, False, False, True])}),
}


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [[4, 6], ["n", "m"]], ids=["known", "unknown"])
@pytest.mark.parametrize("op", MOVES)
def test_moves(op: str, shape: list, dtype: str) -> None:
    operands, attributes, constants = MOVES[op]
    x = numbers((4, 6), dtype)
    values = {
        name: numbers((1, 2) if op == "ScatterElements" else (2,), dtype)
        if value is None
        else value
        for name, value in constants.items()
    }
    if "c" in operands.split():
        values["c"] = numbers((4, 6), dtype)[::-1].copy()
    node = helper.make_node(op, operands.split(), ["y"], **attributes)
    model = make([node], dtype, shape, values)
    peers.check(model, {"x": x}, peers.run_reference, rtol=0, atol=0)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("given", [True, False])
def test_pads_with_a_number(given: bool, dtype: str) -> None:
    x = numbers((4, 6), dtype)
    node = helper.make_node("Pad", ["x", "s", *["v"] * given], ["y"])
    value = np.array(1 - 2j if given else 0, dtype)
    constants = {"s": indices(1, 0, 0, 2)} | ({"v": value} if given else {})
    model = make([node], dtype, [4, 6], constants)
    expected = np.pad(x, ((1, 0), (0, 2)), constant_values=value)
    np.testing.assert_array_equal(peers.run(model, {"x": x})[0], expected)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [[200, 130], ["n", "m"]], ids=["known", "unknown"])
def test_large(shape: list, dtype: str) -> None:
    """In vectors, and transposed in registers."""
    x = numbers((200, 130), dtype)
    nodes = [
        helper.make_node("Concat", ["x", "x"], ["z"], axis=1),
        helper.make_node("Transpose", ["z"], ["y"]),
    ]
    result = peers.run(make(nodes, dtype, shape, {}), {"x": x})[0]
    np.testing.assert_array_equal(result, np.concatenate([x, x], 1).T)


@pytest.mark.parametrize("dtype", TYPES)
def test_blocks(dtype: str) -> None:
    x = numbers((1, 8, 2, 3), dtype)
    nodes = [
        helper.make_node("DepthToSpace", ["x"], ["z"], blocksize=2),
        helper.make_node("SpaceToDepth", ["z"], ["y"], blocksize=2),
    ]
    model = make(nodes, dtype, [1, 8, 2, 3], {})
    np.testing.assert_array_equal(peers.run(model, {"x": x})[0], x)


@pytest.mark.parametrize("dtype", TYPES)
def test_one_hot(dtype: str) -> None:
    values = np.array([1j, 2 - 1j], dtype)
    nodes = [
        helper.make_node("Shape", ["x"], ["s"]),
        helper.make_node("OneHot", ["s", "depth", "v"], ["y"]),
    ]
    model = make(nodes, dtype, ["n", "m"], {"depth": indices(8), "v": values})
    result = peers.run(model, {"x": numbers((4, 6), dtype)})[0]
    expected = np.full((2, 8), values[0])
    expected[0, 4] = expected[1, 6] = values[1]
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("count", [5, 500])
def test_constants(count: int, dtype: str) -> None:
    """Few and many elements; those of fields that are not raw as well."""
    raw = numbers((count,), dtype)
    typed = helper.make_tensor("t", TYPES[dtype], [count], raw[::-1].tolist())
    nodes = [
        helper.make_node("Constant", [], ["t"], value=typed),
        helper.make_node("Concat", ["x", "c", "t"], ["y"], axis=0),
    ]
    x = numbers((3,), dtype)
    model = make(nodes, dtype, ["n"], {"c": raw})
    expected = np.concatenate([x, raw, raw[::-1]])
    np.testing.assert_array_equal(peers.run(model, {"x": x})[0], expected)


def test_sequences() -> None:
    """A sequence of unknown length with tensors of complex numbers."""
    nodes = [
        helper.make_node("SplitToSequence", ["x"], ["s"], axis=0),
        helper.make_node("ConcatFromSequence", ["s"], ["y"], axis=1),
    ]
    model = make(nodes, "complex64", ["n", 2], {})
    x = numbers((3, 2), "complex64")
    np.testing.assert_array_equal(peers.run(model, {"x": x})[0], x.reshape(1, 6))


def test_unaligned_input() -> None:
    """Elements of 16 bytes at a multiple of 8."""
    memory = np.zeros(2 * 24 + 1)
    x = memory[1:].view(np.complex128).reshape(4, 6)
    x[:] = numbers((4, 6), "complex128")
    model = make(
        [helper.make_node("Transpose", ["x"], ["y"])], "complex128", [4, 6], {}
    )
    np.testing.assert_array_equal(peers.run(model, {"x": x})[0], x.T)


@pytest.mark.parametrize(
    ("op", "operands"), [("Add", "x x"), ("MatMul", "x x"), ("Relu", "x"), ("Unique", "x")]
)
def test_refuses_arithmetic(op: str, operands: str, tmp_path: Path) -> None:
    node = helper.make_node(op, operands.split(), ["y"], name="this one")
    path = tmp_path / "m.onnx"
    onnx.save(make([node], "complex64", [4, 4], {}), path)
    with pytest.raises(tvm_mlir.TvmError, match="this one.*complex"):
        tvm_mlir.compile(path)


def test_refuses_to_reduce_scattered(tmp_path: Path) -> None:
    u = numbers((1, 2), "complex64")
    node = helper.make_node(
        "ScatterElements", ["x", "s", "u"], ["y"], name="this one", reduction="add"
    )
    path = tmp_path / "m.onnx"
    constants = {"s": indices(3, 0).reshape(1, 2), "u": u}
    onnx.save(make([node], "complex64", [4, 6], constants), path)
    with pytest.raises(tvm_mlir.TvmError, match="this one.*numbers to reduce"):
        tvm_mlir.compile(path)


@pytest.mark.parametrize("dtype", TYPES)
def test_tvmc(dtype: str, tmp_path: Path) -> None:
    """Arrays of files; random ones."""
    path, artefact = tmp_path / "m.onnx", tmp_path / "m.so"
    node = helper.make_node("Transpose", ["x"], ["y"])
    onnx.save(make([node], dtype, ["n", "m"], {}), path)
    run_tvmc("compile", path, "-o", artefact, "-q")
    x = numbers((4, 6), dtype)
    np.savez(tmp_path / "in.npz", x=x)
    run_tvmc(
        "run", artefact,
        f"--inputs={tmp_path / 'in.npz'}", f"--outputs={tmp_path / 'out.npz'}",
    )  # fmt: skip
    np.testing.assert_array_equal(np.load(tmp_path / "out.npz")["y"], x.T)
    run_tvmc(
        "run", artefact, "--fill=random", "--input-shapes=x:3,5",
        f"--outputs={tmp_path / 'out.npz'}",
    )  # fmt: skip
    y = np.load(tmp_path / "out.npz")["y"]
    assert y.dtype == dtype and y.shape == (5, 3)
    assert 0 < np.abs(y.real).max() <= 1 and 0 < np.abs(y.imag).max() <= 1
