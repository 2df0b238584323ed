# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators that exporters spell out compute the same as in ONNX Runtime."""

import numpy as np
import pytest
from peers import check

HEADER = '<ir_version: 8, opset_import: ["" : 17]>'
CONSTANTS = """
   <float half = {0.5}, float one = {1.0}, float two = {2.0}, float three = {3.0},
    float six = {6.0}, float zero = {0.0}, float root = {1.41421356},
    float cubic = {0.044715}, float scale = {0.797884561}, float quick = {1.702},
    float eps = {0.00001}, int64[1] last = {-1}>
"""
IDIOMS = {
    "gelu": """
        a = Div(x, root) b = Erf(a) c = Add(b, one)
        d = Mul(x, c) y = Mul(d, half)""",
    "gelu_tanh": """
        a = Pow(x, three) b = Mul(cubic, a) c = Add(x, b) d = Mul(scale, c)
        e = Tanh(d) f = Add(one, e) k = Mul(half, x) y = Mul(k, f)""",
    "gelu_sigmoid": """
        a = Mul(x, quick) b = Sigmoid(a) y = Mul(x, b)""",
    "silu": """
        a = Sigmoid(x) y = Mul(a, x)""",
    "hard_swish": """
        a = Add(x, three) b = Clip(a, zero, six) c = Mul(x, b)
        y = Div(c, six)""",
    "mish": """
        a = Exp(x) b = Add(one, a) c = Log(b) d = Tanh(c) y = Mul(d, x)""",
    "layer_norm": """
        m = ReduceMean<axes = [-1]>(x) d = Sub(x, m) q = Pow(d, two)
        v = ReduceMean<axes = [-1]>(q) w = Add(v, eps) r = Sqrt(w)
        n = Div(d, r) o = Mul(n, g) y = Add(o, h)""",
    "rms_norm": """
        q = Pow(x, two) v = ReduceMean<axes = [-1]>(q) w = Add(v, eps)
        r = Sqrt(w) i = Div(one, r) n = Mul(x, i) y = Mul(g, n)""",
    "softmax": """
        m = ReduceMax<axes = [-1]>(x) d = Sub(x, m) e = Exp(d)
        s = ReduceSum(e, last) y = Div(e, s)""",
    "log_softmax": """
        m = ReduceMax<axes = [-1]>(x) d = Sub(x, m) e = Exp(d)
        s = ReduceSum(e, last) p = Div(e, s) y = Log(p)""",
}


@pytest.mark.parametrize("rows", ["5", "n"])
@pytest.mark.parametrize("name", IDIOMS)
def test_idiom(name: str, rows: str) -> None:
    text = f"""{HEADER} idiom (float[3, {rows}, 17] x, float[17] g, float[17] h)
        => (float[3, {rows}, 17] y) {CONSTANTS} {{ {IDIOMS[name]} }}"""
    random = np.random.default_rng(3)
    shapes = {"x": (3, 5, 17), "g": 17, "h": 17}
    feeds = {
        key: random.normal(size=shape).astype(np.float32) * 2
        for key, shape in shapes.items()
    }
    check(text, feeds)


MOVES = {
    "pixel_shuffle": (
        (2, 12, 4, 6),
        (2, 3, 2, 2, 4, 6),
        [0, 1, 4, 2, 5, 3],
        (2, 3, 8, 12),
    ),
    "depth_to_space": (
        (2, 12, 4, 6),
        (2, 2, 2, 3, 4, 6),
        [0, 3, 4, 1, 5, 2],
        (2, 3, 8, 12),
    ),
    "pixel_unshuffle": (
        (2, 3, 4, 6),
        (2, 3, 2, 2, 3, 2),
        [0, 1, 3, 5, 2, 4],
        (2, 12, 2, 3),
    ),
    "space_to_depth": (
        (2, 3, 4, 6),
        (2, 3, 2, 2, 3, 2),
        [0, 3, 5, 1, 2, 4],
        (2, 12, 2, 3),
    ),
}


@pytest.mark.parametrize("name", MOVES)
def test_blocks(name: str) -> None:
    shape, parts, order, result = MOVES[name]
    text = f"""{HEADER} blocks (float{list(shape)} x) => (float{list(result)} y)
        <int64[6] a = {{{str(parts)[1:-1]}}}, int64[4] b = {{{str(result)[1:-1]}}}>
        {{ p = Reshape(x, a) t = Transpose<perm = {order}>(p) y = Reshape(t, b) }}"""
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    check(text, {"x": x}, rtol=0, atol=0)


@pytest.mark.parametrize("transposed", ["a", "b"])
def test_transposed_product(transposed: str) -> None:
    shapes = {"a": (3, 5, 7), "b": (3, 7, 4)}
    shapes[transposed] = (3, *shapes[transposed][:0:-1])
    operands = [f"{n}t" if n == transposed else n for n in "ab"]
    text = f"""{HEADER} product (float{list(shapes["a"])} a, float{list(shapes["b"])} b)
        => (float[3, 5, 4] y) {{
        {transposed}t = Transpose<perm = [0, 2, 1]>({transposed})
        y = MatMul({operands[0]}, {operands[1]}) }}"""
    random = np.random.default_rng(3)
    feeds = {
        key: random.normal(size=shape).astype(np.float32)
        for key, shape in shapes.items()
    }
    check(text, feeds)
