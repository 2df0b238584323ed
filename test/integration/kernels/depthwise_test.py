# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A depthwise convolution and a pointwise one of it as one kernel, against ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.models.build import inputs
from benchmarks.models.builder import Builder
from benchmarks.systems import OnnxRuntime

from levels_test import run, run_tvmc
from schedules_test import TARGETS

# channels, outputs, height, width, stride, residual
CASES = [
    *((n, 17, 13, 14, 1, True) for n in (2, 3, 15, 16, 17, 31, 32, 144)),
    *((48, n, 15, 20, 2, False) for n in (2, 3, 8, 24, 31, 33, 64)),
    (33, 33, 13, 13, 1, False),
    (16, 16, 3, 300, 1, True),
    (32, 64, 9, 20, 1, False),
]


def build(case: tuple) -> onnx.ModelProto:
    channels, outputs, height, width, stride, residual = case
    b = Builder("depthwise", opset=17)
    x = b.input("x", [2, 5, height, width])
    x = b.op("Conv", x, b.weight("u", channels, 5, 3, 3), pads=[1] * 4)
    w = b.weight("w", channels, 1, 3, 3)
    bias = b.weight("b", channels)
    strided = {"strides": [stride] * 2, "pads": [1] * 4, "group": channels}
    y = b.op("Relu", b.op("Conv", x, w, bias, **strided))
    y = b.op("Conv", y, b.weight("v", outputs, channels, 1, 1), b.weight("c", outputs))
    size = [(extent - 1) // stride + 1 for extent in (height, width)]
    if residual:
        y = b.op("Add", y, b.input("r", [2, outputs, *size]))
    b.output("y", b.op("Relu", y), [2, outputs, *size])
    return b.build()


def is_divided(case: tuple, target: str) -> bool:
    """Whether register tiles divide rows and columns, so that the rule takes one
    kernel: not rows of 13 points, nor 33 columns; with AVX2 not rows of 14 points, of
    which tiles have six, nor 31 columns."""
    _, outputs, _, width, *_ = case
    if width == 13 or outputs == 33:
        return False
    return target == "avx512" or (width != 14 and outputs != 31)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_values(case: tuple, target: str, tmp_path: Path) -> None:
    model = build(case)
    path, feeds = tmp_path / "net.onnx", tmp_path / "in.npz"
    artefact, dumps = tmp_path / "net.so", tmp_path / "schedules"
    onnx.save(model, path)
    arrays = inputs(model, dynamic=1)
    np.savez(feeds, **arrays)
    # Half of the cache holds two rows and the weights, but not all rows.
    channels, outputs, height, width, stride, _ = case
    columns, rows = (width - 1) // stride + 1, (height - 1) // stride + 1
    cache = 2 * 4 * max(channels * (columns + outputs), channels * columns * rows)
    option = f"--target={TARGETS[target]},l2-cache={cache}"
    dump = f"--dump-schedules={dumps}"
    run_tvmc("compile", path, "-q", option, dump, "-o", artefact)
    # Schedules before and after, of the first convolution and of both others.
    kernels = 2 if is_divided(case, target) else 3
    assert len(list(dumps.iterdir())) == 2 * kernels
    expected = OnnxRuntime(str(path), 1).run(arrays)
    assert error_in_tolerances(run(artefact, feeds), expected) <= 1
