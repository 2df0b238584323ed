#ifndef TVM_CONVERSION_LINALGTOTE_LINALGTOTE_H
#define TVM_CONVERSION_LINALGTOTE_LINALGTOTE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/LinalgToTE/Passes.h.inc"

/// Replaces linalg and what moves elements in `function` by tensor
/// expressions. Reports what it cannot replace.
mlir::LogicalResult convertLinalgToTE(mlir::func::FuncOp function);

/// Makes kernels of the tensor expressions in the functions of `module`.
mlir::LogicalResult outlineKernels(mlir::ModuleOp module);

} // namespace tvm

#endif // TVM_CONVERSION_LINALGTOTE_LINALGTOTE_H
