# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that reduce rows: products, normalisations, searches."""

from __future__ import annotations

from typing import Any

import numpy as np
from topi_cases import Case, case, random
from topi_windows import reduce_axes

from tvm_mlir import te


def _softmax(x: te.Tensor) -> list[te.Tensor]:
    """Returns maxima, exponentials, sums and quotients."""
    *outer, n = x.shape
    k, l = reduce_axes(n, n)
    top = te.compute(outer, lambda *i: te.max(x(*i, k), axis=k), name="top")
    e = te.compute(x.shape, lambda *i: te.exp(x(*i) - top(*i[:-1])), name="e")
    total = te.compute(outer, lambda *i: te.sum(e(*i, l), axis=l), name="total")
    out = te.compute(x.shape, lambda *i: e(*i) / total(*i[:-1]), name="softmax")
    return [top, e, total, out]


def _quotients(x: Any) -> Any:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@case
def softmax() -> Case:
    x = te.placeholder((te.var("m"), 33))
    top, e, total, out = _softmax(x)

    def inline(s: te.Schedule) -> None:
        s[e].compute_inline()

    def at_rows(s: te.Schedule) -> None:
        for stage in (e, total, top):
            s[stage].compute_at(s[out], out.op.axis[0])
        s[out].parallel(out.op.axis[0])

    a = random(12, 33)
    return Case([x, out], [a], [_quotients(a)], [inline, at_rows])


@case
def attention() -> Case:
    batch, length, width = 2, 10, 8
    q, k, v = (te.placeholder((batch, length, width), name=n) for n in "qkv")
    d, r = reduce_axes(width, length)
    product = te.compute(
        (batch, length, length),
        lambda b, i, j: te.sum(q[b, i, d] * k[b, j, d], axis=d),
        name="product",
    )
    scores = te.compute(
        product.shape,
        lambda b, i, j: te.if_then_else(
            j <= i, product[b, i, j] * te.const(width**-0.5), te.min_value("float32")
        ),
    )
    top, e, total, weights = _softmax(scores)
    out = te.compute(
        (batch, length, width),
        lambda b, i, j: te.sum(weights[b, i, r] * v[b, r, j], axis=r),
        name="out",
    )

    def at_rows(s: te.Schedule) -> None:
        for stage in (weights, total, e, top, scores, product):
            s[stage].compute_at(s[out], out.op.axis[1])
        s[out].parallel(out.op.axis[0])

    x = [random(batch, length, width) for _ in range(3)]
    products = np.einsum("bid,bjd->bij", x[0], x[1]) * width**-0.5
    seen = np.tril(np.ones((length, length), bool))
    expected = _quotients(np.where(seen, products, -np.inf)) @ x[2]
    return Case([q, k, v, out], x, [expected], [at_rows])


@case
def layer_norm() -> Case:
    """Computes sums of values and of squares at once, by a reducer of pairs."""
    n = 64
    x = te.placeholder((te.var("m"), n))
    (k,) = reduce_axes(n)
    add = te.comm_reducer(
        lambda a, b: (a[0] + b[0], a[1] + b[1]),
        lambda s, t: (te.const(0, s), te.const(0, t)),
    )
    total, squares = te.compute(
        x.shape[:1], lambda i: add((x[i, k], x[i, k] * x[i, k]), axis=k), name="sums"
    )

    def normalize(i: te.Expr, j: te.Expr) -> te.Expr:
        mean = total[i] / n
        return (x[i, j] - mean) * te.rsqrt(squares[i] / n - mean * mean + 1e-5)

    out = te.compute(x.shape, normalize)

    def at_rows(s: te.Schedule) -> None:
        s[total].compute_at(s[out], out.op.axis[0])
        s[out].parallel(out.op.axis[0])

    a = random(5, n)
    deviation = np.sqrt(a.var(1, keepdims=True) + 1e-5)
    expected = (a - a.mean(1, keepdims=True)) / deviation
    return Case([x, out], [a], [expected], [at_rows])


@case
def dense() -> Case:
    n, k = 24, 40
    x, w, b = (
        te.placeholder((te.var("m"), k)),
        te.placeholder((n, k)),
        te.placeholder((n,)),
    )
    (r,) = reduce_axes(k)
    product = te.compute(
        (x.shape[0], n), lambda i, j: te.sum(x[i, r] * w[j, r], axis=r), tag="dense"
    )
    out = te.compute(product.shape, lambda i, j: product[i, j] + b[j])

    def tiles(s: te.Schedule) -> None:
        i, j = s[out].op.axis
        jo, ji = s[out].split(j, 8)
        s[product].compute_at(s[out], jo)
        s[product].reorder(r, *s[product].op.axis)
        s[product].vectorize(s[product].op.axis[1])
        s[out].vectorize(ji)
        s[out].parallel(i)

    a, c, d = random(5, k), random(n, k), random(n)
    return Case([x, w, b, out], [a, c, d], [a @ c.T + d], [tiles])


