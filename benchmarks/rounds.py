# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rounds in which systems take turns, so that all run under the same conditions."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Protocol

# Seconds until the threads of the previous system have stopped spinning.
PAUSE_ALONE, PAUSE_POOL = 0.02, 0.3


class Timed(Protocol):
    def round(self, seconds: float) -> list[float]:
        """Returns the milliseconds of the runs that fit into a round."""


@dataclass(frozen=True)
class Times:
    """Milliseconds per run, as the median of the runs of each round."""

    median: float  # of the rounds
    best: float  # the round that was disturbed least
    rounds: tuple[float, ...] = ()


def summarize(rounds: list[list[float]]) -> Times:
    medians = tuple(median(times) for times in rounds)
    return Times(median(medians), min(medians), medians)


def take_turns(
    systems: Mapping[str, Timed],
    rounds: int,
    seconds: float,
    pause: float,
    before: Callable[[], object] = lambda: None,
) -> dict[str, Times]:
    """Measures all systems for `seconds`. Each round begins with the system that was
    second in the round before. `before` is called before each round.
    """
    times: dict[str, list[list[float]]] = {name: [] for name in systems}
    share = seconds / (rounds * len(systems))
    names = deque(systems)
    for _ in range(rounds):
        before()
        for name in names:
            time.sleep(pause)
            times[name].append(systems[name].round(share))
        names.rotate(-1)
    return {name: summarize(each) for name, each in times.items()}
