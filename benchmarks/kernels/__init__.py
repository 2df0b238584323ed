"""The models of one kernel each that ./dev bench --kernels times."""

from benchmarks.kernels import convolution, elementwise, matmul, rows
from benchmarks.kernels.kernel import Kernel

KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for family in (convolution, matmul, rows, elementwise)
    for kernel in family.KERNELS
}
