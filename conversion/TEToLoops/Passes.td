// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TETOLOOPS_PASSES_TD
#define TVM_CONVERSION_TETOLOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTEToLoopsPass : Pass<"convert-te-to-loops", "::mlir::ModuleOp"> {
  let summary = "Give every tensor a buffer and every computation a loop nest";
  let description = [{
    Rewrites the functions of a kernel module. Tensors become memrefs:
    arguments in place, results as arguments behind them (destination-passing
    style), the others as `memref.alloc`. Every `te.compute` becomes one
    `affine.for` per axis around a `te.block`, which is called by its tag (or
    `block` and its number; a name that is taken gets `_1`), every `te.scan` a
    loop over its steps, every `te.extern` a call of a private function with the
    attribute `kernel.extern`, its name in C, small constants `memref.global`s.
  }];
  let dependentDialects = [
    "::tvm::te::TEDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif
