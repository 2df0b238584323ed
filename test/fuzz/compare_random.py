# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles random models and compares what they compute with ONNX Runtime.

A model is compiled at a random level of optimisation, or runs at a random level of
the IR. It fails if the compiler crashes or hangs, if it refuses what ONNX Runtime
runs without naming an operator that is unsupported, or if a result differs from
ONNX Runtime's and from the reference evaluator's by more than rounding.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conformance")]

from backends import Backend, Level, Tvm  # noqa: E402
from driver import Verdict, Workload  # noqa: E402
from random_check import PRELOAD, judge_index, judge_models  # noqa: E402

WORK = Workload(
    noun="model",
    count=500,
    long_count=20000,
    limit=60.0,
    memory=12 << 30,
    preload=PRELOAD,
)

# How a model is computed: half of all models as users have them.
WAYS: dict[str, Backend] = {
    **{f"-O{level}": Tvm(level) for level in range(4)},
    **{level: Level(level) for level in ("graph", "te", "loops")},
}


def choose_way(seed: int, index: int) -> str:
    random = np.random.default_rng([seed, index, 2])
    return "-O3" if random.random() < 0.5 else str(random.choice(list(WAYS)))


@dataclass(frozen=True)
class Compare:
    """Compiles and runs the model of an index, in a worker."""

    seed: int
    way: str | None  # None: another one for each index

    def __call__(self, index: int) -> Verdict:
        way = self.way or choose_way(self.seed, index)
        return judge_index(self.seed, index, way, WAYS[way])


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--way", choices=WAYS, help="how all models are computed")


def main() -> int:
    return judge_models(
        __doc__.splitlines()[0],
        WORK,
        lambda args: Compare(args.seed, args.way),
        add_options,
    )


if __name__ == "__main__":
    sys.exit(main())
