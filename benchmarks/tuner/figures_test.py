# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the figures of the tuner's costs, and of the parts of a plan."""

from pathlib import Path

import pytest
from benchmarks.arguments import parse
from benchmarks.measure import Settings
from benchmarks.models.cache import cached
from benchmarks.pinned import MeasureError
from benchmarks.results import Run
from benchmarks.tuner import figures, parts
from benchmarks.tuner.plan import NAMES, TABLES, Plan

SETTINGS = Settings(threads=1, rounds=1, time_budget=0, patience=0)


def test_predictions_are_timed(tmp_path: Path) -> None:
    options = ("--benchmark_min_time=0.01", "--benchmark_filter=describe|predict|applyScripts")
    run = figures.prediction(Plan(), SETTINGS, tmp_path, *options)
    _describe, predict, apply_scripts, predict_scripts = run.rows
    for row in (apply_scripts, predict_scripts):
        assert isinstance(row, figures.Figure)
        assert row.per_candidate == pytest.approx(row.milliseconds / 128, rel=0.01)
    assert isinstance(predict, figures.Figure)
    assert predict.per_candidate == pytest.approx(predict.milliseconds / 128, rel=0.01)
    (verdict,) = run.verdicts
    assert verdict.value == predict.per_candidate
    assert verdict.at_most == 1


def test_a_database_is_asked(tmp_path: Path) -> None:
    options = ("--benchmark_min_time=0.01", "20")
    run = figures.database(Plan(), SETTINGS, tmp_path, *options)
    assert [row.name for row in run.rows] == ["findBestOfModel", "readKernel", "addRecord"]
    (verdict,) = run.verdicts
    assert verdict.at_most == 100


def test_a_program_that_fails_is_reported() -> None:
    with pytest.raises(MeasureError, match="unrecognized"):
        figures.google_benchmark("prediction_benchmark", "cpu", "--unknown")
    with pytest.raises(MeasureError, match="expected a number of kernels"):
        figures.google_benchmark("database_benchmark", "real", "many")
    with pytest.raises(MeasureError, match="not built"):
        figures.google_benchmark("no_benchmark", "cpu")


def test_rounds_are_counted(tmp_path: Path) -> None:
    options = ("--time=5", "--max-spread=100", "--trials=2")
    plan = Plan(budget="60s", options=options)
    run = figures.rounds(cached("dqn"), plan, SETTINGS, tmp_path)
    assert {"applying", "llvm", "packing", "linking", "running"} <= {
        row.name for row in run.rows
    }
    rounds, candidates = run.verdicts
    assert (rounds.at_least, candidates.at_least) == (20, 60)
    assert 0 < rounds.value
    assert 0 < candidates.value
    run.charts[0].draw(tmp_path / "steps.png", "title")


def test_parts_have_runs_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []

    def measure(plan: Plan, settings: Settings, scratch: Path) -> Run:
        seen.append((settings.threads, settings.rounds, settings.time_budget))
        if settings.threads > 1:
            raise MeasureError("too few cores")
        return Run(settings, {}, [], [], [])

    part = parts.Part(measure, threads=(1, 2), rounds=9, seconds=27)
    monkeypatch.setitem(parts.PARTS, "models", part)
    settings = Settings(threads=1, rounds=0, time_budget=3, patience=0)
    runs = dict(parts.each_run(Plan(("models",)), settings, tmp_path))
    assert seen == [(1, 9, 3), (2, 9, 3)]
    assert {stem: run.missing for stem, run in runs.items()} == {
        "tuner-models": 0,
        "tuner-models-2-threads": 1,
    }
    assert runs["tuner-models"].options["tables"] == str(TABLES)
    assert "too few cores" in capsys.readouterr().out
    one = Plan(("models",), threads=1, filter="dqn")
    (stem,) = dict(parts.each_run(one, settings, tmp_path))
    assert stem == "tuner-models-filtered"


def test_arguments() -> None:
    args, settings = parse(["--tuner"], "")
    assert args.plan == Plan()
    assert settings.rounds == 0
    assert tuple(parts.PARTS) == NAMES
    text = "--tuner=live,speed --trials=3 --searches=random,annealing --tune-option=-O1"
    plan = parse(text.split(), "")[0].plan
    assert plan.parts == ("live", "speed")
    assert (plan.trials, plan.seeds) == (3, None)
    assert plan.searches == ("random", "annealing")
    assert plan.options == ("-O1",)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--tuner=all", "got 'all'"),
        ("--tuner --budget=5", "got '5'"),
        ("--kernels --budget=5s", "--budget needs --tuner"),
        ("--tune-option=-O1", "--tune-option needs --tuner"),
        ("--tuner --kernels", "--tuner excludes --kernels"),
        ("--tuner --exported", "--tuner excludes --exported"),
    ],
)
def test_wrong_arguments(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse(arguments.split(), "")
    assert message in capsys.readouterr().err


def test_a_filter_has_to_fit() -> None:
    with pytest.raises(MeasureError, match="no name fits 'x' of a, b"):
        Plan(filter="x").choose(("a", "b"))
