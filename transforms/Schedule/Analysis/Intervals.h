// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_INTERVALS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_INTERVALS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The values of a subscript: `size` values from `base` on.
struct Interval {
  mlir::AffineExpr base;
  int64_t size;
  bool isExact = true; // the first and the last value are taken

  /// An interval with all of a dimension, whose size is not stated.
  static Interval getWhole(mlir::MLIRContext *context) {
    return {mlir::getAffineConstantExpr(0, context),
            mlir::ShapedType::kDynamic};
  }
  bool isWhole() const { return mlir::ShapedType::isDynamic(size); }

  /// Contains all sums, since it is unknown which values of the two occur
  /// together. Like the product, it fails where the size does not fit in 64
  /// bits.
  mlir::FailureOr<Interval> operator+(const Interval &other) const;
  mlir::FailureOr<Interval> operator*(int64_t factor) const;
  Interval floorDiv(int64_t divisor) const;
  Interval mod(int64_t divisor) const;

  /// Adds `count` values behind the last one. Fails where the size does not fit
  /// in 64 bits.
  llvm::LogicalResult grow(int64_t count);
};

/// The values that `expr`, whose dims are `operands`, takes over all iterations
/// of the loops that are `isInner`. Fails where `expr` is not linear in their
/// variables (with `divisions`: not built from such terms by sums and divisions
/// by constants), where a loop has no constant number of iterations, or where
/// the number of values does not fit in 64 bits.
mlir::FailureOr<Interval> getInterval(mlir::AffineExpr expr,
                                      llvm::ArrayRef<mlir::Value> operands,
                                      llvm::function_ref<bool(Loop)> isInner,
                                      bool divisions);

/// Grows `interval` to contain `other`. Fails where their bases do not differ
/// by a constant, or the number of values does not fit in 64 bits.
llvm::LogicalResult unite(Interval &interval, const Interval &other,
                          llvm::ArrayRef<mlir::Value> operands);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_INTERVALS_H
