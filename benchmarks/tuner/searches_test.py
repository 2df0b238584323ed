# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of searches: on recorded tables, live, and after those of other kernels."""

import json
from pathlib import Path

import pytest
from benchmarks.machine import processor
from benchmarks.measure import Settings
from benchmarks.tuner import live, replays, tables, transfer
from benchmarks.tuner.live import LiveRow
from benchmarks.tuner.plan import Plan
from benchmarks.tuner.replays import Replay, ReplayRow
from benchmarks.tuner.transfer import TransferRow
from benchmarks.tuner.tuning import parse, reached

SETTINGS = Settings(threads=1, rounds=1, time_budget=0, patience=0)
QUICK = ("--time=5", "--max-spread=100")


def test_events_become_curves_of_kernels() -> None:
    def trial(kernel: str, number: int, share: float) -> dict[str, object]:
        return {"event": "trial", "kernel": kernel, "trials": number, "share": share}

    events = [
        {"event": "task", "kernel": "conv", "flops": 100},
        {"event": "task", "kernel": "fill", "flops": 0},
        trial("conv", 1, 1.0),
        trial("fill", 2, 0.9),
        trial("conv", 3, 0.5),
        trial("conv", 3, 0.6),  # confirmed
        {"event": "change", "decision": "winograd", "result": "slower"},
        {"event": "kernel", "kernel": "fill", "launches": 1, "default": 1e-3, "share": 1},
        {"event": "kernel", "kernel": "conv", "launches": 2, "default": 2e-3, "share": 0.6},
    ]
    tuning = parse("\n".join(map(json.dumps, events)))
    assert tuning.main.name == "conv"
    assert tuning.curve == (1.0, 0.6)
    assert (tuning.costs, tuning.takes_tuned) == (None, None)
    assert [change["decision"] for change in tuning.changes] == ["winograd"]


def test_a_goal_is_reached_for_good() -> None:
    assert reached([1, 0.5, 0.7, 0.6], 0.6) == 4
    assert reached([0.5, 0.5], 0.6) == 1
    assert reached([1, 0.7], 0.6) is None


def replay_row(name: str, trials: int, score: float) -> ReplayRow:
    own = Replay(trials, (score, 1.0, 1.0))
    slow = Replay(401, (0.9, 0.95, 1.0))
    baseline = Replay(100, (1.0, 1.0, 1.0))
    searches = {"random": slow, "genetic": baseline, "annealing": slow}
    return ReplayRow(name, {**searches, "evolutionary": own})


def test_replays_are_judged_by_the_better_search() -> None:
    rows = [
        replay_row(name, 50 if i < 18 else 51, 0.99)
        for i, name in enumerate(tables.names())
    ]
    count, score = replays.verdicts(rows)
    assert (count.value, count.met, count.note) == (18, True, "of 21; annealing 0")
    assert "evolutionary" in score.what
    assert score.met
    rows[0] = replay_row("C1", 60, 0.98)
    assert [v.met for v in replays.verdicts(rows)] == [False, False]
    assert [v.met for v in replays.verdicts(rows[1:])] == [None, None]
    assert replays.verdicts([]) == []


def record_table(name: str, folder: Path) -> None:
    """Writes a table of a few strategies of a kernel, with made-up times."""
    tables.write_programs(name, folder / "programs", points=12)
    lines = (folder / "programs" / "points").read_text().splitlines()
    parameters = [line for line in lines if line.startswith("parameter ")]
    points = [line for line in lines if not line.startswith("parameter ")]
    times = [f"{point} {1e-3 * (i + 1):.4g}" for i, point in enumerate(points)]
    program = (folder / "programs" / "default.mlir").read_text()
    origin = f"# {processor()}, {tables.target_of(program)}, 2026-11-30"
    head = [origin, "default 0.002", *parameters]
    (folder / f"{name}.txt").write_text("\n".join([*head, *times]) + "\n")


