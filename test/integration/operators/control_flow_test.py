# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""If, Loop and Scan, against ONNX Runtime."""

import resource
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import onnx.parser
import pytest
import tvm_mlir

Arrays = dict[str, np.ndarray]


def f(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape, np.float32)


def i(value: int) -> np.ndarray:
    return np.array(value, np.int64)


def number(value: float) -> np.ndarray:
    return np.array(value, np.float32)


def flag(value: bool) -> np.ndarray:
    return np.array(value)


NESTED = """
nested (bool c, int64 n, float[4] x, float[4] z) => (float[4] y) {
  y = If (c) <
    then_branch = then () => (float[4] a) {
      true = Constant <value = bool {1}> ()
      a = Loop (n, true, x) <body = body (int64 i, bool go, float[4] v) => (bool on, float[4] w) {
        on = Identity (go)
        f = Cast <to = 1> (i)
        s = Mul (v, z)
        w = Add (s, f)
      }>
    },
    else_branch = other () => (float[4] b) { b = Sub (x, z) }
  >
}
"""

# The condition depends on the data: halves until the sum is small.
UNTIL = """
until (float[B,4] x, float limit) => (float[B,4] y, int64 steps) {
  zero = Constant <value = int64 {0}> ()
  true = Constant <value = bool {1}> ()
  y, steps = Loop ("", true, x, zero) <body = body (int64 i, bool go, float[B,4] v, int64 k) => (bool on, float[B,4] w, int64 m) {
    half = Constant <value = float {0.5}> ()
    one = Constant <value = int64 {1}> ()
    w = Mul (v, half)
    m = Add (k, one)
    a = Abs (w)
    s = ReduceSum <keepdims = 0> (a)
    on = Greater (s, limit)
  }>
}
"""

# A carried value grows, and is what each iteration reads.
GROWING = """
growing (int64 n, float[K,3] x) => (float[?,3] y, float[?] sizes) {
  true = Constant <value = bool {1}> ()
  y, sizes = Loop (n, true, x) <body = body (int64 i, bool go, float[?,3] v) => (bool on, float[?,3] w, float size) {
    on = Identity (go)
    a = Add (v, v)
    w = Concat <axis = 0> (x, a)
    s = Size (w)
    size = Cast <to = 1> (s)
  }>
}
"""

# Rows of a shape that is known only at run time, and how many there are, too.
ROWS = """
rows (int64 n, float[A,B] x, float limit) => (float[A,B] y, float[?,A,B] all, float[?,2] two) {
  true = Constant <value = bool {1}> ()
  y, all, two = Loop (n, true, x) <body = body (int64 i, bool go, float[A,B] v) => (bool on, float[A,B] w, float[A,B] row, float[2] pair) {
    w = Add (v, x)
    row = Mul (w, w)
    s = ReduceMax <keepdims = 0> (row)
    on = Less (s, limit)
    f = Cast <to = 1> (i)
    axes = Constant <value_ints = [0]> ()
    g = Unsqueeze (f, axes)
    pair = Concat <axis = 0> (g, g)
  }>
}
"""

# Values change places, one stays, one is computed in two ways.
SWAP = """
swap (int64 n, float[3] p, float[3] q, float[3] r) => (float[3] a, float[3] b, float[3] c, float[3] d) {
  true = Constant <value = bool {1}> ()
  a, b, c, d = Loop (n, true, p, q, r, r) <body = body (int64 i, bool go, float[3] x, float[3] y, float[3] z, float[3] t) => (bool on, float[3] y1, float[3] x1, float[3] z1, float[3] t1) {
    on = Identity (go)
    y1 = Identity (y)
    x1 = Identity (x)
    z1 = Identity (t)
    two = Constant <value = int64 {2}> ()
    m = Mod (i, two)
    even = Cast <to = 9> (m)
    t1 = If (even) <
      then_branch = then () => (float[3] e) { e = Add (z, t) },
      else_branch = other () => (float[3] o) { o = Identity (x) }
    >
  }>
}
"""

