# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TOSA operators compute what their specification says, here in NumPy."""

import re

import numpy as np
import pytest
from tvm_mlir.compiler import compile_module

RNG = np.random.default_rng(3)

PRELUDE = """
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %zb = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z3 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
"""


def run(body: str, *inputs: np.ndarray) -> np.ndarray:
    """The result `%y` of operators on `%x0`, `%x1` ..., the inputs."""
    types = re.findall(r"-> (tensor<[^>]*>)", body)
    kinds = {"float32": "f32", "int32": "i32", "int8": "i8", "bool": "i1"}
    arguments = ", ".join(
        f"%x{i}: tensor<{'x'.join(map(str, x.shape))}x{kinds[x.dtype.name]}>"
        for i, x in enumerate(inputs)
    )
    text = (
        f"func.func @f({arguments}) -> {types[-1]} {{{PRELUDE}{body}\n"
        f"return %y : {types[-1]} }}"
    )
    feeds = {f"input_{i}": x for i, x in enumerate(inputs)}
    module = compile_module(text, "tosa", target="host", output=None)
    return module.run(feeds)["output_0"]


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape, dtype=np.float32)


def integers(low: int, high: int, *shape: int, dtype=np.int32) -> np.ndarray:
    return RNG.integers(low, high, shape).astype(dtype)


def check(result: np.ndarray, expected: np.ndarray) -> None:
    assert result.shape == expected.shape
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)


def windows(
    x: np.ndarray, kernel, stride=(1, 1), dilation=(1, 1)
) -> np.ndarray:
    """[n, oh, ow, kh, kw, c] of data in NHWC."""
    extents = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    view = np.lib.stride_tricks.sliding_window_view(x, extents, axis=(1, 2))
    view = view[:, :: stride[0], :: stride[1]]
    view = view[..., :: dilation[0], :: dilation[1]]
    return np.moveaxis(view, 3, -1)


def pad(x: np.ndarray, top: int, bottom: int, left: int, right: int):
    return np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))


def test_conv2d() -> None:
    x, w, b = floats(2, 8, 9, 3), floats(4, 3, 2, 3), floats(4)
    result = run(
        """%y = tosa.conv2d %x0, %x1, %x2, %zp, %zp {acc_type = f32,
        pad = array<i64: 1, 2, 0, 3>, stride = array<i64: 2, 3>,
        dilation = array<i64: 1, 2>} : (tensor<2x8x9x3xf32>,
        tensor<4x3x2x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>)
        -> tensor<2x5x4x4xf32>""",
        x,
        w,
        b,
    )
    view = windows(pad(x, 1, 2, 0, 3), (3, 2), (2, 3), (1, 2))
    check(result, np.einsum("nhwklc,oklc->nhwo", view, w) + b)


def test_conv2d_of_bytes() -> None:
    x, w = (
        integers(-128, 128, *s, dtype=np.int8)
        for s in ((1, 5, 5, 2), (3, 3, 3, 2))
    )
    b = integers(-99, 99, 3)
    result = run(
        """%y = tosa.conv2d %x0, %x1, %x2, %z3, %zb {acc_type = i32,
        pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>,
        dilation = array<i64: 1, 1>} : (tensor<1x5x5x2xi8>,
        tensor<3x3x3x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>)
        -> tensor<1x5x5x3xi32>""",
        x,
        w,
        b,
    )
    view = windows(pad(x.astype(np.int32) - 3, 1, 1, 1, 1), (3, 3))
    check(result, np.einsum("nhwklc,oklc->nhwo", view, w.astype(np.int32)) + b)


def test_depthwise_conv2d() -> None:
    x, w, b = floats(1, 6, 6, 3), floats(3, 3, 3, 2), floats(6)
    result = run(
        """%y = tosa.depthwise_conv2d %x0, %x1, %x2, %zp, %zp {acc_type = f32,
        pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>,
        dilation = array<i64: 1, 1>} : (tensor<1x6x6x3xf32>,
        tensor<3x3x3x2xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>)
        -> tensor<1x4x4x6xf32>""",
        x,
        w,
        b,
    )
    products = np.einsum("nhwklc,klcm->nhwcm", windows(x, (3, 3)), w)
    check(result, products.reshape(1, 4, 4, 6) + b)


