"""A model of one kernel, and the requirements on its time."""

from collections.abc import Callable
from dataclasses import dataclass

import onnx

FLOAT = 4  # bytes


@dataclass(frozen=True)
class Threshold:
    """A share that must be reached: of the FMA peak ("fma"), of the copy
    bandwidth ("copy"), or another time ÷ ours ("ort", "bare")."""

    of: str
    at_least: float

    def __str__(self) -> str:
        if self.of in ("fma", "copy"):
            return f"{self.of} ≥ {self.at_least:.0%}"
        return f"{self.of} ÷ ours ≥ {self.at_least:.2f}"


@dataclass(frozen=True)
class Kernel:
    name: str
    build: Callable[[], onnx.ModelProto]
    bytes: float  # each tensor moved once
    flops: float | None = None
    limit: str | None = "fma"  # what it is measured by, or "copy"
    group: str = ""
    required: Threshold | None = None
    bare: Callable[[], onnx.ModelProto] | None = None  # timed beside it
    options: tuple[str, ...] = ()  # of tvmc compile
