"""The command line of ./dev bench."""

import argparse
import re
from pathlib import Path

from benchmarks.dynamic import NAMES as DYNAMIC
from benchmarks.kernels import KERNELS
from benchmarks.measure import Settings
from benchmarks.models import NAMES
from benchmarks.results import FOLDER


def parse(
    arguments: list[str], description: str
) -> tuple[argparse.Namespace, Settings]:
    """Parses the arguments; args.names are the requested models or kernels."""
    parser = argparse.ArgumentParser(
        prog="./dev bench", description=description
    )
    add = parser.add_argument
    add("--kernels", action="store_true", help="one-node models, one thread")
    add(
        "--dynamic",
        action="store_true",
        help="models of free batch and length, at several sizes",
    )
    add("--filter", metavar="REGEX", help="names that fit, of either")
    add("--rounds", type=int, default=5, help="rounds of each system (5)")
    add(
        "--time-budget",
        type=float,
        metavar="SECONDS",
        help="per model, for all systems (9; 3 with --kernels)",
    )
    add("--threads", type=int, default=1, help="cores to use (1)")
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
    args = parser.parse_args(arguments)
    if args.kernels and (args.exported or args.threads != 1):
        parser.error("--kernels excludes --exported and --threads")
    if args.dynamic and (args.exported or args.kernels):
        parser.error("--dynamic excludes --exported and --kernels")
    args.kind = (
        "kernels" if args.kernels else "dynamic" if args.dynamic else "models"
    )
    known = list({"kernels": KERNELS, "dynamic": DYNAMIC}.get(args.kind, NAMES))
    args.names = [name for name in known if re.search(args.filter or "", name)]
    if not args.names:
        parser.error(f"no name fits {args.filter!r} of {', '.join(known)}")
    seconds = args.time_budget or (3.0 if args.kernels else 9.0)
    patience = 2.0 if args.kernels else 10.0
    return args, Settings(args.threads, args.rounds, seconds, patience)


def stem(args: argparse.Namespace) -> str:
    """Returns the base name of a run's files in the results folder."""
    parts = [args.kind]
    parts += ["exported"] if args.exported else []
    parts += [f"{args.threads}-threads"] if args.threads > 1 else []
    parts += ["filtered"] if args.filter else []
    return "-".join(parts)
