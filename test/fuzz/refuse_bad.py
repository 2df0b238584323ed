# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that models with one thing wrong are refused, and by whom it is said.

A model is fine if importing it fails with an error that names the node and
what was expected, or if it computes what ONNX Runtime (or the reference
evaluator) does. What is not is listed in refuse_bad_expected.txt.
"""

import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from bad_models import KINDS, NODE, BadModel, Value, bad_models  # noqa: E402
from compare import difference  # noqa: E402
from driver import Workload, parse_arguments, require_package  # noqa: E402
from opinions import ARBITRARY, RANDOM, Opinion, consult  # noqa: E402
from suite import Case  # noqa: E402
from workers import Failure, run_isolated  # noqa: E402

HERE = Path(__file__).resolve().parent
EXPECTED = HERE / "refuse_bad_expected.txt"
WORK = Workload(
    noun="model",
    count=400,
    long_count=1 << 20,
    limit=60.0,
    memory=8 << 30,
    preload=("onnx", "onnxruntime", "bad_models", "opinions"),
)
# Seconds that others get for their opinion: ONNX Runtime takes most of a minute
# to average 2^40 samples of a region (RoiAlign).
OPINION_LIMIT = 5.0
# f16 and bf16 round differently in other orders.
TOLERANT = Case("", "node", "", HERE, rtol=2e-2, atol=1e-3)

GROUNDS = r"expected|declared|must be|cannot|not (supported|known)"

FINE = ("refused", "equal", "unjudged")
BAD = ("crash", "timeout", "late", "nameless", "terse", "accepted", "wrong")


@dataclass(frozen=True)
class Reaction:
    """The compiler's: `outputs` are those of a model that it takes."""

    kind: str
    text: str = ""
    outputs: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Feed:
    """Compiles and runs a model, in a worker."""

    scratch: str

    def __call__(self, given: BadModel) -> Reaction:
        import tvm_mlir

        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            path = Path(folder, "model.onnx")
            path.write_bytes(given.content)
            try:
                module = tvm_mlir.compile(
                    str(path), output=str(path.with_suffix(".so")), threads=1
                )
            except tvm_mlir.TvmError as error:
                return judge_refusal(error)
            try:
                return Reaction("takes", "", module.run(given.inputs))
            except Exception as error:  # noqa: BLE001 of the runtime
                return Reaction("run", f"when run: {error}")


def judge_refusal(error: "tvm_mlir.TvmError") -> Reaction:  # noqa: F821
    """After the import a line of progress says that it is done."""
    text = str(error).strip()
    if any(said.severity == "progress" for said in error.diagnostics):
        return Reaction("late", text)
    if not re.search(rf"{NODE}|output '", text):
        return Reaction("nameless", text)
    if not re.search(GROUNDS, text):
        return Reaction("terse", text)
    return Reaction("refused", text)


def judge(given: BadModel, reaction: Reaction, others: Opinion) -> Reaction:
    """Judges a model that was not refused while compiling."""
    if others.refusal:
        text = f"{reaction.text} ONNX says: {others.refusal}"
        kind = "late" if reaction.kind == "run" else "accepted"
        return Reaction(kind, text.strip())
    if not others.outputs or reaction.kind == "run":
        return Reaction("unjudged", reaction.text)
    texts = [compare_all(given, o, reaction.outputs) for o in others.outputs]
    return Reaction("equal") if None in texts else Reaction("wrong", texts[0])


def compare_all(
    given: BadModel, expected: dict[str, Value], actual: dict[str, Value]
) -> str | None:
    for name, value in expected.items():
        text = compare(given, value, actual.get(name))
        if text:
            return f"{name}: {text}"
    return None


def compare(given: BadModel, expected: Value, actual: Value) -> str | None:
    text = difference(TOLERANT, as_objects(expected), as_objects(actual))
    is_arbitrary = given.operator in RANDOM or given.name in ARBITRARY
    if text and is_arbitrary and "values differ" in text:
        return None
    return text


