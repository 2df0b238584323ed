# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Winograd's algorithm, in all its tiles, against direct convolutions in f64."""

import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compiler import tvmc
from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv

# images, input channels, output channels, height, width, pads
SHAPES = [
    *((1, 5, 16, n, 10 - n, [1] * 4) for n in range(1, 10)),
    *((1, channels, 16, 8, 8, [1] * 4) for channels in (1, 3, 15, 17, 31)),
    *((1, 16, channels, 8, 8, [1] * 4) for channels in (1, 3, 15, 17, 31)),
    *((1, 16, 32, 9, 7, [pad] * 4) for pad in (0, 1, 2)),
    (1, 4, 4, 6, 6, [0, 1, 2, 3]),
    (2, 17, 33, 11, 13, [1] * 4),
    (3, 16, 16, 7, 14, [1] * 4),
    (2, 24, 40, 8, 64, [1] * 4),
    (1, 17, 32, 32, 36, [0, 1, 2, 1]),
    (1, 24, 32, 32, 32, [1] * 4),
    (1, 24, 40, 32, 32, [1] * 4),
    (1, 20, 12, 16, 24, [1] * 4),
    (2, 30, 30, 16, 16, [1] * 4),
    (1, 40, 80, 28, 28, [1] * 4),
    (2, 16, 48, 8, 56, [1] * 4),
    (1, 96, 96, 32, 32, [1] * 4),
    (1, 64, 64, 56, 56, [1] * 4),
    (2, 64, 64, 16, 64, [1] * 4),
    (1, 32, 32, 32, 128, [1] * 4),
    (1, 128, 128, 28, 28, [1] * 4),
    (1, 256, 256, 14, 14, [1] * 4),
    (1, 512, 512, 7, 7, [1] * 4),
]


TILES = (2, 4, 6)


def direct(x: np.ndarray, w: np.ndarray, pads: list[int]) -> np.ndarray:
    """The direct convolution, in f64."""
    top, left, bottom, right = pads
    border = ((0, 0), (0, 0), (top, bottom), (left, right))
    padded = np.pad(x.astype(np.float64), border)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (2, 3))
    return np.tensordot(
        windows, w.astype(np.float64), ((1, 4, 5), (1, 2, 3))
    ).transpose(0, 3, 1, 2)


def in_tiles(tile: int, model: onnx.ModelProto, folder: Path, *options: str) -> str:
    """The option by which the convolution is computed in such tiles. The compiler
    takes tiles of 4 by itself: its decisions are dumped and changed."""
    if tile == 4:
        return "--winograd=always"
    onnx.save(model, folder / "net.onnx")
    subprocess.run(
        [tvmc(), "compile", folder / "net.onnx", "-o", folder / "usual.so",
         "--winograd=always", f"--dump-strategies={folder}", *options],
        check=True, capture_output=True,
    )  # fmt: skip
    path = folder / "operators.mlir"
    text = path.read_text()
    assert text.count("<tile = 4>") == 1
    path.write_text(text.replace("<tile = 4>", f"<tile = {tile}>"))
    return f"--strategies={path}"


def says_tile(tile: int, said: str) -> bool:
    return f"1 convolution by Winograd's F({tile}x{tile}, 3x3)" in said


