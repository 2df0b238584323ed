# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layers that repeat a computation are compiled once, and stay right."""

from pathlib import Path

import numpy as np
import onnx
import peers
import pytest
import tvm_mlir
from onnx import helper, numpy_helper

RNG = np.random.default_rng(5)


class Builder:
    """Collects nodes and initializers of a model."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.initializers.append(numpy_helper.from_array(value, name))
        return name

    def add(self, kind: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def build(self, inputs: dict, outputs: list[str]) -> onnx.ModelProto:
        kind = onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            self.nodes,
            "net",
            [helper.make_tensor_value_info(n, kind, s) for n, s in inputs.items()],
            [helper.make_tensor_value_info(name, kind, None) for name in outputs],
            self.initializers,
        )
        opsets = [helper.make_opsetid("", 17)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=8)


def convolutions(count: int) -> onnx.ModelProto:
    """Equal layers, each with weights and a small bias of its own."""
    b = Builder()
    value = "x"
    for i in range(count):
        weights = RNG.standard_normal((16, 16, 3, 3), np.float32) / 12
        w = b.constant(f"w{i}", weights)
        bias = b.constant(f"b{i}", RNG.standard_normal(16, np.float32))
        value = b.add("Conv", [value, w, bias], f"c{i}", pads=[1, 1, 1, 1])
        value = b.add("Relu", [value], f"r{i}")
    return b.build({"x": [1, 16, 14, 14]}, [value])


def detector(classes: int, boxes: int = 120) -> onnx.ModelProto:
    """The end of a detection model whose loop over classes is unrolled."""
    b = Builder()
    axis = b.constant("axis", np.array([1]))
    two, three = b.constant("two", np.array([2])), b.constant("three", np.array([3]))
    best = b.constant("best", np.array([20]))
    overlap = b.constant("overlap", np.array([0.5], np.float32))
    least = b.constant("least", np.array([0.1], np.float32))
    found = []
    for i in range(classes):
        begin = b.constant(f"begin{i}", np.array([i]))
        end = b.constant(f"end{i}", np.array([i + 1]))
        scores = b.add("Slice", ["scores", begin, end, axis], f"scores{i}")
        picked = b.add(
            "NonMaxSuppression", ["boxes", scores, best, overlap, least], f"n{i}"
        )
        picked = b.add("Slice", [picked, two, three, axis], f"picked{i}")
        picked = b.add("Squeeze", [picked, axis], f"index{i}")
        flat = b.add("Squeeze", [scores, axis], f"flat{i}")
        factor = b.constant(f"factor{i}", np.float32(1 + i / classes))
        score = b.add("Gather", [flat, picked], f"score{i}", axis=1)
        found.append(b.add("Mul", [score, factor], f"found{i}"))
    b.add("Concat", found, "all", axis=1)
    return b.build({"boxes": [1, boxes, 4], "scores": [1, classes, boxes]}, ["all"])


def count_kernels(model: onnx.ModelProto, folder: Path) -> int:
    tvm_mlir.compile(model, dump_ir=folder)
    text = (folder / "2-fused.mlir").read_text()
    return sum(line.startswith("  module @") for line in text.splitlines())


def test_biases_are_arguments(tmp_path: Path) -> None:
    """Twelve layers have the kernels of three: transforms, product, bias."""
    few, many = convolutions(3), convolutions(12)
    assert count_kernels(many, tmp_path / "many") == count_kernels(
        few, tmp_path / "few"
    )
    x = RNG.standard_normal((1, 16, 14, 14), np.float32)
    peers.check(many, {"x": x})


def test_classes_share_kernels(tmp_path: Path) -> None:
    """Classes compute nothing but the results at their own slices."""
    classes = 24
    model = detector(classes)
    assert count_kernels(model, tmp_path) <= classes + 12
    corners = RNG.uniform(0, 1, (1, 120, 2)).astype(np.float32)
    feeds = {
        "boxes": np.concatenate([corners, corners + np.float32(0.2)], axis=-1),
        "scores": RNG.uniform(0, 1, (1, classes, 120)).astype(np.float32),
    }
    peers.check(model, feeds)


@pytest.mark.parametrize("count", [17, 40, 300])
def test_many_unknown_sizes(count: int, tmp_path: Path) -> None:
    """The code of a concatenation grows with the number of its inputs."""
    shapes = {f"x{i}": [2, f"n{i}"] for i in range(count)}
    b = Builder()
    b.add("Concat", list(shapes), "y", axis=1)
    model = b.build(shapes, ["y"])
    tvm_mlir.compile(model, dump_ir=tmp_path)
    text = (tmp_path / "5-scheduled.mlir").read_text()
    assert text.count("\n") < 2500 + 100 * count
    feeds = {
        name: RNG.standard_normal((2, i % 5), np.float32)
        for i, name in enumerate(shapes)
    }
    peers.check(model, feeds)


def test_concatenations_of_concatenations(tmp_path: Path) -> None:
    """Their kernels stay apart: code grows with the product of their parts."""
    count = 120
    b = Builder()
    rows = []
    for i in range(count):
        value = b.constant(f"v{i}", RNG.standard_normal((1, 2), np.float32))
        other = b.constant(f"o{i}", RNG.standard_normal((1, 3), np.float32))
        rows.append(b.add("Concat", ["x", value, other], f"row{i}", axis=1))
    b.add("Concat", rows, "y", axis=0)
    model = b.build({"x": [1, 4]}, ["y"])
    tvm_mlir.compile(model, dump_ir=tmp_path)
    text = (tmp_path / "2-fused.mlir").read_text()
    kernels = [part for part in text.split("  module @")[1:]]
    assert max(kernel.count(" graph.concat ") for kernel in kernels) == 1
    peers.check(model, {"x": RNG.standard_normal((1, 4), np.float32)})
