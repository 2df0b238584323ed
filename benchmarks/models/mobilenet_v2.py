# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MobileNet v2, width 1 (torchvision's), ReLU6 as Clip."""

import numpy as np
import onnx

from benchmarks.models.builder import Builder
from benchmarks.models.layers import batch_norm, conv, gemm

# (expansion, output channels, repeats, first stride)
STAGES = [
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
]


class _Net:
    def __init__(self) -> None:
        self.b = Builder("mobilenet_v2", opset=14)
        self.zero = self.b.constant(0.0, np.float32)
        self.six = self.b.constant(6.0, np.float32)

    def conv_bn(
        self,
        x: str,
        channels: tuple[int, int],
        kernel: int,
        name: str,
        stride: int = 1,
        groups: int = 1,
        clip: bool = True,
    ) -> str:
        with self.b.scope(name):
            x = conv(
                self.b,
                x,
                channels,
                kernel,
                stride=stride,
                pad=kernel // 2,
                groups=groups,
            )
            x = batch_norm(self.b, x, channels[1])
            return self.b.op("Clip", x, self.zero, self.six) if clip else x

    def block(
        self, x: str, channels: tuple[int, int], expansion: int, stride: int
    ) -> str:
        inside, out = channels
        hidden = inside * expansion
        y = x
        if expansion != 1:
            y = self.conv_bn(y, (inside, hidden), 1, "expand")
        y = self.conv_bn(y, (hidden, hidden), 3, "depthwise", stride, hidden)
        y = self.conv_bn(y, (hidden, out), 1, "project", clip=False)
        return self.b.op("Add", x, y) if stride == 1 and inside == out else y


def mobilenet_v2() -> onnx.ModelProto:
    net = _Net()
    b = net.b
    x = net.conv_bn(b.input("image", [1, 3, 224, 224]), (3, 32), 3, "stem", 2)
    channels, index = 32, 0
    for expansion, out, repeats, first in STAGES:
        for repeat in range(repeats):
            stride = first if repeat == 0 else 1
            with b.scope(f"block{index}"):
                x = net.block(x, (channels, out), expansion, stride)
            channels, index = out, index + 1
    x = net.conv_bn(x, (320, 1280), 1, "head")
    x = b.op("Flatten", b.op("GlobalAveragePool", x))
    b.output("logits", gemm(b, x, (1280, 1000)), [1, 1000])
    return b.build()
