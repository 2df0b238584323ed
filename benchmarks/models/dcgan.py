# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generator of DCGAN (Radford 2015): z = 100, 64x64 images."""

from itertools import pairwise

import onnx

from benchmarks.models.builder import Builder
from benchmarks.models.layers import batch_norm, matmul_add

CHANNELS = [1024, 512, 256, 128, 3]


def _upsample(b: Builder, x: str, inside: int, out: int) -> str:
    weight = b.weight("weight", inside, out, 4, 4)
    return b.op(
        "ConvTranspose",
        x,
        weight,
        kernel_shape=[4, 4],
        strides=[2, 2],
        pads=[1] * 4,
    )


def dcgan() -> onnx.ModelProto:
    b = Builder("dcgan", opset=15)
    x = matmul_add(b, b.input("z", [1, 100]), (100, 16384))
    x = b.op("Reshape", b.op("Relu", x), b.constant([-1, 1024, 4, 4]))
    for index, (inside, out) in enumerate(pairwise(CHANNELS)):
        with b.scope(f"deconv{index + 1}"):
            x = _upsample(b, x, inside, out)
            if out != 3:
                x = b.op("Relu", batch_norm(b, x, out))
    b.output("image", b.op("Tanh", x), [1, 3, 64, 64])
    return b.build()
