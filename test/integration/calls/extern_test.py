# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""te.extern from Python: functions of libraries, and of Python itself."""

import ctypes
from pathlib import Path

import numpy as np
import pytest

import tvm_mlir

LIBRARY = (
    Path(__file__).resolve().parents[3] / "bazel-bin/test/tools/tvmc/libextern.so"
)
X = np.arange(6, dtype=np.float32).reshape(3, 2)

MODEL = """
module attributes {{tvm.level = "te"}} {{
  module @k {{
    func.func @k(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {{
      %0 = te.extern @{name}(%x) : (tensor<3x2xf32>) -> tensor<3x2xf32>
      %1 = te.compute [3, 2] spatial 2 {{
      ^bb0(%i: index, %j: index):
        %a = te.read %0[%i, %j] : tensor<3x2xf32>
        %b = arith.addf %a, %a : f32
        te.yield %b : f32
      }} : tensor<3x2xf32>
      return %1 : tensor<3x2xf32>
    }}
  }}
  func.func @main(%x: tensor<3x2xf32> {{graph.name = "x"}})
      -> (tensor<3x2xf32> {{graph.name = "y"}}) {{
    %0 = tensor.empty() : tensor<3x2xf32>
    %1 = graph.launch @k::@k(%x : tensor<3x2xf32>)
        outs(%0 : tensor<3x2xf32>) -> tensor<3x2xf32>
    return %1 : tensor<3x2xf32>
  }}
}}
"""


@pytest.fixture
def model(tmp_path):
    def write(name):
        path = tmp_path / f"{name}.mlir"
        path.write_text(MODEL.format(name=name))
        return path

    return write


def test_library(model, tmp_path):
    artefact = tmp_path / "model.so"
    module = tvm_mlir.compile(
        model("extern_reverse"), output=artefact, libraries=[LIBRARY]
    )
    assert module.manifest["externs"] == ["extern_reverse"]
    np.testing.assert_array_equal(module.run({"x": X})["y"], 2 * X[::-1])
    again = tvm_mlir.load(artefact, libraries=[LIBRARY])
    np.testing.assert_array_equal(again.run({"x": X})["y"], 2 * X[::-1])


def test_function_of_python(model):
    def negate(args):
        dims = list(args.contents.dims[:4])
        source, target = (
            np.ctypeslib.as_array(
                ctypes.cast(args.contents.buffers[i], ctypes.POINTER(ctypes.c_float)),
                (dims[2 * i], dims[2 * i + 1]),
            )
            for i in range(2)
        )
        target[:] = -source
        return 3 if source[0, 0] > 100 else 0

    tvm_mlir.register_function("python_negate", negate)
    module = tvm_mlir.compile(model("python_negate"))
    np.testing.assert_array_equal(module.run({"x": X})["y"], -2 * X)
    with pytest.raises(tvm_mlir.TvmError) as error:
        module.run({"x": X + 1000})
    assert str(error.value) == "external function 'python_negate' failed with status 3"


def test_missing_function(model):
    with pytest.raises(tvm_mlir.TvmError, match="does not have: 'nobody_has_this'"):
        tvm_mlir.compile(model("nobody_has_this"))


def test_missing_library(model, tmp_path):
    with pytest.raises(tvm_mlir.TvmError, match="cannot load library .*none.so"):
        tvm_mlir.load(tmp_path / "model.so", libraries=[tmp_path / "none.so"])
