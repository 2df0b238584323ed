"""The files of one run: JSON, Markdown and charts."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from benchmarks import charts, machine
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

    @property
    def ratio(self) -> float: ...

    def as_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Run:
    """Measurements of a run, with its settings."""

    settings: Settings
    limits: dict[str, float]
    rows: Sequence[Row]
    columns: Sequence[Column]
    verdicts: Sequence[Verdict]


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
    pictures = [f"{stem}-ratios.png"]
    ratios = {row.name: row.ratio for row in run.rows}
    charts.bars(folder / pictures[0], title, ratios)
    if points := _points(run.rows):
        pictures.append(f"{stem}-roofline.png")
        charts.roofline(folder / pictures[1], title, run.limits, points)
    (folder / f"{stem}.json").write_text(_json(run, command))
    text = [f"# {stem}", title, f"    {command}", *_sections(run)]
    text += [f"![{Path(name).stem}]({name})" for name in pictures]
    (folder / f"{stem}.md").write_text("\n\n".join(text) + "\n")
    print(f"written: {folder}/{stem}.json, .md, {', '.join(pictures)}")


def _json(run: Run, command: str) -> str:
    content = {
        "processor": machine.processor(),
        "commit": commit(),
        "command": command,
        "versions": {name: version(name) for name in SYSTEMS},
        "settings": asdict(run.settings),
        "limits": run.limits,
        "rows": [row.as_json() for row in run.rows],
        "verdicts": [
            {**asdict(verdict), "met": verdict.met} for verdict in run.verdicts
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _sections(run: Run) -> list[str]:
    table = markdown(run.columns, run.rows).rstrip()
    verdicts = "\n".join(f"* {verdict}" for verdict in run.verdicts)
    return [f"ms per run; {DIRECTION}.", table, verdicts]


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
