# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results whose sizes data decide, at any size, against ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest

import tvm_mlir
from peers import Pair

HEADER = '<ir_version: 9, opset_import: ["" : 18]> main '


@pytest.fixture
def pair(tmp_path: Path):
    return lambda text: Pair(HEADER + text, tmp_path)


def numbers(*shape: int, seed: int = 0, top: int = 9) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.integers(-top, top, shape).astype(np.float32)


def integer(value: int) -> np.ndarray:
    return np.array([value], np.int64)


TOP_K = "(float[M,N] x, int64[1] k) => (float[M,K] v, int64[M,K] i)"


@pytest.mark.parametrize("largest", [0, 1])
@pytest.mark.parametrize("axis", [0, 1])
def test_top_k(pair, axis: int, largest: int) -> None:
    node = f"v, i = TopK <axis = {axis}, largest = {largest}> (x, k)"
    both = pair(f"{TOP_K} {{ {node} }}")
    for shape in ((3, 5), (1, 1), (2, 400), (40, 3), (0, 3) if axis else (3, 0)):
        for k in {0, 1, 3, shape[axis] // 2, shape[axis]}:
            if k <= shape[axis]:
                both.check(x=numbers(*shape), k=integer(k))
    both.check(x=np.zeros((4, 200), np.float32), k=integer(3))


@pytest.mark.parametrize("k", [-1, 6])
def test_top_k_of_too_many(pair, k: int) -> None:
    both = pair(f"{TOP_K} {{ [top] v, i = TopK (x, k) }}")
    message = rf"node 'top' \(top_k\): expected k from 0 to 5, got {k}"
    with pytest.raises(tvm_mlir.TvmError, match=message):
        both.module.run({"x": numbers(3, 5), "k": integer(k)})
    both.check(x=numbers(3, 5), k=integer(5))


TYPES = ["float", "double", "float16", "int8", "int16", "int32", "int64"]
TYPES += ["uint8", "uint16", "uint32", "uint64"]


@pytest.mark.parametrize("name", TYPES)
def test_top_k_of_types(tmp_path: Path, name: str) -> None:
    dtype = np.dtype({"float": "float32", "double": "float64"}.get(name, name))
    text = f"({name}[N] x, int64[1] k) => ({name}[K] v, int64[K] i)"
    model = onnx.parser.parse_model(HEADER + text + "{ v, i = TopK(x, k) }")
    onnx.save(model, tmp_path / "model.onnx")
    module = tvm_mlir.compile(tmp_path / "model.onnx")
    x = np.random.default_rng(1).integers(0, 256, 500 * dtype.itemsize, np.uint8)
    x = x.view(dtype)
    result = module.run({"x": x, "k": integer(100)})
    with np.errstate(invalid="ignore"):  # NaN that signal
        order = x.astype(np.float64) if dtype.kind == "f" else x.astype(object)
    keys = [(-np.inf if e != e else -e, i) for i, e in enumerate(order)]
    expected = [i for _, i in sorted(keys)[:100]]
    np.testing.assert_array_equal(result["i"], expected)
    np.testing.assert_array_equal(result["v"], x[expected])


def test_nonzero(pair) -> None:
    both = pair("(float[M,N] x) => (int64[2,C] y) { y = NonZero(x) }")
    for shape in ((3, 4), (0, 4), (300, 200)):
        both.check(x=numbers(*shape, top=2))
    assert both.check(x=np.zeros((2, 2), np.float32))[0].shape == (2, 0)
    special = np.array([[np.nan, -0.0, 0, np.inf]], np.float32)
    assert both.check(x=special)[0].tolist() == [[0, 0], [0, 3]]


def test_nonzero_of_a_computed_condition(pair) -> None:
    both = pair(
        """(float[N] x, float t) => (int64[1,C] y, float[C] z) {
          c = Greater(x, t)
          y = NonZero(c)
          zero = Constant <value_ints = [0]> ()
          list = Squeeze(y, zero)
          g = Gather(x, list)
          z = Mul(g, g)
        }"""
    )
    for size in (0, 1, 50):
        both.check(x=numbers(size), t=np.array(0, np.float32))


@pytest.mark.parametrize("attributes", ["", "<axis = 0>", "<axis = -1>"])
def test_compress(pair, attributes: str) -> None:
    both = pair(
        "(float[M,N] x, bool[C] c) => (float[...] y)"
        f"{{ y = Compress {attributes} (x, c) }}".replace("...", "A,B" if attributes else "A")
    )
    x = numbers(3, 4)
    for mask in ([1, 0, 1], [0, 0], [], [1, 1, 1]):
        both.check(x=x, c=np.array(mask, bool))


def test_compress_ignores_what_is_beyond(pair) -> None:
    both = pair(
        "(float[M] x, bool[C] c) => (float[A] y)"
        "{ y = Compress <axis = 0> (x, c) }"
    )
    result = both.module.run({"x": numbers(2), "c": np.ones(5, bool)})["y"]
    np.testing.assert_array_equal(result, numbers(2))


OUTPUTS = "int64[U] i, int64[S] v, int64[U] c"


@pytest.mark.parametrize("is_sorted", [0, 1])
@pytest.mark.parametrize("axis", [None, 0, 1, 2])
def test_unique(pair, axis: int | None, is_sorted: int) -> None:
    dims = ["A", "B", "C"]
    if axis is not None:
        dims[axis] = "U"
    result = "U" if axis is None else ",".join(dims)
    attributes = f"sorted = {is_sorted}"
    attributes += "" if axis is None else f", axis = {axis}"
    both = pair(
        f"(float[A,B,C] x) => (float[{result}] y, {OUTPUTS})"
        f"{{ y, i, v, c = Unique <{attributes}> (x) }}"
    )
    for shape in ((3, 4, 2), (1, 1, 1), (7, 2, 5)):
        both.check(x=numbers(*shape, top=2))
        both.check(x=np.ones(shape, np.float32))


def test_unique_of_nothing_and_nan(pair) -> None:
    both = pair(
        f"(float[N] x) => (float[U] y, {OUTPUTS})"
        "{ y, i, v, c = Unique(x) }"
    )
    assert [r.size for r in both.check(x=numbers(0))] == [0, 0, 0, 0]
    x = np.array([np.nan, 1, np.nan, -1], np.float32)
    results = both.module.run({"x": x})
    np.testing.assert_array_equal(results["y"], [-1, 1, np.nan])
    assert results["v"].tolist() == [2, 1, 2, 0]
    assert results["c"].tolist() == [1, 1, 2]


def test_one_after_another(pair) -> None:
    both = pair(
        """(float[N] x) => (float[U] y, float[U] z, int64[1,C] k) {
          n = NonZero(x)
          zero = Constant <value_ints = [0]> ()
          list = Squeeze(n, zero)
          taken = Gather(x, list)
          y = Unique(taken)
          e = Exp(y)
          one = Sub(e, e)
          z = Add(one, y)
          k = NonZero(z)
        }"""
    )
    for size in (1, 20, 300):
        both.check(x=numbers(size, seed=size))
    assert both.module.run({"x": np.zeros(3, np.float32)})["y"].size == 0


BOXES = "(float[B,N,4] b, float[B,C,N] s, int64 m, float o, float t)"


@pytest.mark.parametrize("center", [0, 1])
def test_non_max_suppression(pair, center: int) -> None:
    both = pair(
        f"{BOXES} => (int64[S,3] y)"
        f"{{ y = NonMaxSuppression <center_point_box = {center}> (b, s, m, o, t) }}"
    )
    random = np.random.default_rng(2)
    for batch, classes, count in ((1, 1, 6), (2, 3, 100), (1, 2, 0), (3, 1, 1)):
        boxes = random.random((batch, count, 4), np.float32)
        scores = random.integers(0, 50, (batch, classes, count)) / 50
        for limit, overlap, score in ((10, 0.5, 0.1), (200, 0.2, 0.5), (0, 0.5, 0)):
            both.check(
                b=boxes,
                s=scores.astype(np.float32),
                m=np.array(limit, np.int64),
                o=np.array(overlap, np.float32),
                t=np.array(score, np.float32),
            )


def test_reduction_along_axes_of_run_time(pair) -> None:
    both = pair(
        """(float[A,B,C] x, int64[2] axes, int64[K] any)
        => (float[D] y, float[E,F,G] z, float[H,I,J] w) {
          y = ReduceSum <keepdims = 0> (x, axes)
          z = ReduceMax(x, any)
          w = ReduceMean <noop_with_empty_axes = 1> (x, any)
        }"""
    )
    for axes in ([0, 1], [-1, 0], [1, -1]):
        for any_axes in ([], [1], [-3, 2], [0, 1, 2]):
            both.check(
                x=numbers(2, 3, 4),
                axes=np.array(axes, np.int64),
                any=np.array(any_axes, np.int64),
            )
    with pytest.raises(tvm_mlir.TvmError, match="leave 1 dimensions, got 2"):
        feeds = {"x": numbers(2, 3, 4), "axes": np.array([1, 1])}
        both.module.run(feeds | {"any": np.array([0])})


def test_constants_are_folded(pair) -> None:
    """The compiler calls the functions that it leaves to the runtime."""
    both = pair(
        """(float[N] x) => (float[N] y) <float[5] c = {3, 1, 4, 1, 5}> {
          k = Constant <value_ints = [2]> ()
          v, i = TopK <largest = 0> (c, k)
          s = ReduceSum(v)
          y = Add(x, s)
        }"""
    )
    both.check(x=numbers(3))
    names = [kernel["name"] for kernel in both.module.manifest["kernels"]]
    assert names == ["fused_add"]
