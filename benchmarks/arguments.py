# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of ./dev bench."""

import argparse
import re
from pathlib import Path

from benchmarks.dynamic import NAMES as DYNAMIC
from benchmarks.kernels import KERNELS, OFF_GRID
from benchmarks.kernels.off_grid import SAMPLE
from benchmarks.measure import Settings
from benchmarks.models import NAMES
from benchmarks.results import FOLDER
from benchmarks.tuner import plan


def _add_kinds(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say what is measured."""
    add = parser.add_argument
    add("--kernels", action="store_true", help="one-node models, one thread")
    add(
        "--dynamic",
        action="store_true",
        help="models of free batch and length, at several sizes",
    )
    add(
        "--tuner",
        type=plan.parts,
        nargs="?",
        const=plan.NAMES,
        metavar="PART,…",
        help="what the tuner gains and costs: " + ", ".join(plan.NAMES),
    )
    add(
        "--off-grid",
        type=int,
        nargs="?",
        const=SAMPLE,
        metavar="COUNT",
        help="one-node models whose sizes are multiples of no tile, one thread "
        f"({SAMPLE} of {len(OFF_GRID)})",
    )


def _add_settings(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say how, and which of the models or kernels."""
    add = parser.add_argument
    add("--filter", metavar="REGEX", help="names that fit")
    add("--rounds", type=int, help="rounds of each system (5; models of --tuner: 9)")
    add(
        "--time-budget",
        type=float,
        metavar="SECONDS",
        help="per model, for all systems (9; 3 for one-node models; --tuner: 27; 5)",
    )
    add("--threads", type=int, help="cores to use (1)")
    add(
        "--exported",
        action="store_true",
        help="the models as PyTorch exports them",
    )
    add(
        "--results",
        type=Path,
        default=FOLDER,
        metavar="DIR",
        help="for JSON, Markdown and charts (benchmarks/runs)",
    )
    plan.add_options(parser)


def _known_names(args: argparse.Namespace) -> list[str]:
    """Returns the names of all models or kernels of the kind that is measured."""
    return {
        "kernels": list(KERNELS),
        "off-grid": list(OFF_GRID)[: args.off_grid],
        "dynamic": list(DYNAMIC),
        "models": list(NAMES),
    }[args.kind]


def parse(
    arguments: list[str], description: str
) -> tuple[argparse.Namespace, Settings]:
    """Parses the arguments; args.names are the requested models or kernels."""
    parser = argparse.ArgumentParser(
        prog="./dev bench", description=description
    )
    _add_kinds(parser)
    _add_settings(parser)
    args = parser.parse_args(arguments)
    args.kind = _kind(parser, args)
    if args.exported and args.kind != "models":
        parser.error(f"--{args.kind} excludes --exported")
    if args.kind == "tuner":
        args.plan = plan.plan_of(args)
        return args, Settings(1, args.rounds or 0, args.time_budget or 0, 0)
    if given := plan.given(args):
        parser.error(f"{given[0]} needs --tuner")
    is_one_node = args.kind in ("kernels", "off-grid")
    if is_one_node and args.threads not in (None, 1):
        parser.error(f"--{args.kind} excludes --threads")
    args.threads = args.threads or 1
    known = _known_names(args)
    args.names = [name for name in known if re.search(args.filter or "", name)]
    if not args.names:
        parser.error(f"no name fits {args.filter!r} of {', '.join(known)}")
    seconds = args.time_budget or (3.0 if is_one_node else 9.0)
    patience = 2.0 if is_one_node else 10.0
    return args, Settings(args.threads, args.rounds or 5, seconds, patience)


def _kind(parser: argparse.ArgumentParser, args: argparse.Namespace) -> str:
    """Returns what is measured: the option without dashes, or "models"."""
    kinds = {
        "tuner": args.tuner is not None,
        "kernels": args.kernels,
        "off-grid": args.off_grid is not None and args.tuner is None,
        "dynamic": args.dynamic,
    }
    given = [kind for kind, is_given in kinds.items() if is_given]
    if len(given) > 1:
        parser.error(f"--{given[0]} excludes --{given[1]}")
    return given[0] if given else "models"


def stem(args: argparse.Namespace) -> str:
    """Returns the base name of a run's files in the results folder."""
    parts = [args.kind]
    parts += [f"{args.off_grid}"] if args.off_grid not in (None, SAMPLE) else []
    parts += ["exported"] if args.exported else []
    parts += [f"{args.threads}-threads"] if args.threads > 1 else []
    parts += ["filtered"] if args.filter else []
    return "-".join(parts)