def test_searches_are_replayed(tmp_path: Path) -> None:
    record_table("D9", tmp_path)
    assert live.recorded_best(tmp_path / "D9.txt") == pytest.approx(0.5)
    plan = Plan(filter="^D9$", tables=tmp_path, seeds=2)
    run = replays.run(plan, SETTINGS, tmp_path)
    (row,) = run.rows
    assert isinstance(row, ReplayRow)
    assert row.searches.keys() == {*replays.BASELINES, *replays.SEARCHES}
    for search in row.searches.values():
        assert 1 <= search.trials <= 12
        assert search.scores == (1, 1, 1)
    run.charts[0].draw(tmp_path / "trials.png", "title")
    assert (tmp_path / "trials.png").stat().st_size > 0


def test_a_table_that_is_not_there_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = replays.run(Plan(filter="^D9$", tables=tmp_path), SETTINGS, tmp_path)
    assert (run.rows, run.missing) == ([], 1)
    assert "no table" in capsys.readouterr().out


def test_a_table_without_a_target_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "D9.txt").write_text("# a processor, 2026-11-30\ndefault 1\n")
    run = replays.run(Plan(filter="^D9$", tables=tmp_path), SETTINGS, tmp_path)
    assert (run.rows, run.missing) == ([], 1)
    assert "expected '# PROCESSOR, TARGET, DATE' at first" in capsys.readouterr().out
    with pytest.raises(ValueError, match="expected a program with a target"):
        tables.target_of("module {}")


def test_live_searches_are_judged_by_the_slowest_kernel() -> None:
    quick, slow = [1.0] * 9 + [0.5] * 91, [1.0] * 100
    rows = [LiveRow(name, {"x": [quick] * 3}, None) for name in "abc"]
    plan = Plan(searches=("x",))
    (verdict,) = live.verdicts(rows, plan)
    assert (verdict.value, verdict.met) == (10, True)
    rows[1] = LiveRow("b", {"x": [quick, slow, slow]}, None)
    (verdict,) = live.verdicts(rows, plan)
    assert (verdict.value, verdict.met) == (101, False)
    assert "b" in verdict.note
    assert live.verdicts(rows[:2], plan)[0].met is None
    assert LiveRow("c", {"x": [quick]}, recorded=0.4).trials("x") == [101]
    assert live.verdicts([], plan) == []


def test_a_search_runs_live(tmp_path: Path) -> None:
    plan = Plan(filter="^D9$", tables=tmp_path, trials=2, seeds=1, options=QUICK)
    run = live.run(plan, SETTINGS, tmp_path)
    (row,) = run.rows
    assert isinstance(row, LiveRow)
    ((curve,),) = row.curves.values()
    assert len(curve) == 2
    assert 0 < curve[-1] <= 1
    run.charts[0].draw(tmp_path / "curves.png", "title")
    assert (tmp_path / "curves.png").stat().st_size > 0


def test_transfer_is_judged_where_it_can_help() -> None:
    slow, quick, at_once = [1.0] * 8 + [0.5], [1.0, 0.5], [0.5]
    rows = [TransferRow(name, [slow], [quick]) for name in transfer.AFTER]
    (verdict,) = transfer.verdicts(rows)
    assert verdict.value == pytest.approx(2 / 9)
    assert verdict.met
    rows[0] = TransferRow("C7", [at_once], [at_once])
    assert rows[0].share is None
    assert "C7" not in transfer.verdicts(rows)[0].note
    assert transfer.verdicts(rows[1:])[0].met is None
    assert transfer.verdicts(rows[:1]) == []


def test_records_of_other_kernels_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfer, "BEFORE", ("D9",))
    monkeypatch.setattr(transfer, "AFTER", ("D7",))
    plan = Plan(trials=1, seeds=1, options=QUICK)
    run = transfer.run(plan, SETTINGS, tmp_path)
    (row,) = run.rows
    assert isinstance(row, TransferRow)
    assert len(row.fresh[0]) == len(row.after[0]) == 1
    assert row.trials(row.fresh) >= 1
    run.charts[0].draw(tmp_path / "curves.png", "title")
    assert (tmp_path / "curves.png").stat().st_size > 0
