# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layers that several models share."""

from benchmarks.models.builder import Builder


def conv(
    b: Builder,
    x: str,
    channels: tuple[int, int],
    kernel: int,
    *,
    name: str = "conv",
    stride: int = 1,
    pad: int = 0,
    groups: int = 1,
    bias: bool = False,
) -> str:
    """Adds a square 2-D convolution from channels[0] to channels[1]."""
    with b.scope(name):
        shape = (channels[1], channels[0] // groups, kernel, kernel)
        inputs = [x, b.weight("weight", *shape)]
        if bias:
            inputs.append(b.weight("bias", channels[1]))
        return b.op(
            "Conv",
            *inputs,
            kernel_shape=[kernel, kernel],
            strides=[stride, stride],
            pads=[pad] * 4,
            group=groups,
        )


def batch_norm(b: Builder, x: str, channels: int, *, name: str = "bn") -> str:
    """Adds a batch normalisation by stored statistics as a node of its own."""
    with b.scope(name):
        return b.op(
            "BatchNormalization",
            x,
            b.weight("scale", channels, kind="var"),
            b.weight("bias", channels),
            b.weight("mean", channels),
            b.weight("var", channels, kind="var"),
            epsilon=1e-5,
        )


def gemm(
    b: Builder, x: str, features: tuple[int, int], *, name: str = "fc"
) -> str:
    """Adds a dense layer as one Gemm with a transposed weight."""
    with b.scope(name):
        weight = b.weight("weight", features[1], features[0])
        return b.op("Gemm", x, weight, b.weight("bias", features[1]), transB=1)


def matmul_add(
    b: Builder, x: str, features: tuple[int, int], *, name: str = "fc"
) -> str:
    """Adds a dense layer as MatMul and Add. The weight is not transposed."""
    with b.scope(name):
        product = b.op("MatMul", x, b.weight("weight", *features, kind="dense"))
        return b.op("Add", product, b.weight("bias", features[1]))
