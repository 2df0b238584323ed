# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""VGG-16 with the Dropout nodes that training frameworks save."""

import onnx

from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv, gemm

STAGES = [(64, 2), (128, 2), (256, 3), (512, 3), (512, 3)]


def vgg16() -> onnx.ModelProto:
    b = Builder("vgg16", opset=12)
    x = b.input("image", [1, 3, 224, 224])
    channels = 3
    for stage, (out, count) in enumerate(STAGES):
        with b.scope(f"stage{stage + 1}"):
            for index in range(count):
                x = b.op(
                    "Relu",
                    conv(
                        b,
                        x,
                        (channels, out),
                        3,
                        pad=1,
                        name=f"conv{index + 1}",
                        bias=True,
                    ),
                )
                channels = out
            x = b.op("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    x = b.op("Reshape", x, b.constant([1, -1]))
    x = b.op("Relu", gemm(b, x, (25088, 4096), name="fc1"))
    x = b.op("Dropout", x)
    x = b.op("Relu", gemm(b, x, (4096, 4096), name="fc2"))
    x = b.op("Dropout", x)
    b.output("logits", gemm(b, x, (4096, 1000), name="fc3"), [1, 1000])
    return b.build()
