# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""f32 matrix products, of a constant weight and of two inputs."""

from functools import partial

import onnx

from benchmarks.kernels.kernel import FLOAT, Kernel, Threshold
from benchmarks.models.builder import Builder

SIZES = ((1024, 1024, 1024), (128, 768, 3072))  # M, K, N


def build(m: int, k: int, n: int, constant: bool) -> onnx.ModelProto:
    b = Builder("gemm", opset=17)
    x = b.input("x", [m, k])
    if constant:
        weight = b.weight("weight", k, n, kind="dense")
    else:
        weight = b.input("weight", [k, n])
    b.output("y", b.op("MatMul", x, weight), [m, n])
    return b.build()


def matmul(size: tuple[int, int, int], constant: bool) -> Kernel:
    m, k, n = size
    return Kernel(
        f"gemm_{m}x{k}x{n}" + ("" if constant else "_inputs"),
        partial(build, m, k, n, constant),
        bytes=FLOAT * (m * k + k * n + m * n),
        flops=2.0 * m * k * n,
        group="GEMM",
        required=Threshold("fma", 0.85) if constant else None,
    )


KERNELS = tuple(
    matmul(size, constant) for size in SIZES for constant in (True, False)
)
