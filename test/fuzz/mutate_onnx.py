"""Feeds mutated ONNX models to the compiler: it must refuse or compile them.

A mutant fails if the compiler crashes, hangs, ends without a diagnostic,
leaves a file behind, or reads external data that it must not.
"""

import argparse
import importlib.util
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "test" / "conformance")]

from mutations import mutant, prepare_folder  # noqa: E402
from workers import Failure, run_isolated  # noqa: E402

LIMIT = 5.0  # seconds per mutant
MEMORY = 6 << 30
ENOUGH = 50  # bad mutants to report
PRELOAD = ("onnx", "onnx.backend.test", "mutations")


@dataclass(frozen=True)
class Verdict:
    """`kind` is compiled, refused or bad."""

    kind: str
    text: str = ""


@dataclass(frozen=True)
class Feed:
    """Compiles the mutant of an index, in a worker, in a folder of its own."""

    seed: int
    scratch: str

    def __call__(self, index: int) -> Verdict:
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        try:
            return self._feed(index, folder)
        finally:
            shutil.rmtree(folder)

    def _feed(self, index: int, folder: Path) -> Verdict:
        given = mutant(self.seed, index)
        source, out, temporary = (folder / n for n in ("in", "out", "tmp"))
        prepare_folder(source)
        out.mkdir()
        temporary.mkdir()
        (source / "model.onnx").write_bytes(given.content)
        before = sorted(source.rglob("*"))
        os.environ["TMPDIR"] = str(temporary)
        verdict = _compile(source / "model.onnx", out / "model.so")
        (out / "model.so").unlink(missing_ok=True)
        left = [*out.iterdir(), *temporary.iterdir()]
        if left or sorted(source.rglob("*")) != before:
            return Verdict("bad", f"left {[path.name for path in left]}")
        if given.must_fail and verdict.kind == "compiled":
            return Verdict("bad", "compiled with forbidden external data")
        return verdict


def _compile(model: Path, artefact: Path) -> Verdict:
    import tvm_mlir

    try:
        tvm_mlir.compile(str(model), output=str(artefact), threads=1)
    except Exception as error:  # noqa: BLE001 judged by its type
        text = str(error).strip()
        if not type(error).__module__.startswith("tvm_mlir") or not text:
            return Verdict("bad", f"raised {error!r}")
        if artefact.exists():
            return Verdict("bad", "refused, but left an artefact")
        return Verdict("refused", text.splitlines()[0])
    if not artefact.exists():
        return Verdict("bad", "no diagnostic and no artefact")
    return Verdict("compiled")


def feed_all(indices: range, seed: int, jobs: int) -> dict[int, Verdict]:
    """Verdicts by index; gives up after the first ENOUGH bad ones."""
    verdicts: dict[int, Verdict] = {}
    bad = 0
    tty = sys.stderr.isatty()
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        finished = run_isolated(
            Feed(seed, scratch),
            indices,
            jobs,
            lambda index: LIMIT,
            PRELOAD,
            MEMORY,
        )
        for index, result in finished:
            if isinstance(result, Failure):
                result = Verdict("bad", f"{result.kind}: {result.detail}")
            verdicts[index] = result
            bad += result.kind == "bad"
            if bad == ENOUGH:
                break
            if tty and index % 16 == 0:
                line = f"\r{len(verdicts)}/{len(indices)} "
                print(line, end="", file=sys.stderr, flush=True)
    return verdicts


def print_report(verdicts: dict[int, Verdict], verbose: bool) -> None:
    if verbose:
        refusals = Counter(
            re.sub(r"'[^']*'|\d+", "…", verdict.text)
            for verdict in verdicts.values()
            if verdict.kind == "refused"
        )
        for text, count in refusals.most_common(30):
            print(f"{count:6}  {text[:140]}")
    for index, verdict in sorted(verdicts.items()):
        if verdict.kind == "bad":
            print(f"mutant {index}: {verdict.text}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=2000, help="mutants (2000)")
    add("--long", action="store_true", help="40,000 mutants")
    add("--seed", type=int, default=0)
    add("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    add("--verbose", action="store_true", help="count the diagnostics")
    add("--save", type=Path, metavar="DIR", help="keep the mutants that fail")
    add(
        "--only", type=int, metavar="INDEX", help="this mutant, in this process"
    )
    return parser.parse_args()


def save(folder: Path, seed: int, indices: list[int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for index in indices:
        path = folder / f"mutant-{seed}-{index}.onnx"
        path.write_bytes(mutant(seed, index).content)


def main() -> int:
    args = parse_arguments()
    sys.path.append(str(ROOT / "python"))
    if importlib.util.find_spec("tvm_mlir") is None:
        sys.exit("error: expected the package tvm_mlir: run ./dev build")
    if args.only is not None:
        if args.save:
            save(args.save, args.seed, [args.only])
        with tempfile.TemporaryDirectory() as scratch:
            verdict = Feed(args.seed, scratch)(args.only)
        print(f"{verdict.kind}: {verdict.text}")
        return 1 if verdict.kind == "bad" else 0
    count = 40000 if args.long else args.count
    start = time.monotonic()
    verdicts = feed_all(range(count), args.seed, args.jobs)
    print_report(verdicts, args.verbose)
    kinds = Counter(verdict.kind for verdict in verdicts.values())
    bad = [i for i, verdict in verdicts.items() if verdict.kind == "bad"]
    if args.save:
        save(args.save, args.seed, bad)
    if bad:
        print(f"repeat one with --seed={args.seed} --only={min(bad)}")
    print(
        f"{len(verdicts)} mutants in {time.monotonic() - start:.0f} s: "
        f"{kinds['refused']} refused, {kinds['compiled']} compiled, "
        f"{len(bad)} bad"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
