# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where is data: gather, scatter, what depends on values."""

import numpy as np
from random_models.model import Model, Value
from random_models.operators import axis_of, operator, pick_exact, without_axis


@operator(2)
def gather(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    axis = axis_of(m, x)
    size = x.shape[axis]
    indices = m.integers(-size, size, m.shape(m.integer(0, 2)))
    m.add("Gather", [x, _given(m, indices)], axis=axis, exact=True)


def _given(m: Model, array: np.ndarray) -> Value:
    """Known when the model is compiled, or only when it runs."""
    array = array.astype(np.int64)
    if m.chance(0.5):
        return m.constant(array)
    value = Value(f"x{len(m.inputs)}", array, True)
    m.inputs.append(value)
    return value


@operator()
def gather_elements(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    axis = axis_of(m, x)
    shape = list(x.shape)
    shape[axis] = m.integer(1, 5)
    indices = m.integers(0, x.shape[axis], shape)
    m.add("GatherElements", [x, _given(m, indices)], axis=axis, exact=True)


@operator()
def gather_nd(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    depth = m.integer(1, x.rank)
    shape = m.shape(m.integer(0, 2))
    columns = [m.integers(0, size, shape) for size in x.shape[:depth]]
    m.add("GatherND", [x, _given(m, np.stack(columns, -1))], exact=True)


@operator()
def scatter_nd(m: Model) -> None:
    x = m.pick("f", range(1, 5))
    rows = m.random.permutation(x.shape[0])[: m.integer(1, x.shape[0])]
    updates = m.weight([len(rows), *x.shape[1:]], x.array.dtype)
    m.add("ScatterND", [x, _given(m, rows[:, None]), updates], exact=True)


@operator()
def scatter_elements(m: Model) -> None:
    x = m.pick("f", range(1, 5))
    axis = axis_of(m, x)
    count = m.integer(1, x.shape[axis])
    order = m.random.permuted(
        np.moveaxis(np.broadcast_to(np.arange(x.shape[axis]),
                    (*without_axis(x.shape, axis), x.shape[axis])).copy(), -1, 0),
        axis=0,
    )  # fmt: skip
    indices = np.moveaxis(order[:count], 0, axis)
    reduction = m.choose(["none", "none", "add", "max"])
    m.add(
        "ScatterElements",
        [x, _given(m, indices), m.weight(indices.shape, x.array.dtype)],
        axis=axis,
        reduction=reduction,
        exact=reduction != "add",
    )


@operator()
def rearrange(m: Model) -> None:
    x = m.pick("f", (4,))
    if m.chance(0.5):
        m.add("SpaceToDepth", [x], blocksize=m.integer(1, 3), exact=True)
    else:
        mode = m.choose(["DCR", "CRD"])
        m.add("DepthToSpace", [x], blocksize=m.integer(1, 3), mode=mode, exact=True)


@operator()
def triangle(m: Model) -> None:
    x = m.pick("fi", range(2, 5))
    k = m.constant(m.integer(-3, 3), np.int64)
    m.add("Trilu", [x, k], upper=m.integer(0, 1), exact=True)


@operator()
def one_hot(m: Model) -> None:
    depth = m.integer(1, 6)
    indices = m.integers(-depth, depth, m.shape(m.integer(1, 2)))
    values = m.constant(np.array([-1, 2], np.float32))
    operands = [_given(m, indices), m.constant(depth, np.int64), values]
    m.add("OneHot", operands, axis=m.choose([-1, 0, 1]), exact=True)


@operator()
def shape_of(m: Model) -> None:
    x = m.pick("fi", range(1, 6))
    dims = m.add("Shape", [x], exact=True)[0]
    if m.chance(0.6):
        values = [m.constant([-1], np.int64), m.constant([1], np.int64)]
        m.add("Concat", [dims, values[1]], axis=0, exact=True)
        target = m.add("Concat", [dims, values[0]], axis=0, exact=True)[0]
        m.add("Reshape", [x, target], exact=True)


@operator()
def data_dependent(m: Model) -> None:
    op = m.choose(["NonZero", "Compress", "Unique", "TopK"])
    x = pick_exact(m, "f", range(1, 4))
    axis = axis_of(m, x)
    if op == "NonZero":
        m.add(op, [x], exact=True)
    elif op == "Compress":
        condition = m.input([x.shape[axis]], np.bool_)
        m.add(op, [x, condition], axis=axis, exact=True)
    elif op == "Unique":
        m.add(op, [x], outputs=4, sorted=m.integer(0, 1), exact=True)
    else:
        k = m.constant([m.integer(1, x.shape[axis])], np.int64)
        m.add(op, [x, k], 2, axis=axis, largest=m.integer(0, 1), exact=True)
