# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of further classes from models: grouped, depthwise and transposed
convolutions, attention, recurrent networks, reductions, copies, quantised products
and scatter. None has a requirement."""

from collections.abc import Callable
from math import prod

import numpy as np
import onnx

from benchmarks.kernels.kernel import FLOAT, Kernel
from benchmarks.models.builder import Builder

Dims = tuple[int, ...]
GROUP = "other classes"


def kernel(
    name: str, inputs: list[Dims], output: Dims, add: Callable[..., str]
) -> Kernel:
    """Returns a kernel. `add` gets the builder and the names of the inputs, and
    returns the name of the result."""

    def build() -> onnx.ModelProto:
        b = Builder(name, opset=17)
        names = [b.input(f"x{i}", dims) for i, dims in enumerate(inputs)]
        b.output("y", add(b, *names), output)
        return b.build()

    values = sum(prod(dims) for dims in (*inputs, output))
    return Kernel(name, build, float(FLOAT * values), limit=None, group=GROUP)


def convolution(
    groups: int, channels: int, window: int
) -> Callable[[Builder, str], str]:
    def add(b: Builder, x: str) -> str:
        w = b.weight("w", channels, channels // groups, window, window)
        return b.op("Conv", x, w, group=groups, pads=[window // 2] * 4)

    return add


def conv_transpose(outputs: int, group: int) -> Callable[[Builder, str], str]:
    """Returns a model: 64 input channels, `outputs` output channels per group."""

    def add(b: Builder, x: str) -> str:
        w = b.weight("w", 64, outputs, 3, 3)
        steps = {"strides": [2, 2], "pads": [1] * 4, "output_padding": [1, 1]}
        return b.op("ConvTranspose", x, w, group=group, **steps)

    return add


def scores(b: Builder, q: str, k: str) -> str:
    return b.op("Einsum", q, k, equation="bqhd,bkhd->bhqk")


def attention(b: Builder, q: str, k: str, v: str) -> str:
    k = b.op("Transpose", k, perm=[0, 1, 3, 2])
    product = b.op("Mul", b.op("MatMul", q, k), b.constant(0.125, np.float32))
    return b.op("MatMul", b.op("Softmax", product, axis=-1), v)


def product(columns: int, terms: int) -> Callable[[Builder, str], str]:
    return lambda b, x: b.op("MatMul", x, b.weight("w", terms, columns))


def gru(b: Builder, x: str) -> str:
    weights = b.weight("w", 1, 384, 128), b.weight("r", 1, 384, 128)
    return b.op("GRU", x, *weights, b.weight("b", 1, 768), hidden_size=128)


def lstm(b: Builder, x: str) -> str:
    weights = b.weight("w", 2, 1024, 128), b.weight("r", 2, 1024, 256)
    return b.op("LSTM", x, *weights, hidden_size=256, direction="bidirectional")


def arg_max(b: Builder, x: str) -> str:
    return b.op("Cast", b.op("ArgMax", x, axis=1), to=onnx.TensorProto.FLOAT)


def one_channel(b: Builder, x: str) -> str:
    return b.op("Conv", x, b.weight("w", 1, 64, 3, 3), pads=[1] * 4)


def operator(name: str) -> Callable[[Builder, str], str]:
    return lambda b, x: b.op(name, x)


def shuffle(b: Builder, x: str, y: str) -> str:
    """Adds ShuffleNet's shuffle of channels, with channels last."""
    parts = b.op("Reshape", b.op("Concat", x, y, axis=3), b.constant([1, 14, 14, 2, 116]))
    exchanged = b.op("Transpose", parts, perm=[0, 1, 2, 4, 3])
    return b.op("Reshape", exchanged, b.constant([1, 14, 14, 232]))


def quantized(
    add: Callable[[Builder, list[str]], str], *shape: int
) -> Callable[[Builder, str], str]:
    """Returns a model that quantizes data, computes the operator that `add` adds on the
    dequantised data and weights, and quantizes the result. Weights have 7 bits, because
    peers on AVX2 add pairs of products in 16 bits, which saturate. Sums are multiples of
    2e-4; none is half of a step of the result, which could be rounded either way."""

    def build(b: Builder, x: str) -> str:
        random = np.random.default_rng(1)
        data = [b.constant(0.02, np.float32), b.constant(114, np.uint8)]
        bytes_of_w = b.constant(random.integers(-64, 64, shape), np.int8)
        weight = [bytes_of_w, b.constant(0.01, np.float32), b.constant(0, np.int8)]
        result = [b.constant(0.4999, np.float32), b.constant(128, np.uint8)]

        def dequantize(*operands: str) -> str:
            return b.op("DequantizeLinear", *operands)

        x = dequantize(b.op("QuantizeLinear", x, *data), *data)
        y = b.op("QuantizeLinear", add(b, [x, dequantize(*weight)]), *result)
        return dequantize(y, *result)

    return build


