// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/TransposeVectors.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace tvm::schedule {

/// `vector` with another length; new elements are arbitrary.
static Value resize(OpBuilder &builder, Location loc, Value vector,
                    int64_t lanes) {
  int64_t old = cast<VectorType>(vector.getType()).getDimSize(0);
  if (old == lanes)
    return vector;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, lanes));
  for (int64_t lane = old; lane < lanes; ++lane)
    order[lane] = vector::ShuffleOp::kPoisonIndex;
  return vector::ShuffleOp::create(builder, loc, vector, vector, order);
}

/// Transposes rows of a square in place: swaps blocks off the diagonal of size
/// 1, 2, 4 …
static void transposeSquare(OpBuilder &builder, Location loc,
                            MutableArrayRef<Value> rows) {
  int64_t n = rows.size();
  for (int64_t step = 1; step < n; step *= 2) {
    SmallVector<int64_t> upper, lower;
    for (int64_t lane = 0; lane < n; ++lane) {
      bool isFirst = (lane & step) == 0;
      upper.push_back(isFirst ? lane : n + lane - step);
      lower.push_back(isFirst ? lane + step : n + lane);
    }
    for (int64_t r = 0; r < n; ++r) {
      if (r & step)
        continue;
      Value a = rows[r], b = rows[r + step];
      rows[r] = vector::ShuffleOp::create(builder, loc, a, b, upper);
      rows[r + step] = vector::ShuffleOp::create(builder, loc, a, b, lower);
    }
  }
}

SmallVector<Value> transposeVectors(OpBuilder &builder, Location loc,
                                    SmallVector<Value> rows, int64_t height,
                                    int64_t lanes) {
  int64_t width = rows.size();
  int64_t size = llvm::PowerOf2Ceil(std::max(height, width));
  for (Value &row : rows)
    row = resize(builder, loc, row, size);
  if (width < size)
    rows.append(size - width,
                ub::PoisonOp::create(builder, loc, rows.front().getType()));
  transposeSquare(builder, loc, rows);
  rows.truncate(height);
  for (Value &row : rows)
    row = resize(builder, loc, row, lanes);
  return rows;
}

} // namespace tvm::schedule
