# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models and kernels off the grid: untuned, untuned again, tuned and peers in turns."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

from benchmarks import charts, machine
from benchmarks.kernels import OFF_GRID
from benchmarks.kernels.off_grid import LEAST, SAMPLE
from benchmarks.rates.limits import Limits
from benchmarks.measure import (
    Measurement,
    Other,
    Settings,
    compile_for,
    measure,
    time_of,
)
from benchmarks.models import NAMES
from benchmarks.models.cache import cached
from benchmarks.one_node import save_model
from benchmarks.ratios import median_interval, ratio, summarize
from benchmarks.results import Chart, Run
from benchmarks.rows import measure_each
from benchmarks.table import Column, markdown
from benchmarks.tuner.plan import Plan
from benchmarks.tuner.tuning import TunedKernel, Tuning, tune
from benchmarks.verdict import Verdict

LEAST_GAIN = 0.99  # of each model, or what two equal artefacts differ by
MEANS = {"models": 1.05, "off-grid": 1.10}  # least geometric means of the gains
# On one thread of a CPU with the core of ZEN_4, of the ratios to the faster peer: the
# least geometric mean, and the least one.
ZEN_4, ZEN_4_RATIOS = "znver4", (1.5, 1.12)
LEAST_STEP = 1.05  # geometric mean of the ratios, tuned ÷ untuned
BUDGETS = {"models": "10m", "off-grid": "30s"}
UNITS = (
    "ms per run; gain: untuned ÷ tuned, with the mean of the untuned pair; pair: 90 % "
    "interval of untuned ÷ untuned again; ratio: the faster peer ÷ tuned; fed: share of the rate of fed registers"
)


@dataclass(frozen=True)
class GainRow:
    name: str
    threads: int
    measured: Measurement  # its times are of "tvm", "again", "tuned" and the peers
    tuning: Tuning | None  # None with records of earlier tunings
    fed: float  # GFLOP/s of a core

    @property
    def rounds(self) -> Iterator[tuple[float, float, float]]:
        """Returns the times of each round: untuned, untuned again, tuned."""
        names = ("tvm", "again", "tuned")
        return zip(*(self.measured.times[name].rounds for name in names), strict=True)

    @property
    def gain(self) -> float:
        """Returns untuned ÷ tuned, with the geometric mean of the untuned pair."""
        return median(
            sqrt(untuned * again) / tuned for untuned, again, tuned in self.rounds
        )

    @property
    def pair(self) -> tuple[float, float]:
        """Returns an interval of the quotient of the untuned pair."""
        return median_interval(untuned / again for untuned, again, _ in self.rounds)

    @property
    def least(self) -> float:
        """Returns the gain that the row has to have."""
        return min(LEAST_GAIN, self.pair[0])

    @property
    def untuned_ratio(self) -> float:
        return ratio(self.measured.ours, self.measured.peers)

    @property
    def ratio(self) -> float:
        return ratio(self.measured.times["tuned"].median, self.measured.peers)

    @property
    def kernels(self) -> Sequence[TunedKernel]:
        return self.tuning.kernels if self.tuning else ()

    @property
    def shares_of_fed(self) -> tuple[float, float] | None:
        """Returns the rate of all kernels with a result as shares of the rate of fed
        registers, by default and tuned."""
        timed = [k for k in self.kernels if k.default_seconds and k.flops]
        if not timed:
            return None
        flops = sum(k.launches * k.flops for k in timed)
        default, tuned = (
            sum(k.launches * k.default_seconds * share(k) for k in timed)
            for share in (lambda k: 1.0, lambda k: k.share)
        )
        limit = 1e9 * self.fed * self.threads
        return flops / default / limit, flops / tuned / limit

    def as_json(self) -> dict[str, Any]:
        kernels = [
            {
                **asdict(row.kernel),
                "share_of_fed": row.default,
                "tuned_share_of_fed": row.tuned,
            }
            for row in kernel_rows([self])
        ]
        return {
            "name": self.name,
            "threads": self.threads,
            "gain": self.gain,
            "pair": self.pair,
            "ratio": self.ratio,
            "untuned_ratio": self.untuned_ratio,
            "takes_tuned": self.tuning.takes_tuned if self.tuning else None,
            "kernels": kernels,
            "changes": self.tuning.changes if self.tuning else (),
            **self.measured.as_json(),
        }


