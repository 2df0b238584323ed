# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Row-wise reductions, which fit the caches, so no bandwidth limits them."""

from collections.abc import Callable
from functools import partial

import onnx

from benchmarks.kernels.kernel import FLOAT, Kernel, Threshold
from benchmarks.models.builder import Builder

SIZES = ((128, 768), (1024, 1024))


def softmax(rows: int, columns: int) -> onnx.ModelProto:
    b = Builder("softmax", opset=17)
    x = b.input("x", [rows, columns])
    b.output("y", b.op("Softmax", x, axis=-1), [rows, columns])
    return b.build()


def layer_norm(rows: int, columns: int) -> onnx.ModelProto:
    b = Builder("layer_norm", opset=17)
    x = b.input("x", [rows, columns])
    scale = b.weight("scale", columns, kind="scale")
    y = b.op("LayerNormalization", x, scale, b.weight("bias", columns), axis=-1)
    b.output("y", y, [rows, columns])
    return b.build()


def kernel(
    build: Callable[[int, int], onnx.ModelProto], rows: int, columns: int
) -> Kernel:
    return Kernel(
        f"{build.__name__}_{rows}x{columns}",
        partial(build, rows, columns),
        bytes=2 * FLOAT * rows * columns,
        limit=None,
        group="softmax, layer norm",
        required=Threshold("ort", 1.0),
    )


KERNELS = tuple(
    kernel(build, *size) for build in (softmax, layer_norm) for size in SIZES
)
