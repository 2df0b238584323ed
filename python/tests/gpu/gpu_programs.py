# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs whose schedules bind loops to a GPU: the programs of the slides, and larger
ones.

Each has a schedule, its arguments, arrays of inputs, and the expected result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from tvm_mlir import te


@dataclass
class Program:
    schedule: te.Schedule
    args: list[te.Tensor]
    inputs: list[Any]
    expected: Any
    tolerance: float = 0.0


def _random(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).standard_normal(shape, np.float32)


def _axes(*names: str) -> list[te.stages.ThreadAxis]:
    return [te.thread_axis(name) for name in names]


def vector_add(size: int = 100) -> Program:
    """The slides' vector addition, with 32 threads per block, the last of which are
    idle."""
    n = te.var("n")
    A, B = te.placeholder((n,), name="A"), te.placeholder((n,), name="B")
    C = te.compute((n,), lambda i: A[i] + B[i], name="C")
    s = te.create_schedule(C.op)
    xo, xi = s[C].split(C.op.axis[0], factor=32)
    block, thread = _axes("blockIdx.x", "threadIdx.x")
    s[C].bind(xo, block)
    s[C].bind(xi, thread)
    a, b = _random(size), _random(size)[::-1].copy()
    return Program(s, [A, B, C], [a, b], a + b)


def _product(n: int) -> tuple[list[te.Tensor], te.IterVar, list[Any]]:
    A = te.placeholder((n, n), name="A")
    B = te.placeholder((n, n), name="B")
    k = te.reduce_axis((0, n), name="k")
    C = te.compute((n, n), lambda i, j: te.sum(A[i, k] * B[k, j], axis=k), name="C")
    return [A, B, C], k, [_random(n, n), _random(n, n).T.copy()]


def _expect(arrays: list[Any]) -> Any:
    return (arrays[0].astype("f8") @ arrays[1].astype("f8")).astype("f4")


def filled(size: int = 20) -> Program:
    """A program with a size that only the result has."""
    l = te.var("l")
    A = te.placeholder((4,), name="A")
    B = te.compute((l,), lambda i: A[i % 4] * te.cast("float32", l), name="B")
    s = te.create_schedule(B.op)
    _bind_rows(s[B], s[B].op.axis[0], 8)
    a = _random(4)
    return Program(s, [A, B], [a], np.resize(a, size) * np.float32(size))