def quantized_conv(b: Builder, operands: list[str]) -> str:
    return b.op("Conv", *operands, pads=[1] * 4)


def quantized_matmul(b: Builder, operands: list[str]) -> str:
    return b.op("MatMul", *operands)


def scatter(reduction: str) -> Callable[[Builder, str, str], str]:
    """Returns a model that scatters several updates to some rows."""

    def add(b: Builder, x: str, updates: str) -> str:
        rows = np.random.default_rng(1).integers(0, 20_000, (10_000, 1))
        return b.op("ScatterND", x, b.constant(rows), updates, reduction=reduction)

    return add


def resize(b: Builder, x: str) -> str:
    scales = b.constant([1, 1, 2, 2], np.float32)
    return b.op("Resize", x, "", scales, mode="linear")


def image(channels: int, size: int) -> Dims:
    return (1, channels, size, size)


HEADS = (1, 8, 1024, 64)
PATCHES = (1, 12, 577, 64)  # patches of a vision transformer, and one token

KERNELS = (
    kernel("groups_of_4", [image(128, 28)], image(128, 28), convolution(32, 128, 3)),
    kernel("groups_of_16", [image(256, 14)], image(256, 14), convolution(16, 256, 3)),
    kernel("depthwise_5x5", [image(96, 28)], image(96, 28), convolution(96, 96, 5)),
    kernel("depthwise_7x7", [image(96, 28)], image(96, 28), convolution(96, 96, 7)),
    kernel("conv_to_one_channel", [image(64, 56)], image(1, 56), one_channel),
    kernel("conv_transpose_3x3_by_2", [image(64, 32)], image(32, 64), conv_transpose(32, 1)),
    kernel("conv_transpose_groups", [image(64, 32)], image(64, 64), conv_transpose(16, 4)),
    kernel("einsum_scores", [(1, 128, 12, 64)] * 2, (1, 12, 128, 128), scores),
    kernel("attention_1024", [HEADS] * 3, HEADS, attention),
    kernel("attention_577", [PATCHES] * 3, PATCHES, attention),
    kernel("31x768x768", [(31, 768)], (31, 768), product(768, 768)),
    kernel("256x768_by_a_vector", [(256, 768)], (256, 1), product(1, 768)),
    kernel("gru_50_steps", [(50, 1, 128)], (50, 1, 1, 128), gru),
    kernel("lstm_both_directions", [(100, 1, 128)], (100, 2, 1, 256), lstm),
    kernel("arg_max_of_planes", [image(21, 128)], image(1, 128), arg_max),
    kernel("arg_max_of_rows", [(128, 1000)], (128, 1), arg_max),
    kernel("greatest_of_planes", [image(256, 28)], image(256, 1), operator("GlobalMaxPool")),
    kernel("mean_of_planes", [image(256, 28)], image(256, 1), operator("GlobalAveragePool")),
    kernel("concat", [image(32, 56)] * 4, image(128, 56), lambda b, *x: b.op("Concat", *x, axis=1)),
    kernel("to_planes", [(1, 128, 128, 16)], image(16, 128), lambda b, x: b.op("Transpose", x, perm=[0, 3, 1, 2])),
    kernel("channel_shuffle", [(1, 14, 14, 116)] * 2, (1, 14, 14, 232), shuffle),
    kernel("quantized_3x3", [image(64, 56)], image(64, 56), quantized(quantized_conv, 64, 64, 3, 3)),
    kernel("quantized_128x768x3072", [(128, 768)], (128, 3072), quantized(quantized_matmul, 768, 3072)),
    kernel("scatter_rows", [(20_000, 64), (10_000, 64)], (20_000, 64), scatter("none")),
    kernel("scatter_add", [(20_000, 64), (10_000, 64)], (20_000, 64), scatter("add")),
    kernel("resize_linear", [image(64, 32)], image(64, 64), resize),
)
