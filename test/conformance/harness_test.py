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


def test_the_list_fails_both_ways(capsys: pytest.CaptureFixture) -> None:
    results = {"test_x": run.Outcome("pass")}
    assert run.report([CASE], results, {"test_x": "error: y"}, False) == 1
    assert "test_x: passes now: remove it" in capsys.readouterr().out
    results = {"test_x": run.Outcome("error", "m.onnx:1: no such operator")}
    assert run.report([CASE], results, {}, False) == 1
    assert run.report([CASE], results, {"test_x": "error: y"}, False) == 0


def test_update_keeps_handwritten_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "EXPECTED", tmp_path / "list.txt")
    failed = run.Outcome("error", "error: unsupported operator 'Foo'\nnote: x")
    results = {"a": failed, "b": run.Outcome("pass"), "c": failed}
    run.write_expected(results, {"b": "error: y", "c": "note: random numbers"})
    assert run.read_expected() == {
        "a": "error: unsupported operator 'Foo'",
        "c": "note: random numbers",
    }


def test_reasons_name_no_place() -> None:
    outcome = run.Outcome("error", "error: /a/b/model.onnx:3:1: bad\tshape")
    assert outcome.reason() == "error: bad shape"
