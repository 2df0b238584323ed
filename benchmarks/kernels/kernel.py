# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model of one kernel, and the requirements on its time."""

from collections.abc import Callable
from dataclasses import dataclass

import onnx

FLOAT = 4  # bytes


@dataclass(frozen=True)
class Threshold:
    """The least value of a share of the FMA peak ("fma") or of the copy bandwidth
    ("copy"), or of another time ÷ ours ("ort", "bare"; "peer": the faster peer's)."""

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
    bytes: float  # with each tensor moved once
    flops: float | None = None
    limit: str | None = "fma"  # limit that `share` refers to, "fma" or "copy"
    group: str = ""
    required: Threshold | None = None
    bare: Callable[[], onnx.ModelProto] | None = None  # model to time beside it
    options: tuple[str, ...] = ()  # of tvmc compile
