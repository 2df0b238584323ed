#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LINEARACCESS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LINEARACCESS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// A load or store as its position in a buffer seen as one row.
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
  /// Nothing, too, where data decide on the place.
  static std::optional<LinearAccess> get(const Access &access);

  /// Elements further where `variable` is one more; nothing where that varies.
  std::optional<int64_t> getStride(mlir::Value variable) const;

  /// Elements further than `other` everywhere; nothing where that varies.
  std::optional<int64_t> getDistance(const LinearAccess &other) const;

  /// Where all variables are 0.
  int64_t getOrigin() const;

  /// The least and the greatest position, or some beyond these; nothing where
  /// loops have no constant bounds.
  std::optional<std::pair<int64_t, int64_t>> getRange() const;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LINEARACCESS_H
