// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_TE_PASSES_H
#define TVM_TRANSFORMS_TE_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::te {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/TE/Passes.h.inc"

/// Inlines computations at their reads; see the pass.
void inlineComputes(mlir::func::FuncOp function);

/// Replaces the blocks of `function` by their bodies, see the pass.
mlir::LogicalResult lowerBlocks(mlir::func::FuncOp function);

/// Replaces hardware intrinsics by calls of functions of `module`; see the
/// pass.
mlir::LogicalResult lowerHardwareIntrins(mlir::ModuleOp module,
                                         bool isComplete);

/// Fails, with a diagnostic at the first operation in `root` that divides by a
/// constant below 1 in an affine expression, or queries the size of a dimension
/// that does not exist.
mlir::LogicalResult verifyIndices(mlir::Operation *root);

/// Makes the arithmetic of a function at level loops f64; see the pass. Fails,
/// with a diagnostic, at an operation that is not defined for f64.
mlir::LogicalResult widenFloats(mlir::func::FuncOp function);

/// Fails, with a diagnostic at the first operation that is not of level te.
mlir::LogicalResult verifyContract(mlir::func::FuncOp function);

} // namespace tvm::te

#endif // TVM_TRANSFORMS_TE_PASSES_H