def as_objects(value: Value) -> Value:
    """NumPy has several types of strings."""
    is_string = isinstance(value, np.ndarray) and value.dtype.kind in "SU"
    return value.astype(object) if is_string else value


def react_to(models: list[BadModel], jobs: int) -> dict[str, Reaction]:
    """By the models' names."""
    reactions: dict[str, Reaction] = {}
    with tempfile.TemporaryDirectory(prefix="bad-") as scratch:
        for given, found in run_isolated(
            Feed(scratch), models, jobs, limit, WORK.preload, WORK.memory
        ):
            if isinstance(found, Failure):
                found = Reaction(found.kind, found.detail)
            reactions[given.name] = found
            show_progress(len(reactions), len(models))
    taken = [m for m in models if reactions[m.name].kind in ("takes", "run")]
    for given, found in run_isolated(
        consult, taken, jobs, lambda _: OPINION_LIMIT, WORK.preload, WORK.memory
    ):
        opinion = Opinion() if isinstance(found, Failure) else found
        reaction = judge(given, reactions[given.name], opinion)
        reactions[given.name] = reaction
    return reactions


def limit(given: BadModel) -> float:
    return WORK.limit


def show_progress(done: int, count: int) -> None:
    if sys.stderr.isatty() and done % 16 == 0:
        print(f"\r{done}/{count} ", end="", file=sys.stderr, flush=True)


def print_table(models: list[BadModel], found: dict[str, Reaction]) -> None:
    """Fine ones of all, for each operator and kind of change."""
    counts: dict[str, dict[str, Counter[bool]]] = {}
    for given in models:
        row = counts.setdefault(given.operator, defaultdict(Counter))
        row[given.kind][found[given.name].kind in FINE] += 1
    width = max(map(len, counts))
    print(" " * width, *(f"{kind:>9}" for kind in KINDS))
    for operator, row in counts.items():
        cells = (f"{row[k][True]}/{row[k].total()}" for k in KINDS)
        print(operator.ljust(width), *(f"{cell:>9}" for cell in cells))


def read_expected() -> dict[str, str]:
    """Reasons by the models' names."""
    lines = EXPECTED.read_text().splitlines()
    return dict(line.split("\t", 1) for line in lines)


def find_surprises(
    models: list[BadModel], found: dict[str, Reaction]
) -> list[str]:
    listed = read_expected()
    known = {given.name for given in bad_models()}
    lines = [f"{n}: there is no such model" for n in listed.keys() - known]
    for given in models:
        reaction = found[given.name]
        is_fine = reaction.kind in FINE
        if is_fine and given.name in listed:
            lines.append(f"{given.name}: is fine now, remove it from the list")
        elif not is_fine and given.name not in listed:
            lines.append(f"{given.name}: {reaction.kind}: {reaction.text}")
    return lines


def select(count: int, seed: int) -> list[BadModel]:
    """Every n-th one, so that all operators and kinds are there."""
    models = list(bad_models())
    step = max(1, len(models) // count)
    return models[seed % step :: step]


def main() -> int:
    args = parse_arguments(
        __doc__.splitlines()[0], WORK, "print every message"
    )
    require_package()
    count = WORK.long_count if args.long else args.count
    models = select(count, args.seed)
    if args.only is not None:
        models = models[args.only :][:1]
    start = time.monotonic()
    found = react_to(models, args.jobs)
    if args.save:
        args.save.mkdir(parents=True, exist_ok=True)
    for i, given in enumerate(models):
        reaction = found[given.name]
        if args.verbose:
            print(f"{i}: {given.name}: {reaction.kind}: {reaction.text}")
        if args.save and reaction.kind in BAD:
            (args.save / f"bad-{i}.onnx").write_bytes(given.content)
    print_table(models, found)
    surprises = find_surprises(models, found)
    print(*surprises, sep="\n")
    kinds = Counter(reaction.kind for reaction in found.values())
    print(
        f"{len(models)} models in {time.monotonic() - start:.0f} s: "
        + ", ".join(f"{kinds[kind]} {kind}" for kind in (*FINE, *BAD))
    )
    return int(bool(surprises))


if __name__ == "__main__":
    sys.exit(main())
