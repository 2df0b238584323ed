"""One function per operator, or kind of operators: adds a node to a model.

Each picks operands and attributes for which the operator makes sense, mostly;
ONNX Runtime decides. What jumps (rounding, comparing, sorting) takes exact
values only: others may differ in their last bits.
"""

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from random_models import Model, Unfit, Value

OPERATORS: list[Callable[[Model], object]] = []


def operator(weight: int = 1) -> Callable:
    def add(function: Callable[[Model], object]) -> Callable:
        OPERATORS.extend([function] * weight)
        return function

    return add


def is_exact(value: Value) -> bool:
    return value.exact


def pick_exact(m: Model, kinds: str = "fiu", ranks: range = range(9)) -> Value:
    return m.pick(kinds, ranks, is_exact)


def axis_of(m: Model, value: Value, extra: int = 0) -> int:
    rank = value.rank + extra
    return m.integer(-rank, rank - 1)


def some_axes(m: Model, value: Value) -> list[int]:
    count = m.integer(1, value.rank)
    axes = m.random.permutation(value.rank)[:count]
    return [int(a) - value.rank * m.chance(0.3) for a in axes]


# ===-- element-wise -------------------------------------------------------===


@operator(4)
def unary(m: Model) -> None:
    m.add(
        m.choose(
            "LeakyRelu Elu Selu Celu HardSigmoid HardSwish Sigmoid Tanh "
            "Softplus Softsign Erf Exp Sin Cos Atan Gelu Mish".split()
        ),
        [m.pick()],
    )


@operator(2)
def exact_unary(m: Model) -> None:
    m.add(m.choose(["Abs", "Neg", "Relu"]), [m.pick("fi")], exact=True)


@operator()
def jump(m: Model) -> None:
    ops = ["Sign", "Floor", "Ceil", "Round", "ThresholdedRelu"]
    m.add(m.choose(ops), [pick_exact(m, "f")], exact=True)


@operator()
def of_positive(m: Model) -> None:
    """Where the function is smooth."""
    x = m.add("Abs", [m.pick()], exact=True)[0]
    x = m.add("Add", [x, m.constant(np.array(0.5, x.array.dtype))])[0]
    m.add(m.choose(["Sqrt", "Log", "Reciprocal"]), [x])


@operator()
def clip(m: Model) -> None:
    x = m.pick("fi")
    low, high = sorted(m.random.integers(-3, 4, 2))
    bounds = [m.constant(np.array(b, x.array.dtype)) for b in (low, high)]
    m.add("Clip", [x, *(b if m.chance(0.8) else None for b in bounds)], exact=True)


@operator(5)
def binary(m: Model) -> None:
    x = m.pick("fiu")
    op = m.choose(["Add", "Sub", "Mul", "Add", "Mul", "Max", "Min"])
    exact = x.kind != "f" or op in ("Max", "Min")
    operands = [x, m.like(x)]
    m.add(op, operands[:: m.choose([1, -1])], exact=exact)


@operator()
def variadic(m: Model) -> None:
    x = m.pick()
    op = m.choose(["Max", "Min", "Sum", "Mean"])
    m.add(op, [x, m.like(x), m.like(x)], exact=op in ("Max", "Min"))


@operator()
def divide(m: Model) -> None:
    x = m.pick("fi")
    if x.kind == "f":
        y = m.add("Abs", [m.like(x)], exact=True)[0]
        y = m.add("Add", [y, m.constant(np.array(0.5, x.array.dtype))])[0]
    else:
        y = m.constant(m.integer(1, 7) * m.choose([1, -1]), x.array.dtype)
    m.add("Div", [x, y], exact=x.kind != "f")


@operator()
def modulo(m: Model) -> None:
    x = pick_exact(m, "fi")
    y = m.constant(m.integer(1, 7) * m.choose([1, -1]), x.array.dtype)
    fmod = int(x.kind == "f" or m.chance(0.5))
    m.add("Mod", [x, y], fmod=fmod, exact=True)


@operator()
def power(m: Model) -> None:
    x = m.pick("f")
    m.add("Pow", [x, m.constant(m.choose([2, 3, 1]), x.array.dtype)])


@operator(2)
def compare(m: Model) -> None:
    x = pick_exact(m)
    y = m.like(x)
    if not y.exact:
        raise Unfit
    ops = ["Less", "Greater", "LessOrEqual", "GreaterOrEqual", "Equal"]
    m.add(m.choose(ops), [x, y], exact=True)


@operator()
def logic(m: Model) -> None:
    x = m.pick("b")
    if m.chance(0.3):
        m.add("Not", [x], exact=True)
        return
    m.add(m.choose(["And", "Or", "Xor"]), [x, m.like(x)], exact=True)


@operator()
def bits(m: Model) -> None:
    x = m.pick("iu")
    op = m.choose(["BitwiseAnd", "BitwiseOr", "BitwiseXor"])
    m.add(op, [x, m.like(x)], exact=True)


