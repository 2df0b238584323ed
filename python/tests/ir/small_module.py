# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small module that tests of IR read and change."""

from tvm_mlir.ir import SymbolTable

TEXT = """module {
  func.func @add(%arg0: f32, %arg1: f32) -> f32 {
    %0 = arith.addf %arg0, %arg1 {note = "here"} : f32
    %1 = arith.mulf %0, %0 : f32
    return %1 : f32
  }
  func.func private @other(memref<?x4xf32>)
}
"""


def inside(module, name="add"):
    """Returns the operations of a function, and their block."""
    block = SymbolTable(module)[name].regions[0].blocks[0]
    return block.operations, block
