// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TETOLINALG_TETOLINALG_H
#define TVM_CONVERSION_TETOLINALG_TETOLINALG_H

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/TEToLinalg/Passes.h.inc"

/// Replaces `compute` by a `linalg.generic`.
void convertComputeToLinalg(mlir::RewriterBase &rewriter,
                            te::ComputeOp compute);

/// Replaces `scan` by an `scf.for`.
void convertScanToLoop(mlir::RewriterBase &rewriter, te::ScanOp scan);

/// Replaces the tensor expressions of `function`. Reports expressions that
/// linalg cannot represent.
mlir::LogicalResult convertTEToLinalg(mlir::func::FuncOp function);

} // namespace tvm

#endif // TVM_CONVERSION_TETOLINALG_TETOLINALG_H
