# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Limits of one core (FLOPs, bandwidth), measured by limits.c."""

import os
import subprocess
from pathlib import Path
from types import TracebackType

from benchmarks import machine

SOURCE = Path(__file__).with_name("limits.c")
CLANG = ("clang-22", "-O3", "-march=native", "-mprefer-vector-width=512")


class Limits:
    """A process that measures "fma" and "fed" (with operands from the caches) in
    GFLOP/s and "copy" in GB/s (read and written). `best` has the highest rates."""

    def __init__(self, scratch: Path) -> None:
        self.best: dict[str, float] = {}
        program = scratch / "limits"
        subprocess.run([*CLANG, SOURCE, "-o", program], check=True)
        pinned = machine.cores(1)
        self._process = subprocess.Popen(
            [program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, pinned),
        )

    def measure(self, what: str) -> float:
        assert self._process.stdin
        assert self._process.stdout
        print(what, file=self._process.stdin, flush=True)
        rate = parse_rate(self._process.stdout.readline())
        self.best[what] = max(rate, self.best.get(what, 0))
        return rate

    def __enter__(self) -> "Limits":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()


def parse_rate(line: str) -> float:
    """Returns a positive rate; raises ValueError for another text."""
    rate = float(line)
    if not 0 < rate < float("inf"):
        raise ValueError(f"expected a rate, got {line!r}")
    return rate
