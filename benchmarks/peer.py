# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One system under measurement, in a process of its own.

    python -m benchmarks.peer SYSTEM FILE INPUTS.npz THREADS

The process loads FILE (an artefact for "tvm", a model for the other systems), runs
it once and writes {"load_ms", "first_ms"}. It then answers commands from stdin, one
JSON value per line: "round SECONDS" with the milliseconds of its runs,
"save FILE.npz" with null.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.aligned import aligned
from benchmarks.systems import SYSTEMS
from benchmarks.timers import Timer

MOST_RUNS = 1000


def one_round(timer: Timer, seconds: float) -> list[float]:
    """Runs once to warm up, and then as often as the time allows. Returns
    milliseconds."""
    timer(1)
    end = time.perf_counter() + seconds
    times = timer(1)
    while len(times) < MOST_RUNS:
        fit = int(1e3 * (end - time.perf_counter()) / min(times))
        if fit < 1:
            break
        times += timer(min(MOST_RUNS - len(times), (fit + 1) // 2))
    return times


def main() -> None:
    name, path, inputs, threads = sys.argv[1:]
    feeds = {key: aligned(value) for key, value in np.load(inputs).items()}
    start = time.perf_counter()
    system = SYSTEMS[name](path, int(threads))
    loaded = time.perf_counter()
    system.run(feeds)
    first = time.perf_counter()
    answer = {
        "load_ms": 1e3 * (loaded - start),
        "first_ms": 1e3 * (first - loaded),
    }
    print(json.dumps(answer), flush=True)
    timer = system.timer(feeds)
    for line in sys.stdin:
        command, argument = line.split()
        result = None
        if command == "round":
            result = one_round(timer, float(argument))
        else:
            np.savez(Path(argument), **system.run(feeds))
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
