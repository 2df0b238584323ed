# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Searches that are replayed on recorded tables."""

import os
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import onnx

from benchmarks import charts
from benchmarks.compiler import ROOT
from benchmarks.kernels import KERNELS
from benchmarks.measure import Settings
from benchmarks.pinned import MeasureError
from benchmarks.results import Chart, Run
from benchmarks.rows import measure_each
from benchmarks.table import Column
from benchmarks.tuner import tables
from benchmarks.tuner.plan import Plan
from benchmarks.verdict import Verdict

PROGRAM = ROOT / "bazel-bin/benchmarks/tuner/replay_searches"
SEEDS = 50
BASELINES, SEARCHES = ("random", "genetic"), ("annealing", "evolutionary")
PLACES = (100, 200, 400)  # trials after which the best strategies are compared
SHARE_OF_TRIALS = 0.5  # at most, of the trials of each baseline
LEAST_KERNELS = 18  # that need no more than this share
LEAST_SCORE = 0.99  # of the baseline's best, everywhere
UNITS = (
    "median trials to 95 % of the table's best; then the share of the table's best "
    "after 100, 200 and 400 trials"
)


@dataclass(frozen=True)
class Replay:
    """Medians over the seeds of one search."""

    trials: int  # to 95 % of the best; 401: more than 400
    scores: tuple[float, ...]  # after PLACES, as shares of the table's best


@dataclass(frozen=True)
class ReplayRow:
    name: str
    searches: Mapping[str, Replay]

    def share(self, search: str) -> float:
        """Returns the trials as a share of those of the faster baseline."""
        fewest = min(self.searches[name].trials for name in BASELINES)
        return self.searches[search].trials / fewest

    def score(self, search: str) -> float:
        """Returns the least share of a baseline's score after the same trials."""
        found = self.searches[search].scores
        return min(
            own / other
            for name in BASELINES
            for own, other in zip(found, self.searches[name].scores, strict=True)
        )

    def as_json(self) -> dict[str, Any]:
        searches = {name: asdict(replay) for name, replay in self.searches.items()}
        return {"name": self.name, "searches": searches}


def _trials(search: str) -> Column[ReplayRow]:
    return Column(search, "", 12, lambda row: str(row.searches[search].trials))


def _scores(search: str) -> Column[ReplayRow]:
    def cell(row: ReplayRow) -> str:
        return " ".join(f"{score:.3f}" for score in row.searches[search].scores)

    return Column(search, "", 17, cell)


COLUMNS: list[Column[ReplayRow]] = [
    Column("kernel", "", -6, lambda row: row.name),
    *map(_trials, BASELINES + SEARCHES),
    *map(_scores, BASELINES + SEARCHES),
]


def parse(printed: str) -> dict[str, Replay]:
    """Parses the lines of replay_searches."""
    lines = (line.split() for line in printed.splitlines())
    return {
        name: Replay(int(trials), tuple(map(float, scores)))
        for name, trials, *scores in lines
    }


def replay(name: str, plan: Plan, scratch: Path) -> ReplayRow:
    table = plan.tables / f"{name}.txt"
    if not table.exists():
        raise MeasureError(f"no table {table}: benchmarks.tuner.tables records it")
    model = scratch / f"{name}.onnx"
    onnx.save(KERNELS[name].build(), model)
    seeds = str(plan.seeds or SEEDS)
    options = tables.options(name, tables.recorded_target(table))
    command = [PROGRAM, table, model, scratch / name, seeds, *options]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise MeasureError(f"replay: {done.stderr.strip()}")
    return ReplayRow(name, parse(done.stdout))


def verdicts(rows: list[ReplayRow]) -> list[Verdict]:
    """Returns both verdicts on the search with the most kernels, judged if all tables
    are there."""
    if not rows:
        return []

    def count(search: str) -> int:
        return sum(row.share(search) <= SHARE_OF_TRIALS for row in rows)

    search = max(SEARCHES, key=count)
    others = ", ".join(f"{name} {count(name)}" for name in SEARCHES if name != search)
    worst = min(rows, key=lambda row: row.score(search))
    is_complete = len(rows) == len(tables.names())
    least, score = (LEAST_KERNELS, LEAST_SCORE) if is_complete else (None, None)
    what = f"tables in which {search} needs at most half of a baseline's trials"
    return [
        Verdict(what, count(search), least, note=f"of {len(rows)}; {others}"),
        Verdict(f"worst score of {search} ÷ a baseline's", worst.score(search), score, note=worst.name),
    ]


def run(plan: Plan, settings: Settings, scratch: Path) -> Run:
    names = plan.choose(tuple(tables.names()))
    # Nothing is timed, so as many tables as cores are replayed at the same time.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        started = {name: pool.submit(replay, name, plan, scratch) for name in names}
        rows = measure_each(names, COLUMNS, lambda name: started[name].result())
    bars = {
        f"{row.name} {search}": 1 / row.share(search)
        for row in rows
        for search in SEARCHES
    }
    label = "faster baseline's trials ÷ the search's"
    drawn = Chart(
        "trials",
        partial(charts.bars, bars=bars, label=label, line=1 / SHARE_OF_TRIALS),
    )
    missing = len(names) - len(rows)
    judged = verdicts(rows)
    return Run(settings, {}, rows, COLUMNS, judged, [drawn], UNITS, missing=missing)
