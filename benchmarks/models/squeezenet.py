# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SqueezeNet 1.1: ceil-mode pooling, concatenation, opset-11 Softmax."""

import onnx

from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv

# (squeeze, expand) channels of the fire modules; a pool between the stages.
STAGES = [
    [(16, 64), (16, 64)],
    [(32, 128), (32, 128)],
    [(48, 192), (48, 192), (64, 256), (64, 256)],
]


def _pool(b: Builder, x: str) -> str:
    return b.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)


def _fire(b: Builder, x: str, channels: int, squeeze: int, expand: int) -> str:
    x = b.op(
        "Relu", conv(b, x, (channels, squeeze), 1, name="squeeze", bias=True)
    )
    one = conv(b, x, (squeeze, expand), 1, name="expand1x1", bias=True)
    three = conv(b, x, (squeeze, expand), 3, pad=1, name="expand3x3", bias=True)
    return b.op("Concat", b.op("Relu", one), b.op("Relu", three), axis=1)


def squeezenet() -> onnx.ModelProto:
    b = Builder("squeezenet", opset=11)
    x = b.input("image", [1, 3, 224, 224])
    x = b.op("Relu", conv(b, x, (3, 64), 3, stride=2, bias=True))
    channels = 64
    for stage, fires in enumerate(STAGES):
        x = _pool(b, x)
        for index, (squeeze, expand) in enumerate(fires):
            with b.scope(f"stage{stage + 1}.fire{index + 1}"):
                x = _fire(b, x, channels, squeeze, expand)
            channels = 2 * expand
    x = b.op("Dropout", x, ratio=0.5)
    x = b.op("Relu", conv(b, x, (512, 1000), 1, name="classifier", bias=True))
    x = b.op("Softmax", b.op("GlobalAveragePool", x))
    b.output("probabilities", x, [1, 1000, 1, 1])
    return b.build()
