# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ten models: measurements, table and requirements."""

from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from benchmarks.compiler import manifest
from benchmarks.measure import (
    Measurement,
    Settings,
    direct_time,
    errors,
    least_of,
    measure,
    time_of,
)
from benchmarks.models import NAMES
from benchmarks.models.cache import cached
from benchmarks.ratios import ratio, summarize
from benchmarks.table import Column
from benchmarks.verdict import Verdict

# By number of threads: the least geometric mean of the ratios, and the least ratio.
REQUIRED = {1: (0.9, 0.6), 2: (0.85, 0.5)}
MOST_COMPILE_SECONDS = 20.0  # for resnet18


@dataclass(frozen=True)
class ModelRow:
    name: str
    measured: Measurement
    model_bytes: int
    arena: int  # bytes
    arena_bound: int

    @property
    def ratio(self) -> float:
        return ratio(self.measured.ours, self.measured.peers)

    @property
    def direct_ratio(self) -> float:
        """Returns the ratio without Winograd's algorithm."""
        return ratio(self.measured.direct, self.measured.peers)

    @property
    def first(self) -> float:
        """Returns the milliseconds of loading and the first run."""
        return sum(self.measured.starts["tvm"].values())

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ratio": self.ratio,
            "direct_ratio": self.direct_ratio,
            "model_bytes": self.model_bytes,
            "arena_bytes": self.arena,
            "arena_bound_bytes": self.arena_bound,
            **self.measured.as_json(),
        }


COLUMNS: list[Column[ModelRow]] = [
    Column("model", "", -12, lambda row: row.name),
    Column("ours", "ms", 7, time_of("tvm", 2)),
    Column("least", "ms", 7, least_of("tvm", 2)),
    Column("direct", "ms", 7, direct_time(2)),
    Column("ORT", "ms", 7, time_of("ort", 2)),
    Column("OpenVINO", "ms", 8, time_of("openvino", 2)),
    Column("ratio", "", 5, lambda row: f"{row.ratio:.2f}"),
    Column("direct", "", 6, lambda row: f"{row.direct_ratio:.2f}"),
    Column("Δ/tol", "", 5, lambda row: f"{row.measured.error:.2f}"),
    Column("errors", "ours ORT OpenVINO", 17, errors),
    Column("compile", "s", 7, lambda r: f"{r.measured.compiled.seconds:.1f}"),
    Column(
        "peak", "MB", 5, lambda r: f"{r.measured.compiled.peak_bytes / 1e6:.0f}"
    ),
    Column(
        "limit", "MB", 5, lambda row: f"{3 * row.model_bytes / 1e6 + 1000:.0f}"
    ),
    Column("load+1st", "ms", 8, lambda row: f"{row.first:.1f}"),
    Column("limit", "ms", 6, lambda r: f"{1.3 * r.measured.ours + 50:.1f}"),
    Column("arena", "MB", 6, lambda row: f"{row.arena / 1e6:.2f}"),
    Column("bound", "MB", 6, lambda row: f"{row.arena_bound / 1e6:.2f}"),
]


def measure_model(
    name: str, exported: bool, scratch: Path, settings: Settings
) -> ModelRow:
    model = cached(name, exported)
    measured = measure(model, scratch, settings, direct=True)
    memory = manifest(measured.compiled.artefact).get("memory", {})
    measured.compiled.artefact.unlink()
    return ModelRow(
        name,
        measured,
        model.stat().st_size,
        memory.get("planned", 0),
        memory.get("lower_bound", 0),
    )


def verdicts(rows: list[ModelRow], threads: int) -> list[Verdict]:
    """Returns the verdicts, which are judged if all ten models were measured."""
    if not rows:
        return []
    summary = summarize({row.name: row.ratio for row in rows})
    complete = len(rows) == len(NAMES)
    required = REQUIRED.get(threads) if complete else None
    mean, least = required or (None, None)
    result = [
        Verdict("geometric mean of the ratios", summary.mean, mean),
        Verdict("worst ratio", summary.worst, least, note=summary.worst_name),
        Verdict(
            "geometric mean with --winograd=never",
            geometric_mean(row.direct_ratio for row in rows),
        ),
    ]
    for row in rows:
        if row.name == "resnet18":
            seconds = row.measured.compiled.seconds
            limit = MOST_COMPILE_SECONDS
            result.append(
                Verdict("compiling resnet18, s", seconds, at_most=limit)
            )
    return result
