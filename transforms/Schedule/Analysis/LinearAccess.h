// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LINEARACCESS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LINEARACCESS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// A load or store as a position in a buffer that is seen as one row.
struct LinearAccess {
  mlir::Value buffer;
  mlir::AffineExpr position; // over dims = operands
  llvm::SmallVector<mlir::Value> operands;

  /// The linear access at subscripts `map` of `mapOperands`. Nothing where the
  /// shape of `buffer` is unknown, or its elements are not in row-major order.
  static std::optional<LinearAccess>
  get(mlir::Value buffer, mlir::AffineMap map, mlir::ValueRange mapOperands);
  static std::optional<LinearAccess> get(mlir::affine::AffineLoadOp load);
  static std::optional<LinearAccess> get(mlir::affine::AffineStoreOp store);
  /// The linear form of `access`. Nothing, too, where subscripts depend on
  /// data.
  static std::optional<LinearAccess> get(const Access &access);

  /// The change of the position, in elements, when `variable` increases by one.
  /// Returns nothing if it varies.
  std::optional<int64_t> getStride(mlir::Value variable) const;

  /// The constant distance from `other` in elements. Nothing where it varies.
  std::optional<int64_t> getDistance(const LinearAccess &other) const;

  /// The position where all variables are 0.
  int64_t getOrigin() const;

  /// A lower and an upper bound of the position, both included. Nothing where
  /// loops have no constant bounds.
  std::optional<std::pair<int64_t, int64_t>> getRange() const;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LINEARACCESS_H
