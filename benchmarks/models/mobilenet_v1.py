# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MobileNet v1, alpha 1, with the SAME padding of its paper."""

import onnx

from benchmarks.models.builder import Builder
from benchmarks.models.layers import batch_norm, gemm

# (output channels, stride) of the thirteen separable blocks.
BLOCKS = [
    (64, 1),
    (128, 2),
    (128, 1),
    (256, 2),
    (256, 1),
    (512, 2),
    *[(512, 1)] * 5,
    (1024, 2),
    (1024, 1),
]


def _conv(
    b: Builder,
    x: str,
    shape: tuple[int, int, int],
    name: str,
    stride: int = 1,
    groups: int = 1,
) -> str:
    """Adds a convolution with auto_pad, batch normalisation and ReLU."""
    out, inside, kernel = shape
    with b.scope(name):
        x = b.op(
            "Conv",
            x,
            b.weight("weight", out, inside, kernel, kernel),
            auto_pad="SAME_UPPER",
            strides=[stride, stride],
            group=groups,
        )
        return b.op("Relu", batch_norm(b, x, out))


def mobilenet_v1() -> onnx.ModelProto:
    b = Builder("mobilenet_v1", opset=13)
    x = _conv(b, b.input("image", [1, 3, 224, 224]), (32, 3, 3), "stem", 2)
    channels = 32
    for index, (out, stride) in enumerate(BLOCKS):
        with b.scope(f"block{index}"):
            x = _conv(b, x, (channels, 1, 3), "depthwise", stride, channels)
            x = _conv(b, x, (out, channels, 1), "pointwise")
        channels = out
    x = b.op("Flatten", b.op("GlobalAveragePool", x))
    x = b.op("Softmax", gemm(b, x, (1024, 1000)), axis=1)
    b.output("probabilities", x, [1, 1000])
    return b.build()
