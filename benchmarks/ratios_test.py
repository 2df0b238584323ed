# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of ratios, their means, and the requirements on them."""

import pytest
from benchmarks.ratios import ratio, summarize
from benchmarks.rounds import Times, take_turns
from benchmarks.rounds import summarize as summarize_rounds
from benchmarks.verdict import Verdict


def test_ratio_is_that_of_the_faster_peer() -> None:
    assert ratio(2.0, {"ort": 3.0, "openvino": 5.0}) == 1.5
    assert ratio(2.0, {"ort": 1.0}) == 0.5


def test_summary_names_the_worst() -> None:
    summary = summarize({"a": 2.0, "b": 0.5, "c": 1.0})
    assert summary.mean == pytest.approx(1.0)
    assert (summary.worst, summary.worst_name) == (0.5, "b")


def test_times_are_medians_of_rounds() -> None:
    times = summarize_rounds([[9.0, 2.0, 1.0], [3.0, 4.0, 5.0], [6.0]])
    assert times == Times(median=4.0, best=2.0, rounds=(2.0, 4.0, 6.0))


class Recorder:
    """A system that writes its name to a list at each round."""

    def __init__(self, name: str, turns: list[str]) -> None:
        self.name, self.turns = name, turns

    def round(self, seconds: float) -> list[float]:
        self.turns.append(self.name)
        return [1.0]


def test_the_order_of_systems_rotates() -> None:
    turns: list[str] = []
    systems = {name: Recorder(name, turns) for name in "abc"}
    take_turns(systems, 4, 0.0, 0.0, lambda: turns.append(" "))
    assert "".join(turns) == " abc bca cab abc"


@pytest.mark.parametrize(
    ("verdict", "met", "text"),
    [
        (Verdict("mean", 0.9, 0.9), True, "mean: 0.90, required ≥ 0.9: met"),
        (
            Verdict("worst", 0.5, 0.6, note="b"),
            False,
            "worst: 0.50 (b), required ≥ 0.6: not met",
        ),
        (Verdict("s", 2, at_most=1), False, "s: 2.00, required ≤ 1: not met"),
        (Verdict("mean", 0.9), None, "mean: 0.90"),
    ],
)
def test_verdict(verdict: Verdict, met: bool | None, text: str) -> None:
    assert verdict.met is met
    assert str(verdict) == text
