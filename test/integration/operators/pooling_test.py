# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pooling of elements that no ONNX model has it for, and what pads it."""

from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import tvm_mlir

TYPES = {
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
}
PROGRAM = """module attributes {{tvm.level = "import"}} {{
func.func @main(%x: tensor<1x1x5x{0}> {{graph.name = "x"}})
    -> (tensor<1x1x5x{0}> {{graph.name = "y"}}, tensor<1x1x5x{0}> {{graph.name = "z"}},
        tensor<1x1x5xi64> {{graph.name = "at"}}) {{
  %y = graph.max_pool %x {{kernel = array<i64: 2>, strides = array<i64: 1>,
      dilations = array<i64: 1>, pads = array<i64: 0, 1>}}
      : (tensor<1x1x5x{0}>) -> tensor<1x1x5x{0}>
  %z, %at = graph.max_pool_with_indices %x {{kernel = array<i64: 2>, strides = array<i64: 1>,
      dilations = array<i64: 1>, pads = array<i64: 1, 0>}}
      : (tensor<1x1x5x{0}>) -> (tensor<1x1x5x{0}>, tensor<1x1x5xi64>)
  return %y, %z, %at : tensor<1x1x5x{0}>, tensor<1x1x5x{0}>, tensor<1x1x5xi64>
}}
}}
"""


@pytest.mark.parametrize("kind", TYPES)
def test_padding_is_less_than_all_numbers(kind: str, tmp_path: Path) -> None:
    """Also where the format has no -infinity to pad with."""
    path = tmp_path / "pool.mlir"
    path.write_text(PROGRAM.format(kind))
    lowest = float(ml_dtypes.finfo(TYPES[kind]).min)
    x = np.array([[[lowest, -2, -3, np.nan, lowest]]], TYPES[kind])
    result = tvm_mlir.compile(path, output=tmp_path / "pool.so").run({"x": x})
    nan = np.nan
    found = {name: array.astype(np.float64).ravel() for name, array in result.items()}
    np.testing.assert_array_equal(found["y"], [-2, -2, nan, nan, lowest])
    np.testing.assert_array_equal(found["z"], [lowest, -2, -2, nan, nan])
    np.testing.assert_array_equal(found["at"], [0, 1, 1, 3, 3])


@pytest.mark.parametrize("stride", [1, 2, 3])
def test_window_larger_than_a_size_that_comes_with_data(
    stride: int, tmp_path: Path
) -> None:
    """Nothing fits: an error, never what lies behind the input."""
    path = tmp_path / "pool.mlir"
    path.write_text(
        f"""module attributes {{tvm.level = "import"}} {{
func.func @main(%x: tensor<1x1x?xf32> {{graph.name = "x", graph.dims = [1, 1, "n"]}})
    -> (tensor<1x1x?xf32> {{graph.name = "y", graph.dims = [1, 1, "m"]}}) {{
  %y = graph.max_pool %x {{kernel = array<i64: 3>, strides = array<i64: {stride}>,
      dilations = array<i64: 1>, pads = array<i64: 0, 0>}}
      : (tensor<1x1x?xf32>) -> tensor<1x1x?xf32>
  return %y : tensor<1x1x?xf32>
}}
}}
"""
    )
    module = tvm_mlir.compile(path, output=tmp_path / "pool.so")
    memory = np.arange(16, dtype=np.float32)
    for size in (1, 2):
        message = f"max_pool: expected window size of at most {size}, got 3"
        with pytest.raises(tvm_mlir.TvmError, match=message):
            module.run({"x": memory[None, None, :size]})
    y = module.run({"x": memory[None, None, :7]})["y"]
    np.testing.assert_array_equal(y[0, 0], memory[2:7:stride])
