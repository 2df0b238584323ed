# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The conformance harness itself: isolation, comparison, the list."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import run
from compare import difference
from suite import Case, load_cases
from workers import Failure, run_isolated


def misbehave(task: str) -> str:
    if task == "crash":
        os.abort()
    if task == "complain":
        os.write(2, b"corrupted heap\n")
        os.abort()
    if task == "raise":
        raise ValueError("a mistake in the harness")
    if task == "exit":
        os._exit(3)
    if task == "hang":
        time.sleep(60)
    return task.upper()


def test_a_worker_that_dies_or_hangs_costs_its_task_only() -> None:
    tasks = ["a", "crash", "b", "complain", "hang", "exit", "raise", "c"]
    results = dict(run_isolated(misbehave, tasks, 2, lambda task: 0.5))
    assert results == {
        "a": "A",
        "b": "B",
        "c": "C",
        "crash": Failure("crash", "SIGABRT"),
        "complain": Failure("crash", "SIGABRT: corrupted heap"),
        "exit": Failure("crash", "exit status 3"),
        "raise": Failure(
            "crash", "exit status 1: ValueError: a mistake in the harness"
        ),
        "hang": Failure("timeout", "0 s"),
    }


CASE = Case("test_x", "node", "X", Path("model.onnx"))
ONE = np.ones(2, np.float32)


@pytest.mark.parametrize(
    ("expected", "actual", "message"),
    [
        (ONE, ONE, None),
        (ONE, ONE * np.float32(1.0009), None),
        (ONE, ONE * np.float32(1.002), "2 of 2 values differ"),
        (ONE * np.float32(np.nan), ONE * np.float32(np.nan), None),
        (ONE * np.float32(np.inf), ONE * -np.float32(np.inf), "2 of 2"),
        (ONE, np.ones(2), "expected type float32, got float64"),
        (ONE, np.ones((2, 1), np.float32), "expected shape (2,), got (2, 1)"),
        (np.array(1, np.uint8), np.array(2, np.uint8), "1 of 1"),
        ([ONE], [ONE], None),
        ([ONE], [], "expected 1 elements, got 0"),
        ([ONE], ONE, "expected a sequence, got ndarray"),
        (None, None, None),
        (None, ONE, "presence differs"),
        (np.array(["a"], object), np.array(["b"], object), "1 of 1"),
    ],
)
def test_difference(expected: Any, actual: Any, message: str | None) -> None:
    found = difference(CASE, expected, actual)
    assert (found is None) if message is None else found.startswith(message)


def test_difference_of_types_that_numpy_lacks() -> None:
    dtype = pytest.importorskip("ml_dtypes").bfloat16
    assert difference(CASE, ONE.astype(dtype), ONE.astype(dtype)) is None
    assert difference(CASE, ONE.astype(dtype), 2 * ONE.astype(dtype))


def test_the_suite_is_complete() -> None:
    kinds = [case.kind for case in load_cases()]
    counts = {kind: kinds.count(kind) for kind in kinds}
    assert counts == {
        "node": 1765,
        "simple": 23,
        "pytorch-converted": 82,
        "pytorch-operator": 35,
        "light": 9,
    }
    names = {case.name for case in load_cases()}
    assert len(names) == len(kinds)


REFUSED = run.Outcome("error", "/a/m.onnx:1: no such operator")
NOTED = "note: random numbers"


@pytest.mark.parametrize(
    ("outcome", "listed", "message"),
    [
        (run.Outcome("pass"), None, None),
        (run.Outcome("pass"), "error: y", "passes now: remove it"),
        (run.Outcome("pass"), NOTED, "passes now: remove it"),
        (REFUSED, None, "error: no such operator"),
        (REFUSED, "error: no such operator", None),
        (REFUSED, "error: y", "error: no such operator (expected error: y)"),
        (REFUSED, NOTED, f"error: no such operator (expected {NOTED})"),
        (run.Outcome("crash", "SIGABRT"), "error: y", "crash: SIGABRT"),
        (run.Outcome("crash", "SIGABRT"), NOTED, "crash: SIGABRT"),
        (run.Outcome("wrong", "1 of 2"), NOTED, None),
    ],
)
def test_the_list_says_how_a_test_fails(
    outcome: run.Outcome,
    listed: str | None,
    message: str | None,
    capsys: pytest.CaptureFixture,
) -> None:
    results = {"test_x": outcome}
    texts = {"test_x": listed} if listed else {}
    surprises = run.report([CASE], results, texts, False)
    assert surprises == ([] if message is None else ["test_x"])
    if message is not None:
        assert f"test_x: {message}" in capsys.readouterr().out


def test_the_last_line_counts_expected_failures_apart() -> None:
    results = {
        name: run.Outcome(status)
        for name, status in [("a", "pass"), ("b", "pass"), ("c", "wrong")]
    }
    results["d"] = REFUSED
    assert run.summarize(results, ["b", "c"]) == (
        "1 passed, 1 failed as expected, 2 not as expected"
    )


def test_update_keeps_notes_where_results_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "EXPECTED", tmp_path / "list.txt")
    failed = run.Outcome("error", "error: unsupported operator 'Foo'\nnote: x")
    wrong = run.Outcome("wrong", "1 of 2 values differ")
    results = {"a": failed, "b": run.Outcome("pass"), "c": wrong, "d": failed}
    notes = {"c": "note: random numbers", "d": "note: random numbers"}
    run.write_expected(results, {"b": "error: y", **notes})
    assert run.read_expected() == {
        "a": "error: unsupported operator 'Foo'",
        "c": "note: random numbers",
        "d": "error: unsupported operator 'Foo'",
    }


def test_reasons_name_no_place() -> None:
    outcome = run.Outcome("error", "error: /a/b/model.onnx:3:1: bad\tshape")
    assert outcome.reason() == "error: bad shape"