@dataclass(frozen=True)
class KernelRow:
    """A kernel's rate as shares of the rate of fed registers."""

    model: str
    kernel: TunedKernel
    default: float
    tuned: float


def kernel_rows(rows: Sequence[GainRow]) -> list[KernelRow]:
    """Returns the kernels of all rows that have operations and a result."""
    return [
        KernelRow(
            row.name,
            kernel,
            kernel.rate / (row.fed * row.threads),
            kernel.rate / kernel.share / (row.fed * row.threads),
        )
        for row in rows
        for kernel in row.kernels
        if kernel.rate
    ]


KERNEL_COLUMNS: list[Column[KernelRow]] = [
    Column("model", "", -12, lambda row: row.model),
    Column("kernel", "", -40, lambda row: row.kernel.name),
    Column("launches", "", 8, lambda row: str(row.kernel.launches)),
    Column("default", "ms", 8, lambda row: f"{1e3 * row.kernel.default_seconds:.3f}"),
    Column("tuned ÷ default", "", 15, lambda row: f"{row.kernel.share:.3f}"),
    Column("of fed", "", 6, lambda row: f"{row.default:.0%}"),
    Column("tuned of fed", "", 12, lambda row: f"{row.tuned:.0%}"),
]


def _fed(row: GainRow) -> str:
    shares = row.shares_of_fed
    return f"{shares[0]:.0%} → {shares[1]:.0%}" if shares else "–"


COLUMNS: list[Column[GainRow]] = [
    Column("name", "", -34, lambda row: row.name),
    Column("untuned", "ms", 8, time_of("tvm", 3)),
    Column("again", "ms", 8, time_of("again", 3)),
    Column("tuned", "ms", 8, time_of("tuned", 3)),
    Column("ORT", "ms", 8, time_of("ort", 3)),
    Column("OpenVINO", "ms", 8, time_of("openvino", 3)),
    Column("gain", "", 5, lambda row: f"{row.gain:.3f}"),
    Column("pair", "", 11, lambda row: "{:.3f}–{:.3f}".format(*row.pair)),
    Column("ratio", "", 5, lambda row: f"{row.ratio:.2f}"),
    Column("untuned", "", 7, lambda row: f"{row.untuned_ratio:.2f}"),
    Column("fed", "", 11, _fed),
    Column("Δ/tol", "", 5, lambda row: f"{row.measured.error:.2f}"),
]


def database(plan: Plan, threads: int) -> Path:
    """Returns the records of a number of threads; those of the plan are of all."""
    return plan.database or plan.results / f"tuner-{threads}.db"


def artefact(
    model: Path, path: Path, plan: Plan, threads: int, budget: str
) -> Tuning | None:
    """Writes the tuned artefact. Tunes now if the plan has no records, or a budget."""
    records = database(plan, threads)
    if plan.database and not (plan.budget or plan.trials):
        given = [f"--database={records}", f"--run-threads={threads}"]
        compile_for(model, path, *given)
        return None
    options = [f"--threads={threads}", "-o", str(path)]
    options.append(f"--inputs={model.with_suffix('.npz')}")
    if plan.budget or not plan.trials:
        options.append(f"--budget={plan.budget or budget}")
    if plan.trials:
        options.append(f"--trials={plan.trials}")
    return tune(model, records, *options, *plan.options)


def measure_gain(
    name: str,
    model: Path,
    scratch: Path,
    settings: Settings,
    plan: Plan,
    budget: str,
    fed: float,
) -> GainRow:
    tuned, again = scratch / f"{name}_tuned.so", scratch / f"{name}_again.so"
    tuning = artefact(model, tuned, plan, settings.threads, budget)
    compile_for(model, again)
    others = {"again": Other(again, model), "tuned": Other(tuned, model)}
    measured = measure(model, scratch, settings, others)
    for path in (tuned, again, measured.compiled.artefact):
        path.unlink()
    return GainRow(name, settings.threads, measured, tuning, fed)


