# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What TVM's paper and slides say that compilers gain, measured here.

    .venv/bin/python -m benchmarks.claims

Fusion: chains of operators, compiled with and without `--fusion=never`. Tiles and
threads: products of two matrices as tensor expressions, each with one more step of the
schedule that the slides derive. Vectors: a sum. Two versions run in turns. The exit
status is 1 if results differ.
"""

import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
import onnx
import tvm_mlir
from tvm_mlir import te

from benchmarks.kernels import KERNELS
from benchmarks.kernels.convolution import build
from benchmarks.machine import processor, wait_until_idle
from benchmarks.modules import feeds_of, has_results
from benchmarks.verdict import Verdict

ROUNDS = 9
SIZE = 1024
NUMBERS = 1 << 18
LEAST_OF_FUSION, LEAST_OF_TILES = 1.5, 10

# Models of chains, and the least gain of their fusion. The 3 × 3 convolution, whose
# image is the same, takes so much longer that its epilogue is a smaller share.
CHAINS: Mapping[str, tuple[Callable[[], onnx.ModelProto], float | None]] = {
    "eight element-wise operators": (KERNELS["elementwise_chain"].build, LEAST_OF_FUSION),
    "C3, bias, residual, ReLU": (partial(build, "C3", epilogue=True), LEAST_OF_FUSION),
    "C2, bias, residual, ReLU": (partial(build, "C2", epilogue=True), None),
}


Timer = Callable[[], float]  # returns the seconds of a run


def timer(module: tvm_mlir.Module, feeds: Mapping[str, np.ndarray]) -> Timer:
    return lambda: min(module.time(feeds, repeat=3, warmup=1).times)


def ratio(slow: Timer, fast: Timer) -> float:
    """Returns the median over rounds of the time of `slow` ÷ that of `fast`."""
    return statistics.median(slow() / fast() for _ in range(ROUNDS))


def fusion(model: onnx.ModelProto) -> tuple[Timer, Timer]:
    """Returns the model without and with fusion, after comparing their results."""
    modules = {
        choice: tvm_mlir.compile(model, fusion=choice, num_threads=1)
        for choice in ("never", "auto")
    }
    feeds = feeds_of(modules["auto"])
    if not has_results(modules["auto"], feeds, modules["never"].run(feeds)):
        raise ValueError(f"{model.graph.name}: results differ with --fusion=never")
    return timer(modules["never"], feeds), timer(modules["auto"], feeds)


def product(size: int) -> tuple[te.Tensor, te.Tensor, te.Tensor]:
    """Returns the product of the slides: C[y, x] = Σ A[k, y] · B[k, x]."""
    A = te.placeholder((size, size), name="A")
    B = te.placeholder((size, size), name="B")
    k = te.reduce_axis((0, size), name="k")
    C = te.compute(
        (size, size), lambda y, x: te.sum(A[k, y] * B[k, x], axis=k), name="C"
    )
    return A, B, C


def vanilla(s: te.Schedule, C: te.Tensor) -> None:
    """Leaves the loops as they are written."""


def tiled(s: te.Schedule, C: te.Tensor, parallel: bool = False) -> None:
    """Tiles of 8 × 32 elements, which are sums in registers."""
    local = s.cache_write(C, "local")
    rows, columns = C.op.axis
    yo, xo, yi, xi = s[C].tile(rows, columns, 8, 32)
    s[local].compute_at(s[C], xo)
    y, x = s[local].op.axis
    (k,) = s[local].op.reduce_axis
    s[local].reorder(k, y, x)
    s[local].unroll(y)
    s[local].vectorize(x)
    s[C].vectorize(xi)
    if parallel:
        s[C].parallel(yo)


STEPS: Mapping[str, tuple[Callable[[te.Schedule, te.Tensor], None], int]] = {
    "vanilla": (vanilla, 1),
    "tiles, vectors": (tiled, 1),
    "tiles, vectors, 2 threads": (lambda s, C: tiled(s, C, parallel=True), 2),
}

COMPARED = (
    ("vanilla", "tiles, vectors", LEAST_OF_TILES),
    ("tiles, vectors", "tiles, vectors, 2 threads", 1),
)


def products(size: int = SIZE) -> dict[str, Timer]:
    """Returns the versions of the product, after comparing their results."""
    random = np.random.default_rng(0)
    feeds = {name: random.standard_normal((size, size), np.float32) for name in "AB"}
    expected = feeds["A"].T @ feeds["B"]

    def version(schedule: Callable[[te.Schedule, te.Tensor], None], threads: int) -> Timer:
        A, B, C = product(size)
        s = te.create_schedule(C.op)
        schedule(s, C)
        module = te.build(s, [A, B, C], num_threads=threads).module
        (result,) = module.run(feeds).values()
        np.testing.assert_allclose(result, expected, rtol=1e-3, atol=1e-3)
        return timer(module, feeds)

    return {name: version(*step) for name, step in STEPS.items()}


def total(lanes: int) -> Timer:
    """Returns a sum of numbers in vectors of `lanes`. The compiler leaves the order of a
    sum as it is, so that one lane is one number after the other."""
    A = te.placeholder((NUMBERS,), name="A")
    k = te.reduce_axis((0, NUMBERS), name="k")
    B = te.compute((1,), lambda i: te.sum(A[k], axis=k), name="B")
    s = te.create_schedule(B.op)
    if lanes > 1:
        _, inner = s[B].split(k, lanes)
        partial_sums = s.rfactor(B, inner)
        lane, one = s[partial_sums].op.axis
        s[partial_sums].reorder(one, *s[partial_sums].op.reduce_axis, lane)
        s[partial_sums].vectorize(lane)
    module = te.build(s, [A, B], num_threads=1).module
    feeds = {"A": np.random.default_rng(0).standard_normal(NUMBERS, np.float32)}
    (result,) = module.run(feeds).values()
    np.testing.assert_allclose(result, feeds["A"].sum(), rtol=1e-3)
    return timer(module, feeds)


def verdicts() -> Iterator[Verdict]:
    for name, (make, least) in CHAINS.items():
        gain = ratio(*fusion(make()))
        yield Verdict(f"{name}: unfused ÷ fused", gain, least)
    versions = products()
    for slow, fast, least in COMPARED:
        gain = ratio(versions[slow], versions[fast])
        yield Verdict(f"product of {SIZE}: {slow} ÷ {fast}", gain, least)
    gain = ratio(total(1), total(64))
    yield Verdict(f"sum of {NUMBERS} numbers: scalars ÷ vectors", gain, 1)


def main() -> int:
    busy = wait_until_idle()
    print(f"{processor()}, {busy:.0%} busy")
    try:
        for verdict in verdicts():
            print(verdict, flush=True)
    except (AssertionError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
