"""What a benchmark prints and saves."""

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import geometric_mean

from benchmarks import machine


@dataclass
class Row:
    """The measurements of one model; times in ms unless named otherwise."""

    model: str
    ours: float
    ort: float
    error: float
    compile_s: float
    compile_peak_mb: float
    compile_limit_mb: float
    load_and_first: float
    ort_load_and_first: float
    arena_mb: float
    arena_bound_mb: float

    @property
    def ratio(self) -> float:
        return self.ours / self.ort


HEADER = (
    f"{'model':14}{'ours':>9}{'ORT':>9}{'ratio':>8}{'Δ/tol':>8}"
    f"{'compile':>10}{'peak':>8}{'limit':>7}"
    f"{'load+1st':>10}{'limit':>8}{'arena':>8}{'bound':>7}\n"
    f"{'':14}{'ms':>9}{'ms':>9}{'':8}{'':8}"
    f"{'s':>10}{'MB':>8}{'MB':>7}"
    f"{'ms':>10}{'ms':>8}{'MB':>8}{'MB':>7}"
)


def print_row(row: Row) -> None:
    first_limit = 1.3 * row.ours + 50
    print(
        f"{row.model:14}{row.ours:9.2f}{row.ort:9.2f}{row.ratio:8.2f}"
        f"{row.error:8.2f}"
        f"{row.compile_s:10.1f}{row.compile_peak_mb:8.0f}"
        f"{row.compile_limit_mb:7.0f}"
        f"{row.load_and_first:10.1f}{first_limit:8.1f}"
        f"{row.arena_mb:8.2f}{row.arena_bound_mb:7.2f}",
        flush=True,
    )


def print_summary(rows: list[Row]) -> None:
    if not rows:
        return
    worst = max(rows, key=lambda row: row.ratio)
    mean = geometric_mean(row.ratio for row in rows)
    print(f"\ngeometric mean {mean:.2f}, worst {worst.ratio:.2f} ", end="")
    print(f"({worst.model}); a ratio above 1 is slower than ONNX Runtime")


def save_json(path: Path, args: argparse.Namespace, rows: list[Row]) -> None:
    result = {
        "processor": machine.processor(),
        "threads": args.threads,
        "exported": args.exported,
        "rounds": args.rounds,
        "time_budget": args.time_budget,
        "models": [{**asdict(row), "ratio": row.ratio} for row in rows],
    }
    path.write_text(json.dumps(result, indent=2) + "\n")