def _run(
    part: str,
    names: list[str],
    find: Callable[[str, Path], Path],
    judge: Callable[[list[GainRow]], list[Verdict]],
    plan: Plan,
    settings: Settings,
    scratch: Path,
) -> Run:
    with Limits(scratch) as limits:

        def measure_one(name: str) -> GainRow:
            model = find(name, scratch)
            fed = limits.measure("fed")
            return measure_gain(
                name, model, scratch, settings, plan, BUDGETS[part], fed
            )

        rows = measure_each(
            names, COLUMNS, measure_one, lambda row: row.measured.notes
        )
    gains = {row.name: row.gain for row in rows}
    ratios = {row.name: row.ratio for row in rows}
    drawn = [
        Chart("gains", partial(charts.bars, bars=gains, label="untuned ÷ tuned")),
        Chart("ratios", partial(charts.bars, bars=ratios, label="faster peer ÷ tuned")),
    ]
    missing = len(names) - len(rows)
    kernels = kernel_rows(rows)
    return Run(
        settings,
        limits.best,
        rows,
        COLUMNS,
        judge(rows),
        drawn,
        UNITS,
        missing=missing,
        appendix=markdown(KERNEL_COLUMNS, kernels).rstrip() if kernels else "",
    )


def _slower(rows: list[GainRow]) -> Verdict:
    slower = [row.name for row in rows if row.gain < row.least]
    what = "slower than untuned, beyond the untuned pair"
    return Verdict(what, len(slower), at_most=0, note=", ".join(slower))


def model_verdicts(rows: list[GainRow], threads: int, cpu: str) -> list[Verdict]:
    """Returns the verdicts; means and the worst are judged if all models are there."""
    if not rows:
        return []
    is_complete = len(rows) == len(NAMES)
    is_zen_4 = is_complete and cpu == ZEN_4
    mean = geometric_mean(row.gain for row in rows)
    least = MEANS["models"] if is_zen_4 else None
    result = [_slower(rows), Verdict("geometric mean of untuned ÷ tuned", mean, least)]
    if threads != 1:
        return result
    tuned = summarize({row.name: row.ratio for row in rows})
    untuned = summarize({row.name: row.untuned_ratio for row in rows})
    mean_ratio, worst_ratio = ZEN_4_RATIOS if is_zen_4 else (None, None)
    step, same = (LEAST_STEP, 1.0) if is_complete else (None, None)
    return [
        *result,
        Verdict("geometric mean of faster peer ÷ tuned", tuned.mean, mean_ratio),
        Verdict("worst of faster peer ÷ tuned", tuned.worst, worst_ratio, note=tuned.worst_name),
        Verdict("that mean ÷ the untuned one", tuned.mean / untuned.mean, step),
        Verdict("that worst ÷ the untuned one", tuned.worst / untuned.worst, same),
    ]


def off_grid_verdicts(rows: list[GainRow]) -> list[Verdict]:
    """Returns the verdicts, judged if there are enough kernels."""
    if not rows:
        return []
    is_complete = len(rows) >= SAMPLE
    mean = geometric_mean(row.gain for row in rows)
    least_mean = MEANS["off-grid"] if is_complete else None
    worst = sorted(rows, key=lambda row: row.ratio)[:10]
    note = ", ".join(f"{row.name} {row.ratio:.2f}" for row in worst)
    least = LEAST if is_complete else None
    return [
        Verdict("geometric mean of untuned ÷ tuned, off the grid", mean, least_mean),
        Verdict("worst of faster peer ÷ tuned, off the grid", worst[0].ratio, least, note=note),
    ]


def models(plan: Plan, settings: Settings, scratch: Path) -> Run:
    def judge(rows: list[GainRow]) -> list[Verdict]:
        return model_verdicts(rows, settings.threads, machine.cpu())

    names = plan.choose(NAMES)
    return _run(
        "models", names, lambda name, _: cached(name), judge, plan, settings, scratch
    )


def off_grid(plan: Plan, settings: Settings, scratch: Path) -> Run:
    def find(name: str, scratch: Path) -> Path:
        return save_model(OFF_GRID[name].build(), scratch / f"{name}.onnx")

    names = plan.choose(tuple(OFF_GRID)[: plan.off_grid or SAMPLE])
    return _run("off-grid", names, find, off_grid_verdicts, plan, settings, scratch)