# A loop in a loop, in a loop; the inner ones depend on the outer numbers.
TRIPLE = """
triple (int64 n, float[B] x) => (float[B] y, float[?,B] all) {
  true = Constant <value = bool {1}> ()
  y, all = Loop (n, true, x) <body = outer (int64 i, bool go, float[B] v) => (bool on, float[B] w, float[B] row) {
    on = Identity (go)
    one = Constant <value = int64 {1}> ()
    n2 = Add (i, one)
    w, inner = Loop (n2, true, v) <body = middle (int64 j, bool go2, float[B] v2) => (bool on2, float[B] w2, float[B] row2) {
      on2 = Identity (go2)
      t = Loop (j, true, v2) <body = inner (int64 k, bool go3, float[B] v3) => (bool on3, float[B] w3) {
        on3 = Identity (go3)
        w3 = Add (v3, x)
      }>
      c = Constant <value = float {0.5}> ()
      w2 = Mul (t, c)
      row2 = Identity (w2)
    }>
    axes = Constant <value_ints = [0]> ()
    sum = ReduceSum <keepdims = 0> (inner, axes)
    row = Add (sum, w)
  }>
}
"""

SCAN = """
scan (float[B,3] s, float[B,T,3] x, float[T] g, float[3] w) => (float[B,3] last, float[B,T,3] all, float[T] back) {
  last, all, back = Scan <num_scan_inputs = 2, scan_input_axes = [1, 0], scan_input_directions = [0, 1],
      scan_output_axes = [1, 0], scan_output_directions = [0, 1],
      body = body (float[B,3] h, float[B,3] row, float scale) => (float[B,3] next, float[B,3] out, float gate) {
    a = Mul (row, scale)
    b = Add (a, h)
    c = Mul (b, w)
    next = Tanh (c)
    out = Identity (next)
    gate = Neg (scale)
  }> (s, x, g)
}
"""

# Branches of different sizes, captured and computed values, views.
SIZES = """
sizes (bool c, float[N,4] x) => (float[?] y, float[?,4] z) {
  flat = Constant <value_ints = [-1]> ()
  y, z = If (c) <
    then_branch = then () => (float[?] a, float[?,4] b) {
      a = Reshape (x, flat)
      b = Concat <axis = 0> (x, x)
    },
    else_branch = other () => (float[?] d, float[?,4] e) {
      axes = Constant <value_ints = [1]> ()
      d = ReduceSum <keepdims = 0> (x, axes)
      e = Identity (x)
    }
  >
}
"""

# Two outputs of one type do not share memory.
TWINS = """
twins (int64 n, float[3] x) => (float[3] y, float[4,3] a, float[4,3] b, float[?,3] c, float[?,3] d) {
  true = Constant <value = bool {1}> ()
  four = Constant <value = int64 {4}> ()
  y, a, b = Loop (four, true, x) <body = body (int64 i, bool go, float[3] v) => (bool on, float[3] w, float[3] p, float[3] q) {
    on = Identity (go)
    w = Add (v, x)
    p = Exp (v)
    q = Neg (v)
  }>
  z, c, d = Loop (n, true, y) <body = body2 (int64 i2, bool go2, float[3] v2) => (bool on2, float[3] w2, float[3] p2, float[3] q2) {
    on2 = Identity (go2)
    w2 = Sub (v2, x)
    p2 = Cos (v2)
    q2 = Sin (v2)
  }>
}
"""

# Names that subgraphs define stand for other values later on, or before.
SHADOWS = """
shadows (bool c, int64 n, float[3,2] x) => (float[2] t, float[3,2] r, float[2] w) {
  k = ReduceSum <keepdims = 0> (x)
  z = Constant <value_floats = [0.5, 2.0]> ()
  s, r = Scan <num_scan_inputs = 1, body = body (float[2] k, float[2] row) => (float[2] t, float[2] w) {
    w = Mul (k, row)
    t = Add (w, row)
  }> (z, x)
  y = Loop (n, c, s) <body = body (int64 i, bool k, float[2] v) => (bool d, float[2] y) {
    d = Identity (k)
    y = If (d) <
      then_branch = p () => (float[2] y) <float[2] s = {1, 2}> { t = Mul (v, s) y = Sub (t, z) },
      else_branch = q () => (float[2] w) { w = Neg (v) }>
  }>
  t = Add (y, k)
  w = Sub (t, s)
}
"""

