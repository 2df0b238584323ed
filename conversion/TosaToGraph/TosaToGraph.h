// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TOSATOGRAPH_TOSATOGRAPH_H
#define TVM_CONVERSION_TOSATOGRAPH_TOSATOGRAPH_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/TosaToGraph/Passes.h.inc"

/// Replaces the TOSA operators of `function` by graph operators. Reports the
/// operators that it cannot replace.
mlir::LogicalResult convertTosaToGraph(mlir::func::FuncOp function);

} // namespace tvm

#endif // TVM_CONVERSION_TOSATOGRAPH_TOSATOGRAPH_H
