"""Runs passes on IR with mutated attributes: they must refuse or run.

A mutant fails if tvm-opt crashes, hangs, or fails without a diagnostic.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from attribute_mutations import mutant  # noqa: E402
from driver import (  # noqa: E402
    ROOT,
    Verdict,
    Workload,
    find_bad,
    judge_all,
    parse_arguments,
    print_summary,
)

WORK = Workload(
    noun="mutant",
    count=800,
    long_count=40000,
    limit=30.0,
    memory=6 << 30,
    preload=("attribute_mutations",),
)
KINDS = ("refused", "accepted")
TVM_OPT = os.environ.get("TVM_OPT") or ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"


@dataclass(frozen=True)
class Feed:
    """Runs tvm-opt on the mutant of an index."""

    seed: int
    scratch: str

    def __call__(self, index: int) -> Verdict:
        given = mutant(self.seed, index)
        path = Path(self.scratch, f"{index}.mlir")
        path.write_text(given.text)
        # What is freed is overwritten: whoever still reads it fails.
        environment = os.environ | {"MALLOC_PERTURB_": "165"}
        try:
            done = subprocess.run(
                [TVM_OPT, path, *given.case.guarded_options, "-o", os.devnull],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=environment,
                timeout=WORK.limit - 5,
            )
        except subprocess.TimeoutExpired:
            return Verdict("bad", f"{given.case.source}: no end")
        finally:
            path.unlink()
        text = done.stderr.decode(errors="replace")
        if done.returncode == 0:
            return Verdict("accepted")
        errors = re.findall(r"error: (.*)", text)
        if done.returncode == 1 and errors:
            return Verdict("refused", errors[0])
        return Verdict("bad", f"{given.case.source}: status {done.returncode}: {_tail(text)}")


def _tail(text: str) -> str:
    frames = re.findall(r"#\d+ 0x\w+ (\S*(?:tvm|mlir)\S*)", text)
    return " < ".join(frames[:6]) or text[-200:]


def print_report(verdicts: dict[int, Verdict], verbose: bool) -> None:
    if verbose:
        refusals = Counter(
            re.sub(r"'[^']*'|\d+", "…", verdict.text)
            for verdict in verdicts.values()
            if verdict.kind == "refused"
        )
        for text, count in refusals.most_common(40):
            print(f"{count:6}  {text[:140]}")
    for index, verdict in sorted(verdicts.items()):
        if verdict.kind == "bad":
            print(f"mutant {index}: {verdict.text}")


def save(folder: Path, seed: int, indices: list[int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for index in indices:
        given = mutant(seed, index)
        run = f"// RUN: tvm-opt %s {' '.join(map(shlex.quote, given.case.guarded_options))}\n"
        (folder / f"mutant-{seed}-{index}.mlir").write_text(run + given.text)


def main() -> int:
    args = parse_arguments(__doc__.splitlines()[0], WORK, "count the diagnostics")
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
