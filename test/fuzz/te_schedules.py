# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random schedules of random tensor expressions, compiled and run.

A case is a chain of stages, each of which reads earlier ones once or several
times: element by element, at shifted places, at places that data give (inside of
the tensor or not), in a reduction, or in an expression of thousands of operations. Its
schedule inlines, moves, splits, reorders, unrolls and vectorizes them at random, and
gives loops to virtual threads. A case is bad if the compiler fails otherwise
than by refusing a step, takes longer than `LIMIT` seconds of CPU time, or if a result
is not numpy's. All numbers are integers, so any order of a sum gives the same.

    python test/fuzz/te_schedules.py --seed=0 --count=500 [--only=N] [--verbose]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np
import tvm_mlir
from tvm_mlir import te

LIMIT = 5.0
REFUSALS = ("cannot ", "expected ")
DTYPES = {"float32": np.float32, "int32": np.int32}


@dataclass
class Value:
    """A tensor, and what it holds."""

    tensor: te.Tensor
    data: np.ndarray


@dataclass
class Program:
    """A chain of stages. `values` are its inputs and stages, in order."""

    choose: random.Random
    dtype: str = "float32"
    inputs: list[Value] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    sizes: dict[te.Var, int] = field(default_factory=dict)

    def input(self, shape: tuple[Any, ...], dtype: str, low: int, high: int) -> Value:
        known = tuple(self.sizes.get(dim, dim) for dim in shape)
        data = np.random.default_rng(self.choose.randrange(1 << 30)).integers(
            low, high, known
        )
        tensor = te.placeholder(shape, dtype, name=f"x{len(self.inputs)}")
        self.inputs.append(Value(tensor, data.astype(DTYPES[dtype])))
        return self.inputs[-1]

    def add(self, shape: tuple[Any, ...], body: Callable[..., Any], data: Any) -> None:
        tensor = te.compute(shape, body, name=f"s{len(self.values)}")
        self.values.append(Value(tensor, np.asarray(data, DTYPES[self.dtype])))


def wrap(data: np.ndarray) -> np.ndarray:
    """Small numbers, so that floats stay exact."""
    return np.clip(data, -64, 64)


def bounded(expr: Any) -> Any:
    return te.max(te.min(expr, 64), -64)


def add_elementwise(p: Program, x: Value) -> None:
    """Reads one element two or three times, or that of two stages."""
    others = [v for v in p.values if v.data.shape == x.data.shape]
    y = p.choose.choice(others)
    count = p.choose.randint(2, 3)
    p.add(
        x.tensor.shape,
        lambda *i: bounded(sum((x.tensor[i] for _ in range(count)), y.tensor[i] - 1)),
        wrap(count * x.data + y.data - 1),
    )


def add_shifted(p: Program, x: Value) -> None:
    """Reads neighbours, with a border."""
    shift = p.choose.randint(1, 3)
    size = x.tensor.shape[0]

    def element(i: te.Expr, *rest: te.Expr) -> te.Expr:
        is_inside = i + shift < size
        behind = te.if_then_else(is_inside, x.tensor[(i + shift, *rest)], 3)
        return bounded(x.tensor[(i, *rest)] - behind)

    behind = np.full_like(x.data, 3)
    behind[: max(len(behind) - shift, 0)] = x.data[shift:]
    p.add(x.tensor.shape, element, wrap(x.data - behind))


def add_gathered(p: Program, x: Value) -> None:
    """Reads where data say, which may be outside."""
    size = x.data.shape[0]
    low, high = p.choose.choice([(0, size), (-2, size + 2), (-(1 << 30), 1 << 30)])
    count = p.choose.choice([1, 4, 7, 16])
    where = p.input((count,), "int32", low, high)
    p.add(
        (count, *x.tensor.shape[1:]),
        lambda i, *rest: x.tensor[(where.tensor[i], *rest)] + 1,
        x.data[np.clip(where.data, 0, size - 1)] + 1,
    )


def add_reduction(p: Program, x: Value) -> None:
    """Adds up the last dimension, or multiplies it with a matrix."""
    rank = len(x.tensor.shape)
    k = te.reduce_axis((0, x.tensor.shape[-1]), "k")
    if rank > 1 and p.choose.random() < 0.5:
        p.add(
            x.tensor.shape[:-1],
            lambda *i: te.sum(x.tensor[(*i, k)], axis=k),
            x.data.sum(-1),
        )
        return
    columns = p.choose.choice([1, 3, 8, 16])
    w = p.input((x.tensor.shape[-1], columns), p.dtype, -2, 3)
    p.add(
        (*x.tensor.shape[:-1], columns),
        lambda *i: te.sum(x.tensor[(*i[:-1], k)] * w.tensor[k, i[-1]], axis=k),
        x.data @ w.data,
    )


def add_long(p: Program, x: Value) -> None:
    """A long and deep expression."""
    steps = [p.choose.randint(-2, 2) for _ in range(p.choose.choice([50, 300, 1500]))]
    data = x.data
    for step in steps:
        data = wrap(data + step)

    def element(*i: te.Expr) -> te.Expr:
        value = x.tensor[i]
        for step in steps:
            value = bounded(value + step)
        return value

    p.add(x.tensor.shape, element, data)


GROWERS = [add_elementwise] * 10 + [add_shifted] * 4 + [add_gathered, add_reduction] * 2
GROWERS.append(add_long)


