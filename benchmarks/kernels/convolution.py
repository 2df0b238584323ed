# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Table 2 of the TVM paper: ResNet-18's and MobileNet's convolutions.

Inputs and outputs are NCHW, so the time includes any reordering.
"""

from dataclasses import dataclass, replace
from functools import partial

import onnx

from benchmarks.kernels.kernel import FLOAT, Kernel, Threshold
from benchmarks.models.builder import Builder
from benchmarks.models.layers import conv

GROUP = "C1–C12, D1–D9"


@dataclass(frozen=True)
class Shape:
    size: int  # height and width of the image
    channels: tuple[int, int]
    kernel: int
    stride: int
    groups: int = 1

    @property
    def out_size(self) -> int:
        return -(-self.size // self.stride)

    @property
    def flops(self) -> float:
        taps = self.channels[0] // self.groups * self.kernel**2
        return 2.0 * taps * self.channels[1] * self.out_size**2

    @property
    def bytes(self) -> float:
        weights = self.channels[0] // self.groups * self.kernel**2
        values = self.channels[0] * self.size**2 + self.channels[1] * (
            weights + self.out_size**2
        )
        return float(FLOAT * values)


def depthwise(size: int, channels: int, stride: int) -> Shape:
    return Shape(size, (channels, channels), 3, stride, channels)


SHAPES = {
    "C1": Shape(224, (3, 64), 7, 2),
    "C2": Shape(56, (64, 64), 3, 1),
    "C3": Shape(56, (64, 64), 1, 1),
    "C4": Shape(56, (64, 128), 3, 2),
    "C5": Shape(56, (64, 128), 1, 2),
    "C6": Shape(28, (128, 128), 3, 1),
    "C7": Shape(28, (128, 256), 3, 2),
    "C8": Shape(28, (128, 256), 1, 2),
    "C9": Shape(14, (256, 256), 3, 1),
    "C10": Shape(14, (256, 512), 3, 2),
    "C11": Shape(14, (256, 512), 1, 2),
    "C12": Shape(7, (512, 512), 3, 1),
    "D1": depthwise(112, 32, 1),
    "D2": depthwise(112, 64, 2),
    "D3": depthwise(56, 128, 1),
    "D4": depthwise(56, 128, 2),
    "D5": depthwise(28, 256, 1),
    "D6": depthwise(28, 256, 2),
    "D7": depthwise(14, 512, 1),
    "D8": depthwise(14, 512, 2),
    "D9": depthwise(7, 1024, 1),
}


# Required shares of the peak for convolutions that are computed directly. The default
# may be Winograd's algorithm, which computes fewer operations than the share counts.
WINOGRAD = {"C2": 0.90, "C6": 0.90, "C9": 0.90, "C12": 0.75}


def required(name: str) -> Threshold | None:
    if name in WINOGRAD:
        return None
    if name == "C3":
        return Threshold("fma", 0.90)
    return Threshold("fma", 0.65) if name.startswith("C") else None


def build(name: str, epilogue: bool = False) -> onnx.ModelProto:
    """Returns the convolution, with bias, residual and ReLU as optional epilogue."""
    shape = SHAPES[name]
    dims = [1, shape.channels[1], shape.out_size, shape.out_size]
    b = Builder(name, opset=17)
    x = b.input("x", [1, shape.channels[0], shape.size, shape.size])
    y = conv(
        b,
        x,
        shape.channels,
        shape.kernel,
        stride=shape.stride,
        pad=shape.kernel // 2,
        groups=shape.groups,
        bias=epilogue,
    )
    if epilogue:
        y = b.op("Relu", b.op("Add", y, b.input("residual", dims)))
    b.output("y", y, dims)
    return b.build()


def convolution(name: str) -> Kernel:
    return Kernel(
        name,
        partial(build, name),
        SHAPES[name].bytes,
        SHAPES[name].flops,
        group=GROUP,
        required=required(name),
    )


def direct(name: str) -> Kernel:
    """Returns the direct convolution."""
    return replace(
        convolution(name),
        name=f"{name}_direct",
        group="",
        required=Threshold("fma", WINOGRAD[name]),
        options=("--winograd=never",),
    )


def with_epilogue(name: str) -> Kernel:
    """Returns the convolution with an epilogue, which may be at most 2 % slower."""
    shape = SHAPES[name]
    residual = FLOAT * shape.channels[1] * (1 + shape.out_size**2)
    return replace(
        convolution(name),
        name=f"{name}_bias_residual_relu",
        build=partial(build, name, epilogue=True),
        bytes=shape.bytes + residual,
        group="",
        required=Threshold("bare", 1 / 1.02),
        bare=partial(build, name),
    )


KERNELS = (
    *map(convolution, SHAPES),
    *map(direct, WINOGRAD),
    with_epilogue("C2"),
    replace(
        with_epilogue("C2"),
        name="C2_direct_bias_residual_relu",
        options=("--winograd=never",),
    ),
)
