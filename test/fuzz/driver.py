# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared parts of both fuzzers: judging many indices in workers, options, reports."""

import argparse
import importlib.util
import os
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "test" / "conformance")]

import sanitizers  # noqa: E402
from workers import Failure, run_isolated  # noqa: E402

ENOUGH = 50  # bad ones to report


@dataclass(frozen=True)
class Verdict:
    """The outcome of an index; "bad" is a `kind` of every fuzzer."""

    kind: str
    text: str = ""
    operators: tuple[str, ...] = ()


@dataclass(frozen=True)
class Workload:
    """`noun` is judged; `limit` is in seconds each, `memory` in bytes."""

    noun: str
    count: int
    long_count: int
    limit: float
    memory: int
    preload: tuple[str, ...]


def parse_arguments(
    description: str,
    work: Workload,
    verbose: str,
    add_options: Callable[[argparse.ArgumentParser], object] = lambda parser: None,
) -> argparse.Namespace:
    """`add_options` adds what one fuzzer has beside the options of all."""
    parser = argparse.ArgumentParser(description=description)
    add_options(parser)
    add = parser.add_argument
    add(
        "--count",
        type=int,
        default=work.count,
        help=f"{work.noun}s ({work.count})",
    )
    add("--long", action="store_true", help=f"{work.long_count:,} {work.noun}s")
    add("--seed", type=int, default=0)
    add("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    add("--verbose", action="store_true", help=verbose)
    add("--save", type=Path, metavar="DIR", help=f"keep the bad {work.noun}s")
    add("--only", type=int, metavar="INDEX", help="this one, in this process")
    add("--sanitize", action="store_true", help="build under sanitizers first")
    args = parser.parse_args()
    if args.sanitize and not sanitizers.are_active():
        sanitizers.restart()
    return args


def require_package() -> None:
    sys.path.append(str(ROOT / "python"))
    if importlib.util.find_spec("tvm_mlir") is None:
        sys.exit("error: expected the package tvm_mlir: run ./dev build")


def judge_all(
    judge: Callable[[int], Verdict], count: int, jobs: int, work: Workload
) -> dict[int, Verdict]:
    """Verdicts by index; gives up after the first ENOUGH bad ones."""
    verdicts: dict[int, Verdict] = {}
    bad = 0
    tty = sys.stderr.isatty()
    limit, memory = work.limit, work.memory
    if sanitizers.are_active():
        limit *= sanitizers.SLOWDOWN
        memory = resource.RLIM_INFINITY  # their shadow is 16 TB of addresses
    finished = run_isolated(
        judge, range(count), jobs, lambda index: limit, work.preload, memory
    )
    for index, result in finished:
        if isinstance(result, Failure):
            result = Verdict("bad", f"{result.kind}: {result.detail}")
        verdicts[index] = result
        bad += result.kind == "bad"
        if bad == ENOUGH:
            break
        if tty and index % 16 == 0:
            line = f"\r{len(verdicts)}/{count} "
            print(line, end="", file=sys.stderr, flush=True)
    return verdicts


def find_bad(verdicts: dict[int, Verdict]) -> list[int]:
    return [i for i, v in sorted(verdicts.items()) if v.kind == "bad"]


def print_summary(
    verdicts: dict[int, Verdict],
    start: float,
    seed: int,
    noun: str,
    kinds: tuple[str, ...],
) -> None:
    bad = find_bad(verdicts)
    if bad:
        print(f"repeat one with --seed={seed} --only={bad[0]}")
    counts = Counter(verdict.kind for verdict in verdicts.values())
    print(
        f"{len(verdicts)} {noun}s in {time.monotonic() - start:.0f} s: "
        + ", ".join(f"{counts[kind]} {kind}" for kind in (*kinds, "bad"))
    )


def print_mutants(verdicts: dict[int, Verdict], verbose: bool) -> None:
    """The bad ones, and, if `verbose`, how often each diagnostic occurs."""
    if verbose:
        refusals = Counter(
            re.sub(r"'[^']*'|\d+", "…", verdict.text)
            for verdict in verdicts.values()
            if verdict.kind == "refused"
        )
        for text, count in refusals.most_common(40):
            print(f"{count:6}  {text[:140]}")
    for index in find_bad(verdicts):
        print(f"mutant {index}: {verdicts[index].text}")


def judge_mutants(
    description: str,
    work: Workload,
    kinds: tuple[str, ...],
    feed: Callable[[int, str], Callable[[int], Verdict]],
    save: Callable[[Path, int, int], None],
) -> int:
    """A fuzzer's main: `feed(seed, folder for files)` judges mutants by index,
    `save(path without suffix, seed, index)` keeps one. Returns the exit status."""
    args = parse_arguments(description, work, "count the diagnostics")
    count = work.long_count if args.long else args.count
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        judge = feed(args.seed, scratch)
        if args.only is None:
            verdicts = judge_all(judge, count, args.jobs, work)
        else:
            verdicts = {args.only: judge(args.only)}
    kept = find_bad(verdicts) if args.only is None else [args.only]
    for index in kept if args.save else ():
        args.save.mkdir(parents=True, exist_ok=True)
        save(args.save / f"mutant-{args.seed}-{index}", args.seed, index)
    if args.only is None:
        print_mutants(verdicts, args.verbose)
        print_summary(verdicts, start, args.seed, work.noun, kinds)
    else:
        print(f"{verdicts[args.only].kind}: {verdicts[args.only].text}")
    return 1 if find_bad(verdicts) else 0
