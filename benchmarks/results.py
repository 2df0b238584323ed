# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of one run: JSON, Markdown and charts."""

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from benchmarks import charts, machine, overhead
from benchmarks.compiler import ROOT
from benchmarks.measure import Settings
from benchmarks.one_node import KernelRow
from benchmarks.table import Column, markdown
from benchmarks.verdict import Verdict

DIRECTION = "ratio: the faster peer's time ÷ ours; above 1 ours is faster"
FOLDER = ROOT / "benchmarks" / "runs"
SYSTEMS = {"onnxruntime": "ONNX Runtime", "openvino": "OpenVINO"}


class Row(Protocol):
    @property
    def name(self) -> str: ...

    def as_json(self) -> dict[str, Any]: ...


class RatioRow(Row, Protocol):
    @property
    def ratio(self) -> float: ...


@dataclass(frozen=True)
class Chart:
    suffix: str  # of the file's name
    draw: Callable[[Path, str], None]  # gets the file and the title


@dataclass(frozen=True)
class Run:
    """Measurements of a run, with its settings."""

    settings: Settings
    limits: dict[str, float]
    rows: Sequence[Row]
    columns: Sequence[Column]
    verdicts: Sequence[Verdict]
    charts: Sequence[Chart] = ()
    units: str = f"ms per run; {DIRECTION}"  # of the table
    # Milliseconds of a run of an empty model, by system.
    overheads: Mapping[str, float] = field(default_factory=dict)
    # Other ones than the settings.
    options: Mapping[str, Any] = field(default_factory=dict)
    missing: int = 0  # rows without a measurement
    appendix: str = ""  # of the Markdown


def describe(threads: int) -> str:
    peers = [f"{name} {version(key)}" for key, name in SYSTEMS.items()]
    cores = f"{threads} thread{'s' if threads > 1 else ''}"
    return ", ".join([machine.processor(), cores, *peers])


def commit() -> str:
    git = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(git, capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip() or "unknown"


def save(run: Run, folder: Path, stem: str, command: str) -> None:
    """Replaces the files of an earlier run of the same kind."""
    folder.mkdir(parents=True, exist_ok=True)
    title = f"{describe(run.settings.threads)}, {commit()}"
    pictures = [f"{stem}-{chart.suffix}.png" for chart in run.charts]
    for chart, picture in zip(run.charts, pictures, strict=True):
        chart.draw(folder / picture, title)
    (folder / f"{stem}.json").write_text(_json(run, command))
    text = [f"# {stem}", title, f"    {command}", *_sections(run)]
    text += [f"![{Path(name).stem}]({name})" for name in pictures]
    text += [run.appendix] if run.appendix else []
    (folder / f"{stem}.md").write_text("\n\n".join(text) + "\n")
    print("written: " + ", ".join([f"{folder}/{stem}.json", ".md", *pictures]))


def ratio_charts(
    rows: Sequence[RatioRow], limits: Mapping[str, float]
) -> list[Chart]:
    """Returns bars of the ratios, and the roofline of kernels with a FLOP count."""
    ratios = {row.name: row.ratio for row in rows}
    drawn = [Chart("ratios", partial(charts.bars, bars=ratios))]
    if points := _points(rows):
        roofline = partial(charts.roofline, limits=limits, points=points)
        drawn.append(Chart("roofline", roofline))
    return drawn


def _json(run: Run, command: str) -> str:
    content = {
        "processor": machine.processor(),
        "commit": commit(),
        "command": command,
        "versions": {name: version(name) for name in SYSTEMS},
        "settings": asdict(run.settings),
        "options": dict(run.options),
        "limits": run.limits,
        "overheads_ms": dict(run.overheads),
        "rows": [row.as_json() for row in run.rows],
        "verdicts": [
            {**asdict(verdict), "met": verdict.met} for verdict in run.verdicts
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _sections(run: Run) -> list[str]:
    table = markdown(run.columns, run.rows).rstrip()
    verdicts = "\n".join(f"* {verdict}" for verdict in run.verdicts)
    overheads = [f"{overhead.describe(run.overheads)}."] if run.overheads else []
    return [f"{run.units}.", *overheads, table, verdicts]


def _points(rows: Sequence[Row]) -> dict[str, tuple[float, float, float]]:
    """Returns the points of charts.roofline, for kernels with a FLOP count."""
    points = {}
    for row in rows:
        if not isinstance(row, KernelRow) or not row.kernel.flops:
            continue
        work = 1e-6 * row.kernel.flops  # GFLOP/s for a time of 1 ms
        points[row.name] = (
            row.kernel.flops / row.kernel.bytes,
            work / row.measured.ours,
            work / min(row.measured.peers.values()),
        )
    return points
