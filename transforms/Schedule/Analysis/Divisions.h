// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DIVISIONS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DIVISIONS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

namespace tvm::schedule {

/// `expr`, whose dims are `operands`, without the divisions by constants whose
/// results follow from the trip counts of the loops among the operands: `(o * 4
/// + i) floordiv 4 -> o` and `(o * 4 + i) mod 4 -> i` for i in [0, 4), `(o * 4
/// + i) mod 12 -> (o mod 3) * 4 + i`.
mlir::AffineExpr resolveDivisions(mlir::AffineExpr expr,
                                  llvm::ArrayRef<mlir::Value> operands);

/// `expr`, whose dims are `operands`, with 0 in place of the variables of loops
/// with one iteration.
mlir::AffineExpr dropUnitLoops(mlir::AffineExpr expr,
                               llvm::ArrayRef<mlir::Value> operands);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DIVISIONS_H