def test_transpose_conv2d() -> None:
    x, w, b = floats(1, 3, 4, 2), floats(5, 3, 3, 2), floats(5)
    result = run(
        """%y = tosa.transpose_conv2d %x0, %x1, %x2, %zp, %zp {acc_type = f32,
        out_pad = array<i64: -1, 1, 0, -1>, stride = array<i64: 2, 2>}
        : (tensor<1x3x4x2xf32>, tensor<5x3x3x2xf32>, tensor<5xf32>,
        tensor<1xf32>, tensor<1xf32>) -> tensor<1x7x8x5xf32>""",
        x,
        w,
        b,
    )
    full = np.zeros((1, 9, 10, 5), np.float32)
    for i, j in np.ndindex(3, 4):
        full[0, 2 * i : 2 * i + 3, 2 * j : 2 * j + 3] += np.einsum(
            "oklc,c->klo", w, x[0, i, j]
        )
    check(result, full[:, 1:8, :8] + b)


def test_pools() -> None:
    x = floats(1, 8, 9, 3)
    attributes = """{kernel = array<i64: 2, 3>, pad = array<i64: 0, 0, 1, 1>,
        stride = array<i64: 2, 2>"""
    types = "-> tensor<1x4x5x3xf32>"
    result = run(
        f"%y = tosa.max_pool2d %x0 {attributes}}} : (tensor<1x8x9x3xf32>) {types}",
        x,
    )
    infinite = np.pad(
        x, ((0, 0), (0, 0), (1, 1), (0, 0)), constant_values=-np.inf
    )
    check(result, windows(infinite, (2, 3), (2, 2)).max((3, 4)))
    result = run(
        f"""%y = tosa.avg_pool2d %x0, %zp, %zp {attributes}, acc_type = f32}}
        : (tensor<1x8x9x3xf32>, tensor<1xf32>, tensor<1xf32>) {types}""",
        x,
    )
    sums = windows(pad(x, 0, 0, 1, 1), (2, 3), (2, 2)).sum((3, 4))
    counts = windows(pad(np.ones_like(x), 0, 0, 1, 1), (2, 3), (2, 2)).sum(
        (3, 4)
    )
    check(result, sums / counts)


def test_matmul_of_bytes() -> None:
    x, y = (
        integers(-128, 128, *s, dtype=np.int8) for s in ((2, 3, 4), (2, 4, 5))
    )
    result = run(
        """%y = tosa.matmul %x0, %x1, %z3, %zb : (tensor<2x3x4xi8>,
        tensor<2x4x5xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x5xi32>""",
        x,
        y,
    )
    check(result, (x.astype(np.int32) - 3) @ y.astype(np.int32))


def test_negate_of_bytes_saturates() -> None:
    x = np.array([-128, -127, 0, 127], np.int8)
    result = run(
        """%y = tosa.negate %x0, %z3, %zb : (tensor<4xi8>, tensor<1xi8>,
        tensor<1xi8>) -> tensor<4xi8>""",
        x,
    )
    check(result, np.array([127, 127, 3, -124], np.int8))


def test_casts_round_to_even_and_saturate() -> None:
    x = np.array([-0.5, 0.5, 1.5, 2.5, 3.49, 300, -300, 0], np.float32)
    result = run("%y = tosa.cast %x0 : (tensor<8xf32>) -> tensor<8xi8>", x)
    check(result, np.array([0, 0, 2, 2, 3, 127, -128, 0], np.int8))
    result = run("%y = tosa.cast %x0 : (tensor<8xf32>) -> tensor<8xi1>", x)
    check(result, x != 0)


def test_arithmetic_right_shift() -> None:
    x, n = integers(-999, 999, 64), integers(0, 31, 64)
    result = run(
        """%y = tosa.arithmetic_right_shift %x0, %x1 {round = false}
        : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>""",
        x,
        n,
    )
    check(result, x >> n)


def test_clamp() -> None:
    x = np.array([-np.inf, -1, 0.5, 7, np.inf, np.nan], np.float32)
    result = run(
        """%y = tosa.clamp %x0 {min_val = 0.0 : f32, max_val = 6.0 : f32}
        : (tensor<6xf32>) -> tensor<6xf32>""",
        x,
    )
    check(result, np.clip(x, 0, 6))


@pytest.mark.parametrize(
    "op, function",
    [
        ("reduce_max", np.max),
        ("reduce_min", np.min),
        ("reduce_sum", np.sum),
        ("reduce_product", np.prod),
    ],
)
def test_reductions(op: str, function) -> None:
    x = floats(3, 4, 5)
    result = run(
        f"""%y = tosa.{op} %x0 {{axis = 1 : i32}}
        : (tensor<3x4x5xf32>) -> tensor<3x1x5xf32>""",
        x,
    )
    check(result, function(x, axis=1, keepdims=True))


