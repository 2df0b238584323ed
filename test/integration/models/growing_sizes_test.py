# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes that are made of sizes, again and again, are shared: programs grow with
the number of operators, not with the number of paths between them."""

import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.models.builder import Builder
from peers import check


def build(steps: int, *, joins: str) -> onnx.ModelProto:
    """Each step joins rows, or columns as well, and takes all but the first."""
    b = Builder("growing", opset=18)
    x = b.input("x", ["n", 8])
    for _ in range(steps):
        mean = b.op("ReduceMean", x, b.constant([1]), keepdims=1)
        y = b.op("Concat", x, b.op("Sub", x, mean), axis=0)
        if joins == "broadcast":
            column = b.op("ReduceSum", y, b.constant([1]), keepdims=1)
            y = b.op("Add", y, b.op("Mul", column, y))
        x = b.op("Slice", y, b.constant([1]), b.constant([2**40]), b.constant([0]))
    b.output("y", x, ["m", 8])
    return b.build()


def count_operations(model: onnx.ModelProto, folder: Path) -> dict[str, int]:
    """Lines of the program behind each level, a line per operation."""
    path = folder / "model.onnx"
    onnx.save(model, path)
    text = subprocess.run(
        ["tvm-translate", "--import-onnx", path], capture_output=True, check=True
    ).stdout
    counts = {}
    for level in ("graph", "fused"):
        text = subprocess.run(
            ["tvm-opt", f"--tvm-{level}-pipeline"],
            input=text,
            capture_output=True,
            check=True,
        ).stdout
        counts[level] = text.count(b"\n")
    return counts


@pytest.mark.parametrize("joins", ["rows", "broadcast"])
def test_programs_grow_linearly(joins: str, tmp_path: Path) -> None:
    least, less, more = (
        count_operations(build(steps, joins=joins), tmp_path)
        for steps in (4, 12, 40)
    )
    for level in least:
        per_step = (less[level] - least[level]) / (12 - 4)
        assert more[level] <= less[level] + 1.25 * per_step * (40 - 12), level


@pytest.mark.parametrize("steps", [3, 9])
def test_equals_onnx_runtime(steps: int) -> None:
    x = np.random.default_rng(steps).uniform(-1, 1, (3, 8)).astype(np.float32)
    check(build(steps, joins="rows"), {"x": x})
