# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators over windows as TVM's topi has them: convolutions and pools."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from topi_cases import Case, case, random, windows

from tvm_mlir import te


def pad(data: te.Tensor, before: Sequence[int], value: float = 0.0) -> te.Tensor:
    """Pads each dimension with `before` elements of `value` on either side."""

    def element(*i: te.Expr) -> Any:
        moved = [x - b if b else x for x, b in zip(i, before)]
        inside = [
            te.all(x >= b, x < size + b)
            for x, b, size in zip(i, before, data.shape)
            if b
        ]
        other = te.const(value, data.dtype)
        return te.if_then_else(te.all(*inside), data(*moved), other)

    shape = [size + 2 * b for size, b in zip(data.shape, before)]
    return te.compute(shape, element, name="pad", tag="injective,pad")


def reduce_axes(*extents: Any) -> list[te.IterVar]:
    return [te.reduce_axis((0, n), name=f"r{d}") for d, n in enumerate(extents)]


def convolve(x: Any, w: Any, stride: int = 1, padding: int = 0) -> Any:
    """Computes an NCHW convolution with numpy."""
    frame = ((0, 0), (0, 0), (padding, padding), (padding, padding))
    taken = windows(np.pad(x, frame), w.shape[2:])[:, :, ::stride, ::stride]
    return np.einsum("nchwyx,kcyx->nkhw", taken, w)


def conv2d(
    x: te.Tensor, w: te.Tensor, stride: int = 1, padding: int = 0, dilation: int = 1
) -> tuple[te.Tensor, te.Tensor]:
    """Returns the padded data, and the convolution."""
    padded = pad(x, [0, 0, padding, padding])
    channels, height, width = w.shape[1:]
    rc, ry, rx = reduce_axes(channels, height, width)
    sizes = [
        (n - dilation * (k - 1) - 1) // stride + 1
        for n, k in zip(padded.shape[2:], (height, width))
    ]
    out = te.compute(
        (x.shape[0], w.shape[0], *sizes),
        lambda n, f, y, x: te.sum(
            padded[n, rc, y * stride + ry * dilation, x * stride + rx * dilation]
            * w[f, rc, ry, rx],
            axis=[rc, ry, rx],
        ),
        name="conv",
        tag="conv2d_nchw",
    )
    return padded, out


@case
def conv2d_relu() -> Case:
    """Finds stages by their tags, like topi's schedules."""
    x, w = te.placeholder((2, 4, 15, 15)), te.placeholder((8, 4, 3, 3))
    _, conv = conv2d(x, w, 2, 1)
    relu = te.compute(conv.shape, lambda *i: te.max(conv(*i), 0.0), tag="elemwise")

    def inline(s: te.Schedule, op: te.Operation) -> None:
        if ("elemwise" in op.tag or "pad" in op.tag) and op not in s.outputs:
            s[op].compute_inline()
        for tensor in op.input_tensors:
            inline(s, tensor.op)

    def rows(s: te.Schedule) -> None:
        inline(s, relu.op)
        n, f, y, _ = s[relu].op.axis
        s[conv].compute_at(s[relu], y)
        *outer, x = s[conv].op.axis
        s[conv].reorder(*outer, *s[conv].op.reduce_axis, x)
        s[conv].vectorize(x)
        s[relu].parallel(s[relu].fuse(n, f))

    a, b = random(2, 4, 15, 15), random(8, 4, 3, 3)
    expected = np.maximum(convolve(a, b, 2, 1), 0)
    return Case([x, w, relu], [a, b], [expected], [rows])


@case
def conv2d_tiled() -> Case:
    x, w = te.placeholder((1, 8, 14, 14)), te.placeholder((16, 8, 3, 3))
    padded, conv = conv2d(x, w, 1, 1)

    def tiles(s: te.Schedule) -> None:
        s[padded].compute_inline()
        n, f, y, x = s[conv].op.axis
        (fo, fi), (xo, xi) = s[conv].split(f, 4), s[conv].split(x, 7)
        s[conv].reorder(n, fo, y, xo, *s[conv].op.reduce_axis, fi, xi)
        s[conv].vectorize(xi)
        s[conv].unroll(fi)
        s[conv].parallel(s[conv].fuse(n, fo))

    a, b = random(1, 8, 14, 14), random(16, 8, 3, 3)
    return Case([x, w, conv], [a, b], [convolve(a, b, 1, 1)], [tiles])


