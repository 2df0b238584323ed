# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of tvmc tune, and what they say."""

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.compiler import tvmc
from benchmarks.pinned import MeasureError


@dataclass(frozen=True)
class TunedKernel:
    name: str
    launches: int  # in a run of the model
    flops: float  # of a launch
    default_seconds: float  # of a launch; 0 without a result
    share: float  # best time ÷ default

    @property
    def rate(self) -> float:
        """Returns GFLOP/s by default; 0 without a result."""
        return 1e-9 * self.flops / self.default_seconds if self.default_seconds else 0.0


@dataclass(frozen=True)
class Tuning:
    """The results of one command."""

    kernels: tuple[TunedKernel, ...]
    curves: Mapping[str, Sequence[float]]  # best share after each trial, by kernel
    costs: Mapping[str, Any] | None  # of rounds in the model
    takes_tuned: bool | None  # None without an artefact or a report
    changes: Sequence[Mapping[str, Any]] = ()  # decisions on operators that were tried

    @property
    def main(self) -> TunedKernel:
        """Returns the kernel with the most operations."""
        return max(self.kernels, key=lambda kernel: kernel.flops)

    @property
    def curve(self) -> Sequence[float]:
        return self.curves.get(self.main.name, ())


def parse(lines: str) -> Tuning:
    """Parses the output of tvmc tune --json."""
    events: dict[str, list[dict[str, Any]]] = {}
    for line in lines.splitlines():
        event = json.loads(line)
        events.setdefault(event.pop("event"), []).append(event)
    flops = {event["kernel"]: event["flops"] for event in events.get("task", ())}
    kernels = tuple(
        TunedKernel(
            event["kernel"],
            event["launches"],
            flops[event["kernel"]],
            event["default"],
            event["share"],
        )
        for event in events.get("kernel", ())
    )
    # A trial has several lines while its best strategy is confirmed: the last counts.
    shares: dict[str, dict[int, float]] = {}
    for event in events.get("trial", ()):
        shares.setdefault(event["kernel"], {})[event["trials"]] = event["share"]
    curves = {name: tuple(of.values()) for name, of in shares.items()}
    (costs,) = events.get("rounds", [None])
    model = events.get("model", [{}])[0]
    changes = tuple(events.get("change", ()))
    return Tuning(kernels, curves, costs, model.get("takes_tuned"), changes)


def tune(model: Path, database: Path, *options: str) -> Tuning:
    database.parent.mkdir(parents=True, exist_ok=True)
    command = [tvmc(), "tune", str(model), f"--database={database}", "--json", "-q"]
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or [f"status {done.returncode}"]
        raise MeasureError(f"tune: {last[0]}")
    tuning = parse(done.stdout)
    if not tuning.kernels:
        raise MeasureError("tune: the model has no kernel with parameters")
    return tuning


def reached(curve: Sequence[float], goal: float) -> int | None:
    """Returns the trial from which on the share is at most `goal`. A share may rise
    again, because the best strategy is confirmed."""
    above = [trial for trial, share in enumerate(curve, start=1) if share > goal]
    first = above[-1] + 1 if above else 1
    return first if first <= len(curve) else None


def trials_to(goal: float, curves: Iterable[Sequence[float]]) -> list[int]:
    """Returns the trials of each curve; one more than all if they are too few."""
    return [reached(of, goal) or len(of) + 1 for of in curves]
