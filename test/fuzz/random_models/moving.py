# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moving elements: shapes, orders, parts."""

from itertools import pairwise

import numpy as np
from random_models.model import Model, Unfit, Value
from random_models.operators import axis_of, operator, some_axes, without_axis


@operator(3)
def reshape(m: Model) -> None:
    x = m.pick("fiub")
    rest, shape = x.array.size, []
    while rest > 1 and len(shape) < 5:
        divisors = [d for d in range(1, rest + 1) if rest % d == 0]
        shape.append(m.choose(divisors))
        rest //= shape[-1]
    shape.append(rest)
    if m.chance(0.4):
        shape[m.integer(0, len(shape) - 1)] = -1
    m.add("Reshape", [x, m.constant(shape, np.int64)], exact=True)


@operator(3)
def transpose(m: Model) -> None:
    x = m.pick("fiub", range(1, 7))
    m.add("Transpose", [x], perm=m.random.permutation(x.rank).tolist(), exact=True)


@operator()
def flatten(m: Model) -> None:
    x = m.pick("fi")
    m.add("Flatten", [x], axis=m.integer(-x.rank, x.rank), exact=True)


@operator()
def squeeze(m: Model) -> None:
    x = m.pick("fib", condition=lambda v: 1 in v.shape)
    axes = [i for i, size in enumerate(x.shape) if size == 1]
    m.add("Squeeze", [x, m.constant([m.choose(axes)], np.int64)], exact=True)


@operator()
def unsqueeze(m: Model) -> None:
    x = m.pick("fib", range(5))
    axis = axis_of(m, x, extra=1)
    m.add("Unsqueeze", [x, m.constant([axis], np.int64)], exact=True)


@operator()
def expand(m: Model) -> None:
    x = m.pick("fi", range(5))
    shape = [s if s != 1 else m.choose((1, 2, 3, 7)) for s in x.shape]
    shape = m.shape(m.integer(0, 1)) + shape
    m.add("Expand", [x, m.constant(shape, np.int64)], exact=True)


@operator()
def tile(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    repeats = [m.choose((1, 1, 2, 3)) for _ in x.shape]
    m.add("Tile", [x, m.constant(repeats, np.int64)], exact=True)


@operator(2)
def concat(m: Model) -> None:
    x = m.pick("fi", range(1, 6))
    axis = axis_of(m, x)

    def fits(other: Value) -> bool:
        return other.array.dtype == x.array.dtype and (
            without_axis(other.shape, axis) == without_axis(x.shape, axis)
            and other.rank == x.rank
        )

    shape = list(x.shape)
    shape[axis] = m.integer(1, 4)
    parts = [x, m.pick(x.kind, condition=fits), m.weight(shape, x.array.dtype)]
    order = m.random.permutation(3)[: m.integer(2, 3)]
    m.add("Concat", [parts[i] for i in order], axis=axis, exact=True)


@operator()
def split(m: Model) -> None:
    x = m.pick("fi", range(1, 6))
    axis = axis_of(m, x)
    count = m.integer(2, 3)
    cuts = sorted(m.integer(0, x.shape[axis]) for _ in range(count - 1))
    sizes = [b - a for a, b in pairwise([0, *cuts, x.shape[axis]])]
    if 0 in sizes and m.chance(0.8):
        raise Unfit
    sizes = m.constant(sizes, np.int64)
    m.add("Split", [x, sizes], outputs=count, axis=axis, exact=True)


@operator(3)
def slice_(m: Model) -> None:
    x = m.pick("fib", range(1, 6))
    axes = some_axes(m, x)
    if len({a % x.rank for a in axes}) != len(axes):
        raise Unfit
    steps = [m.choose((1, 1, 2, 3, -1, -2)) for _ in axes]
    starts, ends = [], []
    for axis, step in zip(axes, steps, strict=True):
        low = m.integer(0, x.shape[axis] - 1)
        high = m.integer(low + 1, x.shape[axis] + 2)
        starts.append(low if step > 0 else high)
        ends.append(high if step > 0 else low - 1 - x.shape[axis] * (low == 0))
    arrays = (starts, ends, axes, steps)
    m.add("Slice", [x, *(m.constant(a, np.int64) for a in arrays)], exact=True)


@operator()
def pad(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    mode = m.choose(["constant", "constant", "reflect", "edge", "wrap"])
    most = min(x.shape) - 1 if mode in ("reflect", "wrap") else 3
    pads = [m.integer(0, max(most, 0)) for _ in range(2 * x.rank)]
    value = m.constant(np.array(2, x.array.dtype)) if m.chance(0.5) else None
    m.add("Pad", [x, m.constant(pads, np.int64), value], mode=mode, exact=True)