CASES = [
    *((NESTED, dict(c=flag(c), n=i(n), x=f(4), z=f(5)[1:]))
      for c, n in ((True, 0), (True, 1), (True, 7), (False, 3))),
    *((UNTIL, dict(x=f(b, 4), limit=number(limit)))
      for b, limit in ((1, 0.01), (3, 1e-6), (5, 100))),
    *((GROWING, dict(n=i(n), x=f(k, 3)))
      for n, k in ((0, 2), (1, 2), (5, 1), (9, 4), (3, 0))),
    *((ROWS, dict(n=i(n), x=f(a, b), limit=number(limit)))
      for n, a, b, limit in ((4, 2, 3, 1e9), (0, 2, 3, 1), (50, 1, 4, 20))),
    *((SWAP, dict(n=i(n), p=f(3), q=f(3) + 1, r=f(3) + 2))
      for n in (0, 1, 2, 5)),
    *((TRIPLE, dict(n=i(n), x=f(b))) for n, b in ((4, 3), (1, 5), (6, 1))),
    *((SCAN, dict(s=f(b, 3), x=f(b, t, 3), g=f(t), w=f(3)))
      for b, t in ((2, 5), (1, 1), (4, 9))),
    *((TWINS, dict(n=i(n), x=f(3))) for n in (0, 4, 6)),
    *((SIZES, dict(c=flag(c), x=f(n, 4)))
      for c in (True, False) for n in (1, 3, 8)),
    *((SHADOWS, dict(c=flag(True), n=i(n), x=f(3, 2))) for n in (0, 3)),
]  # fmt: skip


def parse(text: str) -> onnx.ModelProto:
    header = '<ir_version: 8, opset_import: ["" : 18]>'
    model = onnx.parser.parse_model(header + text)
    onnx.checker.check_model(model)
    return model


@pytest.fixture(scope="module")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> dict:
    folder: Path = tmp_path_factory.mktemp("control")
    modules = {}
    for text, _ in CASES:
        if text not in modules:
            model = parse(text)
            output = str(folder / f"{model.graph.name}.so")
            modules[text] = tvm_mlir.compile(
                model.SerializeToString(), output=output
            )
    return modules


def check(results: Arrays, text: str, feeds: Arrays) -> None:
    session = onnxruntime.InferenceSession(parse(text).SerializeToString())
    expected = session.run(None, feeds)
    for output, array in zip(session.get_outputs(), expected, strict=True):
        result = np.asarray(results[output.name])
        assert result.shape == array.shape, output.name
        np.testing.assert_allclose(
            result, array, rtol=1e-5, atol=1e-6, err_msg=output.name
        )


@pytest.mark.parametrize(("text", "feeds"), CASES)
def test_equals_onnx_runtime(
    text: str, feeds: Arrays, artefacts: dict
) -> None:
    check(artefacts[text].run(feeds), text, feeds)


def test_sizes_change_between_runs(artefacts: dict) -> None:
    for text, feeds in CASES * 2:
        check(artefacts[text].run(feeds), text, feeds)


# 100 kB, of a size that each iteration decides, are not kept.
LONG = """
long (int64 n, float[B] x) => (float[B] y, float[?] all) {
  true = Constant <value = bool {1}> ()
  y, all = Loop (n, true, x) <body = body (int64 i, bool go, float[B] v) => (bool on, float[B] w, float row) {
    on = Identity (go)
    thousand = Constant <value = int64 {1000}> ()
    m = Mod (i, thousand)
    axes = Constant <value_ints = [0]> ()
    a = Unsqueeze (m, axes)
    start = Constant <value_ints = [25000]> ()
    b = Add (a, start)
    t = ConstantOfShape (b)
    s = ReduceSum <keepdims = 0> (t)
    w = Add (v, s)
    row = ReduceSum <keepdims = 0> (w)
  }>
}
"""


def test_memory_of_iterations_is_used_again() -> None:
    module = tvm_mlir.compile(parse(LONG).SerializeToString())
    feeds = dict(n=i(10), x=f(3))
    module.run(feeds)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    results = module.run(dict(feeds, n=i(10_000)))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 20_000, "kB"
    assert np.asarray(results["all"]).shape == (10_000,)


def test_rows_of_two_shapes_are_an_error() -> None:
    text = GROWING.replace("float[?] sizes", "float[?,?,3] sizes").replace(
        "float size) {", "float[?,3] size) {"
    ).replace("size = Cast <to = 1> (s)", "size = Identity (w)")
    module = tvm_mlir.compile(parse(text).SerializeToString())
    check(module.run(dict(n=i(1), x=f(2, 3))), text, dict(n=i(1), x=f(2, 3)))
    with pytest.raises(tvm_mlir.TvmError, match="of one shape.*sizes 4 and 6"):
        module.run(dict(n=i(2), x=f(2, 3)))