@case
def conv2d_dilated() -> Case:
    h = te.var("h")
    x, w = te.placeholder((1, 3, h, 12)), te.placeholder((4, 3, 3, 3))
    padded, conv = conv2d(x, w, 1, 2, 2)
    a, b = random(1, 3, 9, 12), random(4, 3, 3, 3)
    spread = np.zeros((4, 3, 5, 5), np.float32)
    spread[:, :, ::2, ::2] = b

    def inline(s: te.Schedule) -> None:
        s[padded].compute_inline()

    def at_rows(s: te.Schedule) -> None:
        s[padded].compute_at(s[conv], conv.op.axis[2])

    return Case([x, w, conv], [a, b], [convolve(a, spread, 1, 2)], [inline, at_rows])


@case
def conv2d_transpose() -> Case:
    """A transposed convolution, computed on data with zeros between elements and with
    flipped weights."""
    x, w = te.placeholder((1, 3, 5, 5)), te.placeholder((3, 4, 3, 3))
    dilated = te.compute(
        (1, 3, 9, 9),
        lambda n, c, y, x_: te.if_then_else(
            te.all(te.indexmod(y, 2).equal(0), te.indexmod(x_, 2).equal(0)),
            x[n, c, te.indexdiv(y, 2), te.indexdiv(x_, 2)],
            te.const(0.0),
        ),
        name="dilated",
    )
    turned = te.compute((4, 3, 3, 3), lambda o, i, y, x: w[i, o, 2 - y, 2 - x])
    padded, conv = conv2d(dilated, turned, 1, 1)

    def inline(s: te.Schedule) -> None:
        for stage in (dilated, turned, padded):
            s[stage].compute_inline()

    a, b = random(1, 3, 5, 5), random(3, 4, 3, 3)
    spread = np.zeros((1, 3, 9, 9), np.float32)
    spread[:, :, ::2, ::2] = a
    expected = convolve(spread, b.transpose(1, 0, 2, 3)[:, :, ::-1, ::-1], 1, 1)
    return Case([x, w, conv], [a, b], [expected], [inline])


@case
def depthwise() -> Case:
    x, w = te.placeholder((1, 6, 12, 12)), te.placeholder((6, 2, 3, 3))
    padded = pad(x, [0, 0, 1, 1])
    di, dj = reduce_axes(3, 3)
    out = te.compute(
        (1, 12, 12, 12),
        lambda n, c, i, j: te.sum(
            padded[n, te.indexdiv(c, 2), i + di, j + dj]
            * w[te.indexdiv(c, 2), te.indexmod(c, 2), di, dj],
            axis=[di, dj],
        ),
        name="depthwise",
    )

    def at_planes(s: te.Schedule) -> None:
        s[padded].compute_at(s[out], out.op.axis[1])

    def lanes(s: te.Schedule) -> None:
        s[padded].compute_inline()
        *outer, x = s[out].op.axis
        xo, xi = s[out].split(x, 4)
        s[out].reorder(*outer, xo, *s[out].op.reduce_axis, xi)
        s[out].vectorize(xi)

    a, b = random(1, 6, 12, 12), random(6, 2, 3, 3)
    planes = [
        convolve(a[:, c : c + 1], b[c : c + 1, m : m + 1], 1, 1)
        for c in range(6)
        for m in range(2)
    ]
    return Case([x, w, out], [a, b], [np.concatenate(planes, 1)], [at_planes, lanes])


def _matrix(values: Any, name: str) -> te.Tensor:
    """Returns a constant matrix, like topi.utils.const_matrix."""

    def element(i: te.Expr, j: te.Expr) -> te.Expr:
        result: te.Expr = te.const(0.0)
        for (row, column), value in np.ndenumerate(values):
            is_here = te.all(i.equal(row), j.equal(column))
            result = te.select(is_here, te.const(float(value)), result)
        return result

    return te.compute(values.shape, element, name=name)