def naive_product(n: int = 48, tile: int = 16) -> Program:
    """A product with a thread per element."""
    args, k, inputs = _product(n)
    C = args[-1]
    s = te.create_schedule(C.op)
    i, j, il, jl = s[C].tile(*C.op.axis, tile, tile)
    for axis, name in zip(
        (i, j, il, jl), ("blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    ):
        s[C].bind(axis, te.thread_axis(name))
    return Program(s, args, inputs, _expect(inputs), 1e-5 * n)


@dataclass
class Tiles:
    """Sizes of a product: rows and columns of a block and of a thread, threads and
    virtual threads along each axis, and steps of the reduction per fetch."""

    block: int = 32
    thread: int = 4
    virtual: int = 2
    reduction: int = 8

    @property
    def threads(self) -> int:
        return self.block // self.thread // self.virtual


def _split_tile(
    stage: te.Stage, axis: te.IterVar, tiles: Tiles
) -> tuple[te.IterVar, te.IterVar, te.IterVar]:
    """Returns loops over virtual threads, threads and the elements of a thread."""
    virtual, rest = stage.split(axis, nparts=tiles.virtual)
    thread, element = stage.split(rest, nparts=tiles.threads)
    return virtual, thread, element


def _bind_tile(
    stage: te.Stage,
    y: te.IterVar,
    x: te.IterVar,
    tiles: Tiles,
    *reductions: te.IterVar,
) -> None:
    """Binds the loops over a tile. The first of `reductions` is outside of the threads,
    the others are inside."""
    vy, ty, yi = _split_tile(stage, y, tiles)
    vx, tx, xi = _split_tile(stage, x, tiles)
    outer, inner = reductions[:1], reductions[1:]
    stage.reorder(*outer, ty, tx, *inner, vy, vx, yi, xi)
    stage.bind(ty, te.thread_axis("threadIdx.y"))
    stage.bind(tx, te.thread_axis("threadIdx.x"))
    for axis in (vy, vx):
        stage.bind(axis, te.thread_axis("vthread"))
    for axis in (*inner, yi, xi):
        stage.unroll(axis)


def _fetch(stage: te.Stage, threads: int) -> None:
    """Lets all threads of a block copy a tile together."""
    fused = stage.fuse(*stage.op.axis)
    rest, tx = stage.split(fused, factor=threads)
    _, ty = stage.split(rest, factor=threads)
    stage.bind(ty, te.thread_axis("threadIdx.y"))
    stage.bind(tx, te.thread_axis("threadIdx.x"))


def shared_product(
    n: int = 64, tiles: Tiles = Tiles(), fetches_ahead: bool = False
) -> Program:
    """A product that fetches tiles of both operands into shared memory, possibly while
    the previous tiles are used. A thread keeps its elements in registers."""
    args, k, inputs = _product(n)
    A, B, C = args
    s = te.create_schedule(C.op)
    CL = s.cache_write(C, "local")
    AS = s.cache_read(A, "shared", CL)
    BS = s.cache_read(B, "shared", CL)
    by, bx, yi, xi = s[C].tile(*C.op.axis, tiles.block, tiles.block)
    s[C].bind(by, te.thread_axis("blockIdx.y"))
    s[C].bind(bx, te.thread_axis("blockIdx.x"))
    _bind_tile(s[C], yi, xi, tiles)
    s[CL].compute_at(s[C], bx)
    ko, ki = s[CL].split(s[CL].op.reduce_axis[0], factor=tiles.reduction)
    _bind_tile(s[CL], *s[CL].op.axis, tiles, ko, ki)
    for copy in (AS, BS):
        s[copy].compute_at(s[CL], ko)
        _fetch(s[copy], tiles.threads)
        if fetches_ahead:
            s[copy].double_buffer()
    return Program(s, args, inputs, _expect(inputs), 1e-5 * n)


def tutorial_product(
    n: int = 64,
    tile: int = 64,
    threads: int = 8,
    virtual: int = 1,
    fetches_ahead: bool = False,
) -> Program:
    """A product with the order of TVM's tutorials: loops of threads are outermost, and
    the same threads copy to shared memory inside, and from there to registers."""
    args, k, inputs = _product(n)
    A, B, C = args
    s = te.create_schedule(C.op)
    CL = s.cache_write(C, "local")
    AS, BS = s.cache_read(A, "shared", [CL]), s.cache_read(B, "shared", [CL])
    AL, BL = s.cache_read(AS, "local", [CL]), s.cache_read(BS, "local", [CL])
    by, bx, yi, xi = s[C].tile(*C.op.axis, tile, tile)
    loops = []
    for axis in (yi, xi):
        outer, rest = s[C].split(axis, nparts=virtual)
        loops.append((outer, *s[C].split(rest, nparts=threads)))
    (vy, ty, yi), (vx, tx, xi) = loops
    s[C].reorder(by, bx, vy, vx, ty, tx, yi, xi)
    if virtual > 1:
        s[C].bind(vy, te.thread_axis("vthread"))
        s[C].bind(vx, te.thread_axis("vthread"))
    names = ("blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    for axis, name in zip((by, bx, ty, tx), names):
        s[C].bind(axis, te.thread_axis(name))
    s[CL].compute_at(s[C], tx)
    ko, ki = s[CL].split(s[CL].op.reduce_axis[0], factor=8)
    s[CL].reorder(ko, ki, *s[CL].op.axis)
    for registers in (AL, BL):
        s[registers].compute_at(s[CL], ki)
    for copy in (AS, BS):
        s[copy].compute_at(s[CL], ko)
        _fetch(s[copy], threads)
        if fetches_ahead:
            s[copy].double_buffer()
    return Program(s, args, inputs, _expect(inputs), 1e-5 * n)


def _bind_rows(stage: te.Stage, axis: te.IterVar, threads: int = 32) -> None:
    block, thread = stage.split(axis, factor=threads)
    stage.bind(block, te.thread_axis("blockIdx.x"))
    stage.bind(thread, te.thread_axis("threadIdx.x"))


def two_launches(n: int) -> Program:
    """A stage that reads the results of another one across blocks."""
    A = te.placeholder((n,), name="A")
    B = te.compute((n,), lambda i: A[i] * 2.0, name="B")
    C = te.compute((n,), lambda i: B[n - 1 - i] + B[i], name="C")
    s = te.create_schedule(C.op)
    for stage in (B, C):
        _bind_rows(s[stage], s[stage].op.axis[0])
    a = _random(n)
    return Program(s, [A, C], [a], a * 2 + a[::-1] * 2)


def shared_stage(n: int, threads: int = 8) -> Program:
    """A stage that threads compute together, at a loop that is inside of all loops of
    threads."""
    A = te.placeholder((n + 2,), name="A")
    B = te.compute((n + 2,), lambda i: A[i] * 2.0, name="B")
    C = te.compute((n,), lambda i: B[i] + B[i + 1] + B[i + 2], name="C")
    s = te.create_schedule(C.op)
    block, thread = s[C].split(C.op.axis[0], factor=threads)
    s[C].bind(block, te.thread_axis("blockIdx.x"))
    s[C].bind(thread, te.thread_axis("threadIdx.x"))
    s[B].compute_at(s[C], thread)
    s[B].set_scope("shared")
    _, own = s[B].split(B.op.axis[0], factor=threads)
    s[B].bind(own, te.thread_axis("threadIdx.x"))
    a = _random(n + 2)
    return Program(s, [A, C], [a], a[:-2] * 2 + a[1:-1] * 2 + a[2:] * 2, 1e-6)


def softmax(rows: int, n: int) -> Program:
    """A softmax, with elementary functions and reductions within a thread."""
    A = te.placeholder((rows, n), name="A")
    k, l = te.reduce_axis((0, n), name="k"), te.reduce_axis((0, n), name="l")
    M = te.compute((rows,), lambda i: te.max(A[i, k], axis=k), name="M")
    E = te.compute((rows, n), lambda i, j: te.exp(A[i, j] - M[i]), name="E")
    S = te.compute((rows,), lambda i: te.sum(E[i, l], axis=l), name="S")
    D = te.compute((rows, n), lambda i, j: E[i, j] / S[i], name="D")
    s = te.create_schedule(D.op)
    for stage in (M, E, S, D):
        _bind_rows(s[stage], s[stage].op.axis[0], 4)
    a = _random(rows, n) * 4
    e = np.exp(a.astype("f8") - a.max(axis=1, keepdims=True))
    return Program(s, [A, D], [a], (e / e.sum(1, keepdims=True)).astype("f4"), 1e-6)


def conversions(n: int) -> Program:
    """Conversions between integers of several widths and floats, and conditions."""
    A = te.placeholder((n,), name="A", dtype="int32")
    B = te.placeholder((n,), name="B", dtype="uint8")
    C = te.compute(
        (n,),
        lambda i: te.if_then_else(
            A[i] > 0, te.cast("float32", A[i]) / 3.0, te.cast("float32", B[i]) - 0.5
        ),
        name="C",
    )
    s = te.create_schedule(C.op)
    _bind_rows(s[C], s[C].op.axis[0])
    a = (np.arange(n, dtype=np.int32) * 7919) % 1001 - 500
    b = (np.arange(n) * 31 % 256).astype(np.uint8)
    expected = np.where(a > 0, a.astype("f4") / np.float32(3), b.astype("f4") - 0.5)
    return Program(s, [A, B, C], [a, b], expected.astype("f4"), 1e-5)
