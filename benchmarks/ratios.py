"""Ratios of times: a peer's time ÷ our time. Above 1, we are faster."""

from collections.abc import Mapping
from dataclasses import dataclass
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
