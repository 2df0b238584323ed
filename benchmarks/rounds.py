"""Rounds in which systems take turns, so that all run under the same conditions."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from statistics import median
from typing import Protocol

# Seconds until the threads of the previous system have stopped spinning.
PAUSE_ALONE, PAUSE_POOL = 0.02, 0.3


class Timed(Protocol):
    def round(self, seconds: float) -> list[float]:
        """Returns the milliseconds of the runs that fit into a round."""


@dataclass(frozen=True)
class Times:
    """Milliseconds per run."""

    best: float  # the median of the round that was disturbed least
    median: float  # the median of all runs
    rounds: tuple[float, ...] = ()  # the median of each round


def summarize(rounds: list[list[float]]) -> Times:
    medians = tuple(median(times) for times in rounds)
    return Times(min(medians), median(chain.from_iterable(rounds)), medians)


def take_turns(
    systems: Mapping[str, Timed],
    rounds: int,
    seconds: float,
    pause: float,
    before: Callable[[], object] = lambda: None,
) -> dict[str, Times]:
    """Measures all systems for `seconds`. `before` is called before each round."""
    times: dict[str, list[list[float]]] = {name: [] for name in systems}
    share = seconds / (rounds * len(systems))
    for _ in range(rounds):
        before()
        for name, system in systems.items():
            time.sleep(pause)
            times[name].append(system.round(share))
    return {name: summarize(each) for name, each in times.items()}
