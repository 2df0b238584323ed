# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TVM's tutorial on convolutions on a GPU (see gpu_programs.py)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gpu_programs import Program, _random

from tvm_mlir import te

THREADS, TILE, STEP, VIRTUAL, PAD, WINDOW = 4, 4, 4, 2, 1, 3
TX = te.thread_axis((0, THREADS), "threadIdx.x")
TY = te.thread_axis((0, THREADS), "threadIdx.y")


def _convolution(size: int, channels: int, batch: int) -> list[te.Tensor]:
    """Returns A, its padded copy, W, and the convolution by rows, columns, channels and
    images."""
    A = te.placeholder((size, size, channels, batch), name="A")
    W = te.placeholder((WINDOW, WINDOW, channels, channels), name="W")

    def pad(y: te.Expr, x: te.Expr, c: te.Expr, n: te.Expr) -> te.Expr:
        inside = te.all(y >= PAD, y - PAD < size, x >= PAD, x - PAD < size)
        zero = te.const(0.0, "float32")
        return te.if_then_else(inside, A[y - PAD, x - PAD, c, n], zero)

    padded = te.compute((size + 2 * PAD,) * 2 + (channels, batch), pad, name="Apad")
    rc = te.reduce_axis((0, channels), name="rc")
    ry, rx = (te.reduce_axis((0, WINDOW), name=name) for name in ("ry", "rx"))
    B = te.compute(
        (size, size, channels, batch),
        lambda y, x, f, n: te.sum(
            padded[y + ry, x + rx, rc, n] * W[ry, rx, rc, f], axis=[ry, rx, rc]
        ),
        name="B",
    )
    return [A, padded, W, B]


def _bind_result(stage: te.Stage) -> Any:
    """Binds loops first and reorders them then, like the tutorial."""
    hi, wi, fi, ni = stage.op.axis
    bz = stage.fuse(hi, wi)
    by, fi = stage.split(fi, factor=TILE * THREADS)
    bx, ni = stage.split(ni, factor=TILE * THREADS)
    for axis, name in [(bz, "z"), (by, "y"), (bx, "x")]:
        stage.bind(axis, te.thread_axis(f"blockIdx.{name}"))
    tyz, fi = stage.split(fi, nparts=VIRTUAL)
    txz, ni = stage.split(ni, nparts=VIRTUAL)
    ty, fi = stage.split(fi, nparts=THREADS)
    tx, ni = stage.split(ni, nparts=THREADS)
    stage.reorder(bz, by, bx, tyz, txz, ty, tx, fi, ni)
    for axis in (tyz, txz):
        stage.bind(axis, te.thread_axis((0, VIRTUAL), "vthread"))
    stage.bind(ty, TY)
    stage.bind(tx, TX)
    return tx


def _fetch(stage: te.Stage) -> None:
    """Lets threads share the elements of a tile."""
    yi, xi, ci, ni = stage.op.axis
    ty, ci = stage.split(ci, nparts=THREADS)
    tx, ni = stage.split(ni, nparts=THREADS)
    _, ni = stage.split(ni, factor=4)
    stage.reorder(ty, tx, yi, xi, ci, ni)
    stage.bind(ty, TY)
    stage.bind(tx, TX)
    stage.vectorize(ni)


def tutorial_convolution(size: int = 6, channels: int = 16, batch: int = 16) -> Program:
    A, padded, W, B = _convolution(size, channels, batch)
    s = te.create_schedule(B.op)
    s[padded].compute_inline()
    AA, WW = s.cache_read(padded, "shared", [B]), s.cache_read(W, "shared", [B])
    AL, WL = s.cache_read(AA, "local", [B]), s.cache_read(WW, "local", [B])
    BL = s.cache_write(B, "local")
    s[BL].compute_at(s[B], _bind_result(s[B]))
    _, _, fi, ni = s[BL].op.axis
    ry, rx, rc = s[BL].op.reduce_axis
    rco, rci = s[BL].split(rc, factor=STEP)
    s[BL].reorder(rco, ry, rx, rci, fi, ni)
    for tile, copy in [(AA, AL), (WW, WL)]:
        s[tile].compute_at(s[BL], rx)
        s[copy].compute_at(s[BL], rci)
        _fetch(s[tile])
    a, w = _random(*A.shape), _random(*W.shape)
    framed = np.pad(a, ((PAD, PAD), (PAD, PAD), (0, 0), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(framed, (WINDOW,) * 2, (0, 1))
    expected = np.einsum("yxcnij,ijcf->yxfn", windows, w)
    return Program(s, [A, W, B], [a, w], expected, 1e-4 * channels)