def run(model: onnx.ModelProto, x: np.ndarray, folder: Path, *options: str):
    """The result, and what the compiler said."""
    path, artefact = folder / "net.onnx", folder / "net.so"
    onnx.save(model, path)
    np.savez(folder / "in.npz", x=x)
    compiled = subprocess.run(
        [tvmc(), "compile", path, "-o", artefact, *options],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    subprocess.run(
        [tvmc(), "run", artefact, f"--inputs={folder / 'in.npz'}",
         f"--outputs={folder / 'out.npz'}"],
        check=True, capture_output=True,
    )  # fmt: skip
    with np.load(folder / "out.npz") as outputs:
        return outputs["y"], compiled.stdout + compiled.stderr


def random_weights(outputs: int, inputs: int, seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    scale = 1 / np.sqrt(9 * inputs)
    return random.normal(0, scale, (outputs, inputs, 3, 3)).astype(np.float32)


def single(shape: tuple, w: np.ndarray, pads: list[int]) -> onnx.ModelProto:
    b = Builder("convolution", opset=17)
    x = b.input("x", list(shape))
    y = b.op("Conv", x, b.constant(w, np.float32), pads=pads)
    size = [shape[0], w.shape[0]]
    size += [shape[i] + pads[i - 2] + pads[i] - 2 for i in (2, 3)]
    b.output("y", y, size)
    return b.build()


@pytest.mark.parametrize("case", SHAPES, ids=str)
@pytest.mark.parametrize("tile", TILES)
def test_error(tile: int, case: tuple, tmp_path: Path) -> None:
    images, inputs, outputs, height, width, pads = case
    x = np.random.default_rng(1).normal(size=(images, inputs, height, width))
    x = x.astype(np.float32)
    w = random_weights(outputs, inputs, 2)
    model = single(x.shape, w, pads)
    y, said = run(model, x, tmp_path, in_tiles(tile, model, tmp_path))
    assert says_tile(tile, said)
    expected = direct(x, w, pads)
    limit = {2: 1e-5, 4: 1e-4, 6: 1e-4}[tile]
    assert np.abs(y - expected).max() <= limit * np.abs(expected).max()


def test_no_channels(tmp_path: Path) -> None:
    x = np.ones((1, 4, 8, 8), np.float32)
    model = single(x.shape, random_weights(0, 4, 2), [1] * 4)
    y, _ = run(model, x, tmp_path, "--winograd=always")
    assert y.shape == (1, 0, 8, 8)


@pytest.mark.parametrize("width", [28, 32, 56])
@pytest.mark.parametrize("tile", TILES)
def test_shorter_vectors(tile: int, width: int, tmp_path: Path) -> None:
    """Other register tiles, and fewer tiles of a row stored together."""
    x = np.random.default_rng(1).normal(size=(1, 24, 8, width))
    x = x.astype(np.float32)
    w = random_weights(32, 24, 2)
    model = single(x.shape, w, [1] * 4)
    target = "--target=host,mcpu=x86-64-v3"
    option = in_tiles(tile, model, tmp_path, target)
    y, said = run(model, x, tmp_path, option, target)
    assert says_tile(tile, said)
    expected = direct(x, w, [1] * 4)
    assert np.abs(y - expected).max() <= 1e-4 * np.abs(expected).max()


@pytest.mark.parametrize("size", [(32, 32), (9, 7)], ids=str)
@pytest.mark.parametrize("images", [1, 3])
@pytest.mark.parametrize("tile", TILES)
def test_batch(tile: int, images: int, size: tuple, tmp_path: Path) -> None:
    """The number of images is known when running; ends of blocks of a net."""
    random = np.random.default_rng(1)
    x = random.normal(size=(images, 24, *size)).astype(np.float32)
    w, bias = random_weights(24, 24, 2), random.normal(size=24)
    b = Builder("block", opset=17)
    name = b.input("x", ["images", 24, *size])
    weight, offset = b.constant(w, np.float32), b.constant(bias, np.float32)
    y = b.op("Conv", name, weight, offset, pads=[1] * 4)
    y = b.op("Relu", b.op("Add", y, name))
    b.output("y", y, ["images", 24, *size])
    model = b.build()
    y, said = run(model, x, tmp_path, in_tiles(tile, model, tmp_path))
    assert says_tile(tile, said)
    expected = direct(x, w, [1] * 4) + bias[:, None, None] + x
    expected = np.maximum(expected, 0)
    assert np.abs(y - expected).max() <= 1e-4 * np.abs(expected).max()


@pytest.mark.parametrize("outputs", [1, 15, 17, 32])
@pytest.mark.parametrize("size", [(6, 7), (32, 32), (16, 56)], ids=str)
@pytest.mark.parametrize("tile", TILES)
def test_bias(tile: int, outputs: int, size: tuple, tmp_path: Path) -> None:
    """Biases that are larger than the sums; at borders, in tails."""
    random = np.random.default_rng(1)
    x = random.normal(size=(2, 24, *size)).astype(np.float32)
    w, bias = random_weights(outputs, 24, 2), 100 * random.normal(size=outputs)
    b = Builder("biased", opset=17)
    name = b.input("x", list(x.shape))
    weight, offset = b.constant(w, np.float32), b.constant(bias, np.float32)
    b.output("y", b.op("Conv", name, weight, offset, pads=[1] * 4),
             [2, outputs, *size])  # fmt: skip
    model = b.build()
    y, said = run(model, x, tmp_path, in_tiles(tile, model, tmp_path))
    assert says_tile(tile, said)
    expected = direct(x, w, [1] * 4) + bias[:, None, None]
    assert np.abs(y - expected).max() <= 1e-6 * np.abs(expected).max()


def test_never(tmp_path: Path) -> None:
    """Where it is not wanted, windows are summed up: the error is smaller."""
    x = np.random.default_rng(1).normal(size=(1, 64, 56, 56))
    x = x.astype(np.float32)
    w = random_weights(64, 64, 2)
    model = single(x.shape, w, [1] * 4)
    fast, said = run(model, x, tmp_path)
    assert "Winograd" in said
    exact, said = run(model, x, tmp_path, "--winograd=never")
    assert "Winograd" not in said
    expected = direct(x, w, [1] * 4)
    errors = [np.abs(y - expected).max() for y in (fast, exact)]
    assert errors[1] < errors[0] / 3


def quantized(x_scale: float, w: np.ndarray, w_scale: float) -> onnx.ModelProto:
    """QDQ, as onnxruntime.quantization writes it: bytes to bytes."""
    b = Builder("quantized", opset=17)
    x = b.input("x", [1, 64, 28, 28], onnx.TensorProto.INT8)
    zero = b.constant(np.int8(0), np.int8)
    data = b.op("DequantizeLinear", x, b.constant(np.float32(x_scale), np.float32), zero)
    scale = b.constant(np.float32(w_scale), np.float32)
    weight = b.op("DequantizeLinear", b.constant(w, np.int8), scale, zero)
    y = b.op("Conv", data, weight, pads=[1] * 4)
    y_scale = b.constant(np.float32(2 * x_scale * w_scale), np.float32)
    y = b.op("QuantizeLinear", y, y_scale, zero)
    b.output("y", y, [1, 64, 28, 28], onnx.TensorProto.INT8)
    return b.build()


def test_quantized_convolutions_are_exact(tmp_path: Path) -> None:
    """Also without VNNI, where they are convolutions of floats: sums of products
    of integers, halved, with halves to even."""
    random = np.random.default_rng(1)
    x = random.integers(-4, 5, (1, 64, 28, 28)).astype(np.int8)
    w = random.integers(-1, 2, (64, 64, 3, 3)).astype(np.int8)
    target = "--target=host,mcpu=x86-64-v3"
    y, said = run(quantized(0.1, w, 0.3), x, tmp_path, target)
    assert "Winograd" not in said
    sums = direct(x, w, [1] * 4).round()
    assert (np.abs(y - np.clip(sums / 2, -128, 127)) <= 0.5).all()
    assert np.array_equal(y[sums % 2 == 0], np.clip(sums / 2, -128, 127)[sums % 2 == 0])


def test_quantized_weights(tmp_path: Path) -> None:
    """Quantized weights with data that are not quantized."""
    w = np.random.default_rng(2).integers(-127, 128, (64, 64, 3, 3)).astype(np.int8)
    b = Builder("quantized_weights", opset=17)
    x = b.input("x", [1, 64, 56, 56])
    scale, zero = b.constant(np.float32(0.01), np.float32), b.constant(np.int8(0), np.int8)
    weight = b.op("DequantizeLinear", b.constant(w, np.int8), scale, zero)
    b.output("y", b.op("Conv", x, weight, pads=[1] * 4), [1, 64, 56, 56])
    data = np.random.default_rng(1).normal(size=(1, 64, 56, 56)).astype(np.float32)
    y, said = run(b.build(), data, tmp_path)
    assert "Winograd" not in said
    expected = direct(data, w * 0.01, [1] * 4)
    np.testing.assert_allclose(y, expected, rtol=0, atol=1e-6 * np.abs(expected).max())


def test_explained(tmp_path: Path) -> None:
    """Whose results may be rounded otherwise, or be NaN, is said."""
    onnx.save(
        single((1, 64, 56, 56), random_weights(64, 64, 2), [1] * 4),
        tmp_path / "net.onnx",
    )
    command = [tvmc(), "explain", tmp_path / "net.onnx"]
    said, never = (
        subprocess.run(
            [*command, *options], capture_output=True, text=True, check=True
        ).stdout
        for options in ([], ["--winograd=never"])
    )
    assert "1 convolution by Winograd's algorithm (winograd_conv)" in said
    assert "may make whole tiles" in said
    assert "Winograd" not in never
