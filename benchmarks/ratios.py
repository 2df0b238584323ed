# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ratios of times: a peer's time ÷ our time. Above 1, we are faster."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from statistics import geometric_mean


def ratio(ours: float, peers: Mapping[str, float]) -> float:
    """Returns the ratio to the faster peer."""
    return min(peers.values()) / ours


@dataclass(frozen=True)
class Summary:
    mean: float  # geometric mean
    worst: float
    worst_name: str


def summarize(ratios: Mapping[str, float]) -> Summary:
    worst = min(ratios, key=lambda name: ratios[name])
    return Summary(geometric_mean(ratios.values()), ratios[worst], worst)


def median_interval(
    values: Iterable[float], coverage: float = 0.9
) -> tuple[float, float]:
    """Returns the narrowest two of the values that have the median between them with
    this probability, whatever the distribution; the least and the greatest one if
    there are too few."""
    ordered = sorted(values)
    count = len(ordered)
    outside = accumulate(comb(count, k) / 2 ** (count - 1) for k in range(count // 2))
    most = (1 - coverage) * (1 + 1e-9)
    skipped = max(sum(share <= most for share in outside) - 1, 0)
    return ordered[skipped], ordered[count - 1 - skipped]
