# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ONNX's backend tests; see README.md.

The last line is "N passed, K failed as expected, M not as expected", where
expected_failures.txt says what is expected.
"""

import argparse
import importlib.util
import os
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import onnx

from backends import ROOT, Backend, Level, Ort, Tvm
from compare import difference
from suite import KINDS, Case, load_cases, load_data_sets
from workers import Failure, run_isolated

EXPECTED = Path(__file__).resolve().parent / "expected_failures.txt"
NOTE = "note:"  # how a handwritten reason begins
WRONG = "wrong result"
PRELOAD = ("numpy", "onnx", "onnx.backend.test", "suite", "compare")


@dataclass(frozen=True)
class Outcome:
    """`status` is pass, wrong, error, crash or timeout."""

    status: str
    detail: str = ""

    def reason(self) -> str:
        """One stable line for the list of expected failures."""
        if self.status == "wrong":
            return WRONG
        first = self.detail.splitlines()[0] if self.detail else ""
        return f"{self.status}: {_without_places(first)}"[:160]


    def is_expected(self, listed: str | None) -> bool:
        """Whether the list says this: nothing, or the reason of a failure.

        A handwritten reason explains why results differ, so neither an error nor
        a crash is what it expects.
        """
        if listed is None or self.status == "pass":
            return listed is None and self.status == "pass"
        expected = WRONG if listed.startswith(NOTE) else listed
        return self.reason() == expected


def _without_places(text: str) -> str:
    text = text.replace("\t", " ").removeprefix("error: ")
    text = re.sub(r"\S*/[\w.-]*\.onnx(:[\d:]*)?:? *", "", text)
    return re.sub(r"0x[0-9a-f]+", "0x…", text)


@dataclass(frozen=True)
class RunCase:
    """Runs one test in a worker."""

    backend: Backend
    scratch: str

    def __call__(self, case: Case) -> Outcome:
        with tempfile.TemporaryDirectory(dir=self.scratch) as scratch:
            try:
                return self._run(case, Path(scratch))
            except Exception as error:  # noqa: BLE001 the backend's own types
                text = str(error).strip() or type(error).__name__
                return Outcome("error", text)

    def _run(self, case: Case, scratch: Path) -> Outcome:
        model = onnx.load(case.model)
        run = self.backend.prepare(case.model, scratch)
        for data in load_data_sets(case, model):
            actual = run(data.inputs)
            for name, expected in data.outputs.items():
                found = difference(case, expected, actual[name])
                if found:
                    return Outcome("wrong", f"output '{name}': {found}")
        return Outcome("pass")


def read_expected() -> dict[str, str]:
    if not EXPECTED.exists():
        return {}
    lines = EXPECTED.read_text().splitlines()
    return dict(line.split("\t", 1) for line in lines if line)


def write_expected(results: dict[str, Outcome], listed: dict[str, str]) -> None:
    """Brings `listed` up to date and writes it.

    Handwritten reasons stay where the results still differ.
    """
    for name, outcome in results.items():
        if outcome.status == "pass":
            listed.pop(name, None)
        elif not outcome.is_expected(listed.get(name)):
            listed[name] = outcome.reason()
    lines = [f"{name}\t{reason}\n" for name, reason in sorted(listed.items())]
    EXPECTED.write_text("".join(lines))


def print_table(title: str, cells: Iterable[str], columns: int = 4) -> None:
    print(f"\n{title}")
    cells = list(cells)
    width = max(map(len, cells), default=0) + 2
    rows = -(-len(cells) // columns)
    for row in range(rows):
        print("".join(c.ljust(width) for c in cells[row::rows]).rstrip())


def print_scores(cases: list[Case], results: dict[str, Outcome]) -> None:
    """A score per op type of the node tests, then one per kind."""
    totals: dict[str, Counter[bool]] = defaultdict(Counter)
    for case in cases:
        totals[case.family][results[case.name].status == "pass"] += 1
    cells = [
        f"{family} {count[True]}/{count.total()}"
        for family, count in sorted(totals.items())
        if family not in KINDS
    ]
    print_table("node tests by operator", cells)
    kinds: dict[str, Counter[bool]] = {kind: Counter() for kind in KINDS}
    for case in cases:
        kinds[case.kind][results[case.name].status == "pass"] += 1
    print("\nscore: ", end="")
    scores = [f"{k} {c[True]}/{c.total()}" for k, c in kinds.items() if c]
    print(", ".join(scores))


def print_reasons(results: dict[str, Outcome]) -> None:
    failing = [o for o in results.values() if o.status != "pass"]
    reasons = Counter(_group(outcome.reason()) for outcome in failing)
    print(f"\n{len(failing)} tests do not pass, because:")
    for reason, count in reasons.most_common(40):
        print(f"{count:5}  {reason}")
    if len(reasons) > 40:
        print(f"       and {len(reasons) - 40} other reasons")


def _group(reason: str) -> str:
    """Equal for reasons that differ in numbers or node names only."""
    reason = re.sub(r"node '[^']*'", "node", reason)
    return re.sub(r"\d+", "N", reason)


def limit(case: Case) -> float:
    """Seconds that a test may take; `light` has whole networks."""
    return 120.0 if case.kind == "light" else 10.0


def execute(
    cases: list[Case], backend: Backend, jobs: int
) -> dict[str, Outcome]:
    results: dict[str, Outcome] = {}
    tty = sys.stderr.isatty()
    longest_first = sorted(cases, key=limit, reverse=True)
    with tempfile.TemporaryDirectory(prefix="conformance-") as scratch:
        runner = RunCase(backend, scratch)
        for case, result in run_isolated(
            runner, longest_first, jobs, limit, PRELOAD
        ):
            if isinstance(result, Failure):
                result = Outcome(result.kind, result.detail)
            results[case.name] = result
            if tty:
                line = f"\r{len(results)}/{len(cases)} "
                print(line, end="", file=sys.stderr, flush=True)
    if tty:
        print("\r", end="", file=sys.stderr)
    return results


def select(args: argparse.Namespace, listed: dict[str, str]) -> list[Case]:
    cases = load_cases()
    if unknown := listed.keys() - {case.name for case in cases}:
        sys.exit(f"error: {EXPECTED.name} lists unknown tests: {sorted(unknown)}")
    return [
        case
        for case in cases
        if re.search(args.filter, case.name)
        and (not args.only_failing or case.name in listed)
    ]


def report(
    cases: list[Case],
    results: dict[str, Outcome],
    listed: dict[str, str],
    verbose: bool,
) -> list[str]:
    """Prints all but the time; returns the tests that are not as expected."""
    if verbose:
        for case in cases:
            outcome = results[case.name]
            if outcome.status != "pass":
                first = outcome.detail.splitlines()[:1]
                print(f"{case.name}: {outcome.status}:", *first)
    print_scores(cases, results)
    print_reasons(results)
    surprises = [
        case.name
        for case in cases
        if not results[case.name].is_expected(listed.get(case.name))
    ]
    if surprises:
        print("\nnot as test/conformance/expected_failures.txt says:")
    for name in surprises:
        print(f"  {name}: {_surprise(results[name], listed.get(name))}")
    return surprises


def _surprise(outcome: Outcome, listed: str | None) -> str:
    if outcome.status == "pass":
        return "passes now: remove it"
    expected = f" (expected {listed})" if listed else ""
    return outcome.reason() + expected


def summarize(results: dict[str, Outcome], surprises: list[str]) -> str:
    """Returns the last line."""
    failed = {name for name, outcome in results.items() if outcome.status != "pass"}
    expected = failed.difference(surprises)
    passed = len(results) - len(expected) - len(surprises)
    return (
        f"{passed} passed, {len(expected)} failed as expected, "
        f"{len(surprises)} not as expected"
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev conformance", description=__doc__.splitlines()[0]
    )
    add = parser.add_argument
    add("--filter", default="", metavar="REGEX", help="tests whose name fits")
    add("--only-failing", action="store_true", help="tests on the list")
    add("--verbose", action="store_true", help="why each failing test fails")
    add("--update", action="store_true", help="write expected_failures.txt")
    add("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    add("--backend", choices=("tvm", "ort"), default="tvm")
    add("--level", choices=("graph", "te", "loops"), help="reference execution")
    add("-O", dest="optimize", type=int, choices=range(4))
    return parser.parse_args()


def choose_backend(args: argparse.Namespace) -> Backend:
    if args.level:
        return Level(args.level)
    return Ort() if args.backend == "ort" else Tvm(args.optimize)


def main() -> int:
    args = parse_arguments()
    sys.path.append(str(ROOT / "python"))
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    ours = args.backend == "tvm" and args.level is None
    if ours and importlib.util.find_spec("tvm_mlir") is None:
        sys.exit("error: expected the package tvm_mlir: run ./dev build")
    listed = read_expected()
    cases = select(args, listed)
    start = time.monotonic()
    results = execute(cases, choose_backend(args), args.jobs)
    if args.update:
        write_expected(results, listed)
    # The list is about our own fast path; others are only scored.
    surprises = report(cases, results, listed if ours else {}, args.verbose)
    print(f"\n{time.monotonic() - start:.0f} s")
    print(summarize(results, surprises))
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
