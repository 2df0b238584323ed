# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares modules of linalg that LLVM's own tools compile with our passes with the
same modules compiled by tvmc.

    PYTHONPATH=python .venv/bin/python -m benchmarks.stock.compare [--rounds=N] [--seconds=S]

Both are compiled for this machine and run on one thread, in turns. The ratio is the
time of tvmc's code divided by the time of the stock tools' code.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import tvm_mlir
from benchmarks import machine
from benchmarks.compiler import compile_model
from benchmarks.rounds import PAUSE_ALONE, take_turns
from benchmarks.stock.models import MODELS
from benchmarks.stock.tools import StockModule, describe_target


class System:
    """A way to run a model. `time` returns the seconds of some runs."""

    def __init__(self, time: Callable[[int], list[float]]) -> None:
        self._time = time
        self._once = min(time(5))

    def round(self, seconds: float) -> list[float]:
        repeat = max(5, int(seconds / self._once))
        return [1e3 * each for each in self._time(repeat)]


def compare(name: str, rounds: int, seconds: float, folder: Path) -> None:
    make, shape = MODELS[name]
    source = folder / f"{name}.mlir"
    source.write_text(make())
    artefact = folder / f"{name}.so"
    compile_model(source, artefact, f"--dump-ir={folder}", cold=False)
    ours = tvm_mlir.load(artefact, num_threads=1)
    stock = StockModule(source, describe_target(folder / "4-loops.mlir"), folder)
    x = np.random.default_rng(1).normal(size=shape).astype(np.float32)
    inputs = {"input_0": x}
    expected = ours.run(inputs)["output_0"]
    y = np.empty_like(expected)
    stock.run([x], [y])
    error = float(np.max(np.abs(y - expected)))
    assert error <= 1e-4 * float(np.max(np.abs(expected))) + 1e-5, error
    times = take_turns(
        {
            "tvmc": System(lambda n: list(ours.time(inputs, repeat=n).times)),
            "stock": System(lambda n: stock.time([x], [y], n)),
        },
        rounds,
        seconds,
        PAUSE_ALONE,
    )
    tvmc, other = times["tvmc"].median, times["stock"].median
    print(f"| {name} | {tvmc:.3f} | {other:.3f} | {tvmc / other:.3f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    os.sched_setaffinity(0, machine.cores(1))
    machine.wait_until_idle()
    print(f"{machine.processor()}, one thread\n")
    print("| model | tvmc, ms | stock tools, ms | ratio |")
    print("|---|---:|---:|---:|")
    for name in MODELS:
        with tempfile.TemporaryDirectory() as folder:
            compare(name, options.rounds, options.seconds, Path(folder))


if __name__ == "__main__":
    main()