@operator(2)
def where(m: Model) -> None:
    c = m.pick("b")
    dtype = m.choose([np.float32, np.float32, np.int64])
    x = m.weight(c.shape, dtype) if m.chance(0.5) else m.weight([], dtype)
    y = m.pick(np.dtype(dtype).kind)
    m.add("Where", [c, *m.choose([(x, y), (y, x)])], exact=True)


@operator(2)
def cast(m: Model) -> None:
    x = pick_exact(m, "fiub")
    to = m.choose([np.float32, np.float32, np.float64, np.int32, np.int64, bool])
    m.add("Cast", [x], to=_type_number(to), exact=True)


def _type_number(dtype: type) -> int:
    from onnx import helper

    return helper.np_dtype_to_tensor_dtype(np.dtype(dtype))


@operator()
def prelu(m: Model) -> None:
    x = m.pick("f", range(1, 6))
    m.add("PRelu", [x, m.weight(x.shape[-1:])])


# ===-- moving elements ----------------------------------------------------===


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
            _without(other.shape, axis) == _without(x.shape, axis)
            and other.rank == x.rank
        )

    shape = list(x.shape)
    shape[axis] = m.integer(1, 4)
    parts = [x, m.pick(x.kind, condition=fits), m.weight(shape, x.array.dtype)]
    order = m.random.permutation(3)[: m.integer(2, 3)]
    m.add("Concat", [parts[i] for i in order], axis=axis, exact=True)


def _without(shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
    axis %= max(len(shape), 1)
    return shape[:axis] + shape[axis + 1 :]


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


@operator(2)
def gather(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    axis = axis_of(m, x)
    size = x.shape[axis]
    indices = m.random.integers(-size, size, m.shape(m.integer(0, 2)))
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
    indices = m.random.integers(0, x.shape[axis], shape)
    m.add("GatherElements", [x, _given(m, indices)], axis=axis, exact=True)


@operator()
def gather_nd(m: Model) -> None:
    x = m.pick("fi", range(1, 5))
    depth = m.integer(1, x.rank)
    shape = m.shape(m.integer(0, 2))
    columns = [m.random.integers(0, size, shape) for size in x.shape[:depth]]
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
                    (*_without(x.shape, axis), x.shape[axis])).copy(), -1, 0),
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
    indices = m.random.integers(-depth, depth, m.shape(m.integer(1, 2)))
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


# ===-- reductions, normalisations -----------------------------------------===


@operator(3)
def reduce(m: Model) -> None:
    x = m.pick("f", range(1, 6))
    op = m.choose("Sum Mean Max Min L1 L2 SumSquare LogSumExp Prod".split())
    axes = sorted({a % x.rank for a in some_axes(m, x)})
    axes = m.constant(axes, np.int64) if m.chance(0.9) else None
    keepdims = m.integer(0, 1)
    exact = op in ("Max", "Min")
    m.add(f"Reduce{op}", [x, axes], keepdims=keepdims, exact=exact)


@operator()
def arg_reduce(m: Model) -> None:
    x = pick_exact(m, "f", range(1, 5))
    op = m.choose(["ArgMax", "ArgMin"])
    keepdims, last = m.integer(0, 1), m.integer(0, 1)
    options = {"keepdims": keepdims, "select_last_index": last}
    m.add(op, [x], axis=axis_of(m, x), exact=True, **options)


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


def _image(m: Model, least: int = 1) -> Value:
    """Images of f32, of one to three dimensions."""

    def fits(value: Value) -> bool:
        return value.array.dtype == np.float32 and min(value.shape[2:]) >= least

    if m.chance(0.6):
        return m.pick("f", range(3, 6), fits)
    spatial = [m.integer(least, 12) for _ in range(m.choose((1, 2, 2, 2, 3)))]
    return m.input([m.integer(1, 2), m.choose((1, 3, 4, 8, 16, 17)), *spatial])


@operator()
def channel_norm(m: Model) -> None:
    x = _image(m)
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


# ===-- products, windows --------------------------------------------------===


@operator(4)
def matmul(m: Model) -> None:
    x = m.pick("f", range(1, 5))
    columns = m.choose(SIZES_OF_COLUMNS)
    make = m.weight if m.chance(0.6) else m.input
    batch = list(x.shape[:-2]) if m.chance(0.3) else []
    m.add("MatMul", [x, make([*batch, x.shape[-1], columns], x.array.dtype)])


SIZES_OF_COLUMNS = (1, 2, 3, 8, 15, 16, 17, 33)


