// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_DIVISORS_H
#define TVM_DIALECTS_TE_DIVISORS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Operation.h"

namespace tvm::te {

/// Whether all constants by which these expressions divide, or take remainders,
/// are at least 1. Divisors that are symbols are not checked.
bool dividesByPositive(llvm::ArrayRef<mlir::AffineExpr> exprs);
bool dividesByPositive(mlir::AffineMap map);
bool dividesByPositive(mlir::IntegerSet set);

/// Reports that an expression of `op` divides by less than 1, and fails.
mlir::LogicalResult refuseDivisor(mlir::Operation *op);

} // namespace tvm::te

#endif // TVM_DIALECTS_TE_DIVISORS_H
