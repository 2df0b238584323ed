# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of f32 whose products are computed in bf16 or f16.

A number of p significant bits is rounded by up to u = 2**-p of itself. A product
of matrices rounds its data, its weights and its result, so a chain of k of them
differs by about 3 * k * u, in the Euclidean norm; sums, in f32, add nothing.
"""

from pathlib import Path

import numpy as np
import onnx
import pytest
import tvm_mlir
from benchmarks.compiler import manifest
from benchmarks.models.builder import Builder
from benchmarks.models.layers import gemm, matmul_add
from nets import attention, residual_convolutions
from peers import run_onnxruntime

ROUNDOFF = {"bf16": 2.0**-8, "f16": 2.0**-11}


def perceptron() -> onnx.ModelProto:
    """Three dense layers of 512 features."""
    b = Builder("perceptron", opset=20)
    x = b.input("x", [16, 512])
    x = b.op("Relu", gemm(b, x, (512, 512), name="first"))
    x = b.op("Gelu", matmul_add(b, x, (512, 512), name="second"))
    b.output("y", gemm(b, x, (512, 512), name="third"), [16, 512])
    return b.build()


# The model, the sizes of its input, and products one after the other.
NETS = [
    (residual_convolutions, (1, 3, 17, 15), 3),
    (attention, (2, 7, 24), 3),
    (perceptron, (16, 512), 3),
]


def error(result: np.ndarray, expected: np.ndarray) -> float:
    return float(np.linalg.norm(result - expected) / np.linalg.norm(expected))


@pytest.mark.parametrize("opt_level", [0, 3])
@pytest.mark.parametrize("narrow", ROUNDOFF)
@pytest.mark.parametrize("net", NETS, ids=lambda net: net[0].__name__)
def test_error(net: tuple, narrow: str, opt_level: int) -> None:
    """Not more than roundings explain, and not exact."""
    build, shape, products = net
    model = build()
    x = np.random.default_rng(1).normal(size=shape).astype(np.float32)
    expected = run_onnxruntime(model, {"x": x})[0]
    module = tvm_mlir.compile(
        model, mixed_precision=narrow, opt_level=opt_level
    )
    result = module.run({"x": x})["y"]
    assert result.dtype == np.float32
    u = ROUNDOFF[narrow]
    assert u / 32 < error(result, expected) < 3 * products * u


@pytest.mark.parametrize("level", ["graph", "te", "loops"])
def test_levels(level: str) -> None:
    """Naive execution of a level rounds as fast code does."""
    model = perceptron()
    x = np.random.default_rng(1).normal(size=(16, 512)).astype(np.float32)
    fast = tvm_mlir.compile(model, mixed_precision="bf16").run({"x": x})["y"]
    naive = tvm_mlir.compile(model, mixed_precision="bf16", level=level)
    assert error(naive.run({"x": x})["y"], fast) < ROUNDOFF["bf16"]


@pytest.mark.parametrize("narrow", ROUNDOFF)
def test_sums_are_wide(narrow: str) -> None:
    """In bf16 a sum of ones ends at 256, in f16 at 2,048."""
    b = Builder("sums", opset=17)
    x = b.input("x", [2, 8192])
    w = b.constant(np.ones((8192, 3)), np.float32)
    b.output("y", b.op("MatMul", x, w), [2, 3])
    module = tvm_mlir.compile(b.build(), mixed_precision=narrow)
    y = module.run({"x": np.ones((2, 8192), np.float32)})["y"]
    np.testing.assert_array_equal(y, np.full((2, 3), 8192))


def weights(artefact: Path) -> int:
    return int(manifest(artefact)["weights"]["size"])


@pytest.mark.parametrize("narrow", ROUNDOFF)
def test_weights(narrow: str, tmp_path: Path) -> None:
    """Weights of products take half the bytes."""
    wide, half = tmp_path / "wide.so", tmp_path / "half.so"
    tvm_mlir.compile(perceptron(), output=wide)
    tvm_mlir.compile(perceptron(), output=half, mixed_precision=narrow)
    assert weights(wide) >= 3 * 512 * 512 * 4
    assert weights(half) < 0.505 * weights(wide)


# Rows, channels and outputs: whole matrix registers (x86's AMX), parts of them,
# what they are too large for, and weights from behind a core's cache.
PRODUCTS = [(128, 64, 96), (96, 1536, 1408), (8, 32, 16), (33, 96, 48), (47, 128, 16), (7, 64, 32), (40, 40, 24)]


@pytest.mark.parametrize("rows, channels, outputs", PRODUCTS)
def test_products(rows: int, channels: int, outputs: int) -> None:
    """A dense layer and a pointwise convolution, with what follows them."""
    b = Builder("products", opset=20)
    x = b.input("x", [2, rows, channels])
    dense = b.op("Gelu", matmul_add(b, x, (channels, outputs), name="dense"))
    b.output("y", dense, [2, rows, outputs])
    image = b.input("image", [2, 3, rows, 5])
    image = b.op("Relu", b.op("Conv", image, b.weight("first", channels, 3, 3, 3), pads=[1] * 4))
    points = b.op("Conv", image, b.weight("points", outputs, channels, 1, 1), b.weight("bias", outputs))
    b.output("z", b.op("Relu", points), [2, outputs, rows, 5])
    model = b.build()
    rng = np.random.default_rng(rows)
    feeds = {
        "x": rng.normal(size=(2, rows, channels)).astype(np.float32),
        "image": rng.normal(size=(2, 3, rows, 5)).astype(np.float32),
    }
    expected = dict(zip("yz", run_onnxruntime(model, feeds)))
    results = tvm_mlir.compile(model, mixed_precision="bf16").run(feeds)
    for name, wanted in expected.items():
        assert error(results[name], wanted) < 6 * ROUNDOFF["bf16"]


@pytest.mark.parametrize("channels, outputs", [(64, 288), (1280, 256), (96, 16)])
def test_rows_as_they_come(channels: int, outputs: int) -> None:
    """Sizes that are known when a model runs: whole tiles, a rest, or either."""
    b = Builder("rows", opset=20)
    x = b.input("x", ["batch", "rows", channels])
    y = matmul_add(b, x, (channels, outputs), name="dense")
    b.output("y", b.op("Gelu", y), ["batch", "rows", outputs])
    model = b.build()
    module = tvm_mlir.compile(model, mixed_precision="bf16")
    rng = np.random.default_rng(channels)
    for batch, rows in [(1, 1), (2, 31), (1, 32), (3, 33), (2, 70), (1, 0)]:
        x = rng.normal(size=(batch, rows, channels)).astype(np.float32)
        expected = run_onnxruntime(model, {"x": x})[0]
        result = module.run({"x": x})["y"]
        assert result.shape == expected.shape
        assert rows == 0 or error(result, expected) < 3 * ROUNDOFF["bf16"]
