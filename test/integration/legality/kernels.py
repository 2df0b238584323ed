# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of one kernel each, so that every rule with parameters has one."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
from benchmarks.models.builder import Builder
from onnx import TensorProto

Build = Callable[[Builder], tuple[str, list[int]]]


def product(b: Builder) -> tuple[str, list[int]]:
    x = b.op("MatMul", b.input("x", [31, 48]), b.weight("w", 48, 70))
    return b.op("Relu", b.op("Add", x, b.weight("b", 70))), [31, 70]


def packed_rows(b: Builder) -> tuple[str, list[int]]:
    """Enough rows and columns for rows that are packed."""
    x = b.op("MatMul", b.input("x", [136, 40]), b.weight("w", 40, 2304))
    return b.op("Relu", b.op("Add", x, b.weight("b", 2304))), [136, 2304]


def computed_product(b: Builder) -> tuple[str, list[int]]:
    x = b.input("x", [2, 40, 36])
    return b.op("MatMul", x, b.input("z", [2, 36, 52])), [2, 40, 52]


def long_sum(b: Builder) -> tuple[str, list[int]]:
    x = b.op("MatMul", b.input("x", [9, 4608]), b.weight("w", 4608, 20))
    return b.op("Relu", x), [9, 20]


def matrix_vector(b: Builder) -> tuple[str, list[int]]:
    x = b.input("x", [1, 96])
    return b.op("Gemm", x, b.weight("w", 300, 96), b.weight("b", 300), transB=1), [1, 300]


def bytes_product(b: Builder) -> tuple[str, list[int]]:
    x = b.input("x", [19, 64], TensorProto.UINT8)
    weights = np.arange(64 * 50).reshape(64, 50) * 37 % 251 - 125
    y = b.op("MatMulInteger", x, b.constant(weights, np.int8))
    return b.op("Cast", y, to=TensorProto.FLOAT), [19, 50]


