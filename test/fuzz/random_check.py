# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What fuzzers of random models share: the models of a seed, and what is wrong with
their results.
"""

import argparse
import contextlib
import re
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
from backends import Backend, Tvm
from conditioning import find_noise
from driver import (
    Verdict,
    Workload,
    find_bad,
    judge_all,
    parse_arguments,
    print_summary,
    require_package,
)
from opinions import run_reference
from random_models import (
    LATE_OPERATORS,
    OPERATORS,
    Model,
    Unfit,
    Value,
    disguise,
)
from random_models.model import SIZES

PRELOAD = ("onnx", "onnxruntime", "backends", "conditioning", "random_models")
KINDS = ("equal", "refused")
RELATIVE = 1e-3
ABSOLUTE = 1e-4  # of the largest element, at least of 1


def is_late(index: int) -> bool:
    """A quarter of the models: of other operators as well, some empty, and
    written with functions and branches."""
    return index % 4 == 2


def random_model(seed: int, index: int) -> Model:
    m = Model(np.random.default_rng([seed, index]))
    operators = OPERATORS
    if is_late(index):
        operators = [*OPERATORS, *LATE_OPERATORS * 2]
        m.sizes = (*SIZES, 0)
    for _ in range(m.integer(1, 3)):
        m.input(m.shape(m.integer(0, 5)))
    if m.chance(0.4):
        dtype = m.choose([np.int64, np.int32, np.uint8, np.bool_, np.float64])
        m.input(m.shape(m.integer(1, 4)), dtype)
    wanted = m.integer(1, 14)
    for _ in range(20 * wanted):
        if len(m.nodes) >= wanted:
            break
        lists = (m.inputs, m.initializers, m.values, m.nodes)
        counts = [len(items) for items in lists]
        try:
            m.choose(operators)(m)
        except Unfit:
            for items, count in zip(lists, counts, strict=True):
                del items[count:]
    return m


def build(seed: int, index: int) -> tuple[Model, onnx.ModelProto]:
    model = random_model(seed, index)
    proto = model.build(dynamic=model.chance(0.3))
    if is_late(index):
        added = disguise(proto, np.random.default_rng([seed, index, 1]))
        model.inputs += [Value(*item, exact=True) for item in added.items()]
    return model, proto


def difference(
    expected: np.ndarray, got: np.ndarray, noise: float = 0.0
) -> str | None:
    """The first one. `noise` is absolute, beside the tolerance."""
    if expected.shape != got.shape or expected.dtype != got.dtype:
        return (
            f"expected {expected.dtype}{list(expected.shape)}, "
            f"got {got.dtype}{list(got.shape)}"
        )
    if expected.dtype.kind != "f":
        return None if np.array_equal(expected, got) else "elements differ"
    finite = expected[np.isfinite(expected)]
    absolute = ABSOLUTE * max(1.0, float(np.abs(finite).max(initial=0)))
    close = np.isclose(
        got, expected, RELATIVE, absolute + noise, equal_nan=True
    )
    if close.all():
        return None
    where = tuple(int(i) for i in np.argwhere(~close)[0])
    return f"at {where}: expected {expected[where]}, got {got[where]}"


def find_wrong(
    model: Model, proto: onnx.ModelProto, results: dict[str, np.ndarray]
) -> str:
    """Returns the first difference from the model's outputs; "" if there is none."""
    outputs = {v.name: v.array for v in model.outputs}
    differences = find_differences(outputs, results)
    if differences:
        # Rare: ask others before it is called wrong.
        differences = confirm(model, proto, results, differences)
    return next((f"{name}: {text}" for name, text in differences.items()), "")


def confirm(
    model: Model,
    proto: onnx.ModelProto,
    results: dict[str, np.ndarray],
    differences: dict[str, str],
) -> dict[str, str]:
    """Returns the `differences` that remain."""
    inputs = {v.name: v.array for v in model.inputs}
    suspects = set(differences)
    # Whatever a kernel of the reference raises.
    with contextlib.suppress(Exception), np.errstate(all="ignore"):
        suspects &= find_differences(run_reference(proto, inputs), results).keys()
    if not suspects:
        return {}
    outputs = {v.name: v.array for v in model.outputs if v.name in suspects}
    return find_differences(outputs, results, find_noise(proto, inputs))


