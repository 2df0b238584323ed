# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A measured figure with its requirement."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    what: str
    value: float
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Returns whether the requirement is met; None without a requirement."""
        if self.at_least is not None:
            return self.value >= self.at_least
        return None if self.at_most is None else self.value <= self.at_most

    def __str__(self) -> str:
        text = f"{self.what}: {self.value:.2f}"
        if self.note:
            text += f" ({self.note})"
        if self.at_least is not None:
            text += f", required ≥ {self.at_least:g}"
        if self.at_most is not None:
            text += f", required ≤ {self.at_most:g}"
        return text + {None: "", True: ": met", False: ": not met"}[self.met]