def convolution(kernel: int, stride: int = 1, group: int = 1) -> Build:
    def build(b: Builder) -> tuple[str, list[int]]:
        x = b.input("x", [1, 24, 13, 11])
        w = b.weight("w", 40, 24 // group, kernel, kernel)
        options = {"strides": [stride] * 2, "pads": [kernel // 2] * 4, "group": group}
        y = b.op("Relu", b.op("Conv", x, w, b.weight("b", 40), **options))
        return y, [1, 40, 12 // stride + 1, 10 // stride + 1]

    return build


def depthwise(kernel: int, stride: int) -> Build:
    def build(b: Builder) -> tuple[str, list[int]]:
        x = b.input("x", [1, 12, 21, 23])
        w = b.weight("w", 12, 1, kernel, kernel)
        options = {"strides": [stride] * 2, "pads": [kernel // 2] * 4, "group": 12}
        return b.op("Conv", x, w, **options), [1, 12, 20 // stride + 1, 22 // stride + 1]

    return build


def winograd_groups(b: Builder) -> tuple[str, list[int]]:
    """Weights that leave room in a cache for groups of tiles."""
    x = b.input("x", [1, 32, 28, 28])
    y = b.op("Conv", x, b.weight("w", 32, 32, 3, 3), b.weight("b", 32), pads=[1] * 4)
    return b.op("Relu", y), [1, 32, 28, 28]


def chain(b: Builder) -> tuple[str, list[int]]:
    """A depthwise and a pointwise convolution, whose data exceed a small cache."""
    x = b.op("Conv", b.input("x", [1, 4, 14, 14]), b.weight("v", 32, 4, 1, 1))
    w, bias = b.weight("w", 32, 1, 3, 3), b.weight("a", 32)
    y = b.op("Conv", b.op("Relu", x), w, bias, pads=[1] * 4, group=32)
    y = b.op("Conv", b.op("Relu", y), b.weight("u", 24, 32, 1, 1), b.weight("c", 24))
    return b.op("Relu", y), [1, 24, 14, 14]


def transposed(b: Builder) -> tuple[str, list[int]]:
    x, w = b.input("x", [1, 10, 5, 7]), b.weight("w", 10, 6, 4, 4)
    return b.op("ConvTranspose", x, w, strides=[2, 2], pads=[1] * 4), [1, 6, 10, 14]


def pool(b: Builder) -> tuple[str, list[int]]:
    x = b.input("x", [1, 18, 15, 17])
    return b.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4), [1, 18, 8, 9]


def attention(b: Builder) -> tuple[str, list[int]]:
    """An attention whose scores exceed a small cache."""
    sizes = {"q": [2, 3, 20, 8], "k": [2, 3, 8, 24], "v": [2, 3, 24, 8]}
    q, k, v = (b.input(name, size) for name, size in sizes.items())
    scores = b.op("Div", b.op("MatMul", q, k), b.constant(2.5, np.float32))
    return b.op("MatMul", b.op("Softmax", scores, axis=-1), v), [2, 3, 20, 8]


def softmax(axis: int) -> Build:
    def build(b: Builder) -> tuple[str, list[int]]:
        return b.op("Softmax", b.input("x", [6, 20, 45]), axis=axis), [6, 20, 45]

    return build


def layer_norm(b: Builder) -> tuple[str, list[int]]:
    x = b.input("x", [14, 70])
    return b.op("LayerNormalization", x, b.weight("s", 70), b.weight("b", 70)), [14, 70]


def columns(b: Builder) -> tuple[str, list[int]]:
    x = b.input("x", [3, 40, 33])
    return b.op("ReduceMean", x, axes=[1], keepdims=0), [3, 33]


def positions(axis: int) -> Build:
    def build(b: Builder) -> tuple[str, list[int]]:
        y = b.op("ArgMax", b.input("x", [3, 40, 33]), axis=axis, keepdims=0)
        return b.op("Cast", y, to=TensorProto.FLOAT), [3, 33] if axis == 1 else [3, 40]

    return build


def rows(b: Builder) -> tuple[str, list[int]]:
    return b.op("ReduceMax", b.input("x", [5, 9, 70]), axes=[2], keepdims=0), [5, 9]


def elements(b: Builder) -> tuple[str, list[int]]:
    x = b.input("x", [9, 11, 34])
    return b.op("Mul", b.op("Sigmoid", x), b.input("z", [11, 34])), [9, 11, 34]


def transpose(b: Builder) -> tuple[str, list[int]]:
    return b.op("Transpose", b.input("x", [5, 36, 41]), perm=[0, 2, 1]), [5, 41, 36]


KERNELS: dict[str, Build] = {
    "product": product,
    "packed_rows": packed_rows,
    "computed_product": computed_product,
    "long_sum": long_sum,
    "matrix_vector": matrix_vector,
    "bytes_product": bytes_product,
    "pointwise": convolution(1),
    "convolution": convolution(3),
    "convolution_by_two": convolution(3, stride=2),
    "groups": convolution(3, group=4),
    "winograd": convolution(3),
    "winograd_groups": winograd_groups,
    "depthwise": depthwise(3, 1),
    "depthwise_by_two": depthwise(5, 2),
    "chain": chain,
    "transposed": transposed,
    "pool": pool,
    "attention": attention,
    "softmax": softmax(-1),
    "softmax_of_columns": softmax(1),
    "layer_norm": layer_norm,
    "columns": columns,
    "positions": positions(2),
    "positions_in_columns": positions(1),
    "rows": rows,
    "elements": elements,
    "transpose": transpose,
}

# Caches are small where a rule asks whether data exceed them.
SMALL = "host,cores=2,l2-cache=16384"
OPTIONS = {
    "winograd": {"winograd": "always"},
    "winograd_groups": {"winograd": "always"},
    "convolution": {"winograd": "never"},
    "chain": {"target": SMALL},
    "attention": {"target": SMALL},
}

HAS_DOT_PRODUCTS = "vnni" in Path("/proc/cpuinfo").read_text()

# The strategies that points of these kernels have, each with parameters.
STRATEGIES = {
    "product": {"register_tile", "split_reduction", "elementwise"},
    "bytes_product": {"dot_product_tile"} if HAS_DOT_PRODUCTS else set(),
    "convolution": {"register_tile", "padded_transpose"},
    "winograd": {"winograd_stages"},
    "winograd_groups": {"winograd_groups"},
    "depthwise": {"plane_tile"},
    "chain": {"depthwise_chain", "window_tile"},
    "attention": {"attention"},
    "softmax": {"rows"},
    "positions": {"reduction"},
    "positions_in_columns": {"column_tiles"},
    "transpose": {"transpose"},
}


def build(name: str) -> onnx.ModelProto:
    b = Builder(name, opset=17)
    y, shape = KERNELS[name](b)
    b.output("y", y, shape)
    return b.build()
