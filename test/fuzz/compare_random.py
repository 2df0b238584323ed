"""Compiles random models and compares what they compute with ONNX Runtime.

A model is compiled at a random level of optimisation, or runs at a random level of
the IR. It fails if the compiler crashes or hangs, if it refuses what ONNX Runtime
runs without naming an operator that is unsupported, or if a result differs from
ONNX Runtime's and from the reference evaluator's by more than rounding.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "conformance")]

from backends import Backend, Level, Tvm  # noqa: E402
from driver import Verdict, Workload  # noqa: E402
from random_check import (  # noqa: E402
    PRELOAD,
    build,
    find_wrong,
    judge_models,
    may_refuse,
)
from random_models import Model  # noqa: E402

WORK = Workload(
    noun="model",
    count=500,
    long_count=20000,
    limit=60.0,
    memory=12 << 30,
    preload=(*PRELOAD, "backends"),
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
        model, proto = build(self.seed, index)
        operators = tuple(node.op_type for node in model.nodes)
        if not model.nodes:
            return Verdict("equal")
        kind, text = _compare(model, proto, WAYS[way])
        return Verdict(kind, f"{way}: {text}", operators)


def _compare(
    model: Model, proto: onnx.ModelProto, backend: Backend
) -> tuple[str, str]:
    inputs = {v.name: v.array for v in model.inputs}
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        path = scratch / "model.onnx"
        onnx.save(proto, path)
        is_compiled = False
        try:
            run = backend.prepare(path, scratch)
            is_compiled = isinstance(backend, Tvm)
            results = run(inputs)
        except Exception as error:  # noqa: BLE001 of the compiler, or the runtime
            text = str(error).strip()
            if not is_compiled and may_refuse(proto, text):
                return "refused", text
            return "bad", f"run: {text}" if is_compiled else text
    wrong = find_wrong(model, proto, results)
    return ("bad", wrong) if wrong else ("equal", "")


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
