# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ResNet-18 and ResNet-50 (torchvision's variant: stride on the 3x3)."""

import onnx

from benchmarks.models.builder import Builder
from benchmarks.models.layers import batch_norm, conv, gemm, matmul_add


def _conv_bn(
    b: Builder,
    x: str,
    channels: tuple[int, int],
    kernel: int,
    index: int | str,
    stride: int = 1,
) -> str:
    x = conv(
        b,
        x,
        channels,
        kernel,
        name=f"conv{index}",
        stride=stride,
        pad=kernel // 2,
    )
    return batch_norm(b, x, channels[1], name=f"bn{index}")


def _shortcut(
    b: Builder, x: str, channels: tuple[int, int], stride: int
) -> str:
    if stride == 1 and channels[0] == channels[1]:
        return x
    with b.scope("downsample"):
        return _conv_bn(b, x, channels, 1, 0, stride)


def _basic(b: Builder, x: str, channels: tuple[int, int], stride: int) -> str:
    inside, out = channels
    y = b.op("Relu", _conv_bn(b, x, (inside, out), 3, 1, stride))
    y = _conv_bn(b, y, (out, out), 3, 2)
    return b.op("Relu", b.op("Add", y, _shortcut(b, x, channels, stride)))


def _bottleneck(
    b: Builder, x: str, channels: tuple[int, int], stride: int
) -> str:
    inside, out = channels
    width = out // 4
    y = b.op("Relu", _conv_bn(b, x, (inside, width), 1, 1))
    y = b.op("Relu", _conv_bn(b, y, (width, width), 3, 2, stride))
    y = _conv_bn(b, y, (width, out), 1, 3)
    return b.op("Relu", b.op("Add", y, _shortcut(b, x, channels, stride)))


def _features(b: Builder, blocks: list[int], expansion: int) -> str:
    x = b.input("image", [1, 3, 224, 224])
    x = b.op("Relu", _conv_bn(b, x, (3, 64), 7, 1, 2))
    x = b.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    channels = 64
    block = _basic if expansion == 1 else _bottleneck
    for stage, count in enumerate(blocks):
        out = 64 * 2**stage * expansion
        for index in range(count):
            stride = 2 if stage and index == 0 else 1
            with b.scope(f"layer{stage + 1}.{index}"):
                x = block(b, x, (channels, out), stride)
            channels = out
    return x


def resnet18() -> onnx.ModelProto:
    b = Builder("resnet18", opset=17)
    x = b.op("GlobalAveragePool", _features(b, [2, 2, 2, 2], 1))
    x = gemm(b, b.op("Flatten", x), (512, 1000))
    b.output("logits", x, [1, 1000])
    return b.build()


def resnet50() -> onnx.ModelProto:
    """Returns ResNet-50. It ends in ReduceMean with an axes input, MatMul and Add."""
    b = Builder("resnet50", opset=18)
    x = _features(b, [3, 4, 6, 3], 4)
    x = b.op("ReduceMean", x, b.constant([2, 3]), keepdims=0)
    x = matmul_add(b, x, (2048, 1000))
    b.output("logits", x, [1, 1000])
    return b.build()
