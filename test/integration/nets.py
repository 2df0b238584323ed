# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small networks that use every level of the compiler."""

import numpy as np
import onnx
from benchmarks.models.builder import Builder
from benchmarks.models.layers import batch_norm, conv, gemm, matmul_add


def residual_convolutions() -> onnx.ModelProto:
    """Batch normalisation to fold, a diamond to fuse, pooling, dense."""
    b = Builder("residual_convolutions", opset=17)
    x = conv(b, b.input("x", [1, 3, 17, 15]), (3, 20), 3, stride=2, pad=1)
    x = b.op("Relu", batch_norm(b, x, 20))
    with b.scope("block"):
        y = conv(b, x, (20, 20), 3, pad=1, bias=True)
        x = b.op("Relu", b.op("Add", batch_norm(b, y, 20), x))
    x = b.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)
    x = b.op("Flatten", b.op("GlobalAveragePool", x))
    b.output("y", b.op("Softmax", gemm(b, x, (20, 7)), axis=1), [1, 7])
    return b.build()


def depthwise_and_transposed() -> onnx.ModelProto:
    """Groups, dilation, and a transposed convolution."""
    b = Builder("depthwise_and_transposed", opset=17)
    x = b.input("x", [2, 12, 9, 9])
    depthwise = b.weight("depthwise", 12, 1, 3, 3)
    x = b.op("Conv", x, depthwise, group=12, dilations=[2, 2], pads=[2] * 4)
    x = conv(b, b.op("HardSwish", x), (12, 5), 1)
    up = b.weight("up", 5, 3, 4, 4)
    x = b.op("ConvTranspose", x, up, strides=[2, 2], pads=[1] * 4)
    b.output("y", b.op("Tanh", x), [2, 3, 18, 18])
    return b.build()


def attention() -> onnx.ModelProto:
    """One layer of a transformer; batch and sequence are dynamic."""
    b = Builder("attention", opset=17)
    x = b.input("x", ["batch", "sequence", 24])

    def heads(name: str, perm: list[int]) -> str:
        y = matmul_add(b, x, (24, 24), name=name)
        split = b.op("Reshape", y, b.constant([0, 0, 4, 6]))
        return b.op("Transpose", split, perm=perm)

    key = heads("key", [0, 2, 3, 1])
    scores = b.op("MatMul", heads("query", [0, 2, 1, 3]), key)
    shares = b.op("Softmax", scores, axis=-1)
    y = b.op("MatMul", shares, heads("value", [0, 2, 1, 3]))
    y = b.op("Transpose", y, perm=[0, 2, 1, 3])
    y = b.op("Reshape", y, b.constant([0, 0, -1]))
    norm = b.weight("scale", 24, kind="scale"), b.weight("bias", 24)
    y = b.op("LayerNormalization", b.op("Add", x, y), *norm)
    erf = b.op("Erf", y)
    b.output("y", b.op("Mul", y, erf), ["batch", "sequence", 24])
    return b.build()


def recurrent() -> onnx.ModelProto:
    """An LSTM in both directions, then a GRU."""
    b = Builder("recurrent", opset=17)
    x = b.input("x", [5, 2, 6])
    lstm = [b.weight("w", 2, 32, 6), b.weight("r", 2, 32, 8)]
    x = b.op("LSTM", x, *lstm, hidden_size=8, direction="bidirectional")
    x = b.op("Transpose", x, perm=[0, 2, 1, 3])
    x = b.op("Reshape", x, b.constant([0, 0, -1]))
    gru = [b.weight("gru.w", 1, 27, 16), b.weight("gru.r", 1, 27, 9)]
    x = b.op("GRU", x, *gru, hidden_size=9, linear_before_reset=1)
    b.output("y", x, [5, 1, 2, 9])
    return b.build()


def shapes() -> onnx.ModelProto:
    """Data movement whose shapes an exporter computes in the graph."""
    b = Builder("shapes", opset=17)
    x = b.input("x", [3, 8, 10])
    shape = b.op("Shape", x)
    rows = b.op("Gather", shape, b.constant([0]))
    target = b.op("Concat", rows, b.constant([4, -1]), axis=0)
    y = b.op("Reshape", x, target)
    left = b.op("Slice", y, b.constant([1]), b.constant([-1]), b.constant([2]))
    right = b.op("Gather", y, b.constant([0, -1, 3, 3]), axis=2)
    y = b.op("Concat", left, right, axis=2)
    y = b.op("Pad", y, b.constant([0, 1, 0, 0, 0, 2]), mode="reflect")
    large = b.op("Greater", y, b.constant(0.25, np.float32))
    mean = b.op("ReduceMean", y, axes=[1], keepdims=1)
    y = b.op("Where", large, y, mean)
    b.output("y", b.op("Expand", y, b.constant([2, 1, 1, 1])), [2, 3, 5, 24])
    return b.build()


def reductions() -> onnx.ModelProto:
    """Reductions over several axes, joined by broadcasts."""
    b = Builder("reductions", opset=17)
    x = b.input("x", ["batch", 6, 33])
    top = b.op("ReduceMax", x, axes=[1, 2], keepdims=1)
    total = b.op("ReduceLogSumExp", x, axes=[2], keepdims=1)
    y = b.op("Div", b.op("Sub", x, top), b.op("Exp", total))
    best = b.op("Cast", b.op("ArgMax", x, axis=2), to=1)
    b.output("y", b.op("Mul", y, best), ["batch", 6, 33])
    return b.build()


def windowed() -> onnx.ModelProto:
    """Frames of a dynamic length, times a window of that length."""
    b = Builder("windowed", opset=17)
    x = b.input("x", [3, "length"])
    length = b.op("Gather", b.op("Shape", x), b.constant(1))
    window = b.op("HammingWindow", length, periodic=0)
    b.output("y", b.op("Mul", x, window), [3, "length"])
    return b.build()


NETS = (
    residual_convolutions,
    depthwise_and_transposed,
    attention,
    recurrent,
    shapes,
    reductions,
    windowed,
)