def make_program(choose: random.Random) -> Program:
    p = Program(choose, choose.choice(list(DTYPES)))
    shape: list[Any] = [
        choose.choice([1, 2, 3, 5, 8, 12, 16, 31, 64])
        for _ in range(choose.randint(1, 3))
    ]
    if choose.random() < 0.3:
        size, shape[0] = shape[0], te.var("n")
        p.sizes[shape[0]] = size
    p.values.append(p.input(tuple(shape), p.dtype, -4, 5))
    for _ in range(choose.choice([1, 2, 3, 4, 6, 14] * 5 + [100])):
        choose.choice(GROWERS)(p, p.values[-1])
    return p


# --- schedules ----------------------------------------------------------------


def split_loops(choose: random.Random, stage: te.schedules.Stage) -> None:
    for _ in range(choose.randint(0, 2)):
        loop = choose.choice(stage.leaf_iter_vars)
        stage.split(loop, choose.choice([1, 2, 3, 4, 8, 16]))
    loops = list(stage.leaf_iter_vars)
    if choose.random() < 0.4:
        chosen = choose.sample(loops, choose.randint(1, len(loops)))
        stage.reorder(*chosen)


def mark_loops(choose: random.Random, stage: te.schedules.Stage) -> None:
    loops = list(stage.leaf_iter_vars)
    if choose.random() < 0.2:
        stage.parallel(loops.pop(0))
    if loops and choose.random() < 0.3 and not loops[-1].is_reduction:
        stage.vectorize(loops.pop())
    for loop in loops:
        if not isinstance(loop.extent, te.expressions.Const):
            continue
        if choose.random() < 0.1 and not loop.is_reduction:
            stage.bind(loop, te.thread_axis("vthread"))
        elif choose.random() < 0.4:
            stage.unroll(loop)


def schedule(p: Program) -> te.schedules.Schedule:
    choose = p.choose
    result = p.values[-1].tensor
    s = te.create_schedule(result.op)
    wanted = choose.random()  # chains are inlined as a whole, or here and there
    for value in p.values[1:-1]:
        stage = s[value.tensor]
        if not stage.op.reduce_axis and choose.random() < wanted:
            stage.compute_inline()
    stages = [stage for stage in s.stages if not stage.inlining]
    for stage in list(stages):
        if stage.op.reduce_axis and choose.random() < 0.4:
            loop = stage.op.reduce_axis[0]
            if choose.random() < 0.7:
                loop = stage.split(loop, choose.choice([2, 4, 5]))[choose.randint(0, 1)]
            rank = len(stage.op.axis)
            tensor = stage.origin.outputs[0]
            s.rfactor(tensor, loop, choose.randint(-rank - 1, rank))
    stages = [stage for stage in s.stages if not stage.inlining]
    for position in reversed(range(len(stages))):
        stage = stages[position]
        later = stages[position + 1 :]
        if later and choose.random() < 0.4:
            parent = choose.choice(later)
            stage.compute_at(parent, choose.choice(parent.leaf_iter_vars))
        split_loops(choose, stage)
        mark_loops(choose, stage)
    return s


# --- cases --------------------------------------------------------------------


@dataclass
class Outcome:
    """The outcome of a case; `seconds` is the CPU time of its compilation."""

    kind: str
    seconds: float = 0.0
    text: str = ""


def is_refusal(error: Exception) -> bool:
    if isinstance(error, ValueError):
        return True
    listed = getattr(error, "diagnostics", [])
    texts = [str(each) for each in listed] or [str(error)]
    return any(word in text for text in texts for word in REFUSALS)


def run_case(seed: int) -> Outcome:
    p = make_program(random.Random(seed))
    arguments = [value.tensor for value in (*p.inputs, p.values[-1])]
    start = time.process_time()
    try:
        function = te.build(schedule(p), arguments, num_threads=1, no_cache=True)
    except (ValueError, tvm_mlir.TvmError) as error:
        seconds = time.process_time() - start
        kind = "refused" if is_refusal(error) else "failed"
        return Outcome(kind, seconds, str(error))
    seconds = time.process_time() - start
    found = function(*[value.data for value in p.inputs])
    if not np.array_equal(found, p.values[-1].data):
        return Outcome("wrong", seconds, f"{found}, expected {p.values[-1].data}")
    return Outcome("ran", seconds)


def check(seed: int) -> Outcome:
    """The same; a case that takes too long is "slow"."""
    try:
        outcome = run_case(seed)
    except Exception:
        return Outcome("failed", 0.0, traceback.format_exc())
    if outcome.kind in ("ran", "refused") and outcome.seconds > LIMIT:
        return Outcome("slow", outcome.seconds, f"{outcome.seconds:.1f} s")
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--only", type=int)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    first, count = options.seed, options.count
    if options.only is not None:
        first, count = options.only, 1
    counts: dict[str, int] = {}
    slowest = 0.0
    for seed in range(first, first + count):
        outcome = check(seed)
        counts[outcome.kind] = counts.get(outcome.kind, 0) + 1
        slowest = max(slowest, outcome.seconds)
        is_bad = outcome.kind not in ("ran", "refused")
        if is_bad or options.verbose or options.only is not None:
            text = f"{outcome.kind}, {outcome.seconds:.2f} s"
            print(f"case {seed}: {text}: {outcome.text}", flush=True)
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{listed}; the slowest took {slowest:.1f} s to compile")
    return 0 if set(counts) <= {"ran", "refused"} else 1


if __name__ == "__main__":
    sys.exit(main())
