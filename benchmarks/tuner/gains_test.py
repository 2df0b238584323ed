# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of models and kernels off the grid with tuned artefacts, and of the verdicts
on them."""

from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.compiler import Compiled
from benchmarks.kernels import OFF_GRID
from benchmarks.measure import Measurement, Settings
from benchmarks.models import NAMES
from benchmarks.ratios import median_interval
from benchmarks.rounds import Times
from benchmarks.table import line
from benchmarks.tuner import gains
from benchmarks.tuner.gains import GainRow
from benchmarks.tuner.plan import Plan
from benchmarks.tuner.tuning import TunedKernel, Tuning

QUICK = ("--time=5", "--max-spread=100")


def gain_row(name: str, tuned: float, ort: float, again: float = 1) -> GainRow:
    """Returns a row with an untuned time of 1 ms in all of five rounds."""
    times = {"tvm": 1.0, "again": again, "tuned": tuned, "ort": ort}
    rounds = {key: Times(ms, ms, (ms,) * 5) for key, ms in times.items()}
    compiled = Compiled(Path("model.so"), 1.0, 10**8)
    kernels = TunedKernel("conv", 2, 1e8, 1e-3, 0.8), TunedKernel("fill", 1, 0, 1e-3, 1)
    tuning = Tuning(kernels, {}, None, takes_tuned=True)
    measured = Measurement(compiled, rounds, {}, 0.5, [])
    return GainRow(name, 1, measured, tuning, fed=125.0)


def test_median_interval_needs_six_values_to_skip_one() -> None:
    assert median_interval([3, 1, 2]) == (1, 3)
    assert median_interval([5, 4, 3, 2, 1]) == (1, 5)
    assert median_interval(range(8)) == (1, 6)
    assert median_interval(range(20)) == (5, 14)


def test_gain_row() -> None:
    row = gain_row("dqn", tuned=0.8, ort=1.6)
    assert (row.gain, row.ratio, row.untuned_ratio) == pytest.approx((1.25, 2, 1.6))
    assert row.shares_of_fed == pytest.approx((0.8, 1.0))
    text = "dqn 1.000 1.000 0.800 1.600 – 1.250 1.000–1.000 2.00 1.60 80% → 100% 0.50"
    assert line(gains.COLUMNS, row).split() == text.split()
    (kernel,) = row.as_json()["kernels"]
    assert kernel["share_of_fed"] == pytest.approx(0.8)
    assert kernel["tuned_share_of_fed"] == pytest.approx(1.0)
    shown = line(gains.KERNEL_COLUMNS, gains.kernel_rows([row])[0])
    assert shown.split() == "dqn conv 2 1.000 0.800 80% 100%".split()


def test_gains_are_medians_of_rounds() -> None:
    row = gain_row("dqn", tuned=1, ort=2)
    times = row.measured.times
    times["again"] = replace(times["again"], rounds=(1.0, 1.0, 1.0, 1.21, 4.0))
    times["tuned"] = replace(times["tuned"], rounds=(0.5, 0.8, 0.8, 0.55, 4.0))
    assert row.gain == pytest.approx(1.25)
    assert row.pair == pytest.approx((0.25, 1))


def test_models_may_be_as_much_slower_as_the_untuned_pair() -> None:
    slow = gain_row("slow", tuned=1 / 0.985, ort=2)
    noisy = gain_row("noisy", tuned=1 / 0.975, ort=2, again=1 / 0.98)
    nearly = gain_row("nearly", tuned=1 / 0.991, ort=2)
    verdict = gains.model_verdicts([slow, noisy, nearly], 1, "znver5")[0]
    assert (verdict.value, verdict.note, verdict.met) == (1, "slow", False)
    verdict = gains.model_verdicts([noisy, nearly], 1, "znver5")[0]
    assert (verdict.value, verdict.met) == (0, True)


def test_means_of_models_are_judged_on_zen_4_and_together() -> None:
    rows = [gain_row(name, tuned=0.9, ort=1.4) for name in NAMES]

    def met(rows: list[GainRow], threads: int, cpu: str) -> list[bool | None]:
        return [v.met for v in gains.model_verdicts(rows, threads, cpu)]

    assert met(rows, 1, "znver4") == [True] * 6
    assert met(rows, 1, "znver5") == [True, None, None, None, True, True]
    assert met(rows, 2, "znver4") == [True, True]
    assert met(rows[1:], 1, "znver4") == [True, None, None, None, None, None]
    assert met([], 1, "znver4") == []


def test_kernels_off_the_grid_are_judged_if_they_are_many() -> None:
    rows = [
        gain_row(name, tuned=0.9, ort=0.9 + i / 100)
        for i, name in enumerate(list(OFF_GRID)[:60], start=-10)
    ]
    mean, worst = gains.off_grid_verdicts(rows)
    assert (mean.met, worst.met) == (True, False)
    assert worst.note.count(",") == 9
    assert gains.off_grid_verdicts(rows[10:])[1].met is None
    assert gains.off_grid_verdicts([]) == []


def test_a_kernel_is_tuned_and_measured(tmp_path: Path) -> None:
    name = min(OFF_GRID.values(), key=lambda kernel: kernel.bytes).name
    plan = Plan(
        results=tmp_path, filter=name, off_grid=200, trials=2, options=QUICK
    )
    settings = Settings(threads=1, rounds=2, time_budget=0.1, patience=0)
    run = gains.off_grid(plan, settings, tmp_path)
    (row,) = run.rows
    assert isinstance(row, GainRow)
    assert row.measured.times.keys() == {"tvm", "ort", "openvino", "again", "tuned"}
    assert [len(times.rounds) for times in row.measured.times.values()] == [2] * 5
    assert row.shares_of_fed
    assert 0 < row.shares_of_fed[0] <= 1.1 * row.shares_of_fed[1]
    assert not run.missing
    assert run.appendix.count("\n") >= 2
    known = Plan(database=tmp_path / "tuner-1.db")
    model, tuned = tmp_path / f"{name}.onnx", tmp_path / "known.so"
    assert gains.artefact(model, tuned, known, 1, "1s") is None
    assert tuned.exists()


@pytest.mark.long
def test_a_model_is_tuned_and_measured(tmp_path: Path) -> None:
    plan = Plan(results=tmp_path, filter="^dqn$", trials=2, options=QUICK)
    settings = Settings(threads=1, rounds=2, time_budget=0.1, patience=0)
    run = gains.models(plan, settings, tmp_path)
    assert [row.name for row in run.rows] == ["dqn"]
    assert run.verdicts[0].at_most == 0