@pytest.mark.parametrize("op, function", [("all", np.all), ("any", np.any)])
def test_logical_reductions(op: str, function) -> None:
    x = integers(0, 4, 3, 4).astype(bool)
    result = run(
        f"%y = tosa.reduce_{op} %x0 {{axis = 1 : i32}} : (tensor<3x4xi1>) -> tensor<3x1xi1>",
        x,
    )
    check(result, function(x, axis=1, keepdims=True))


def test_argmax() -> None:
    x = integers(0, 4, 6, 9).astype(np.float32)  # with equal ones
    result = run(
        "%y = tosa.argmax %x0 {axis = 1 : i32} : (tensor<6x9xf32>) -> tensor<6xi32>",
        x,
    )
    check(result, x.argmax(1))


def test_reverse() -> None:
    x = floats(3, 4)
    result = run(
        "%y = tosa.reverse %x0 {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3x4xf32>",
        x,
    )
    check(result, x[:, ::-1])


def test_gather() -> None:
    x, i = floats(2, 9, 4), integers(0, 9, 2, 3)
    result = run(
        """%y = tosa.gather %x0, %x1 : (tensor<2x9x4xf32>, tensor<2x3xi32>)
        -> tensor<2x3x4xf32>""",
        x,
        i,
    )
    check(result, np.take_along_axis(x, i[..., None], 1))


def test_scatter() -> None:
    x, y = floats(2, 9, 4), floats(2, 3, 4)
    i = np.array([[0, 8, 3], [2, 1, 0]], np.int32)
    result = run(
        """%y = tosa.scatter %x0, %x1, %x2 : (tensor<2x9x4xf32>,
        tensor<2x3xi32>, tensor<2x3x4xf32>) -> tensor<2x9x4xf32>""",
        x,
        i,
        y,
    )
    np.put_along_axis(x, i[..., None], y, 1)
    check(result, x)


def interpolate(
    x: np.ndarray, axis: int, size: int, n: int, d: int, offset: int
):
    """TOSA's bilinear sampling along one axis."""
    position = (np.arange(size) * d + offset) / n
    low = np.floor(position).astype(int)
    part = np.expand_dims(position - low, tuple(range(1, x.ndim - axis)))
    low, high = (np.clip(i, 0, x.shape[axis] - 1) for i in (low, low + 1))
    return x.take(low, axis) * (1 - part) + x.take(high, axis) * part


@pytest.mark.parametrize(
    "offset, border, size",
    [(0, 2, (8, 12)), (-1, 1, (8, 12)), (0, 0, (7, 11))],
)
def test_bilinear_resize(
    offset: int, border: int, size: tuple[int, int]
) -> None:
    x = floats(1, 4, 6, 3)
    constants = {"s": ([4, 2, 4, 2], 4), "o": (offset, 2), "b": (border, 2)}
    shapes = "\n".join(
        f"%{name} = tosa.const_shape {{values = dense<{values}> : "
        f"tensor<{count}xindex>}} : () -> !tosa.shape<{count}>"
        for name, (values, count) in constants.items()
    )
    result = run(
        f"""{shapes}
        %y = tosa.resize %x0, %s, %o, %b {{mode = BILINEAR}}
        : (tensor<1x4x6x3xf32>, !tosa.shape<4>, !tosa.shape<2>,
        !tosa.shape<2>) -> tensor<1x{size[0]}x{size[1]}x3xf32>""",
        x,
    )
    for axis in (1, 2):
        x = interpolate(x, axis, size[axis - 1], 4, 2, offset)
    check(result, x)


def test_nearest_resize() -> None:
    x = floats(1, 6, 8, 3)
    result = run(
        """%s = tosa.const_shape {values = dense<[2, 4, 2, 4]> : tensor<4xindex>}
        : () -> !tosa.shape<4>
        %o = tosa.const_shape {values = dense<1> : tensor<2xindex>}
        : () -> !tosa.shape<2>
        %b = tosa.const_shape {values = dense<-1> : tensor<2xindex>}
        : () -> !tosa.shape<2>
        %y = tosa.resize %x0, %s, %o, %b {mode = NEAREST_NEIGHBOR}
        : (tensor<1x6x8x3xf32>, !tosa.shape<4>, !tosa.shape<2>,
        !tosa.shape<2>) -> tensor<1x3x4x3xf32>""",
        x,
    )
    check(result, x[:, 1::2, 1::2])  # (2 i + 1/2), of which halves go up