@case
def packed_product() -> Case:
    """TVM's tutorial on matrix products, with packing and a cache for blocks."""
    m, k, n, block = 64, 48, 96, 32
    A, B = te.placeholder((m, k)), te.placeholder((k, n))
    (r,) = reduce_axes(k)
    packed = te.compute(
        (n // block, k, block), lambda j, k, l: B[k, j * block + l], name="packed"
    )
    C = te.compute(
        (m, n),
        lambda i, j: te.sum(
            A[i, r] * packed[te.indexdiv(j, block), r, te.indexmod(j, block)], axis=r
        ),
        name="C",
    )

    def blocks(s: te.Schedule) -> None:
        CC = s.cache_write(C, "global")
        mo, no, _, _ = s[C].tile(*C.op.axis, block, block)
        s[CC].compute_at(s[C], no)
        ko, ki = s[CC].split(s[CC].op.reduce_axis[0], factor=4)
        mc, nc = s[CC].op.axis
        s[CC].reorder(ko, mc, ki, nc)
        s[CC].vectorize(nc)
        s[CC].unroll(ki)
        s[C].parallel(mo)
        tile, _, lane = s[packed].op.axis
        s[packed].vectorize(lane)
        s[packed].parallel(tile)

    a, b = random(m, k), random(k, n)
    return Case([A, B, C], [a, b], [a @ b], [blocks])


@case
def product_of_bytes() -> Case:
    x, w = te.placeholder((8, 32), "uint8"), te.placeholder((16, 32), "int8")
    (k,) = reduce_axes(32)
    out = te.compute(
        (8, 16),
        lambda i, j: te.sum(x[i, k].astype("int32") * w[j, k].astype("int32"), axis=k),
    )

    def lanes(s: te.Schedule) -> None:
        jo, ji = s[out].split(out.op.axis[1], 8)
        s[out].reorder(out.op.axis[0], jo, k, ji)
        s[out].vectorize(ji)

    a, b = random(8, 32, dtype="int8").view("uint8"), random(16, 32, dtype="int8")
    expected = a.astype("int32") @ b.T.astype("int32")
    return Case([x, w, out], [a, b], [expected], [lanes])


@case
def argmax() -> Case:
    """The reducer of (index, value) is topi's; results take the index."""
    x = te.placeholder((6, 20))
    (k,) = reduce_axes(20)

    def better(a: Any, b: Any) -> Any:
        is_first = te.any(a[1] > b[1], te.all(a[1].equal(b[1]), a[0] < b[0]))
        return tuple(te.select(is_first, p, q) for p, q in zip(a, b))

    search = te.comm_reducer(better, lambda s, t: (te.const(-1, s), te.min_value(t)))
    index, _ = te.compute(
        (6,), lambda i: search((te.cast("int32", k), x[i, k]), axis=k), name="best"
    )
    out = te.compute((6,), lambda i: index[i])

    def at_rows(s: te.Schedule) -> None:
        s[index].compute_at(s[out], out.op.axis[0])

    a = random(6, 20)
    return Case([x, out], [a], [a.argmax(1)], [at_rows])


@case
def all_of_bools() -> Case:
    x = te.placeholder((7, 9), "bool")
    (k,) = reduce_axes(9)
    both = te.comm_reducer(te.all, lambda t: te.const(True, t), name="all")
    out = te.compute((7,), lambda i: both(x[i, k], axis=k))
    odd = te.compute((7,), lambda i: both(x[i, k], axis=k, where=k > 7))

    def split(s: te.Schedule) -> None:
        s[out].split(k, 4)

    a = np.arange(63).reshape(7, 9) % 11 > 2
    expected = [a.all(1), a[:, 8]]
    return Case([x, out, odd], [a], expected, [split])


@case
def sum_in_parts() -> Case:
    """Reduces over several axes, which keep one element."""
    x = te.placeholder((3, 4, 5))
    i, k = reduce_axes(3, 5)
    out = te.compute((1, 4, 1), lambda _, j, __: te.sum(x[i, j, k], axis=[i, k]))

    def parts(s: te.Schedule) -> None:
        fused = s[out].fuse(*s[out].op.reduce_axis)
        _, inner = s[out].split(fused, 4)
        s.rfactor(out, inner)

    a = random(3, 4, 5)
    return Case([x, out], [a], [a.sum((0, 2), keepdims=True)], [parts])
