# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Live searches: trials until the best strategy that is known, nearly, is found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import charts
from benchmarks.kernels import KERNELS
from benchmarks.machine import processor
from benchmarks.measure import Settings, busy_notes
from benchmarks.one_node import save_model
from benchmarks.pinned import MeasureError
from benchmarks.results import Chart, Run
from benchmarks.rows import measure_each
from benchmarks.table import Column
from benchmarks.tuner import tables
from benchmarks.tuner.plan import Plan
from benchmarks.tuner.tuning import trials_to, tune
from benchmarks.verdict import Verdict

CHOSEN = ("C6", "C11", "D3")  # without a filter
TRIALS, SEEDS = 200, 3
GOAL = 0.95  # of the speed of the best known strategy
MOST_TRIALS = 100  # to the goal, the median of the seeds
UNITS = (
    "median trials of the seeds to 95 % of the best known strategy's speed; best: "
    "default ÷ best known"
)


@dataclass(frozen=True)
class LiveRow:
    name: str  # of the kernel
    curves: Mapping[str, Sequence[Sequence[float]]]  # shares, by search and seed
    recorded: float | None  # the best share of the recorded table
    notes: Sequence[str] = ()

    @property
    def best(self) -> float:
        """Returns the least share that is known."""
        found = [curve[-1] for seeds in self.curves.values() for curve in seeds]
        return min([*found, *([self.recorded] if self.recorded else [])])

    def trials(self, search: str) -> list[int]:
        """Returns the trials of each seed."""
        return trials_to(self.best / GOAL, self.curves[search])

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "best": self.best,
            "recorded": self.recorded,
            "trials": {search: self.trials(search) for search in self.curves},
            "curves": self.curves,
        }


def _trials(search: str) -> Column[LiveRow]:
    def cell(row: LiveRow) -> str:
        seeds = row.trials(search)
        return f"{median(seeds):g} of {', '.join(map(str, seeds))}"

    return Column(search, "", 22, cell)


def columns(plan: Plan) -> list[Column[LiveRow]]:
    return [
        Column("kernel", "", -6, lambda row: row.name),
        *map(_trials, plan.searches),
        Column("best", "", 5, lambda row: f"{1 / row.best:.2f}"),
    ]


def recorded_best(table: Path) -> float | None:
    """Returns the best share in a table of this CPU."""
    if not table.exists():
        return None
    lines = table.read_text().splitlines()
    if not lines[0].startswith(f"# {processor()},"):
        return None
    default = next(float(line.split()[1]) for line in lines if line.startswith("default "))
    last = (line.split()[-1] for line in lines if line[:1].isdigit())
    return min(float(word) for word in last if word != "failed") / default


def curve(
    model: Path, database: Path, plan: Plan, trials: int, seed: int, *options: str
) -> Sequence[float]:
    """Returns the curve of a search of the largest kernel of a model. It runs alone."""
    fixed = [f"--trials={trials}", f"--seed={seed}", "--measure=alone", "--threads=1"]
    tuning = tune(model, database, *fixed, *options, *plan.options)
    if not tuning.curve:
        raise MeasureError(f"tune: no trial of {tuning.main.name}")
    return tuning.curve


def measure(name: str, plan: Plan, patience: float, scratch: Path) -> LiveRow:
    model = save_model(KERNELS[name].build(), scratch / f"{name}.onnx")
    notes = busy_notes(patience)

    def search(method: str, seed: int) -> Sequence[float]:
        database = scratch / f"{name}-{method}-{seed}.db"
        options = [*tables.options(name), f"--search={method}"]
        return curve(model, database, plan, plan.trials or TRIALS, seed, *options)

    seeds = range(plan.seeds or SEEDS)
    curves = {
        method: [search(method, seed) for seed in seeds] for method in plan.searches
    }
    return LiveRow(name, curves, recorded_best(plan.tables / f"{name}.txt"), notes)


def draw_curves(
    kernels: Mapping[str, Mapping[str, Sequence[Sequence[float]]]],
) -> Chart:
    """Returns a panel for each kernel, of its shares by kind of search and seed."""
    panels = {
        name: {
            kind: [[1 / share for share in of] for of in seeds]
            for kind, seeds in curves.items()
        }
        for name, curves in kernels.items()
    }
    return Chart(
        "curves", partial(charts.curves, panels=panels, label="default ÷ best so far")
    )


def verdicts(rows: list[LiveRow], plan: Plan) -> list[Verdict]:
    """Returns the verdict on the first search, judged with three kernels and seeds."""
    if not rows:
        return []
    search = plan.searches[0]
    worst = max(rows, key=lambda row: median(row.trials(search)))
    is_complete = len(rows) >= len(CHOSEN) and (plan.seeds or SEEDS) >= SEEDS
    what = f"trials of {search} to 95 % of the best known, median of the seeds"
    most = MOST_TRIALS if is_complete else None
    value = median(worst.trials(search))
    return [Verdict(what, value, at_most=most, note=f"worst kernel, {worst.name}")]


def run(plan: Plan, settings: Settings, scratch: Path) -> Run:
    names = plan.choose(tuple(tables.names()) if plan.filter else CHOSEN)

    def measure_one(name: str) -> LiveRow:
        return measure(name, plan, settings.patience, scratch)

    shown = columns(plan)
    rows = measure_each(names, shown, measure_one, lambda row: row.notes)
    drawn = draw_curves({row.name: row.curves for row in rows})
    return Run(
        settings,
        {},
        rows,
        shown,
        verdicts(rows, plan),
        [drawn],
        UNITS,
        missing=len(names) - len(rows),
    )