def find_differences(
    expected: dict[str, np.ndarray],
    results: dict[str, np.ndarray],
    noise: dict[str, float] | None = None,
) -> dict[str, str]:
    """By output."""
    noise = noise or {}
    pairs = {
        name: difference(array, np.asarray(results[name]), noise.get(name, 0.0))
        for name, array in expected.items()
    }
    return {name: text for name, text in pairs.items() if text}


def may_refuse(proto: onnx.ModelProto, text: str) -> bool:
    """Operators that are unsupported, or sizes that have to be known."""
    dims = (
        dim
        for value in proto.graph.input
        for dim in value.type.tensor_type.shape.dim
    )
    # Shapes, axes and sizes.
    is_given = any(
        value.type.tensor_type.elem_type == onnx.TensorProto.INT64
        for value in proto.graph.input
    )
    if is_given or any(dim.dim_param for dim in dims):
        known = "known|constant|static|one k|a scale or a size"
        return bool(re.search(f"expected .*({known})", text))
    return "unsupported operator" in text


def print_report(verdicts: dict[int, Verdict], verbose: bool) -> None:
    if verbose:
        used = Counter(op for v in verdicts.values() for op in v.operators)
        print(*(f"{op} {count}" for op, count in used.most_common()), sep=", ")
    for index, verdict in sorted(verdicts.items()):
        if verdict.kind != "equal":
            print(f"model {index} {verdict.kind}: {verdict.text}")


def save(folder: Path, seed: int, index: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    model, proto = build(seed, index)
    onnx.save(proto, folder / f"random-{seed}-{index}.onnx")
    for name, values in (("in", model.inputs), ("out", model.outputs)):
        arrays = {v.name: v.array for v in values}
        np.savez(folder / f"random-{seed}-{index}.{name}.npz", **arrays)


def judge_model(
    model: Model,
    proto: onnx.ModelProto,
    backend: Backend,
    transform: Callable[[Path], Path],
) -> tuple[str, str]:
    """Returns the kind of verdict, and its text, on a model in a file that `transform`
    may replace."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        path = scratch / "model.onnx"
        onnx.save(proto, path)
        is_compiled = False
        try:
            run = backend.prepare(transform(path), scratch)
            is_compiled = isinstance(backend, Tvm)
            results = run({v.name: v.array for v in model.inputs})
        except Exception as error:  # noqa: BLE001 of the compiler, or the runtime
            text = str(error).strip()
            if not is_compiled and may_refuse(proto, text):
                return "refused", text
            return "bad", f"run: {text}" if is_compiled else text
    wrong = find_wrong(model, proto, results)
    return ("bad", wrong) if wrong else ("equal", "")


def judge_index(
    seed: int,
    index: int,
    label: str,
    backend: Backend,
    transform: Callable[[Path], Path] = lambda path: path,
) -> Verdict:
    """Judges the model of an index. `label` says how it is computed."""
    model, proto = build(seed, index)
    if not model.nodes:
        return Verdict("equal")
    kind, text = judge_model(model, proto, backend, transform)
    operators = tuple(node.op_type for node in model.nodes)
    return Verdict(kind, f"{label}: {text}", operators)


def judge_models(
    description: str,
    work: Workload,
    make_judge: Callable[[argparse.Namespace], Callable[[int], Verdict]],
    add_options: Callable[[argparse.ArgumentParser], object] = lambda parser: None,
) -> int:
    """A fuzzer's main; returns the exit status."""
    args = parse_arguments(description, work, "count the operators", add_options)
    require_package()
    judge = make_judge(args)
    if args.only is not None:
        if args.save:
            save(args.save, args.seed, args.only)
        verdict = judge(args.only)
        print(f"{verdict.kind}: {verdict.text}", *verdict.operators)
        return int(verdict.kind == "bad")
    count = work.long_count if args.long else args.count
    start = time.monotonic()
    verdicts = judge_all(judge, count, args.jobs, work)
    print_report(verdicts, args.verbose)
    bad = find_bad(verdicts)
    print_summary(verdicts, start, args.seed, work.noun, KINDS)
    for index in bad if args.save else ():
        save(args.save, args.seed, index)
    return int(bool(bad))
