# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Costs of the tuner: predictions, the database, and rounds in the model."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import charts
from benchmarks.compiler import ROOT
from benchmarks.measure import Settings, busy_notes
from benchmarks.models.cache import cached
from benchmarks.pinned import MeasureError
from benchmarks.results import Chart, Run
from benchmarks.rows import measure_each
from benchmarks.table import Column
from benchmarks.tuner.plan import Plan
from benchmarks.tuner.tuning import tune
from benchmarks.verdict import Verdict

PROGRAMS = ROOT / "bazel-bin/benchmarks/tuner"
MOST_PREDICTION = 1.0  # ms per candidate, features included
MOST_BEST = 100.0  # ms, for the best strategies of a model
SPEED_MODEL, SPEED_BUDGET, SPEED_THREADS = "resnet18", "60s", 2
LEAST_ROUNDS, LEAST_CANDIDATES = 20, 60  # per minute


@dataclass(frozen=True)
class Figure:
    name: str
    milliseconds: float
    per_candidate: float | None = None  # ms

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def _per_candidate(row: Figure) -> str:
    return "–" if row.per_candidate is None else f"{row.per_candidate:.3f}"


COLUMNS: list[Column[Figure]] = [
    Column("step", "", -24, lambda row: row.name),
    Column("time", "ms", 10, lambda row: f"{row.milliseconds:.3f}"),
    Column("per candidate", "ms", 13, _per_candidate),
]


def google_benchmark(program: str, clock: str, *options: str) -> list[Figure]:
    """Runs a program of Google's benchmark library. `clock` is cpu or real."""
    path = PROGRAMS / program
    if not path.exists():
        raise MeasureError(f"{path} is not built")
    command = [str(path), "--benchmark_format=json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise MeasureError(f"{program}: {done.stderr.strip()}")
    figures = []
    for result in json.loads(done.stdout)["benchmarks"]:
        if result["time_unit"] != "ms":
            raise MeasureError(f"{program}: expected ms, got {result['time_unit']}")
        rate = result.get("items_per_second")
        each = 1e3 / rate if rate else None
        figures.append(Figure(result["name"], result[f"{clock}_time"], each))
    return figures


def run_program(
    program: str, clock: str, settings: Settings, options: Sequence[str]
) -> list[Figure]:
    for note in busy_notes(settings.patience):
        print(f"note: {note}")
    figures = {f.name: f for f in google_benchmark(program, clock, *options)}
    return measure_each(figures, COLUMNS, lambda name: figures[name])


def prediction(
    plan: Plan, settings: Settings, scratch: Path, *options: str
) -> Run:
    rows = run_program("prediction_benchmark", "cpu", settings, options)
    verdicts = [
        Verdict(
            "prediction with features, ms per candidate",
            row.per_candidate,
            at_most=MOST_PREDICTION,
        )
        for row in rows
        if row.name == "predict" and row.per_candidate
    ]
    units = "time of the processor; batches of 128 candidates"
    return Run(settings, {}, rows, COLUMNS, verdicts, units=units)


def database(plan: Plan, settings: Settings, scratch: Path, *options: str) -> Run:
    rows = run_program("database_benchmark", "real", settings, options)
    verdicts = [
        Verdict(
            "best strategies of a model among 10⁶ records, ms",
            row.milliseconds,
            at_most=MOST_BEST,
        )
        for row in rows
        if row.name == "findBestOfModel"
    ]
    units = "elapsed time; 1,000 kernels with 1,000 records each"
    return Run(settings, {}, rows, COLUMNS, verdicts, units=units)


def rounds(model: Path, plan: Plan, settings: Settings, scratch: Path) -> Run:
    """Tunes the model with an empty database."""
    notes = busy_notes(settings.patience)
    amount = f"--budget={plan.budget or SPEED_BUDGET}"
    options = [f"--threads={settings.threads}", f"--inputs={model.with_suffix('.npz')}"]
    tuning = tune(model, scratch / "speed.db", amount, *options, *plan.options)
    costs = tuning.costs
    if not costs or not costs["candidates"]:
        raise MeasureError("no candidate was measured in the model")
    steps = {
        name: Figure(name, 1e3 * seconds, 1e3 * seconds / costs["candidates"])
        for name, seconds in costs["steps"].items()
    }
    rows = measure_each(steps, COLUMNS, lambda name: steps[name])
    minutes = costs["seconds"] / 60
    note = ", ".join([f"{costs['rounds']} in {costs['seconds']:.1f} s", *notes])
    verdicts = [
        Verdict("rounds a minute", costs["rounds"] / minutes, LEAST_ROUNDS, note=note),
        Verdict("new candidates a minute", costs["candidates"] / minutes, LEAST_CANDIDATES),
    ]
    each = {row.name: row.per_candidate or 0 for row in rows}
    bars = partial(charts.bars, bars=each, label="ms per candidate", line=0)
    units = f"{model.stem}; steps of processes at the same time add up to more than the rounds"
    return Run(settings, {}, rows, COLUMNS, verdicts, [Chart("steps", bars)], units)


def speed(plan: Plan, settings: Settings, scratch: Path) -> Run:
    return rounds(cached(SPEED_MODEL), plan, settings, scratch)
