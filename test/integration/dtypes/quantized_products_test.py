# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products and convolutions of quantised tensors, against NumPy's integers.

One model has many sizes, so that tiles, their tails and steps that no
instruction takes all occur; with instructions for four bytes (VNNI), with
those for pairs of 16 bits, and in matrix registers (AMX).
"""

from typing import Any

import numpy as np
import onnx
import pytest
import tvm_mlir
from benchmarks.models.builder import Builder

from long_cases import alternate

AVX2 = "host,mcpu=x86-64,mattr=+avx2+fma"
AVX512 = AVX2 + "+avx512f+avx512bw+avx512dq+avx512vl"
TARGETS = {
    "avx2": AVX2,
    "avxvnni": AVX2 + "+avxvnni",
    "avx512": AVX512,
    "avx512vnni": AVX512 + "+avx512vnni",
    "amx": AVX512 + "+avx512vnni+amx-tile+amx-bf16+amx-int8",
}
DTYPES = {"u8": np.uint8, "s8": np.int8}
RANDOM = np.random.default_rng(1)

# rows, summed, columns
MATRICES = [
    (1, 4, 16), (1, 256, 64), (3, 3, 1), (5, 17, 31), (7, 64, 100),
    (17, 128, 48), (31, 15, 64), (33, 36, 130), (64, 256, 256),
]  # fmt: skip
# channels, outputs, groups, kernel, stride, dilation, pads
CONVOLUTIONS = [
    (3, 32, 1, 3, 1, 1, [1, 1, 1, 1]),
    (16, 17, 1, 3, 2, 1, [1, 0, 0, 1]),
    (31, 64, 1, 1, 1, 1, [0, 0, 0, 0]),
    (64, 64, 1, 3, 1, 2, [2, 2, 2, 2]),
    (64, 128, 2, 3, 1, 1, [1, 1, 1, 1]),
    (12, 12, 4, 3, 1, 1, [1, 1, 1, 1]),
    (16, 16, 16, 3, 1, 1, [1, 1, 1, 1]),
    (20, 48, 1, 5, 3, 1, [0, 2, 1, 0]),
]


def draw(shape: tuple[int, ...], kind: str) -> np.ndarray:
    """All bytes, the least and the greatest one among them."""
    info = np.iinfo(DTYPES[kind])
    x = RANDOM.integers(info.min, info.max + 1, shape).astype(DTYPES[kind])
    x.flat[0], x.flat[-1] = info.min, info.max
    return x


class Model:
    """A model of many operators, its inputs, and what its outputs shall be."""

    def __init__(self) -> None:
        self.builder = Builder("quantised", opset=17)
        self.feeds: dict[str, np.ndarray] = {}
        self.expected: dict[str, np.ndarray] = {}

    def input(self, value: np.ndarray) -> str:
        name = f"x_{len(self.feeds)}"
        self.feeds[name] = value
        dtype = onnx.helper.np_dtype_to_tensor_dtype(value.dtype)
        return self.builder.input(name, value.shape, dtype)

    def op(self, kind: str, *values: np.ndarray | str, **attributes: Any) -> str:
        """Arrays are constants."""
        names = [
            value if isinstance(value, str) else self.builder.constant(value, value.dtype.type)
            for value in values
        ]
        return self.builder.op(kind, *names, **attributes)

    def output(self, value: str, expected: np.ndarray) -> None:
        name = f"y_{len(self.expected)}"
        self.expected[name] = expected
        dtype = onnx.helper.np_dtype_to_tensor_dtype(expected.dtype)
        self.builder.output(name, value, expected.shape, dtype)

    def check(self, target: str) -> None:
        module = compile_for(self.builder.build(), target)
        results = module.run(self.feeds)
        for name, expected in self.expected.items():
            np.testing.assert_array_equal(results[name], expected, err_msg=name)


def compile_for(model: onnx.ModelProto, target: str) -> tvm_mlir.Module:
    try:
        return tvm_mlir.compile(model, target=TARGETS[target])
    except tvm_mlir.TvmError as error:
        if "this CPU lacks" in str(error):
            pytest.skip(str(error))
        raise


def shifted(x: np.ndarray, zero: np.ndarray) -> np.ndarray:
    return x.astype(np.int32) - zero.astype(np.int32)


@pytest.mark.parametrize("kinds, target", alternate(["u8u8", "u8s8", "s8s8"], TARGETS))
def test_matmul_integer(kinds: str, target: str) -> None:
    """Zero points: none, constants, one at run time, one per row; weights with
    one that bytes with a sign hold, and with one that they do not."""
    model = Model()
    of_a, of_b = kinds[:2], kinds[2:]
    for rows, summed, columns in MATRICES:
        a, b = draw((2, rows, summed), of_a), draw((summed, columns), of_b)
        zero_of_a, zero_of_b = draw((1,), of_a)[0], DTYPES[of_b](0)
        model.output(
            model.op("MatMulInteger", model.input(a), b),
            a.astype(np.int32) @ b.astype(np.int32),
        )
        for zero in (np.array(zero_of_a), draw((2, rows, 1), of_a)):
            for value in (zero, model.input(zero)):
                y = model.op("MatMulInteger", model.input(a), b, value, np.array(zero_of_b))
                model.output(y, shifted(a, zero) @ shifted(b, zero_of_b))
        other = DTYPES[of_b](7) if of_b == "s8" else np.uint8(128)
        y = model.op("MatMulInteger", model.input(a), b, np.array(zero_of_a), np.array(other))
        model.output(y, shifted(a, zero_of_a) @ shifted(b, other))
        y = model.op("MatMulInteger", model.input(a), model.input(b))
        model.output(y, a.astype(np.int32) @ b.astype(np.int32))
    model.check(target)


@pytest.mark.parametrize("target", TARGETS)
def test_rows_as_they_come(target: str) -> None:
    """Whole tiles, a rest, or either."""
    builder = Builder("rows", opset=17)
    w = draw((256, 96), "s8")
    x = builder.input("x", ["rows", 256], onnx.TensorProto.UINT8)
    y = builder.op("MatMulInteger", x, builder.constant(w, np.int8))
    builder.output("y", y, ["rows", 96], onnx.TensorProto.INT32)
    module = compile_for(builder.build(), target)
    for rows in (1, 5, 32, 63, 0):
        data = draw((max(rows, 1), 256), "u8")[:rows]
        expected = data.astype(np.int32) @ w.astype(np.int32)
        np.testing.assert_array_equal(module.run({"x": data})["y"], expected)


def convolve(x, w, group, stride, dilation, pads):
    """Computes an NCHW convolution of integers."""
    top, left, bottom, right = pads
    x = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)))
    outputs, channels, *kernel = w.shape
    reach = [dilation * (size - 1) + 1 for size in kernel]
    windows = np.lib.stride_tricks.sliding_window_view(x, reach, (2, 3))
    windows = windows[:, :, ::stride, ::stride, ::dilation, ::dilation]
    parts = [
        np.einsum(
            "nchwij,ocij->nohw",
            windows[:, g * channels : (g + 1) * channels],
            w[g * (outputs // group) : (g + 1) * (outputs // group)],
        )
        for g in range(group)
    ]
    return np.concatenate(parts, axis=1)


@pytest.mark.parametrize("kinds, target", alternate(["u8u8", "u8s8", "s8s8"], TARGETS))
def test_conv_integer(kinds: str, target: str) -> None:
    """Padding is what the zero point stands for."""
    model = Model()
    of_x, of_w = kinds[:2], kinds[2:]
    for channels, outputs, group, kernel, stride, dilation, pads in CONVOLUTIONS:
        x = draw((2, channels, 13, 18), of_x)
        w = draw((outputs, channels // group, kernel, kernel), of_w)
        attributes = {
            "group": group, "strides": [stride] * 2, "dilations": [dilation] * 2, "pads": pads,
        }  # fmt: skip
        zero = draw((1,), of_x)[0]
        zero_of_w = DTYPES[of_w](128 if of_w == "u8" else 0)
        y = model.op("ConvInteger", model.input(x), w, **attributes)
        model.output(
            y,
            convolve(x.astype(np.int32), w.astype(np.int32), group, stride, dilation, pads),
        )
        for value in (np.array(zero), model.input(np.array(zero))):
            y = model.op(
                "ConvInteger", model.input(x), w, value, np.array(zero_of_w), **attributes
            )
            model.output(
                y,
                convolve(
                    shifted(x, zero), shifted(w, zero_of_w), group, stride, dilation, pads
                ),
            )
    model.check(target)


@pytest.mark.parametrize("target", TARGETS)
def test_linear_convolutions_follow_each_other(target: str) -> None:
    """Two layers: what the first one rounds to bytes is data of the second."""
    model = Model()
    x = draw((1, 3, 14, 14), "u8")
    value, expected, channels = model.input(x), x, 3
    for outputs, stride in ((32, 2), (48, 1)):
        w = draw((outputs, channels, 3, 3), "s8")
        bias = RANDOM.integers(-(2**14), 2**14, outputs).astype(np.int32)
        sums = convolve(shifted(expected, np.uint8(120)), w.astype(np.int32), 1, stride, 1, [1] * 4)
        sums += bias[:, None, None]
        # Powers of two: floats are exact.
        scales = [np.float32(0.5), np.float32(0.25), np.float32(256)]
        zeros = [np.uint8(120), np.int8(0), np.uint8(120)]
        operands = [scales[0], zeros[0], w, scales[1], zeros[1], scales[2], zeros[2], bias]
        value = model.op(
            "QLinearConv", value, *map(np.asarray, operands), strides=[stride] * 2, pads=[1] * 4
        )
        rounded = np.rint(sums.astype(np.float32) / np.float32(2048)) + 120
        expected, channels = np.clip(rounded, 0, 255).astype(np.uint8), outputs
    model.output(value, expected)
    model.check(target)


@pytest.mark.parametrize("kinds, target", alternate(["u8s8", "s8s8"], TARGETS))
def test_products_of_dequantized_tensors(kinds: str, target: str) -> None:
    """Scales are powers of two, so that f32 is exact: one of the data, one of the
    weights or one for each output."""
    model = Model()
    of_x, of_w = kinds[:2], kinds[2:]

    def dequantize(value: str | np.ndarray, scale: np.ndarray, zero: np.ndarray, axis: int) -> str:
        return model.op("DequantizeLinear", value, scale, zero, axis=axis)

    scale, zero = np.float32(0.25), np.array(draw((1,), of_x)[0])
    for rows, summed, columns in MATRICES[:-1]:
        a, b = draw((rows, summed), of_x), draw((summed, columns), of_w)
        for scales in (np.float32(0.5), 2.0 ** RANDOM.integers(-3, 3, columns)):
            scales = np.asarray(scales, np.float32)
            zeros = np.zeros(scales.shape, DTYPES[of_w])
            x = dequantize(model.input(a), np.array(scale), zero, 1)
            y = model.op("MatMul", x, dequantize(b, scales, zeros, 1))
            expected = shifted(a, zero) @ b.astype(np.int32)
            model.output(y, expected.astype(np.float32) * scale * scales)
    for channels, outputs, group, kernel, stride, dilation, pads in CONVOLUTIONS[:-1]:
        x = draw((2, channels, 13, 18), of_x)
        w = draw((outputs, channels // group, kernel, kernel), of_w)
        scales = (2.0 ** RANDOM.integers(-3, 3, outputs)).astype(np.float32)
        y = model.op(
            "Conv",
            dequantize(model.input(x), np.array(scale), zero, 1),
            dequantize(w, scales, np.zeros(outputs, DTYPES[of_w]), 0),
            group=group, strides=[stride] * 2, dilations=[dilation] * 2, pads=pads,
        )  # fmt: skip
        sums = convolve(shifted(x, zero), w.astype(np.int32), group, stride, dilation, pads)
        model.output(y, sums.astype(np.float32) * scale * scales[:, None, None])
    model.check(target)
