// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_HOSTTOLLVM_PASSES_TD
#define TVM_CONVERSION_HOSTTOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertHostToLLVMPass : Pass<"convert-host-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Turn the planned host function into the artefact's entry";
  let description = [{
    `main` after `graph-plan-memory` becomes `llvm.func @tvm_main(!llvm.ptr)
    -> i32` of runtime/include/tvm_abi.h in a module of its own. It loads
    dimensions from the frame, computes sizes, gets its memory by the frame's
    callbacks and launches the kernels; it returns early where one fails. Index
    arithmetic is left to `host-lower-arithmetic`.

    The module gets `tvm.manifest`, which describes inputs, outputs, kernels,
    checks and memory, and `tvm.weights`, the weights that are used, in their
    order in the artefact.
  }];
  let options = [
    Option<"symbol", "symbol", "std::string", "\"tvm_main\"",
           "name of the entry function">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def HostLowerArithmeticPass
    : Pass<"host-lower-arithmetic", "::mlir::ModuleOp"> {
  let summary = "Lower the index arithmetic of the artefact's entry";
  let description = [{
    The functions of the nested module that `convert-host-to-llvm` has made
    become `llvm` operations only. Kernels beside it stay as they are, whether
    they have been lowered before or will be later.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif
