// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_LINALGTOTE_LINALGTOTE_H
#define TVM_CONVERSION_LINALGTOTE_LINALGTOTE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/LinalgToTE/Passes.h.inc"

/// Replaces linalg and operations that move elements in `function` by tensor
/// expressions. Reports operations that it cannot replace.
mlir::LogicalResult convertLinalgToTE(mlir::func::FuncOp function);

/// Outlines the tensor expressions in the functions of `module` to kernels.
mlir::LogicalResult outlineKernels(mlir::ModuleOp module);

} // namespace tvm

#endif // TVM_CONVERSION_LINALGTOTE_LINALGTOTE_H
