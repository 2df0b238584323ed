# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs passes on IR with mutated attributes: they must refuse or run.

A mutant fails if tvm-opt crashes, hangs, or fails without a diagnostic.
"""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from attribute_mutations import mutant  # noqa: E402
from driver import ROOT, Verdict, Workload, judge_mutants  # noqa: E402

WORK = Workload(
    noun="mutant",
    count=2000,
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
        # Freed memory is overwritten, so that later reads of it fail.
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


def save(path: Path, seed: int, index: int) -> None:
    given = mutant(seed, index)
    run = f"// RUN: tvm-opt %s {' '.join(map(shlex.quote, given.case.guarded_options))}\n"
    path.with_suffix(".mlir").write_text(run + given.text)


def main() -> int:
    return judge_mutants(__doc__.splitlines()[0], WORK, KINDS, Feed, save)


if __name__ == "__main__":
    sys.exit(main())
