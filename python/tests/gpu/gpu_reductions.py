# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions of which threads compute parts (see gpu_programs.py)."""

from __future__ import annotations

import numpy as np
from gpu_programs import Program, _random

from tvm_mlir import te


def row_sums(
    rows: int, n: int, threads: int = 16, across: int = 4, is_symbolic: bool = False
) -> Program:
    """TVM's tutorial: the threads of a row add up parts of it, and then the parts."""
    M, N = (te.var("m"), te.var("n")) if is_symbolic else (rows, n)
    A = te.placeholder((M, N), name="A")
    k = te.reduce_axis((0, N), name="k")
    B = te.compute((M,), lambda i: te.sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    _, inner = s[B].split(B.op.reduce_axis[0], factor=threads)
    BF = s.rfactor(B, inner)
    block, row = s[B].split(s[B].op.axis[0], factor=across)
    s[B].bind(block, te.thread_axis("blockIdx.x"))
    s[B].bind(row, te.thread_axis("threadIdx.y"))
    (lane,) = s[B].op.reduce_axis
    tx = te.thread_axis("threadIdx.x")
    s[B].bind(lane, tx)
    s[BF].compute_at(s[B], lane)
    s[B].set_store_predicate(tx.var.equal(0))
    a = _random(rows, n)
    return Program(s, [A, B], [a], a.astype("f8").sum(1).astype("f4"), 1e-5 * n)


def maximum_of_a_row(rows: int, threads: int) -> Program:
    """A reduction without rfactor in which a thread has one value."""
    A = te.placeholder((rows, threads), name="A")
    k = te.reduce_axis((0, threads), name="k")
    B = te.compute((rows,), lambda i: te.max(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    s[B].bind(s[B].op.reduce_axis[0], te.thread_axis("threadIdx.x"))
    s[B].bind(s[B].op.axis[0], te.thread_axis("blockIdx.x"))
    a = _random(rows, threads)
    return Program(s, [A, B], [a], a.max(1))


def row_sums_of_threads(rows: int, n: int, threads: int = 16) -> Program:
    """A reduction without rfactor in which a thread adds up several values; the loops
    over threads are between its loops."""
    A = te.placeholder((rows, n), name="A")
    k = te.reduce_axis((0, n), name="k")
    B = te.compute((rows,), lambda i: te.sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    _, inner = s[B].split(B.op.reduce_axis[0], factor=threads * 2)
    lane, _ = s[B].split(inner, nparts=threads)
    block, row = s[B].split(s[B].op.axis[0], factor=2)
    s[B].bind(block, te.thread_axis("blockIdx.x"))
    s[B].bind(row, te.thread_axis("threadIdx.y"))
    s[B].bind(lane, te.thread_axis("threadIdx.x"))
    a = _random(rows, n)
    return Program(s, [A, B], [a], a.astype("f8").sum(1).astype("f4"), 1e-5 * n)


def log_sum_of_a_row(rows: int, n: int, threads: int) -> Program:
    """A reduction in two steps by a user-defined combiner."""

    def add(x: te.Expr, y: te.Expr) -> te.Expr:
        return te.max(x, y) + te.log(1 + te.exp(te.min(x, y) - te.max(x, y)))

    A = te.placeholder((rows, n), name="A")
    k = te.reduce_axis((0, n), name="k")
    log_sum = te.comm_reducer(add, te.min_value, name="log_sum")
    B = te.compute((rows,), lambda i: log_sum(A[i, k], axis=k), name="B")
    s = te.create_schedule(B.op)
    _, inner = s[B].split(k, factor=threads)
    BF = s.rfactor(B, inner)
    s[B].bind(s[B].op.reduce_axis[0], te.thread_axis("threadIdx.x"))
    s[B].bind(s[B].op.axis[0], te.thread_axis("blockIdx.x"))
    s[BF].compute_at(s[B], s[B].op.reduce_axis[0])
    a = _random(rows, n)
    return Program(s, [A, B], [a], np.log(np.exp(a.astype("f8")).sum(1)).astype("f4"), 1e-4)


def fused_softmax(rows: int, n: int, threads: int, is_factored: bool = False) -> Program:
    """A softmax with a block per row, whose threads reduce in shared memory."""
    A = te.placeholder((rows, n), name="A")
    axes = [te.reduce_axis((0, n), name=name) for name in ("k", "l")]
    M = te.compute((rows,), lambda i: te.max(A[i, axes[0]], axis=axes[0]), name="M")
    E = te.compute((rows, n), lambda i, j: te.exp(A[i, j] - M[i]), name="E")
    S = te.compute((rows,), lambda i: te.sum(E[i, axes[1]], axis=axes[1]), name="S")
    Y = te.compute((rows, n), lambda i, j: E[i, j] / S[i], name="Y")
    s = te.create_schedule(Y.op)
    tx = te.thread_axis((0, threads), "threadIdx.x")
    row = Y.op.axis[0]
    s[Y].bind(row, te.thread_axis("blockIdx.x"))
    for T in (M, S):
        _, lane = s[T].split(s[T].op.reduce_axis[0], factor=threads)
        if is_factored:
            part = s.rfactor(T, lane)
            (lane,) = s[T].op.reduce_axis
            s[part].compute_at(s[T], lane)
        s[T].set_scope("shared")
        s[T].compute_at(s[Y], row)
        s[T].bind(lane, tx)
    s[E].set_scope("shared")
    s[E].compute_at(s[Y], row)
    for T in (E, Y):
        s[T].bind(s[T].split(T.op.axis[1], factor=threads)[1], tx)
    a = _random(rows, n)
    e = np.exp(a.astype("f8"))
    return Program(s, [A, Y], [a], (e / e.sum(1, keepdims=True)).astype("f4"), 1e-6)
