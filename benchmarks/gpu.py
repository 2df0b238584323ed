# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products in f32 on a GPU: a thread per element, tiles in shared memory, and
tiles in registers as well, each checked and timed without copies.

    PYTHONPATH=python python benchmarks/gpu.py [--size=1024]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from typing import Callable

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "python" / "tests" / "gpu"))

import gpu_programs as programs  # noqa: E402

from tvm_mlir import te  # noqa: E402
from tvm_mlir.device import Device  # noqa: E402


def tiled(size: int, *tiles: int) -> tuple[programs.Program, int, int]:
    """Returns the program, the rows and columns of a block, and its threads along
    each."""
    chosen = programs.Tiles(*tiles)
    return programs.shared_product(size, chosen), chosen.block, chosen.threads


KERNELS: dict[str, Callable[[int], tuple[programs.Program, int, int]]] = {
    "naive": lambda size: (programs.naive_product(size), 16, 16),
    "shared 16": lambda size: tiled(size, 16, 1, 1, 16),
    "shared 32": lambda size: tiled(size, 32, 1, 1, 32),
    "registers 64": lambda size: tiled(size, 64, 4, 1, 8),
    "registers 64, vthread 2": lambda size: tiled(size, 64, 2, 2, 8),
    "registers 128": lambda size: tiled(size, 128, 8, 1, 8),
    "registers 128, vthread 2": lambda size: tiled(size, 128, 4, 2, 8),
    "registers 128, vthread 4": lambda size: tiled(size, 128, 2, 4, 8),
}


def measure(start: Callable[[], None], wait: Callable[[], None]) -> float:
    """Returns the seconds of one launch, the median of several rows of launches."""
    start()
    wait()
    begin = time.perf_counter()
    start()
    wait()
    count = max(1, min(100, int(0.02 / (time.perf_counter() - begin))))
    times = []
    for _ in range(7):
        begin = time.perf_counter()
        for _ in range(count):
            start()
        wait()
        times.append((time.perf_counter() - begin) / count)
    return statistics.median(times)


def run(device: Device, name: str, size: int) -> tuple[float, float]:
    """Returns seconds, and the largest error in units of the tolerance."""
    program, block, threads = KERNELS[name](size)
    target = f"nvptx64,mcpu={device.architecture}"
    [text] = te.ptx(program.schedule, program.args, target=target)
    code = device.load(text)
    operands = [device.array(array) for array in program.inputs]
    result = device.array(np.full((size, size), np.nan, np.float32))
    blocks = -(-size // block)

    def start() -> None:
        code.launch(
            "kernel_kernel",
            (blocks, blocks, 1),
            (threads, threads, 1),
            [*operands, result],
        )

    seconds = measure(start, device.synchronize)
    error = np.abs(result.read() - program.expected).max() / program.tolerance
    return seconds, float(error)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1024, help="rows and columns")
    size = parser.parse_args().size
    device = Device()
    print(f"{device.name} ({device.architecture}), {size} x {size} x {size}, f32")
    wrong = 0
    naive = None
    for name in KERNELS:
        seconds, error = run(device, name, size)
        naive = naive or seconds
        wrong += not error <= 1
        print(
            f"{name:26}{seconds * 1e6:10.1f} us{2 * size**3 / seconds / 1e9:10.0f} "
            f"GFLOP/s{naive / seconds:7.2f} x  error {error:.3f} of the tolerance"
            f"{'' if error <= 1 else '  WRONG'}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