@operator()
def gemm(m: Model) -> None:
    x = m.pick("f", (2,), lambda v: v.array.dtype == np.float32)
    flip_a, flip_b = m.integer(0, 1), m.integer(0, 1)
    inner, columns = x.shape[0 if flip_a else 1], m.choose(SIZES_OF_COLUMNS)
    weight = m.weight([columns, inner] if flip_b else [inner, columns])
    bias = m.weight(m.choose([[columns], [1], [1, columns]]))
    scales = {"alpha": m.choose([1.0, 0.5]), "beta": m.choose([1.0, 2.0])}
    m.add("Gemm", [x, weight, bias], transA=flip_a, transB=flip_b, **scales)


@operator()
def einsum(m: Model) -> None:
    x = m.pick("f", (2, 3), lambda v: v.array.dtype == np.float32)
    k = m.choose((1, 3, 8))
    if x.rank == 2:
        m.add("Einsum", [x, m.weight([k, x.shape[1]])], equation="ij,kj->ki")
    else:
        weight = m.weight([x.shape[0], x.shape[2], k])
        m.add("Einsum", [x, weight], equation="bij,bjk->bik")


def _window(m: Model, x: Value) -> dict[str, list[int]]:
    n = x.rank - 2
    kernel = [m.integer(1, min(4, size)) for size in x.shape[2:]]
    return {
        "kernel_shape": kernel,
        "strides": [m.choose((1, 1, 2, 3)) for _ in range(n)],
        "pads": [m.integer(0, kernel[i % n] - 1) for i in range(2 * n)],
    }


@operator(4)
def conv(m: Model) -> None:
    x = _image(m)
    window = _window(m, x)
    channels = x.shape[1]
    group = m.choose([1, 1, channels, *(2 for _ in range(channels % 2 == 0))])
    outputs = group * m.choose((1, 2, 5, 16))
    weight = m.weight([outputs, channels // group, *window["kernel_shape"]])
    bias = m.weight([outputs]) if m.chance(0.5) else None
    dilations = [m.choose((1, 1, 1, 2)) for _ in x.shape[2:]]
    m.add("Conv", [x, weight, bias], group=group, dilations=dilations, **window)


@operator()
def conv_transpose(m: Model) -> None:
    x = _image(m)
    window = _window(m, x)
    channels = x.shape[1]
    group = m.choose([1, channels])
    weight = m.weight([channels, m.integer(1, 5), *window["kernel_shape"]])
    m.add("ConvTranspose", [x, weight], group=group, **window)


@operator(2)
def pool(m: Model) -> None:
    x = _image(m, least=2)
    window = _window(m, x)
    ceil = m.integer(0, 1)
    if m.chance(0.5):
        m.add("MaxPool", [x], ceil_mode=ceil, exact=True, **window)
    else:
        count = m.integer(0, 1)
        m.add("AveragePool", [x], count_include_pad=count, **window)


@operator()
def global_pool(m: Model) -> None:
    op = m.choose(["GlobalAveragePool", "GlobalMaxPool"])
    m.add(op, [_image(m)], exact=op == "GlobalMaxPool")


@operator()
def resize(m: Model) -> None:
    x = m.pick("f", (4,), lambda v: v.array.dtype == np.float32)
    # ONNX Runtime differs from ONNX's definition where scales make no whole
    # sizes.
    sizes = [s * m.choose([1, 2, 3]) // m.choose([1, 2]) for s in x.shape[2:]]
    scales = [1, 1, *(a / b for a, b in zip(sizes, x.shape[2:], strict=True))]
    mode = m.choose(["nearest", "linear"])
    way = m.choose(["half_pixel", "asymmetric", "align_corners"])
    operands = [x, None, m.constant(scales, np.float32)]
    attributes = {"mode": mode, "coordinate_transformation_mode": way}
    m.add("Resize", operands, exact=mode == "nearest", **attributes)


@operator()
def recurrent(m: Model) -> None:
    x = m.pick("f", (3,), lambda v: v.array.dtype == np.float32)
    op, gates = m.choose([("RNN", 1), ("GRU", 3), ("LSTM", 4)])
    way = m.choose(["forward", "reverse", "bidirectional"])
    ways, hidden = 1 + (way == "bidirectional"), m.choose((1, 3, 8, 16))
    weights = [
        m.weight([ways, gates * hidden, x.shape[2]]),
        m.weight([ways, gates * hidden, hidden]),
        m.weight([ways, 2 * gates * hidden]) if m.chance(0.5) else None,
    ]
    m.add(op, [x, *weights], direction=way, hidden_size=hidden)


@operator()
def quantize(m: Model) -> None:
    x = pick_exact(m, "f")
    if x.array.dtype != np.float32:
        raise Unfit
    scale = m.constant(np.float32(m.choose([0.25, 0.5, 1])))
    zero = m.constant(m.integer(0, 20), m.choose([np.uint8, np.int8]))
    y = m.add("QuantizeLinear", [x, scale, zero], exact=True)[0]
    m.add("DequantizeLinear", [y, scale, zero], exact=True)
