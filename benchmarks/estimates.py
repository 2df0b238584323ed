# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A comparison of the estimates of schedule rules with the times of strategies.

    .venv/bin/python -m benchmarks.estimates [--points=50] [--filter=REGEX]
        [--folder=DIR]

The program takes kernels of one node, draws random strategies for the largest
block of each, and prints per kernel: strategies that a rule refused, strategies
with a wrong result, Spearman's correlation of estimate and time, and the times of
the fastest strategy and of the strategy with the lowest estimate, as shares of the
time of the strategy that is chosen without a search.

All strategies of all kernels are compiled before the first one is timed. With
`--folder` the artefacts are kept: a second call compiles nothing that is there, so
only this call needs a machine on which nothing else runs.
"""

import argparse
import hashlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from benchmarks.compiler import ROOT, CompileError, compile_model
from benchmarks.kernels import KERNELS
from benchmarks.models.build import inputs
from benchmarks.modules import has_results
from tvm_mlir import Module

TVM_OPT = ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"
CHOSEN = (
    "C2_direct",
    "C6_direct",
    "C9_direct",
    "C12_direct",
    "gemm_128x768x3072",
    "gemm_128x768x3072_inputs",
    "31x768x768",
    "groups_of_16",
    "D2",
    "depthwise_5x5",
)
ROUNDS = 7
DRAWS = 8  # random strategies that are drawn for each one that is timed


@dataclass(frozen=True)
class Strategy:
    """A line of --schedule-list-strategies."""

    kind: str  # preferred, best or random
    cycles: float
    text: str


@dataclass(frozen=True)
class Timed:
    strategy: Strategy
    seconds: float | None  # None if it was refused
    is_right: bool = True


def closing(text: str, begin: int, brackets: str = "<>") -> int:
    """Returns the position behind the bracket that closes the one at `begin`."""
    depth = 0
    for place in range(begin, len(text)):
        if text[place] == ">" and text[place - 1] == "-":
            continue
        depth += (text[place] == brackets[0]) - (text[place] == brackets[1])
        if depth == 0:
            return place + 1
    raise ValueError(f"expected {brackets[1]!r}")


def without_script(text: str) -> str:
    """Returns a file of --dump-schedules without its script and strategies."""
    begin = text.find("transform.named_sequence")
    if begin >= 0:
        after = text.index(")", begin)
        if text.startswith(" attributes {", after + 1):
            after = closing(text, text.index("{", after), "{}")
        body = text.index("{", after)
        text = text[:begin] + text[closing(text, body, "{}") :]
    begin = text.index("schedule.strategy = ")
    end = closing(text, text.index("<", begin))
    return text[:begin] + "STRATEGY" + text[end:]


def parse(lines: str) -> Iterator[tuple[str, Strategy]]:
    """Yields the strategies of each rule, by block and rule."""
    key = block = ""
    for line in lines.splitlines():
        if match := re.match(r"  block '(.*)'", line):
            block = match[1]
        elif match := re.match(r"    rule (\w+)", line):
            key = f"{block}/{match[1]}"
        elif match := re.match(r" +(\w+) (\d+) cycles: (#.*)", line):
            yield key, Strategy(match[1], float(match[2]), match[3])


def list_strategies(file: Path, best: int, points: int) -> list[tuple[str, Strategy]]:
    """Returns the `best` strategies and `points` random ones of each rule, by
    block and rule."""
    option = f"schedule-list-strategies{{best={best} random={points}}}"
    listed = subprocess.run(
        [TVM_OPT, file, f"--pass-pipeline=builtin.module({option})", "-o", "/dev/null"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return list(parse(listed))


def strategies(file: Path, points: int) -> list[Strategy]:
    """Returns the strategies of the preferred tile for the block with the most
    cycles: the preferred one, the cheapest one, and `points` different random
    ones, or fewer where the rule draws no more."""
    rules: dict[str, list[Strategy]] = {}
    for key, strategy in list_strategies(file, best=1, points=DRAWS * points):
        rules.setdefault(key, []).append(strategy)
    preferred = {
        key: found
        for key, found in rules.items()
        if found[0].kind == "preferred" and key.endswith("_tile")
    }
    found = max(preferred.values(), key=lambda found: found[0].cycles)
    random = {s.text: s for s in found if s.kind == "random"}
    named = [s for s in found if s.kind != "random"]
    return named + list(random.values())[:points]


def ranks(values: list[float]) -> np.ndarray:
    """Returns mean ranks: equal values have equal ranks."""
    array = np.asarray(values)
    return np.array([(array < v).sum() + ((array == v).sum() - 1) / 2 for v in array])


def spearman(x: list[float], y: list[float]) -> float:
    return float(np.corrcoef(ranks(x), ranks(y))[0, 1])


class Bench:
    """One kernel with the artefacts of its strategies."""

    def __init__(self, name: str, folder: Path) -> None:
        kernel = KERNELS[name]
        folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.folder = folder
        self.options = kernel.options
        self.model = folder / "model.onnx"
        model = kernel.build()
        onnx.save(model, self.model)
        self.feeds = inputs(model)
        compile_model(
            self.model, folder / "a.so", *self.options, f"--dump-schedules={folder}"
        )
        files = [
            path
            for path in folder.glob("*.mlir")
            if not path.name.endswith(".scheduled.mlir")
        ]
        self.kernel = max(files, key=lambda path: path.stat().st_size)
        self.artefacts: list[tuple[Strategy, Path | None]] = []

    def compile(self, points: int) -> None:
        """Compiles the strategies that the folder does not hold."""
        for strategy in strategies(self.kernel, points):
            key = hashlib.sha256(strategy.text.encode()).hexdigest()[:16]
            artefact = self.folder / f"{key}.so"
            is_there = artefact.exists() or self.compile_one(strategy, artefact)
            self.artefacts.append((strategy, artefact if is_there else None))

    def compile_one(self, strategy: Strategy, artefact: Path) -> bool:
        """Returns False if the strategy was refused."""
        file = self.folder / "strategy" / "kernel.mlir"
        file.parent.mkdir(exist_ok=True)
        text = without_script(self.kernel.read_text())
        file.write_text(text.replace("STRATEGY", "schedule.strategy = " + strategy.text))
        try:
            compile_model(self.model, artefact, *self.options, f"--schedule={file}")
        except CompileError as error:
            print(f"  refused: {str(error)[:200]}: {strategy.text}", file=sys.stderr)
            return False
        return True

    def time(self) -> list[Timed]:
        """Runs all strategies in turns; returns the shortest time of each."""
        expected = Module(self.folder / "a.so").run(self.feeds)
        modules = [Module(path) if path else None for _, path in self.artefacts]
        times: list[list[float]] = [[] for _ in modules]
        for _ in range(ROUNDS):
            for module, seconds in zip(modules, times, strict=True):
                if module:
                    seconds += module.time(self.feeds, repeat=2, warmup=1).times
        timed = []
        for (strategy, _), module, seconds in zip(
            self.artefacts, modules, times, strict=True
        ):
            is_right = not module or has_results(module, self.feeds, expected)
            if not is_right:
                print(f"  wrong: {strategy.text}", file=sys.stderr)
            timed.append(Timed(strategy, min(seconds) if seconds else None, is_right))
        return timed


def measure(bench: Bench) -> float:
    """Prints the line of one kernel; returns its correlation."""
    timed = bench.time()
    random = [t for t in timed if t.strategy.kind == "random" and t.seconds]
    refused = sum(t.seconds is None for t in timed)
    wrong = sum(not t.is_right for t in timed)
    preferred = next(t.seconds for t in timed if t.strategy.kind == "preferred")
    best = next((t.seconds for t in timed if t.strategy.kind == "best"), None)
    rho = spearman([t.strategy.cycles for t in random], [t.seconds for t in random])
    fastest = min(t.seconds for t in timed if t.seconds)
    print(
        f"{bench.name:28} {len(random):4} {refused:4} {wrong:4} {rho:7.2f}"
        f" {fastest / preferred:8.2f} {(best or 0) / preferred:8.2f}",
        flush=True,
    )
    return rho


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=50)
    parser.add_argument("--filter", default="")
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        benches = [
            Bench(name, folder / name)
            for name in CHOSEN
            if re.search(arguments.filter, name)
        ]
        for bench in benches:
            bench.compile(arguments.points)
        print(f"{'kernel':28} {'rand':>4} {'ref.':>4} {'bad':>4} {'rho':>7}"
              f" {'fastest':>8} {'cheapest':>8}")
        correlations = [measure(bench) for bench in benches]
    print(f"median of rho: {statistics.median(correlations):.2f}")


if __name__ == "__main__":
    main()
