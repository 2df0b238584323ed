// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VECTORIZE_TRANSPOSEVECTORS_H
#define TVM_TRANSFORMS_VECTORIZE_TRANSPOSEVECTORS_H

#include "mlir/IR/Builders.h"

namespace tvm::schedule {

/// The first `height` columns of the matrix with the given `rows`, which are
/// vectors of at least that length. It takes n * log2(n) shuffles, where n is
/// the number of rows rounded up to a power of 2. The columns have `lanes`
/// elements, at most n; elements beyond the rows are arbitrary.
llvm::SmallVector<mlir::Value>
transposeVectors(mlir::OpBuilder &builder, mlir::Location loc,
                 llvm::SmallVector<mlir::Value> rows, int64_t height,
                 int64_t lanes);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_TRANSPOSEVECTORS_H
