# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models of one kernel each that ./dev bench --kernels and --off-grid time."""

from benchmarks.kernels import (
    convolution,
    elementwise,
    matmul,
    off_grid,
    others,
    rows,
)
from benchmarks.kernels.kernel import Kernel

KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for family in (convolution, matmul, rows, elementwise, others)
    for kernel in family.KERNELS
}

OFF_GRID: dict[str, Kernel] = {
    kernel.name: kernel for kernel in off_grid.KERNELS
}
