# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products, windows, recurrent networks, quantisation."""

import numpy as np
import onnx
from random_models.model import Model, Unfit, Value
from random_models.operators import operator, pick_exact, pick_image


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
    x = pick_image(m)
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
    x = pick_image(m)
    window = _window(m, x)
    channels = x.shape[1]
    group = m.choose([1, channels])
    weight = m.weight([channels, m.integer(1, 5), *window["kernel_shape"]])
    m.add("ConvTranspose", [x, weight], group=group, **window)


@operator(2)
def pool(m: Model) -> None:
    x = pick_image(m, least=2)
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
    m.add(op, [pick_image(m)], exact=op == "GlobalMaxPool")


@operator()
def resize(m: Model) -> None:
    x = m.pick("f", (4,), lambda v: v.array.dtype == np.float32)
    if 0 in x.shape[2:]:
        raise Unfit  # no scale makes a size of nothing
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
    def fits(value: Value) -> bool:
        return value.array.dtype == np.float32 and value.array.size > 0

    # ONNX Runtime aborts where there is no step.
    x = m.pick("f", (3,), fits)
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


def _quantize(m: Model, x: Value) -> list[Value]:
    """Bytes, their scale and zero point."""
    if x.array.dtype != np.float32:
        raise Unfit
    dtype = m.choose([np.uint8, np.uint8, np.int8])
    scale, zero = m.constant(np.float32(0.25)), m.constant(m.integer(0, 20), dtype)
    return [m.add("QuantizeLinear", [x, scale, zero], exact=True)[0], scale, zero]


def _quantized_weight(m: Model, shape: list[int], data: Value) -> list[Value]:
    """A quantized layer of all bytes; signed data have signed weights."""
    info = np.iinfo(np.int8 if data.kind == "i" else m.choose([np.int8, np.uint8]))
    weight = m.constant(m.integers(info.min, info.max + 1, shape), info.dtype)
    zeros = [0, 128, 5] if info.min == 0 else [0, 0, 5]
    return [weight, m.constant(m.choose(zeros), info.dtype)]


@operator(2)
def quantized_matmul(m: Model) -> None:
    x, scale, zero = _quantize(m, pick_exact(m, "f", range(2, 5)))
    weight, other = _quantized_weight(m, [x.shape[-1], m.choose(SIZES_OF_COLUMNS)], x)
    if m.chance(0.5):
        y = m.add("MatMulInteger", [x, weight, zero, other], exact=True)[0]
        m.add("Cast", [y], to=onnx.TensorProto.FLOAT, exact=True)
        return
    floats = [m.add("DequantizeLinear", v)[0] for v in ([x, scale, zero], [weight, scale, other])]
    m.add("MatMul", floats)


@operator(2)
def quantized_conv(m: Model) -> None:
    image = pick_image(m)
    if not image.exact:
        raise Unfit
    x, scale, zero = _quantize(m, image)
    window = _window(m, image)
    group = m.choose([1, 1, x.shape[1]])
    shape = [group * m.choose((1, 5, 16)), x.shape[1] // group, *window["kernel_shape"]]
    weight, other = _quantized_weight(m, shape, x)
    if m.chance(0.5) and x.kind == "u":
        y = m.add("ConvInteger", [x, weight, zero, other], group=group, exact=True, **window)[0]
        m.add("Cast", [y], to=onnx.TensorProto.FLOAT, exact=True)
        return
    floats = [m.add("DequantizeLinear", v)[0] for v in ([x, scale, zero], [weight, scale, other])]
    m.add("Conv", floats, group=group, **window)
