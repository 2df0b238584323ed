# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A chain of eight cheap operators: one read and one write if all are fused."""

from math import prod

import numpy as np
import onnx

from benchmarks.kernels.kernel import FLOAT, Kernel, Threshold
from benchmarks.models.builder import Builder

DIMS = (16, 1024, 1024)
CHAIN = (
    ("Mul", 0.5),
    ("Add", 0.25),
    ("Relu", None),
    ("Sub", 1.5),
    ("Abs", None),
    ("Mul", 3.0),
    ("Neg", None),
    ("Max", -2.0),
)


def build() -> onnx.ModelProto:
    b = Builder("chain", opset=17)
    x = b.input("x", DIMS)
    for op, operand in CHAIN:
        operands = [] if operand is None else [b.constant(operand, np.float32)]
        x = b.op(op, x, *operands)
    b.output("y", x, DIMS)
    return b.build()


KERNELS = (
    Kernel(
        "elementwise_chain",
        build,
        bytes=2 * FLOAT * prod(DIMS),
        flops=len(CHAIN) * prod(DIMS),
        limit="copy",
        required=Threshold("copy", 0.85),
    ),
)
