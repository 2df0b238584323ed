# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels compiled once, run at sizes that fill vectors and tiles or do not.

What remains of an unknown number of columns is a vector under a mask, where the
machine has masks; a memory fault or a wrong column would show here.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.models.builder import Builder
from benchmarks.systems import OnnxRuntime

from levels_test import run_tvmc
from peers import load_or_skip
from schedules_test import TARGETS

ROWS = (1, 2, 5, 11)
COLUMNS = (1, 3, 8, 15, 16, 17, 31, 32, 33, 56, 63)


def depthwise(b: Builder, x: str) -> str:
    return b.op("Conv", x, b.weight("w", 6, 1, 3, 3), pads=[1] * 4, group=6)


def convolution(b: Builder, x: str) -> str:
    return b.op("Relu", b.op("Conv", x, b.weight("w", 6, 6, 3, 3), pads=[1] * 4))


def pool(b: Builder, x: str) -> str:
    return b.op("MaxPool", x, kernel_shape=[3, 3], pads=[1] * 4)


def same_pools(b: Builder, x: str) -> str:
    """Padding that follows from the sizes; windows that are pooled one dimension
    after the other."""
    same = {"auto_pad": "SAME_UPPER"}
    y = b.op("MaxPool", x, kernel_shape=[5, 5], **same)
    return b.op("AveragePool", y, kernel_shape=[3, 3], **same)


def normalization(b: Builder, x: str) -> str:
    scale, bias = b.weight("s", 6, kind="scale"), b.weight("b", 6)
    return b.op("InstanceNormalization", x, scale, bias)


def product(b: Builder, x: str) -> str:
    """The product of each plane, transposed, and itself."""
    return b.op("MatMul", b.op("Transpose", x, perm=[0, 1, 3, 2]), x)


def transposes(b: Builder, x: str) -> str:
    """To channels last, back, to a transposed matrix, and each plane by itself."""
    wide = b.op("Concat", x, x, x, x, axis=1)
    last = b.op("Transpose", b.op("Relu", wide), perm=[0, 2, 3, 1])
    back = b.op("Transpose", b.op("Sqrt", last), perm=[0, 3, 1, 2])
    planes = b.op("Transpose", b.op("Exp", back), perm=[0, 1, 3, 2])
    turned = b.op("Transpose", b.op("Neg", planes), perm=[3, 0, 1, 2])
    y = b.op("Transpose", b.op("Abs", turned), perm=[1, 2, 0, 3])
    return b.op("Slice", y, b.constant([0]), b.constant([6]), b.constant([1]))


def build(add: Callable[[Builder, str], str]) -> onnx.ModelProto:
    b = Builder(add.__name__, opset=17)
    y = add(b, b.input("x", [1, 6, "h", "w"]))
    b.output("y", y, [1, 6, "w" if add is product else "h", "w"])
    return b.build()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "add", (depthwise, convolution, pool, same_pools, normalization, product, transposes)
)
def test_kernel(add: Callable, target: str, tmp_path: Path) -> None:
    path, artefact = tmp_path / "net.onnx", tmp_path / "net.so"
    onnx.save(build(add), path)
    run_tvmc("compile", path, "-q", f"--target={TARGETS[target]}", "-o", artefact)
    module, peer = load_or_skip(artefact), OnnxRuntime(str(path), 1)
    random = np.random.default_rng(5)
    for height in ROWS:
        for width in COLUMNS:
            x = random.standard_normal((1, 6, height, width)).astype(np.float32)
            y, expected = module.run({"x": x}), peer.run({"x": x})
            y = {name: np.asarray(array) for name, array in y.items()}
            assert error_in_tolerances(y, expected) <= 1, (height, width)
