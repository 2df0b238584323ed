"""The models of one kernel each that ./dev bench --kernels times."""

from benchmarks.kernels import convolution, elementwise, matmul, others, rows
from benchmarks.kernels.kernel import Kernel

KERNELS: dict[str, Kernel] = {
    kernel.name: kernel
    for family in (convolution, matmul, rows, elementwise, others)
    for kernel in family.KERNELS
}
