"""One system under measurement, in a process of its own.

    python -m benchmarks.peer KIND FILE INPUTS.npz THREADS

Loads FILE (an artefact for "tvm", a model for "ort"), runs it once and writes
{"load_ms", "first_ms"}; then answers commands from stdin, one JSON value per
line: "round SECONDS" with the milliseconds of its runs, "save FILE.npz" with
null.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.compiler import ROOT

Arrays = dict[str, np.ndarray]

MOST_RUNS = 200


def load_tvm(path: str, threads: int) -> Callable[[Arrays], Arrays]:
    os.environ["OMP_NUM_THREADS"] = str(threads)
    sys.path.append(str(ROOT / "python"))
    import tvm_mlir

    return tvm_mlir.load(path).run


def load_ort(path: str, threads: int) -> Callable[[Arrays], Arrays]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        path, options, ["CPUExecutionProvider"]
    )
    names = [output.name for output in session.get_outputs()]
    return lambda feeds: dict(zip(names, session.run(None, feeds), strict=True))


def milliseconds(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return 1e3 * (time.perf_counter() - start)


def one_round(run: Callable[[], object], seconds: float) -> list[float]:
    """A run to warm up, then as many as fit."""
    run()
    end = time.perf_counter() + seconds
    times = [milliseconds(run)]
    while time.perf_counter() < end and len(times) < MOST_RUNS:
        times.append(milliseconds(run))
    return times


def main() -> None:
    kind, path, inputs, threads = sys.argv[1:]
    feeds = dict(np.load(inputs))
    load = load_ort if kind == "ort" else load_tvm
    start = time.perf_counter()
    run = load(path, int(threads))
    loaded = time.perf_counter()
    run(feeds)
    first = time.perf_counter()
    answer = {
        "load_ms": 1e3 * (loaded - start),
        "first_ms": 1e3 * (first - loaded),
    }
    print(json.dumps(answer), flush=True)
    for line in sys.stdin:
        command, argument = line.split()
        result = None
        if command == "round":
            result = one_round(lambda: run(feeds), float(argument))
        else:
            np.savez(Path(argument), **run(feeds))
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
