# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The progress of a tuning, and its result."""

from __future__ import annotations

from dataclasses import dataclass

from ..module import Module
from .measuring import Result


@dataclass(frozen=True)
class Progress:
    """The state of a tuning after a result."""

    trial: int
    """Number of strategies that were tried."""
    known: int
    """Those of them with a record of an earlier call."""
    kernel: str
    """The kernel of the last result; "" before the first."""
    best: float
    """The time of its best strategy, divided by the default's."""
    gain: float
    """Estimated speed of the model's kernels, as a multiple of the default's."""
    failures: int
    """Strategies that crashed, hung or computed something else."""
    refused: int
    """Points of the space that have no strategy."""
    noisy: int
    """Results without a record, because the machine was too noisy."""
    seconds: float
    """Since the beginning."""
    seconds_left: float | None
    """Until the budget is used; None if there is none."""
    trials_left: int | None
    """Until all trials are used; None if there is no limit."""


@dataclass(frozen=True)
class KernelResult:
    """The result of tuning for a kernel."""

    name: str
    launches: int
    """Launches in a run of the model."""
    default_seconds: float
    """Of a launch by default; 0 if it has no result."""
    share: float
    """The time of the best strategy, divided by the default's; at most 1."""
    strategy: str | None
    """The best strategy; None if there is no result."""


@dataclass(frozen=True)
class TuneResult:
    """The result of a tuning."""

    module: Module
    """The model with the best strategies, or by default if it is not faster."""
    is_tuned: bool
    """Whether the module has the best strategies."""
    comparison: Result | None
    """The times of the tuned model in turns with those by default; None if no gain was
    found: both have the same code."""
    kernels: tuple[KernelResult, ...]
    progress: Progress
    """The last state."""
