# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of ./dev bench --tuner, and its options."""

import argparse
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.compiler import ROOT
from benchmarks.pinned import MeasureError

TABLES = ROOT / "benchmarks/results/tables"
NAMES = (
    "models",
    "off-grid",
    "tables",
    "live",
    "prediction",
    "speed",
    "transfer",
    "database",
)


@dataclass(frozen=True)
class Plan:
    """The options of --tuner. None: the part's own default."""

    parts: tuple[str, ...] = NAMES
    results: Path = ROOT / "benchmarks/runs"
    filter: str = ""
    threads: int | None = None
    off_grid: int | None = None  # kernels
    database: Path | None = None
    budget: str | None = None  # of each model, each kernel off the grid, and speed
    trials: int | None = None  # of each live search; a limit of models too
    seeds: int | None = None
    tables: Path = TABLES
    searches: tuple[str, ...] = ("evolutionary",)
    options: tuple[str, ...] = ()  # further ones of tvmc tune

    def choose(self, names: tuple[str, ...]) -> list[str]:
        """Returns the names that fit the filter."""
        chosen = [name for name in names if re.search(self.filter, name)]
        if not chosen:
            raise MeasureError(f"no name fits {self.filter!r} of {', '.join(names)}")
        return chosen

    def as_json(self) -> dict[str, Any]:
        return {
            key: str(value) if isinstance(value, Path) else value
            for key, value in asdict(self).items()
        }


def parts(text: str) -> tuple[str, ...]:
    chosen = tuple(text.split(","))
    if unknown := [part for part in chosen if part not in NAMES]:
        raise argparse.ArgumentTypeError(
            f"expected parts of {', '.join(NAMES)}, got '{unknown[0]}'"
        )
    return chosen


def duration(text: str) -> str:
    if not re.fullmatch(r"\d+[smh]", text):
        raise argparse.ArgumentTypeError(
            f"expected a time like 90s, 10m or 2h, got '{text}'"
        )
    return text


_OPTIONS = {
    "database": None,
    "budget": None,
    "trials": None,
    "seeds": None,
    "tables": TABLES,
    "searches": Plan.searches,
    "tune_option": [],
}


def given(args: argparse.Namespace) -> list[str]:
    """Returns the options of --tuner that do not have their default value."""
    return [
        f"--{name.replace('_', '-')}"
        for name, default in _OPTIONS.items()
        if getattr(args, name) != default
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("options of --tuner")
    parser.set_defaults(**_OPTIONS)

    def add(name: str, **settings: Any) -> None:
        group.add_argument(name, default=argparse.SUPPRESS, **settings)

    add(
        "--database",
        type=Path,
        metavar="FILE",
        help="records for models and kernels off the grid, which are tuned only "
        "with --budget or --trials; without it they are tuned now",
    )
    add(
        "--budget",
        type=duration,
        metavar="TIME",
        help="of each model (10m), each kernel off the grid (30s), and speed (60s)",
    )
    add(
        "--trials",
        type=int,
        metavar="N",
        help="of each search of live (200) and transfer (100); a limit of models "
        "and kernels off the grid too",
    )
    add(
        "--seeds",
        type=int,
        metavar="N",
        help="of searches (tables 50, live 3, transfer 5)",
    )
    add(
        "--tables",
        type=Path,
        metavar="DIR",
        help="recorded tables (benchmarks/results/tables)",
    )
    add(
        "--searches",
        type=lambda text: tuple(text.split(",")),
        metavar="METHOD,…",
        help="live searches, the first of which is judged (evolutionary)",
    )
    add(
        "--tune-option",
        action="append",
        metavar="OPTION",
        help="a further option of tvmc tune; may be repeated",
    )


def plan_of(args: argparse.Namespace) -> Plan:
    return Plan(
        args.tuner or NAMES,
        args.results,
        args.filter or "",
        args.threads,
        args.off_grid,
        args.database,
        args.budget,
        args.trials,
        args.seeds,
        args.tables,
        args.searches,
        tuple(args.tune_option),
    )
