# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that move elements, and element-wise operators."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np
from topi_cases import Case, case, random

from tvm_mlir import te


def elements(
    inputs: Sequence[te.Tensor], out: te.Tensor, arrays: Any, expected: Any
) -> Case:
    """Registers a case with topi's schedule of all such operators: one loop of vectors,
    on threads."""

    def injective(s: te.Schedule) -> None:
        axes = s[out].op.axis
        fused = s[out].fuse(*axes) if len(axes) > 1 else axes[0]
        outer, inner = s[out].split(fused, factor=16)
        s[out].vectorize(inner)
        s[out].parallel(outer)

    return Case([*inputs, out], arrays, [expected], [injective])


@case
def reshape_of_transpose() -> Case:
    x = te.placeholder((4, 6))

    def element(i: te.Expr, j: te.Expr) -> te.Expr:
        index = i * 8 + j
        return x[te.indexmod(index, 4), te.indexdiv(index, 4)]

    a = random(4, 6)
    return elements([x], te.compute((3, 8), element), [a], a.T.reshape(3, 8))


@case
def slice_backwards() -> Case:
    x = te.placeholder((10, 8))
    out = te.compute((3, 4), lambda i, j: x[1 + i * 3, 7 - j * 2])
    a = random(10, 8)
    return elements([x], out, [a], a[1::3, ::-2])


@case
def concatenate() -> Case:
    n = te.var("n")
    x, y = te.placeholder((3, n)), te.placeholder((3, 5))
    out = te.compute(
        (3, n + 5), lambda i, j: te.if_then_else(j >= n, y[i, j - n], x[i, j])
    )
    a, b = random(3, 4), random(3, 5)

    def lanes(s: te.Schedule) -> None:
        s[out].vectorize(s[out].split(out.op.axis[1], 8)[1])

    return Case([x, y, out], [a, b], [np.concatenate([a, b], 1)], [lanes])


@case
def mirror_pad() -> Case:
    x = te.placeholder((5, 6))

    def inside(i: te.Expr, size: int) -> te.Expr:
        i = te.if_then_else(i < 0, -i, i)
        return te.if_then_else(i >= size, 2 * (size - 1) - i, i)

    out = te.compute((9, 12), lambda i, j: x[inside(i - 2, 5), inside(j - 3, 6)])
    a = random(5, 6)
    return elements([x], out, [a], np.pad(a, ((2, 2), (3, 3)), mode="reflect"))


@case
def space_to_depth() -> Case:
    x = te.placeholder((1, 4, 4, 6))

    def element(n: te.Expr, c: te.Expr, i: te.Expr, j: te.Expr) -> Any:
        block = te.indexdiv(c, 4)
        row, column = te.indexdiv(block, 2), te.indexmod(block, 2)
        return x[n, te.indexmod(c, 4), i * 2 + row, j * 2 + column]

    a = random(1, 4, 4, 6)
    blocks = a.reshape(1, 4, 2, 2, 3, 2).transpose(0, 3, 5, 1, 2, 4)
    out = te.compute((1, 16, 2, 3), element)
    return elements([x], out, [a], blocks.reshape(1, 16, 2, 3))


@case
def resize_bilinear() -> Case:
    x = te.placeholder((2, 5, 5))

    def element(c: te.Expr, i: te.Expr, j: te.Expr) -> te.Expr:
        y, z = (te.cast("float32", axis) * te.const(0.5) for axis in (i, j))
        y0, z0 = (te.floor(v).astype("int32") for v in (y, z))
        dy, dz = y - y0, z - z0

        def pixel(i: te.Expr, j: te.Expr) -> Any:
            return x[c, te.max(te.min(i, 4), 0), te.max(te.min(j, 4), 0)]

        above = pixel(y0, z0) * (1 - dz) + pixel(y0, z0 + 1) * dz
        below = pixel(y0 + 1, z0) * (1 - dz) + pixel(y0 + 1, z0 + 1) * dz
        return above * (1 - dy) + below * dy

    a = random(2, 5, 5)
    wide = np.zeros((2, 5, 9), np.float32)
    wide[:, :, ::2], wide[:, :, 1::2] = a, (a[:, :, 1:] + a[:, :, :-1]) / 2
    expected = np.zeros((2, 9, 9), np.float32)
    expected[:, ::2], expected[:, 1::2] = wide, (wide[:, 1:] + wide[:, :-1]) / 2
    return elements([x], te.compute((2, 9, 9), element), [a], expected)


@case
def take() -> Case:
    """Negative indices count from the end."""
    x, index = te.placeholder((9, 4)), te.placeholder((6,), "int32")
    out = te.compute(
        (6, 4),
        lambda i, j: x[te.if_then_else(index[i] < 0, index[i] + 9, index[i]), j],
    )
    a, at = random(9, 4), np.array([0, -1, 8, -9, 3, 3], np.int32)
    return elements([x, index], out, [a, at], a[at])


@case
def one_hot() -> Case:
    index = te.placeholder((7,), "int32")
    out = te.compute(
        (7, 5), lambda i, j: te.if_then_else(index[i].equal(j), te.const(1.0), 0.0)
    )
    at = np.array([0, 4, 2, 9, -1, 1, 3], np.int32)
    return elements([index], out, [at], at[:, None] == np.arange(5))


@case
def sequence_mask() -> Case:
    x, length = te.placeholder((6, 3)), te.placeholder((3,), "int32")
    out = te.compute(
        (6, 3), lambda t, b: te.if_then_else(t >= length[b], te.const(-1.0), x[t, b])
    )
    a, n = random(6, 3), np.array([2, 6, 0], np.int32)
    expected = np.where(np.arange(6)[:, None] >= n, -1, a)
    return elements([x, length], out, [a, n], expected)


def _activation(function: Callable[[Any], Any], expected: Callable[[Any], Any]) -> Case:
    x = te.placeholder((6, 7))
    a = random(6, 7) * 10
    out = te.compute(x.shape, lambda *i: function(x(*i)))
    return elements([x], out, [a], expected(a))


@case
def leaky_relu() -> Case:
    return _activation(
        lambda x: te.select(x > 0, x, x * te.const(0.1, x.dtype)),
        lambda x: np.where(x > 0, x, x * np.float32(0.1)),
    )


@case
def clip() -> Case:
    return _activation(
        lambda x: te.max(te.min(x, te.const(3, x.dtype)), te.const(-3, x.dtype)),
        lambda x: x.clip(-3, 3),
    )


@case
def softplus() -> Case:
    return _activation(lambda x: te.log(1 + te.exp(x)), lambda x: np.log1p(np.exp(x)))


@case
def batch_norm() -> Case:
    x = te.placeholder((2, 3, 5, 5))
    p = [te.placeholder((3,)) for _ in range(4)]
    out = te.compute(
        x.shape,
        lambda n, c, i, j: (
            (x[n, c, i, j] - p[0][c]) / te.sqrt(p[1][c] + 1e-5) * p[2][c] + p[3][c]
        ),
    )
    arrays = [random(2, 3, 5, 5), *(random(3) + s for s in (0, 1, 2, 3))]
    a, mean, variance, scale, shift = (
        array if array.ndim == 4 else array[None, :, None, None] for array in arrays
    )
    expected = (a - mean) / np.sqrt(variance + 1e-5) * scale + shift
    return elements([x, *p], out, arrays, expected)
