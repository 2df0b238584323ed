# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Q network of Mnih 2015 (Atari), 18 actions."""

import onnx

from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv, matmul_add


def dqn() -> onnx.ModelProto:
    b = Builder("dqn", opset=21)
    x = b.input("frames", [1, 4, 84, 84])
    x = b.op("Relu", conv(b, x, (4, 32), 8, name="conv1", stride=4, bias=True))
    x = b.op("Relu", conv(b, x, (32, 64), 4, name="conv2", stride=2, bias=True))
    x = b.op("Relu", conv(b, x, (64, 64), 3, name="conv3", bias=True))
    x = b.op("Flatten", x)
    x = b.op("Relu", matmul_add(b, x, (3136, 512), name="fc1"))
    x = matmul_add(b, x, (512, 18), name="fc2")
    b.output("q_values", x, [1, 18])
    return b.build()
