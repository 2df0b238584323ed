#ifndef TVM_TRANSFORMS_VECTORIZE_TRANSPOSEVECTORS_H
#define TVM_TRANSFORMS_VECTORIZE_TRANSPOSEVECTORS_H

#include "mlir/IR/Builders.h"

namespace tvm::schedule {

/// The first `height` columns of a matrix of the given `rows`, vectors of at
/// least that length, by n * log2(n) shuffles in a square of n, the next power
/// of 2. They have `lanes`, at most n; those beyond the rows are arbitrary.
llvm::SmallVector<mlir::Value>
transposeVectors(mlir::OpBuilder &builder, mlir::Location loc,
                 llvm::SmallVector<mlir::Value> rows, int64_t height,
                 int64_t lanes);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_TRANSPOSEVECTORS_H
