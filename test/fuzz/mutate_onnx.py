"""Feeds mutated ONNX models to the compiler: it must refuse or compile them.

A mutant fails if the compiler crashes, hangs, ends without a diagnostic,
leaves a file behind, or reads external data that it must not.
"""

import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from driver import (  # noqa: E402
    Verdict,
    Workload,
    find_bad,
    judge_all,
    parse_arguments,
    print_summary,
    require_package,
)
from mutations import mutant, prepare_folder  # noqa: E402

WORK = Workload(
    noun="mutant",
    count=2000,
    long_count=40000,
    limit=5.0,
    memory=6 << 30,
    preload=("onnx", "onnx.backend.test", "mutations"),
)
KINDS = ("refused", "compiled")


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


def save(folder: Path, seed: int, indices: list[int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for index in indices:
        path = folder / f"mutant-{seed}-{index}.onnx"
        path.write_bytes(mutant(seed, index).content)


def main() -> int:
    args = parse_arguments(
        __doc__.splitlines()[0], WORK, "count the diagnostics"
    )
    require_package()
    if args.only is not None:
        if args.save:
            save(args.save, args.seed, [args.only])
        with tempfile.TemporaryDirectory() as scratch:
            verdict = Feed(args.seed, scratch)(args.only)
        print(f"{verdict.kind}: {verdict.text}")
        return 1 if verdict.kind == "bad" else 0
    count = WORK.long_count if args.long else args.count
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        verdicts = judge_all(Feed(args.seed, scratch), count, args.jobs, WORK)
    print_report(verdicts, args.verbose)
    bad = find_bad(verdicts)
    if args.save:
        save(args.save, args.seed, bad)
    print_summary(verdicts, start, args.seed, WORK.noun, KINDS)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
