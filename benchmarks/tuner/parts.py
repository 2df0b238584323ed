# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of ./dev bench --tuner, each of which is a run with files of its own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.measure import Settings
from benchmarks.pinned import MeasureError
from benchmarks.results import Run
from benchmarks.tuner import figures, gains, live, replays, transfer
from benchmarks.tuner.plan import Plan

Measure = Callable[[Plan, Settings, Path], Run]


@dataclass(frozen=True)
class Part:
    measure: Measure
    threads: tuple[int, ...] = (1,)  # a run for each
    rounds: int = 5  # of systems in turns
    seconds: float = 0  # for all systems in turns
    patience: float = 10  # seconds to wait for an idle machine


PARTS = {
    "models": Part(gains.models, (1, 2), rounds=9, seconds=27),
    "off-grid": Part(gains.off_grid, seconds=5, patience=2),
    "tables": Part(replays.run),
    "live": Part(live.run),
    "prediction": Part(figures.prediction),
    "speed": Part(figures.speed, (figures.SPEED_THREADS,)),
    "transfer": Part(transfer.run),
    "database": Part(figures.database),
}


def each_run(
    plan: Plan, settings: Settings, scratch: Path
) -> Iterator[tuple[str, Run]]:
    """Yields the runs of all parts of the plan, and base names of their files. Parts
    have defaults of their own where the settings have 0."""
    for name in plan.parts:
        part = PARTS[name]
        for threads in (plan.threads,) if plan.threads else part.threads:
            stem = "-".join(
                ["tuner", name]
                + ([f"{threads}-threads"] if threads > 1 else [])
                + (["filtered"] if plan.filter else [])
            )
            print(f"\n{stem}", flush=True)
            own = replace(
                settings,
                threads=threads,
                rounds=settings.rounds or part.rounds,
                time_budget=settings.time_budget or part.seconds,
                patience=part.patience,
            )
            folder = scratch / stem
            folder.mkdir()
            try:
                run = part.measure(plan, own, folder)
            except MeasureError as failure:
                print(failure, flush=True)
                run = Run(own, {}, [], [], [], missing=1)
            yield stem, replace(run, options=plan.as_json())
