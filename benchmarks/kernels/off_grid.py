# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose sizes are multiples of no tile: seeded products and convolutions.

The first N shapes have each class as often as the other ones, so fewer than all are
a sample of all.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from math import gcd, prod

import onnx

from benchmarks.kernels.kernel import FLOAT, Kernel, Threshold
from benchmarks.kernels.matmul import build as build_product
from benchmarks.models.builder import Builder

GROUP = "off the grid"
SEED, COUNT = 42, 200
SAMPLE = 60  # shapes of a run that does not say how many
LEAST = 0.9  # share of the faster peer's speed, of each kernel
ROWS, COLUMNS, IMAGES, WINDOWS = (5, 260), (17, 2200), (6, 75), (1, 7)
CHANNELS = (17, 24, 40, 72, 112, 200)
WORK = (1e6, 5e8)  # FLOPs: more than a launch costs, less than a round's time


@dataclass(frozen=True)
class Product:
    sizes: tuple[int, int, int]  # rows, terms, columns
    is_constant: bool  # of the right operand

    @property
    def name(self) -> str:
        kind = "product" if self.is_constant else "product_of_inputs"
        return f"{kind}_{'x'.join(map(str, self.sizes))}"

    @property
    def flops(self) -> float:
        return 2.0 * prod(self.sizes)

    @property
    def bytes(self) -> float:
        m, k, n = self.sizes
        return float(FLOAT * (m * k + k * n + m * n))

    def build(self) -> onnx.ModelProto:
        return build_product(*self.sizes, self.is_constant)


@dataclass(frozen=True)
class Convolution:
    kind: str
    image: tuple[int, int]  # height and width
    channels: tuple[int, int]
    window: int
    stride: int = 1
    dilation: int = 1
    groups: int = 1
    pad: int = 0

    @property
    def is_transposed(self) -> bool:
        return self.kind == "transposed"

    @property
    def name(self) -> str:
        image, channels = (
            "x".join(map(str, sizes)) for sizes in (self.image, self.channels)
        )
        parts = [self.kind, channels, image, f"k{self.window}"]
        letters = {"s": self.stride, "d": self.dilation, "g": self.groups}
        parts += [f"{key}{value}" for key, value in letters.items() if value > 1]
        return "_".join([*parts, f"p{self.pad}"])

    @property
    def result(self) -> tuple[int, int]:
        """Returns height and width of the result, which may be less than 1."""
        reach = self.dilation * (self.window - 1) + 1
        if self.is_transposed:
            height, width = (
                (size - 1) * self.stride + reach - 2 * self.pad
                for size in self.image
            )
        else:
            height, width = (
                (size + 2 * self.pad - reach) // self.stride + 1
                for size in self.image
            )
        return height, width

    @property
    def weights(self) -> tuple[int, int, int, int]:
        inputs, outputs = self.channels
        if self.is_transposed:
            return inputs, outputs // self.groups, self.window, self.window
        return outputs, inputs // self.groups, self.window, self.window

    @property
    def flops(self) -> float:
        places = self.image if self.is_transposed else self.result
        return 2.0 * prod(self.weights) * prod(places)

    @property
    def bytes(self) -> float:
        inputs, outputs = self.channels
        values = inputs * prod(self.image) + outputs * prod(self.result)
        return float(FLOAT * (values + prod(self.weights)))

    def build(self) -> onnx.ModelProto:
        b = Builder(self.name, opset=17)
        x = b.input("x", [1, self.channels[0], *self.image])
        y = b.op(
            "ConvTranspose" if self.is_transposed else "Conv",
            x,
            b.weight("weight", *self.weights),
            strides=[self.stride] * 2,
            dilations=[self.dilation] * 2,
            pads=[self.pad] * 4,
            group=self.groups,
        )
        b.output("y", y, [1, self.channels[1], *self.result])
        return b.build()


Shape = Product | Convolution
Draw = Callable[[random.Random], Shape]


def product(generator: random.Random, is_constant: bool) -> Product:
    rows = generator.randint(*ROWS)
    terms, columns = (generator.randint(*COLUMNS) for _ in range(2))
    return Product((rows, terms, columns), is_constant)


def convolution(
    generator: random.Random,
    kind: str,
    strides: tuple[int, ...] = (1,),
    dilations: tuple[int, ...] = (1,),
    windows: tuple[int, int] = WINDOWS,
) -> Convolution:
    window = generator.randint(*windows)
    dilation = generator.choice(dilations)
    return Convolution(
        kind,
        (generator.randint(*IMAGES), generator.randint(*IMAGES)),
        (generator.choice(CHANNELS), generator.choice(CHANNELS)),
        window,
        generator.choice(strides),
        dilation,
        pad=generator.randint(0, dilation * (window - 1) // 2),
    )


def depthwise(generator: random.Random) -> Convolution:
    drawn = convolution(generator, "depthwise", (1, 2), windows=(2, 7))
    inputs = drawn.channels[0]
    return replace(drawn, channels=(inputs, inputs), groups=inputs)


def grouped(generator: random.Random) -> Convolution:
    drawn = convolution(generator, "grouped", (1, 2))
    common = gcd(*drawn.channels)
    divisors = [n for n in range(2, common) if common % n == 0]
    return replace(drawn, groups=generator.choice(divisors or [1]))


CLASSES: tuple[Draw, ...] = (
    partial(product, is_constant=True),
    partial(product, is_constant=False),
    partial(convolution, kind="plain"),
    partial(convolution, kind="strided", strides=(2, 3)),
    partial(convolution, kind="dilated", strides=(1, 2), dilations=(2, 3), windows=(2, 7)),
    grouped,
    depthwise,
    partial(convolution, kind="transposed", strides=(1, 2, 3), windows=(2, 7)),
)


def is_usable(shape: Shape) -> bool:
    if isinstance(shape, Convolution):
        has_groups = shape.groups > 1 or shape.kind != "grouped"
        if min(shape.result) < 1 or not has_groups:
            return False
    return WORK[0] <= shape.flops <= WORK[1]


def shapes(seed: int) -> Iterator[Shape]:
    """Yields different shapes without end, of each class in turn."""
    generator = random.Random(seed)
    seen = set()
    for draw in cycle(CLASSES):
        shape = draw(generator)
        while shape in seen or not is_usable(shape):
            shape = draw(generator)
        seen.add(shape)
        yield shape


def kernel(shape: Shape) -> Kernel:
    return Kernel(
        shape.name,
        shape.build,
        shape.bytes,
        shape.flops,
        group=GROUP,
        required=Threshold("peer", LEAST),
    )


KERNELS = tuple(map(kernel, islice(shapes(SEED), COUNT)))
