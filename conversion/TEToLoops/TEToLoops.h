// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TETOLOOPS_TETOLOOPS_H
#define TVM_CONVERSION_TETOLOOPS_TETOLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/TEToLoops/Passes.h.inc"

/// Rewrites `function` from tensors to loops on buffers; see the pass.
mlir::LogicalResult convertTEToLoops(mlir::func::FuncOp function);

} // namespace tvm

#endif // TVM_CONVERSION_TETOLOOPS_TETOLOOPS_H
