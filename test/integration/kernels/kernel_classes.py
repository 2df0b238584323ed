# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of every class that has a default schedule, as models of one size."""

from collections.abc import Callable, Iterable

import numpy as np
import onnx
from benchmarks.models.builder import Builder

# A builder, a size: adds a kernel, returns its result and what shape it has.
Kernel = Callable[[Builder, int], tuple[str, list[int]]]


def convolution(
    kernel: int, stride: int = 1, dilation: int = 1, group: int = 1
) -> Kernel:
    """A padded convolution from n × group to 17 × group channels, bias and ReLU."""

    def add(b: Builder, n: int) -> tuple[str, list[int]]:
        x = b.input(f"x_{n}", [2, n * group, 13, n])
        w = b.weight(f"w_{n}", 17 * group, n, kernel, kernel)
        pad = dilation * (kernel // 2)
        y = b.op(
            "Conv",
            x,
            w,
            b.weight(f"b_{n}", 17 * group),
            strides=[stride] * 2,
            dilations=[dilation] * 2,
            pads=[pad] * 4,
            group=group,
        )
        size = [(extent - 1) // stride + 1 for extent in (13, n)]
        return b.op("Relu", y), [2, 17 * group, *size]

    return add


def products_of_planes(b: Builder, n: int) -> tuple[str, list[int]]:
    """Pointwise convolutions, channels first, of outputs that fill tiles of rows
    and that do not, one after the other, with a residual."""
    y, channels = b.input(f"x_{n}", [2, n, 4, 4 * n]), n
    for i, outputs in enumerate([24, 17, 1, 40, 100]):
        w = b.weight(f"w_{n}_{i}", outputs, channels, 1, 1)
        y, channels = b.op("Relu", b.op("Conv", y, w, b.weight(f"b_{n}_{i}", outputs))), outputs
    shape = [2, channels, 4, 4 * n]
    return b.op("Add", y, b.input(f"r_{n}", shape)), shape


def padded(b: Builder, n: int) -> tuple[str, list[int]]:
    """Windows that reach beside the image, channels last: at all ends, at some,
    with several places of one row outside, or all of them."""
    y = b.op("Conv", b.input(f"x_{n}", [2, 3, 7, n + 13]), b.weight(f"u_{n}", 16, 3, 1, 1))
    size = [7, n + 13]
    for i, (kernel, stride, dilation, pads) in enumerate(
        [
            (3, 1, 1, [1, 1, 1, 1]),
            (5, 1, 1, [2, 2, 2, 2]),
            (3, 1, 2, [2, 2, 2, 2]),
            (3, 1, 1, [0, 2, 1, 0]),
            (3, 1, 1, [4, 3, 0, 4]),
            (3, 2, 1, [1, 1, 1, 1]),
            (5, 1, 3, [6, 6, 6, 6]),
        ]
    ):
        w = b.weight(f"w_{n}_{i}", 48, 48 if i else 16, kernel, kernel)
        attributes = {"strides": [stride] * 2, "dilations": [dilation] * 2, "pads": pads}
        y = b.op("Relu", b.op("Conv", y, w, b.weight(f"b_{n}_{i}", 48), **attributes))
        reach = dilation * (kernel - 1)
        size = [
            (extent + pads[d] + pads[d + 2] - reach - 1) // stride + 1
            for d, extent in enumerate(size)
        ]
    return b.op("Conv", y, b.weight(f"v_{n}", 5, 48, 1, 1)), [2, 5, *size]


def depthwise(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [1, n, 14, 14])
    w = b.weight(f"w_{n}", n, 1, 3, 3)
    y = b.op("Conv", x, w, group=n, strides=[2, 2], pads=[1] * 4)
    return y, [1, n, 7, 7]


def windows(b: Builder, n: int) -> tuple[str, list[int]]:
    """Depthwise convolutions one after the other, channels last."""
    y = b.op("Conv", b.input(f"x_{n}", [2, 3, 15, n + 8]), b.weight(f"u_{n}", n, 3, 1, 1))
    size = [15, n + 8]
    for i, (kernel, stride, dilation, pads) in enumerate(
        [
            (3, 1, 1, [1, 1, 1, 1]),
            (5, 1, 1, [2, 2, 2, 2]),
            (3, 1, 2, [2, 2, 2, 2]),
            (3, 2, 1, [0, 0, 1, 1]),
            (7, 1, 1, [3, 3, 3, 3]),
        ]
    ):
        w = b.weight(f"w_{n}_{i}", n, 1, kernel, kernel)
        attributes = {"strides": [stride] * 2, "dilations": [dilation] * 2, "pads": pads}
        y = b.op("Relu", b.op("Conv", y, w, b.weight(f"b_{n}_{i}", n), group=n, **attributes))
        reach = dilation * (kernel - 1)
        size = [
            (extent + pads[d] + pads[d + 2] - reach - 1) // stride + 1
            for d, extent in enumerate(size)
        ]
    return b.op("Conv", y, b.weight(f"v_{n}", 5, n, 1, 1)), [2, 5, *size]


def windows_of_planes(b: Builder, n: int) -> tuple[str, list[int]]:
    """Depthwise convolutions and pools, channels first, of rows that fill vectors
    and others: with borders at all ends, at some, and of what is computed."""
    results, count = [], 0
    for i, (width, kernel, stride, dilation, pads) in enumerate(
        [
            (n + 4, 3, 1, 1, [1, 1, 1, 1]),
            (n + 9, 3, 2, 1, [1, 1, 1, 1]),
            (64, 3, 1, 1, [1, 0, 0, 1]),
            (64, 3, 2, 1, [0, 1, 1, 0]),
            (n + 40, 5, 1, 1, [2, 2, 2, 2]),
            (n + 40, 3, 1, 2, [2, 2, 2, 2]),
        ]
    ):
        x = b.input(f"x_{n}_{i}", [2, 17, 14, width])
        w = b.weight(f"w_{n}_{i}", 17, 1, kernel, kernel)
        attributes = {"strides": [stride] * 2, "dilations": [dilation] * 2, "pads": pads}
        y = b.op("Conv", x, w, group=17, **attributes)
        z = b.op("Conv", b.op("Relu", x), w, group=17, **attributes)
        pool = b.op("MaxPool", x, kernel_shape=[kernel] * 2, **attributes)
        reach = dilation * (kernel - 1)
        size = [
            (extent + pads[d] + pads[d + 2] - reach - 1) // stride + 1
            for d, extent in enumerate([14, width])
        ]
        count += 3 * size[0] * size[1]
        results += [b.op("Reshape", r, b.constant([2, 17, -1])) for r in (y, z, pool)]
    return b.op("Concat", *results, axis=2), [2, 17, count]


def groups(b: Builder, n: int) -> tuple[str, list[int]]:
    """Convolutions in groups, one after the other, channels last."""
    channels = 48
    y = b.op("Conv", b.input(f"x_{n}", [1, 3, 9, n + 6]), b.weight(f"u_{n}", channels, 3, 1, 1))
    # Groups, and what each of them has of the result.
    for i, (group, outputs) in enumerate(
        [(12, 4), (6, 8), (3, 16), (1, 96), (8, 6), (2, 24), (48, 2), (4, 17), (4, 12), (2, 65)]
    ):
        w = b.weight(f"w_{n}_{i}", group * outputs, channels // group, 3, 3)
        bias = b.weight(f"b_{n}_{i}", group * outputs)
        y = b.op("Relu", b.op("Conv", y, w, bias, group=group, pads=[1] * 4))
        channels = group * outputs
    return b.op("Conv", y, b.weight(f"v_{n}", 5, channels, 1, 1)), [1, 5, 9, n + 6]


def transposed(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [1, n, 5, 7])
    w = b.weight(f"w_{n}", n, 3, 4, 4)
    y = b.op("ConvTranspose", x, w, strides=[2, 2], pads=[1] * 4)
    return y, [1, 3, 10, 14]


def transposed_odd(b: Builder, n: int) -> tuple[str, list[int]]:
    """Kernels that strides do not divide."""
    y, size = b.input(f"x_{n}", [1, 6, 5, n + 2]), [5, n + 2]
    for i, (kernel, stride, pads, more) in enumerate(
        [
            (3, 2, [1, 1, 1, 1], 1),
            (5, 2, [2, 1, 0, 2], 0),
            (2, 3, [0, 0, 0, 0], 1),
            (2, 3, [1, 0, 1, 1], 1),
            (5, 3, [0, 0, 0, 0], 0),
        ]
    ):
        w = b.weight(f"w_{n}_{i}", 6, 6, kernel, kernel)
        y = b.op("ConvTranspose", y, w, strides=[stride] * 2, pads=pads, output_padding=[more] * 2)
        size = [
            (extent - 1) * stride + kernel + more - pads[d] - pads[d + 2]
            for d, extent in enumerate(size)
        ]
    return y, [1, 6, *size]


def transposed_dilated(b: Builder, n: int) -> tuple[str, list[int]]:
    """Dilations that share a divisor with strides, or do not; borders in which no
    window is."""
    y, size = b.input(f"x_{n}", [1, 6, 5, n + 2]), [5, n + 2]
    for i, (strides, dilations, pads, more, group) in enumerate(
        [
            ([2, 2], [2, 2], [1, 1, 0, 2], 0, 1),
            ([2, 3], [4, 6], [0, 2, 3, 1], 1, 2),
            ([1, 4], [3, 2], [0, 0, 0, 0], 0, 6),
            ([2, 1], [2, 1], [5, 0, 6, 1], 0, 1),
        ]
    ):
        w = b.weight(f"w_{n}_{i}", 6, 6 // group, 3, 2)
        y = b.op("ConvTranspose", y, w, b.weight(f"b_{n}_{i}", 6), strides=strides,
                 dilations=dilations, pads=pads, output_padding=[more] * 2, group=group)  # fmt: skip
        size = [
            (size[d] - 1) * strides[d] + [2, 1][d] * dilations[d] + 1 + more - pads[d] - pads[d + 2]
            for d in (0, 1)
        ]
    return y, [1, 6, *size]


def transposed_groups(b: Builder, n: int) -> tuple[str, list[int]]:
    """Channel by channel, and in groups; a normalisation scales weights."""
    y, size = b.input(f"x_{n}", [2, 3 * n, 5, 6]), [5, 6]
    for i, (group, outputs, kernel) in enumerate([(3 * n, 1, 3), (n, 3, 4), (3, 16, 5)]):
        w = b.weight(f"w_{n}_{i}", 3 * n, outputs, kernel, kernel)
        y = b.op("ConvTranspose", y, w, strides=[2, 2], pads=[1] * 4, group=group)
        size = [(extent - 1) * 2 + kernel - 2 for extent in size]
    norm = [b.weight(f"{name}_{n}", 48, kind="scale") for name in ("s", "b", "m", "v")]
    return b.op("BatchNormalization", y, *norm), [2, 48, *size]


def computed_weights(b: Builder, n: int) -> tuple[str, list[int]]:
    """Weights that are known when the model runs, in groups or not."""
    y, size = b.input(f"x_{n}", [2, 2 * n, 9, 8]), [9, 8]
    for i, (group, outputs) in enumerate([(1, 34), (2, 34), (34, 34)]):
        inputs = 2 * n if i == 0 else 34
        w = b.input(f"w_{n}_{i}", [outputs, inputs // group, 3, 3])
        y = b.op("Conv", y, w, pads=[1] * 4, group=group)
    for i, (group, kernel) in enumerate([(1, 4), (2, 3)]):
        w = b.input(f"v_{n}_{i}", [34, 34 // group, kernel, kernel])
        y = b.op("ConvTranspose", y, w, strides=[2, 2], pads=[1] * 4, group=group)
        size = [(extent - 1) * 2 + kernel - 2 for extent in size]
    return b.op("Relu", y), [2, 34, *size]


def product(b: Builder, n: int) -> tuple[str, list[int]]:
    """A product with a weight, then one of two computed matrices."""
    x = b.input(f"x_{n}", [n, 33])
    y = b.op("MatMul", x, b.weight(f"w_{n}", 33, n))
    z = b.input(f"z_{n}", [n, 65])
    return b.op("MatMul", y, z), [n, 65]


def many_rows(b: Builder, n: int) -> tuple[str, list[int]]:
    """A product with a weight that fits into a cache, then with one that does not."""
    x = b.input(f"x_{n}", [2, 129 + n, 33])
    y = b.op("Relu", b.op("MatMul", x, b.weight(f"w_{n}", 33, 192)))
    z = b.op("MatMul", y, b.weight(f"v_{n}", 192, 512 + 64 * n))
    return b.op("Tanh", z), [2, 129 + n, 512 + 64 * n]


def packed_rows(b: Builder, n: int) -> tuple[str, list[int]]:
    """A product with enough columns for packed rows, in a batch or not."""
    x = b.input(f"x_{n}", [3, 128 + 8 * n, 48])
    y = b.op("MatMul", x, b.weight(f"w_{n}", 48, 2304))
    y = b.op("Relu", b.op("Add", y, b.weight(f"b_{n}", 2304)))
    z = b.op("MatMul", b.input(f"z_{n}", [2304, 16]), b.input(f"v_{n}", [16, 2304]))
    return b.op("MatMul", y, z), [3, 128 + 8 * n, 2304]


def batched_product(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [3, 2, n, 19])
    y = b.input(f"y_{n}", [3, 1, 19, n])
    return b.op("MatMul", x, y), [3, 2, n, n]


def copied_operand(b: Builder, n: int) -> tuple[str, list[int]]:
    """Products of computed operands, one matrix and several. Large operands are copied
    to tiles of columns, also the rest of a tile or of 16 rows."""
    x = b.input(f"x_{n}", [2, 128 + n, 280 + n])
    y = b.op("MatMul", x, b.input(f"y_{n}", [2, 280 + n, 540]))
    z = b.op("MatMul", b.op("Tanh", y), b.input(f"z_{n}", [540, 500 + n]))
    return z, [2, 128 + n, 500 + n]


def long_sum(b: Builder, n: int) -> tuple[str, list[int]]:
    """A long sum: the weights of a tile fill half a cache."""
    x = b.input(f"x_{n}", [32 + n, 9216])
    y = b.op("MatMul", x, b.weight(f"w_{n}", 9216, 50 + n))
    return b.op("Relu", y), [32 + n, 50 + n]


def matrix_vector(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [1, n])
    w = b.weight(f"w_{n}", 70 * n, n)
    y = b.op("Gemm", x, w, b.weight(f"b_{n}", 70 * n), transB=1)
    return y, [1, 70 * n]


def pooling(op: str) -> Kernel:
    def add(b: Builder, n: int) -> tuple[str, list[int]]:
        x = b.input(f"x_{n}", [1, n, 15, n])
        pads = [1] * 4
        y = b.op(op, x, kernel_shape=[3, 3], strides=[2, 2], pads=pads)
        return y, [1, n, 8, (n - 1) // 2 + 1]

    return add


def large_windows(b: Builder, n: int) -> tuple[str, list[int]]:
    """Windows that are pooled one dimension after the other, or lie beside each
    other; with borders, cut last windows, dilations, at most three dimensions."""
    x = b.input(f"x_{n}", [2, n, 23, n + 24])
    volume = b.input(f"v_{n}", [1, 3, 9, 10, n + 11])
    results: list[str] = []
    for op, more in [
        ("MaxPool", {"dilations": [1, 2]}),
        ("AveragePool", {"count_include_pad": 1}),
        ("AveragePool", {"ceil_mode": 1}),
    ]:
        for kernel, strides, pads in [
            ([7, 7], [3, 3], [0] * 4),
            ([5, 5], [1, 1], [2] * 4),
            ([7, 6], [7, 6], [3, 0, 2, 1]),
            ([8, 8], [8, 8], [0] * 4),
            ([4, 5], [2, 5], [1, 2, 3, 4]),
        ]:
            window = {"kernel_shape": kernel, "strides": strides, "pads": pads}
            results.append(b.op(op, x, **window, **more))
    cube = {"kernel_shape": [5, 3, 5], "strides": [1, 2, 3], "pads": [2, 1, 0, 1, 0, 2]}
    results += [b.op(op, volume, **cube) for op in ("MaxPool", "AveragePool")]
    rows = [b.op("Reshape", r, b.constant([-1])) for r in results]
    return b.op("Concat", *rows, axis=0), [None]


def softmax(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [5, 3, n])
    return b.op("Softmax", x, axis=-1), [5, 3, n]


def softmax_of_columns(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [2, n, 21])
    return b.op("Softmax", x, axis=1), [2, n, 21]


def layer_norm(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [7, n])
    scale, bias = b.weight(f"s_{n}", n), b.weight(f"b_{n}", n)
    return b.op("LayerNormalization", x, scale, bias), [7, n]


def transpose(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [3, n, 35])
    return b.op("Transpose", x, perm=[2, 0, 1]), [35, 3, n]


def short_rows(count: int) -> Kernel:
    """Interleaved colours of pixels to planes and back, for a number of colours."""

    def add(b: Builder, n: int) -> tuple[str, list[int]]:
        x = b.input(f"x_{n}", [1, 9, n, count])
        x = b.op("Mul", x, b.weight(f"s_{n}", count))
        planes = b.op("Softmax", b.op("Transpose", x, perm=[0, 3, 1, 2]), axis=3)
        pixels = b.op("Transpose", planes, perm=[0, 2, 3, 1])
        turns = b.op("Reshape", pixels, b.constant([1, 1, 9, n * count]))
        y = b.input(f"y_{n}", [1, count * count, 9, n])
        spread = b.op("DepthToSpace", y, blocksize=count, mode="CRD")
        many = b.op("Tile", turns, b.constant([1, 1, count, 1]))
        return b.op("Add", spread, many), [1, 1, 9 * count, n * count]

    return add


def transposed_border(value: float, *order: int) -> Kernel:
    """Tiles of parts of vectors, inside of a border."""

    def add(b: Builder, n: int) -> tuple[str, list[int]]:
        x = b.input(f"x_{n}", [2, n + 9, n + 13, 2 * n + 10])
        pads = b.constant([0, 0, 3, 1, 0, 2, 0, 2])
        y = b.op("Pad", x, pads, b.constant(value, np.float32))
        size = [2, n + 11, n + 16, 2 * n + 13]
        return b.op("Transpose", y, perm=order), [size[axis] for axis in order]

    return add


def gather(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [9, n])
    rows = b.op("Gather", x, b.constant([8, 0, -1, 3, 3]))
    return b.op("Gather", rows, b.constant([n - 1, 0]), axis=1), [5, 2]


def element_wise(b: Builder, n: int) -> tuple[str, list[int]]:
    x = b.input(f"x_{n}", [4, 1, n])
    y = b.input(f"y_{n}", [3, 1])
    return b.op("Tanh", b.op("Mul", x, b.op("Sigmoid", y))), [4, 3, n]


def recurrent(op: str, gates: int, batch: int) -> Kernel:
    def add(b: Builder, n: int) -> tuple[str, list[int]]:
        x = b.input(f"x_{n}", [4, batch, 6])
        w = b.weight(f"w_{n}", 2, gates * n, 6)
        r = b.weight(f"r_{n}", 2, gates * n, n)
        bias = b.weight(f"b_{n}", 2, 2 * gates * n)
        way = {"direction": "bidirectional", "hidden_size": n}
        return b.op(op, x, w, r, bias, **way), [4, 2, batch, n]

    return add


def planes(b: Builder, n: int) -> tuple[str, list[int]]:
    """Reduced planes of rows that fill no vector, and a product of one column."""
    x = b.input(f"x_{n}", [2, 5, n, 7])
    y = b.op("ReduceMax", x, axes=[2, 3])
    z = b.op("Add", b.op("GlobalAveragePool", x), b.op("ReduceLogSumExp", x, axes=[2, 3]))
    column = b.op("Conv", x, b.weight(f"w_{n}", 1, 5, 1, 3), pads=[0, 1, 0, 1])
    return b.op("Add", b.op("Mul", y, z), column), [2, 5, n, 7]


def arg_max(b: Builder, n: int) -> tuple[str, list[int]]:
    """Positions of extrema over an axis in front of others, and along rows."""
    x = b.input(f"x_{n}", [2, 7, 3, n])
    highest, lowest = b.op("ArgMax", x, axis=1), b.op("ArgMin", x, axis=1)
    rows = b.op("Round", b.input(f"y_{n}", [2, 1, 3, 60 * n]))  # equal ones
    last = b.op("ArgMax", rows, axis=3, select_last_index=1)
    positions = b.op("Add", b.op("ArgMin", rows, axis=3), last)
    both = b.op("Add", b.op("Add", highest, lowest), positions)
    wide = b.input(f"z_{n}", [3, 5, 37 * n])  # columns that fill registers
    many = b.op("Cast", b.op("ArgMax", wide, axis=1, keepdims=0), to=1)
    total = b.op("ReduceSumSquare", many, axes=[0, 1], keepdims=0)
    return b.op("Add", b.op("Cast", both, to=1), total), [2, 1, 3, n]


KERNELS = {
    "pointwise": convolution(1),
    "products-of-planes": products_of_planes,
    "convolution": convolution(3),
    "strided": convolution(5, stride=2),
    "dilated": convolution(3, dilation=2),
    "padded": padded,
    "grouped": convolution(3, group=3),
    "grouped-channels-last": groups,
    "depthwise": depthwise,
    "depthwise-channels-last": windows,
    "windows-of-planes": windows_of_planes,
    "transposed": transposed,
    "transposed-odd": transposed_odd,
    "transposed-dilated": transposed_dilated,
    "transposed-groups": transposed_groups,
    "computed-weights": computed_weights,
    "product": product,
    "many-rows": many_rows,
    "packed-rows": packed_rows,
    "batched-product": batched_product,
    "copied-operand": copied_operand,
    "long-sum": long_sum,
    "matrix-vector": matrix_vector,
    "max-pool": pooling("MaxPool"),
    "average-pool": pooling("AveragePool"),
    "large-windows": large_windows,
    "softmax": softmax,
    "softmax-of-columns": softmax_of_columns,
    "layer-norm": layer_norm,
    "planes": planes,
    "arg-max": arg_max,
    "transpose": transpose,
    "short-rows-of-2": short_rows(2),
    "short-rows-of-3": short_rows(3),
    "short-rows-of-7": short_rows(7),
    "border-channels-last": transposed_border(0.0, 0, 2, 3, 1),
    "border-rows-last": transposed_border(-1.5, 3, 0, 1, 2),
    "gather": gather,
    "element-wise": element_wise,
    "rnn": recurrent("RNN", 1, 1),
    "gru": recurrent("GRU", 3, 17),
    "lstm": recurrent("LSTM", 4, 3),
}


def build(kernel: str, sizes: Iterable[int]) -> onnx.ModelProto:
    """One kernel in many sizes."""
    b = Builder("kernels", opset=17)
    for size in sizes:
        y, dims = KERNELS[kernel](b, size)
        b.output(f"out_{size}", y, dims)
    return b.build()