@case
def winograd() -> Case:
    channels, filters, size = 4, 6, 8
    half = size // 2
    x = te.placeholder((1, channels, size, size))
    w = te.placeholder((filters, channels, 3, 3))
    g = _matrix(np.array([[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]]) / 2, "G")
    b = _matrix(
        np.array([[1, 0, 0, 0], [0, 1, -1, 1], [-1, 1, 1, 0], [0, 0, 0, -1]]), "B"
    )
    a = _matrix(np.array([[1, 0], [1, 1], [1, -1], [0, -1]]), "A")
    padded = pad(x, [0, 0, 1, 1])
    tiles = te.compute(
        (channels, half * half, 4, 4),
        lambda c, p, i, j: padded[0, c, p // half * 2 + i, p % half * 2 + j],
    )
    r = reduce_axes(3, 3)
    u = te.compute(
        (4, 4, channels, filters),
        lambda i, j, c, k: te.sum(w[k, c, r[0], r[1]] * g[i, r[0]] * g[j, r[1]], r),
        name="U",
    )
    q = reduce_axes(4, 4)
    v = te.compute(
        (4, 4, channels, half * half),
        lambda i, j, c, p: te.sum(tiles[c, p, q[0], q[1]] * b[q[0], i] * b[q[1], j], q),
        name="V",
    )
    (rc,) = reduce_axes(channels)
    m = te.compute(
        (4, 4, filters, half * half),
        lambda i, j, k, p: te.sum(u[i, j, rc, k] * v[i, j, rc, p], rc),
        name="M",
    )
    s = reduce_axes(4, 4)
    y = te.compute(
        (filters, half * half, 2, 2),
        lambda k, p, i, j: te.sum(m[s[0], s[1], k, p] * a[s[0], i] * a[s[1], j], s),
        name="Y",
    )
    out = te.compute(
        (1, filters, size, size),
        lambda n, k, h, x: y[k, h // 2 * half + x // 2, h % 2, x % 2],
    )

    def inline(s: te.Schedule) -> None:
        for stage in (g, b, a, padded, tiles):
            s[stage].compute_inline()
        i, j, c, p = s[v].op.axis
        s[v].reorder(c, p, *s[v].op.reduce_axis, i, j)
        s[v].unroll(i)
        s[v].unroll(j)

    data, weights = random(1, channels, size, size), random(filters, channels, 3, 3)
    expected = convolve(data, weights, 1, 1)
    return Case([x, w, out], [data, weights], [expected], [inline])


@case
def max_pool() -> Case:
    x = te.placeholder((1, 3, 9, 9))
    padded = pad(x, [0, 0, 1, 1], -3e38)
    dh, dw = reduce_axes(3, 3)
    out = te.compute(
        (1, 3, 5, 5),
        lambda n, c, i, j: te.max(padded[n, c, i * 2 + dh, j * 2 + dw], [dh, dw]),
    )

    def at_rows(s: te.Schedule) -> None:
        s[padded].compute_at(s[out], out.op.axis[2])

    a = random(1, 3, 9, 9)
    frame = ((0, 0), (0, 0), (1, 1), (1, 1))
    taken = windows(np.pad(a, frame, constant_values=-9), (3, 3))[:, :, ::2, ::2]
    return Case([x, out], [a], [taken.max((4, 5))], [at_rows])


@case
def average_pool_without_the_border() -> Case:
    x = te.placeholder((1, 2, 7, 7))
    padded = pad(x, [0, 0, 1, 1])
    dh, dw = reduce_axes(3, 3)
    total = te.compute(
        (1, 2, 7, 7),
        lambda n, c, i, j: te.sum(padded[n, c, i + dh, j + dw], axis=[dh, dw]),
        name="total",
    )

    def mean(n: te.Expr, c: te.Expr, i: te.Expr, j: te.Expr) -> te.Expr:
        rows = te.min(i + 2, 7) - te.max(i - 1, 0)
        columns = te.min(j + 2, 7) - te.max(j - 1, 0)
        count = te.max(rows * columns, 1)
        return total[n, c, i, j] / count.astype("float32")

    out = te.compute((1, 2, 7, 7), mean)

    def at_elements(s: te.Schedule) -> None:
        s[total].compute_at(s[out], out.op.axis[3])
        s[padded].compute_inline()

    a = random(1, 2, 7, 7)
    frame = ((0, 0), (0, 0), (1, 1), (1, 1))
    sums, counts = (
        windows(np.pad(values, frame), (3, 3)).sum((4, 5))
        for values in (a, np.ones_like(a))
    )
    return Case([x, out], [a], [sums / counts], [at_elements])
