# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions and normalisations."""

import math

import numpy as np
from random_models.model import Model, Unfit, Value
from random_models.operators import axis_of, operator, pick_exact, pick_image, some_axes


@operator(3)
def reduce(m: Model) -> None:
    x = m.pick("f", range(1, 6))
    op = m.choose("Sum Mean Max Min L1 L2 SumSquare LogSumExp Prod".split())
    axes = sorted({a % x.rank for a in some_axes(m, x)})
    if not m.chance(0.9):
        axes = []
    count = math.prod(x.shape[a] for a in axes or range(x.rank))
    if op == "Prod" and count > 64:
        raise Unfit  # it overflows in one order, not in another
    if op == "Mean" and not count:
        raise Unfit  # 0 in ONNX Runtime, NaN in the reference
    axes = m.constant(axes, np.int64) if axes else None
    keepdims = m.integer(0, 1)
    exact = op in ("Max", "Min")
    m.add(f"Reduce{op}", [x, axes], keepdims=keepdims, exact=exact)


@operator()
def arg_reduce(m: Model) -> None:
    x = pick_exact(m, "f", range(1, 5))
    op = m.choose(["ArgMax", "ArgMin"])
    keepdims, last = m.integer(0, 1), m.integer(0, 1)
    options = {"keepdims": keepdims, "select_last_index": last}
    axis = axis_of(m, x)
    if not x.shape[axis]:
        raise Unfit  # ONNX Runtime keeps the axis, the reference raises
    m.add(op, [x], axis=axis, exact=True, **options)


@operator()
def cumulate(m: Model) -> None:
    x = m.pick("f", range(1, 5))
    axis = m.constant(axis_of(m, x), np.int64)
    m.add("CumSum", [x, axis], exclusive=m.integer(0, 1), reverse=m.integer(0, 1))


@operator(2)
def softmax(m: Model) -> None:
    x = m.pick("f", range(1, 6))
    m.add(m.choose(["Softmax", "LogSoftmax"]), [x], axis=axis_of(m, x))


@operator(2)
def layer_norm(m: Model) -> None:
    x = m.pick("f", range(1, 6), lambda v: v.array.dtype == np.float32)
    axis = axis_of(m, x)
    shape = x.shape[axis % x.rank :]
    bias = m.weight(shape) if m.chance(0.6) else None
    if math.prod(shape) == 1:
        raise Unfit
    m.add("LayerNormalization", [x, m.weight(shape), bias], axis=axis, epsilon=0.1)


@operator()
def channel_norm(m: Model) -> None:
    x = pick_image(m)
    channels = x.shape[1]
    scale, bias = m.weight([channels]), m.weight([channels])
    op = m.choose(["BatchNormalization", "InstanceNormalization", "LRN"])
    if op == "LRN":
        m.add(op, [x], size=m.choose((1, 3, 5)))
    elif op == "InstanceNormalization":
        m.add(op, [x, scale, bias], epsilon=0.1)
    else:
        variance = m.constant(np.abs(m.data([channels])) + np.float32(0.5))
        m.add(op, [x, scale, bias, m.weight([channels]), variance])
