# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of several kinds in one module, as on the slide "Mixed Function
Variants in the Same Module": @relay_add_one, of operators, hands @te_add_one, of
tensor expressions with a data-parallel loop, its destination; and a function of C
comes last."""

import ctypes

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import TvmError

MODULE = """
module attributes {tvm.level = "graph"} {
  module @te_add_one attributes {transform.with_named_sequence} {
    func.func @te_add_one(%a: tensor<?xf32>) -> tensor<?xf32> {
      %zero = arith.constant 0 : index
      %n = tensor.dim %a, %zero : tensor<?xf32>
      %b = te.compute [%n] spatial 1 tag "B" {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<?xf32>
        %one = arith.constant 1.0 : f32
        %1 = arith.addf %0, %one : f32
        te.yield %1 : f32
      } : tensor<?xf32>
      return %b : tensor<?xf32>
    }
    transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
      %b = schedule.get_block "B" in %root
      %i = schedule.get_loops of %b
      schedule.parallel %i
      transform.yield
    }
  }
  module @extern_reverse {
    func.func @extern_reverse(%x: tensor<10xf32>) -> tensor<10xf32> {
      %0 = te.extern @mixed_functions_reverse(%x) : (tensor<10xf32>) -> tensor<10xf32>
      return %0 : tensor<10xf32>
    }
  }
  func.func @main(%x: tensor<10xf32> {graph.name = "x"})
      -> (tensor<10xf32> {graph.name = "y"}) {
    %0 = graph.mul %x, %x : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
    %a = tensor.cast %0 : tensor<10xf32> to tensor<?xf32>
    %n = arith.constant 10 : index
    %b = tensor.empty(%n) : tensor<?xf32>
    %1 = graph.launch @te_add_one::@te_add_one(%a : tensor<?xf32>)
        outs(%b : tensor<?xf32>) -> tensor<?xf32>
    %2 = tensor.cast %1 : tensor<?xf32> to tensor<10xf32>
    %c = tensor.empty() : tensor<10xf32>
    %3 = graph.launch @extern_reverse::@extern_reverse(%2 : tensor<10xf32>)
        outs(%c : tensor<10xf32>) -> tensor<10xf32>
    return %3 : tensor<10xf32>
  }
}
"""


def reverse(args):
    pointer = ctypes.POINTER(ctypes.c_float)
    source, target = (
        np.ctypeslib.as_array(ctypes.cast(args.contents.buffers[i], pointer), (10,))
        for i in range(2)
    )
    target[:] = source[::-1]
    return 0


tvm_mlir.register_function("mixed_functions_reverse", reverse)


@pytest.fixture
def compile_text(tmp_path):
    def run(text, **options):
        path = tmp_path / "mixed.mlir"
        path.write_text(text)
        return tvm_mlir.compile(path, **options)

    return run


def test_execution(compile_text, tmp_path):
    module = compile_text(MODULE, dump_ir=tmp_path / "ir")
    x = np.random.default_rng(0).random(10, np.float32)
    np.testing.assert_array_equal(module.run({"x": x})["y"], (x * x + 1)[::-1])
    assert len(module.manifest["kernels"]) == 3
    assert "graph.mul" in (tmp_path / "ir/2-fused.mlir").read_text()
    scheduled = (tmp_path / "ir/5-scheduled.mlir").read_text()
    kernel = scheduled.split("func.func @te_add_one(")[1].split("return")[0]
    assert "affine.parallel" in kernel


@pytest.mark.parametrize(
    "old, new, error",
    [
        ("@te_add_one::@te_add_one(", "@te_add_one::@te_add_two(", "te_add_two"),
        ('schedule.get_block "B"', 'schedule.get_block "D"', "D"),
        ("outs(%c : tensor<10xf32>)", "outs(%b : tensor<?xf32>)", "graph.launch"),
    ],
)
def test_refusals(compile_text, old, new, error):
    assert MODULE.count(old) == 1
    with pytest.raises(TvmError, match=error):
        compile_text(MODULE.replace(old, new))
