# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The gain of a search of C7–C12 from the records of C1–C6."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from benchmarks.kernels import KERNELS
from benchmarks.measure import Settings, busy_notes
from benchmarks.one_node import save_model
from benchmarks.results import Run
from benchmarks.rows import measure_each
from benchmarks.table import Column
from benchmarks.tuner import tables
from benchmarks.tuner.live import curve, draw_curves
from benchmarks.tuner.plan import Plan
from benchmarks.tuner.tuning import trials_to
from benchmarks.verdict import Verdict

BEFORE = tuple(f"C{n}" for n in range(1, 7))
AFTER = tuple(f"C{n}" for n in range(7, 13))
TRIALS, SEEDS = 100, 5
GOAL = 0.9  # of the speed of the best strategy of all searches of the kernel
MOST_SHARE = 1 / 3  # of the trials from nothing
UNITS = (
    "median trials of the seeds to 90 % of the best strategy's speed, from nothing "
    "and after C1–C6"
)


@dataclass(frozen=True)
class TransferRow:
    name: str
    fresh: Sequence[Sequence[float]]  # the shares of each seed's search from nothing
    after: Sequence[Sequence[float]]  # and with the records of other kernels
    notes: Sequence[str] = ()

    @property
    def goal(self) -> float:
        return min(of[-1] for of in (*self.fresh, *self.after)) / GOAL

    def trials(self, curves: Sequence[Sequence[float]]) -> float:
        """Returns the median; one more than all trials where they are too few."""
        return median(trials_to(self.goal, curves))

    @property
    def share(self) -> float | None:
        """Returns the share of the trials from nothing; None if these are fewer than
        three, so that no search can need a third."""
        fresh = self.trials(self.fresh)
        return self.trials(self.after) / fresh if fresh >= 3 else None

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "goal": self.goal,
            "trials_from_nothing": self.trials(self.fresh),
            "trials_after": self.trials(self.after),
            "from_nothing": self.fresh,
            "after": self.after,
        }


COLUMNS: list[Column[TransferRow]] = [
    Column("kernel", "", -6, lambda row: row.name),
    Column("from nothing", "", 12, lambda row: f"{row.trials(row.fresh):g}"),
    Column("after", "", 5, lambda row: f"{row.trials(row.after):g}"),
    Column("share", "", 5, lambda r: f"{r.share:.2f}" if r.share else "–"),
    Column("goal", "", 5, lambda row: f"{1 / row.goal:.2f}"),
]


def measure(
    name: str, known: Path, plan: Plan, patience: float, scratch: Path
) -> TransferRow:
    """Measures a kernel; `known` has the records of other kernels."""
    model = save_model(KERNELS[name].build(), scratch / f"{name}.onnx")
    notes = busy_notes(patience)
    fresh, after = [], []
    for seed in range(plan.seeds or SEEDS):
        empty, copy = (scratch / f"{name}-{seed}-{kind}.db" for kind in ("fresh", "after"))
        shutil.copy(known, copy)
        for database, curves in ((empty, fresh), (copy, after)):
            trials = plan.trials or TRIALS
            options = tables.options(name)
            curves.append(curve(model, database, plan, trials, seed, *options))
    return TransferRow(name, fresh, after, notes)


def tune_before(names: Sequence[str], plan: Plan, scratch: Path) -> Path:
    """Returns a file with the records of searches of these kernels."""
    database = scratch / "before.db"
    for name in names:
        model = save_model(KERNELS[name].build(), scratch / f"{name}.onnx")
        trials = plan.trials or TRIALS
        curve(model, database, plan, trials, 0, *tables.options(name))
        print(f"{name}: tuned", flush=True)
    return database


def verdicts(rows: list[TransferRow]) -> list[Verdict]:
    """Returns the geometric mean of the shares, judged if all kernels are there."""
    shares = {row.name: share for row in rows if (share := row.share)}
    if not shares:
        return []
    most = MOST_SHARE if len(rows) == len(AFTER) else None
    note = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    mean = geometric_mean(shares.values())
    return [Verdict("trials after C1–C6 ÷ trials from nothing", mean, at_most=most, note=note)]


def run(plan: Plan, settings: Settings, scratch: Path) -> Run:
    names = plan.choose(AFTER)
    known = tune_before(BEFORE, plan, scratch)

    def measure_one(name: str) -> TransferRow:
        return measure(name, known, plan, settings.patience, scratch)

    rows = measure_each(names, COLUMNS, measure_one, lambda row: row.notes)
    drawn = draw_curves(
        {row.name: {"from nothing": row.fresh, "after C1–C6": row.after} for row in rows}
    )
    missing = len(names) - len(rows)
    judged = verdicts(rows)
    return Run(settings, {}, rows, COLUMNS, judged, [drawn], UNITS, missing=missing)
