# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of results in f64, and of the peer OpenBLAS, without a compiler."""

import os
import time
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
from benchmarks.exact import evaluate, exact_outputs, relative_error
from benchmarks.kernels import KERNELS
from benchmarks.facts import facts_of
from benchmarks.openblas import OpenBlas
from benchmarks.systems import OnnxRuntime

NET = """
<ir_version: 8, opset_import: ["" : 17]>
net (float[2, 3] x, int64[2] i) => (float[2, 3] y, int64[2] j)
<float[3, 3] w = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}>
{
  third = Constant <value: tensor = float {0.3333333333}> ()
  z = MatMul (x, w)
  s = Mul (z, third)
  k = Cast <to: int = 1> (i)
  l = ReduceSum <keepdims: int = 0> (k)
  y = Add (s, l)
  j = Identity (i)
}
"""
FEEDS = {
    "x": np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3),
    "i": np.array([3, 4], np.int64),
}


def test_all_floats_are_doubles() -> None:
    found = evaluate(onnx.parser.parse_model(NET), FEEDS)
    weights = (np.arange(1, 10, dtype=np.float32) / np.float32(10)).astype(np.float64)
    product = FEEDS["x"].astype(np.float64) @ weights.reshape(3, 3)
    expected = product * np.float64(np.float32(0.3333333333)) + 7
    assert found["y"].dtype == np.float64
    np.testing.assert_allclose(found["y"], expected, rtol=1e-15)
    np.testing.assert_array_equal(found["j"], FEEDS["i"])


def test_exact_outputs_are_computed_once_per_inputs(tmp_path: Path) -> None:
    model = tmp_path / "net.onnx"
    onnx.save(onnx.parser.parse_model(NET), model)
    np.savez(tmp_path / "net.npz", **FEEDS)
    first = exact_outputs(model)
    written = (tmp_path / "net.exact.npz").stat().st_mtime_ns
    assert first is not None
    assert exact_outputs(model) is not None
    assert (tmp_path / "net.exact.npz").stat().st_mtime_ns == written
    np.savez(tmp_path / "net.npz", x=2 * FEEDS["x"], i=FEEDS["i"])
    later = time.time() + 10
    os.utime(tmp_path / "net.npz", (later, later))
    second = exact_outputs(model)
    assert second is not None
    np.testing.assert_allclose(second["y"] - 7, 2 * (first["y"] - 7), rtol=1e-12)


def test_a_model_that_cannot_be_evaluated_has_none(tmp_path: Path) -> None:
    model = tmp_path / "net.onnx"
    onnx.save(onnx.parser.parse_model(NET.replace("Identity", "Unknown")), model)
    np.savez(tmp_path / "net.npz", **FEEDS)
    assert exact_outputs(model) is None


def test_errors_are_relative_to_the_largest_element() -> None:
    exact = {"y": np.array([4.0, 1.0]), "j": np.array([1])}
    outputs = {"y": np.array([4.0, 1.5], np.float32), "j": np.array([2])}
    assert relative_error(outputs, exact) == 0.125


@pytest.mark.parametrize("name", ["gemm_128x768x3072", "gemm_128x768x3072_inputs"])
def test_openblas_computes_products(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    path = tmp_path / "product.onnx"
    model = KERNELS[name].build()
    onnx.save(model, path)
    assert facts_of(path).is_product
    random = np.random.default_rng(0)
    feeds = {
        info.name: random.standard_normal(
            [dim.dim_value for dim in info.type.tensor_type.shape.dim], np.float32
        )
        for info in model.graph.input
    }
    ours = OpenBlas(str(path), 1)
    expected = OnnxRuntime(str(path), 1).run(feeds)
    for key, array in ours.run(feeds).items():
        np.testing.assert_allclose(array, expected[key], rtol=1e-3, atol=1e-3)
    assert len(ours.timer(feeds)(3)) == 3


def test_openblas_needs_its_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "4")
    with pytest.raises(RuntimeError, match="expected OPENBLAS_NUM_THREADS=1"):
        OpenBlas(str(tmp_path / "product.onnx"), 1)


def test_other_models_are_no_products(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    onnx.save(onnx.parser.parse_model(NET), path)
    assert not facts_of(path).is_product
