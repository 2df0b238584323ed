# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scattering: the indices of a single update, and so many that the library
scatters, of all types, against ONNX Runtime and NumPy."""

import ml_dtypes
import numpy as np
import pytest
from peers import check, run

TEXT = """<ir_version: 8, opset_import: ["" : 18]>
scatter (float[3,4] x, int64[{count}] i, float{updates} u) => (float[3,4] y) {{
  y = ScatterND <reduction = "{reduction}"> (x, i, u)
}}"""


@pytest.mark.parametrize("reduction", ["none", "add", "max"])
@pytest.mark.parametrize(("indices", "shape"), [([1], (4,)), ([2, -1], ())])
def test_one_update(reduction, indices, shape):
    updates = str(list(shape)) if shape else ""
    text = TEXT.format(
        count=len(indices), updates=updates, reduction=reduction
    )
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    u = np.full(shape, 7.5, np.float32)
    check(text, {"x": x, "i": np.array(indices, np.int64), "u": u})


COMBINE = {
    "none": lambda old, new: new,
    "add": np.add,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}
DTYPES = {
    "float": np.float32,
    "double": np.float64,
    "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16,
    "int8": np.int8,
    "uint8": np.uint8,
    "int16": np.int16,
    "uint16": np.uint16,
    "int32": np.int32,
    "uint32": np.uint32,
    "int64": np.int64,
    "uint64": np.uint64,
    "bool": np.bool_,
}
RANDOM = np.random.default_rng(3)


def draw(dtype: np.dtype, *shape: int) -> np.ndarray:
    """Numbers, small enough for products; NaN among floats."""
    if dtype == np.bool_:
        return RANDOM.random(shape) < 0.5
    x = RANDOM.integers(0, 4, shape).astype(dtype)
    if np.issubdtype(dtype, np.inexact) or dtype == ml_dtypes.bfloat16:
        x = (x / dtype(2)).astype(dtype)
        x.flat[0] = np.nan
    return x


def combine(reduction: str, dtype: np.dtype):
    """Narrow floats are combined in f32, bools by or and and."""
    if dtype == np.bool_ and reduction in ("add", "mul"):
        return {"add": np.logical_or, "mul": np.logical_and}[reduction]
    return COMBINE[reduction]


def widen(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float32) if x.dtype in (np.float16, ml_dtypes.bfloat16) else x.copy()


@pytest.mark.parametrize("reduction", COMBINE)
@pytest.mark.parametrize("kind", DTYPES)
def test_slices(kind: str, reduction: str) -> None:
    """Several for one place, also counted from the end; sizes of a run."""
    dtype = DTYPES[kind]
    x, u = draw(dtype, 6, 5, 3), draw(dtype, 8, 10, 3)
    i = np.stack([RANDOM.integers(-6, 6, (8, 10)), RANDOM.integers(-5, 5, (8, 10))], -1)
    expected = widen(x)
    for at in np.ndindex(8, 10):
        place = tuple(i[at])
        expected[place] = combine(reduction, dtype)(expected[place], widen(u[at]))
    text = f"""<ir_version: 8, opset_import: ["" : 18]>
    g ({kind}[a,b,c] x, int64[n,m,2] i, {kind}[n,m,c] u) => ({kind}[a,b,c] y) {{
      y = ScatterND <reduction = "{reduction}"> (x, i, u)
    }}"""
    (y,) = run(text, {"x": x, "i": i, "u": u})
    assert y.dtype == dtype
    # NumPy does not know that NaN of bfloat16 are alike.
    np.testing.assert_array_equal(widen(y), widen(expected.astype(dtype)))


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("reduction", COMBINE)
def test_elements(reduction: str, axis: int) -> None:
    """Fewer than x has along the other dimensions; indices of i32."""
    shape = [6, 5, 4]
    counts = [5, 4, 3]
    counts[axis] = 40
    x, u = draw(np.float32, *shape), draw(np.float32, *counts)
    i = RANDOM.integers(-shape[axis], shape[axis], counts).astype(np.int32)
    expected = x.copy()
    for at in np.ndindex(*counts):
        place = list(at)
        place[axis] = i[at]
        place = tuple(place)
        expected[place] = COMBINE[reduction](expected[place], u[at])
    text = f"""<ir_version: 8, opset_import: ["" : 18]>
    g (float{shape} x, int32{counts} i, float{counts} u) => (float{shape} y) {{
      y = ScatterElements <axis = {axis}, reduction = "{reduction}"> (x, i, u)
    }}"""
    (y,) = run(text, {"x": x, "i": i, "u": u})
    np.testing.assert_allclose(y, expected, rtol=1e-6)


def test_constants() -> None:
    """All is known while compiling."""
    text = """<ir_version: 8, opset_import: ["" : 18]>
    g (float[3] x) => (float[3] y) <int64[40] i = {INDICES}, float[3] z = {1, 2, 3}, float[40] u = {UPDATES}> {
      s = ScatterElements <reduction = "add"> (z, i, u)
      y = Add(x, s)
    }"""
    text = text.replace("INDICES", ", ".join(str(k % 3) for k in range(40)))
    text = text.replace("UPDATES", ", ".join(["1"] * 40))
    check(text, {"x": np.zeros(3, np.float32)})
