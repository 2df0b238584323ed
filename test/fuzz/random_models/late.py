# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of a quarter of the models: scales of one element, and shapes, axes
and sizes that are known when the model runs."""

from collections.abc import Callable

import numpy as np
from random_models.model import Model, Unfit, Value
from random_models.operators import axis_of, pick_exact, some_axes

LATE_OPERATORS: list[Callable[[Model], object]] = []


def late(function: Callable[[Model], object]) -> Callable[[Model], object]:
    LATE_OPERATORS.append(function)
    return function


def given(m: Model, array: object) -> Value:
    """Integers that are known when the model is compiled, or when it runs."""
    array = np.asarray(array, np.int64)
    if m.chance(0.4):
        return m.constant(array)
    value = Value(f"x{len(m.inputs)}", array, True)
    m.inputs.append(value)
    return value


@late
def quantize_per_tensor(m: Model) -> None:
    """Scale and zero point have shape [] or [1], whatever the axis."""
    x = pick_exact(m, "f")
    if x.array.dtype != np.float32:
        raise Unfit
    shape = m.choose([[], [1]])
    dtype = m.choose([np.uint8, np.int8])
    scale = m.constant(np.full(shape, m.choose([0.25, 0.5, 1])), np.float32)
    zero = m.constant(np.full(shape, m.integer(0, 20)), dtype)
    axes = {"axis": m.integer(-3, 3)} if m.chance(0.5) else {}
    y = m.add("QuantizeLinear", [x, scale, zero], exact=True, **axes)[0]
    operands = [y, scale, zero if m.chance(0.7) else None]
    m.add("DequantizeLinear", operands, exact=True, **axes)


@late
def quantize_per_axis(m: Model) -> None:
    x = pick_exact(m, "f", range(1, 5))
    if x.array.dtype != np.float32:
        raise Unfit
    axis = axis_of(m, x)
    count = x.shape[axis]
    scale = m.constant(m.random.choice([0.25, 0.5, 1], count), np.float32)
    zero = m.constant(m.integers(0, 20, [count]), np.uint8)
    y = m.add("QuantizeLinear", [x, scale, zero], exact=True, axis=axis)[0]
    m.add("DequantizeLinear", [y, scale, zero], exact=True, axis=axis)


@late
def product_per_tensor(m: Model) -> None:
    """A quantized product of matrices, with scales and zero points of one element."""
    rows, inner, columns = (m.choose(m.sizes) for _ in range(3))
    shape = m.choose([[], [1]])
    scale = m.constant(np.full(shape, 0.5), np.float32)
    zero = m.constant(np.full(shape, m.integer(0, 20)), np.uint8)
    a = m.input([rows, inner], np.uint8)
    b = m.weight([inner, columns], np.uint8)
    if m.chance(0.5):
        m.add("MatMulInteger", [a, b, zero, zero], exact=True)
    else:
        operands = [a, scale, zero, b, scale, zero, scale, zero]
        m.add("QLinearMatMul", operands, exact=True)


@late
def reduce_given(m: Model) -> None:
    x = m.pick("f", range(1, 5))
    axes = given(m, sorted({a % x.rank for a in some_axes(m, x)}))
    op = m.choose(["ReduceSum", "ReduceMax", "ReduceMin"])
    m.add(op, [x, axes], keepdims=m.integer(0, 1), exact=op != "ReduceSum")


@late
def cumulate_given(m: Model) -> None:
    x = m.pick("f", range(1, 4))
    m.add("CumSum", [x, given(m, axis_of(m, x))])


@late
def slice_given(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    axes = sorted({a % x.rank for a in some_axes(m, x)})
    starts = [m.integer(-3, 3) for _ in axes]
    ends = [m.choose([1, 2, 5, -1, 2**40]) for _ in axes]
    steps = [m.choose([1, 1, 2, -1]) for _ in axes]
    operands = [x, *(given(m, a) for a in (starts, ends, axes, steps))]
    m.add("Slice", operands, exact=True)


@late
def pad_given(m: Model) -> None:
    x = m.pick("f", range(1, 4))
    mode = m.choose(["constant", "edge", "reflect", "wrap"])
    most = min(x.shape) - 1 if mode in ("reflect", "wrap") else 3
    pads = [m.integer(0, max(most, 0)) for _ in range(2 * x.rank)]
    m.add("Pad", [x, given(m, pads)], mode=mode, exact=True)


@late
def tile_given(m: Model) -> None:
    x = m.pick("fi", range(1, 4))
    repeats = [m.choose([0, 1, 1, 2]) for _ in x.shape]
    m.add("Tile", [x, given(m, repeats)], exact=True)


@late
def expand_given(m: Model) -> None:
    x = m.pick("fi", range(1, 4))
    shape = [m.choose(m.sizes) if s == 1 else s for s in x.shape]
    m.add("Expand", [x, given(m, shape)], exact=True)


@late
def reshape_given(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    shape = [x.array.size] if m.chance(0.5) else list(x.shape[::-1])
    m.add("Reshape", [x, given(m, shape)], exact=True, allowzero=1)


@late
def top_k_given(m: Model) -> None:
    x = pick_exact(m, "f", range(1, 4))
    axis = axis_of(m, x)
    k = given(m, [m.integer(0, x.shape[axis])])
    m.add("TopK", [x, k], 2, axis=axis, exact=True)


@late
def gather_given(m: Model) -> None:
    """Now and then nothing, from what may be empty as well."""
    x = m.pick("fi", range(1, 4))
    axis = axis_of(m, x)
    size = x.shape[axis]
    shape = [m.choose(m.sizes)] if size else [0]
    indices = m.integers(-size, size, shape) if size else np.zeros(shape)
    m.add("Gather", [x, given(m, indices)], axis=axis, exact=True)


@late
def row_of_data(m: Model) -> None:
    """One index into a size that may not be known."""
    x = m.pick("fi", range(1, 4))
    axis = axis_of(m, x)
    m.add("Gather", [x, m.constant(m.choose([0, -1]), np.int64)], axis=axis, exact=True)


@late
def resize_given(m: Model) -> None:
    x = m.pick("f", (4,), lambda v: v.array.dtype == np.float32)
    sizes = [*x.shape[:2], *(m.choose(m.sizes) for _ in range(2))]
    attributes = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric"}
    operands = [x, None, None, given(m, sizes)]
    m.add("Resize", operands, exact=True, nearest_mode="floor", **attributes)
