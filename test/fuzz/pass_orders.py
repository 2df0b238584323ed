# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs passes of the graph level in random orders on random models.

A model fails if a pass crashes, hangs, or makes IR that is not valid, or if the
model that results computes something else than ONNX Runtime computes for the
original: at the level graph, or, for a third of the models, as an artefact.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conformance")]

from backends import ROOT, Level, Tvm, tvmc  # noqa: E402
from driver import Verdict, Workload  # noqa: E402
from random_check import PRELOAD, judge_index, judge_models  # noqa: E402

WORK = Workload(
    noun="model",
    count=200,
    long_count=5000,
    limit=60.0,
    memory=12 << 30,
    preload=PRELOAD,
)

# Passes that take and leave operators of the graph, before these become kernels.
FUNCTION_PASSES = (
    "canonicalize",
    "cse",
    "graph-combine-products",
    "graph-convert-layout",
    "graph-fold-batch-norm",
    "graph-infer-shapes",
    "graph-mark-equal-dims",
    "graph-narrow-products",
    "graph-separate-pools",
    "graph-simplify",
    "graph-winograd",
    "graph-winograd{force=true}",
)
MODULE_PASSES = ("graph-fold-constants",)
# Large constants that passes have made are no part of a module's text.
LAST_PASS = "graph-store-weights{file=passed.bin}"
MOST_PASSES = 12
TVM_OPT = ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"


def choose_pipeline(random: np.random.Generator) -> str:
    passes = [f"func.func({name})" for name in FUNCTION_PASSES] + [*MODULE_PASSES]
    chosen = random.choice(passes, random.integers(1, MOST_PASSES + 1))
    return f"builtin.module({','.join([*chosen, LAST_PASS])})"


def transform(model: Path, pipeline: str) -> Path:
    """Returns the file of the imported model after the passes."""
    dump = model.parent / "dump"  # weights are in files there
    options = (f"--dump-ir={dump}", "-q", "-o", model.with_suffix(".so"))
    _run(tvmc(), "compile", model, *options)
    files = ("0-import.mlir", "-o", "passed.mlir")
    _run(TVM_OPT, f"--pass-pipeline={pipeline}", *files, folder=dump)
    return dump / "passed.mlir"


def _run(*command: object, folder: Path | None = None) -> None:
    done = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit status {done.returncode}")


@dataclass(frozen=True)
class Reorder:
    """Judges the model and the passes of an index, in a worker."""

    seed: int

    def __call__(self, index: int) -> Verdict:
        random = np.random.default_rng([self.seed, index, 3])
        pipeline = choose_pipeline(random)
        backend = Tvm() if random.random() < 1 / 3 else Level("graph")
        return judge_index(
            self.seed, index, pipeline, backend, lambda path: transform(path, pipeline)
        )


def main() -> int:
    return judge_models(
        __doc__.splitlines()[0], WORK, lambda args: Reorder(args.seed)
    )


if __name__ == "__main__":
    sys.exit(main())
