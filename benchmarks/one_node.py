# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of one kernel: measurements, table and requirements."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from benchmarks.kernels import KERNELS
from benchmarks.kernels.convolution import GROUP as CONVOLUTIONS
from benchmarks.kernels.kernel import Kernel
from benchmarks.kernels.off_grid import GROUP as OFF_GRID
from benchmarks.kernels.off_grid import LEAST, SAMPLE
from benchmarks.rates.limits import Limits
from benchmarks.measure import (
    Measurement,
    Other,
    Settings,
    compile_for,
    direct_time,
    errors,
    least_of,
    measure,
    time_of,
)
from benchmarks.models.build import inputs
from benchmarks.ratios import ratio, summarize
from benchmarks.table import Column
from benchmarks.verdict import Verdict

LEAST_MEANS = {CONVOLUTIONS: 1.0}


@dataclass(frozen=True)
class KernelRow:
    kernel: Kernel
    measured: Measurement
    limit: float | None  # GFLOP/s or GB/s of the machine, measured just before

    @property
    def name(self) -> str:
        return self.kernel.name

    @property
    def ratio(self) -> float:
        return ratio(self.measured.ours, self.measured.peers)

    @property
    def rate(self) -> float:
        """Returns GFLOP/s, or GB/s for kernels that arithmetic does not limit."""
        kernel = self.kernel
        work = kernel.flops if kernel.limit == "fma" else kernel.bytes
        return 1e-6 * (work or 0) / self.measured.ours

    @property
    def share(self) -> float | None:
        return self.rate / self.limit if self.limit else None

    @property
    def reached(self) -> float | None:
        """Returns the measured ratio that the kernel's threshold applies to."""
        if self.kernel.required is None:
            return None
        of = self.kernel.required.of
        if of in ("fma", "copy"):
            return self.share
        if of == "peer":
            return self.ratio
        return self.measured.times[of].median / self.measured.ours

    @property
    def met(self) -> bool | None:
        if self.kernel.required is None or self.reached is None:
            return None
        return self.reached >= self.kernel.required.at_least

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ratio": self.ratio,
            "flops": self.kernel.flops,
            "bytes": self.kernel.bytes,
            "rate": self.rate,
            "limited_by": self.kernel.limit,
            "limit": self.limit,
            "share": self.share,
            "required": str(self.kernel.required or ""),
            "reached": self.reached,
            "met": self.met,
            **self.measured.as_json(),
        }


def _rate(row: KernelRow) -> str:
    unit = "GFLOP/s" if row.kernel.limit == "fma" else "GB/s"
    return f"{row.rate:.1f} {unit}"


def _limit(row: KernelRow) -> str:
    return f"{row.limit:.1f} {row.kernel.limit}" if row.limit else "–"


def _required(row: KernelRow) -> str:
    if row.kernel.required is None:
        return ""
    return f"{row.kernel.required}: {'met' if row.met else 'not met'}"


COLUMNS: list[Column[KernelRow]] = [
    Column("kernel", "", -26, lambda row: row.name),
    Column("ours", "ms", 6, time_of("tvm", 3)),
    Column("least", "ms", 6, least_of("tvm", 3)),
    Column("direct", "ms", 6, direct_time(3)),
    Column("ORT", "ms", 6, time_of("ort", 3)),
    Column("OpenVINO", "ms", 8, time_of("openvino", 3)),
    Column("OpenBLAS", "ms", 8, time_of("openblas", 3)),
    Column("bare", "ms", 6, time_of("bare", 3)),
    Column("ratio", "", 5, lambda row: f"{row.ratio:.2f}"),
    Column("rate", "", 13, _rate),
    Column("limit", "", 10, _limit),
    Column("share", "", 6, lambda r: f"{r.share:.0%}" if r.share else "–"),
    Column("Δ/tol", "", 5, lambda row: f"{row.measured.error:.2f}"),
    Column("errors", "ours ORT OpenVINO", 17, errors),
    Column("required", "", -24, _required),
]


def save_model(model: onnx.ModelProto, path: Path) -> Path:
    """Writes the model, and its inputs beside it."""
    path.write_bytes(model.SerializeToString())
    np.savez(path.with_suffix(".npz"), **inputs(model))
    return path


def measure_kernel(
    kernel: Kernel, scratch: Path, settings: Settings, limits: Limits
) -> KernelRow:
    model = save_model(kernel.build(), scratch / f"{kernel.name}.onnx")
    others = {}
    if kernel.bare:
        bare = save_model(kernel.bare(), scratch / f"{kernel.name}_bare.onnx")
        compiled = compile_for(bare, bare.with_suffix(".so"), *kernel.options)
        others["bare"] = Other(compiled.artefact, bare)
    rates = [0.0]

    def probe() -> None:
        if kernel.limit:
            rates.append(limits.measure(kernel.limit))

    measured = measure(
        model, scratch, settings, others, probe, kernel.options, direct=True
    )
    for path in scratch.glob(f"{kernel.name}*"):
        path.unlink()
    return KernelRow(kernel, measured, max(rates) or None)


def verdicts(rows: list[KernelRow]) -> list[Verdict]:
    """Returns geometric means, judged for groups that were measured completely."""
    groups = [kernel.group for kernel in KERNELS.values()]
    result = []
    for group in dict.fromkeys(filter(None, groups)):
        members = [row for row in rows if row.kernel.group == group]
        ratios = {row.name: row.ratio for row in members}
        if not ratios:
            continue
        summary = summarize(ratios)
        complete = len(ratios) == groups.count(group)
        least = LEAST_MEANS.get(group) if complete else None
        note = f"worst {summary.worst:.2f}, {summary.worst_name}"
        what = f"geometric mean of {group}"
        result.append(Verdict(what, summary.mean, least, note=note))
    return result


def off_grid_verdicts(rows: list[KernelRow]) -> list[Verdict]:
    """Returns the geometric mean, and the worst ratio with the names of the worst
    ten, judged if there are enough rows."""
    if not rows:
        return []
    ratios = {row.name: row.ratio for row in rows}
    summary = summarize(ratios)
    worst = sorted(ratios, key=lambda name: ratios[name])[:10]
    names = ", ".join(f"{name} {ratios[name]:.2f}" for name in worst)
    least = LEAST if len(rows) >= SAMPLE else None
    return [
        Verdict(f"geometric mean {OFF_GRID}", summary.mean),
        Verdict("worst ratio", summary.worst, least, note=names),
    ]
