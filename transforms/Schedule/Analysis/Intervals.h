#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_INTERVALS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_INTERVALS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The values of a subscript: `size` of them, from `base` on.
struct Interval {
  mlir::AffineExpr base;
  int64_t size;
  bool isExact = true; // the subscript takes the first value and the last one

  /// All of a dimension, of whatever size.
  static Interval getWhole(mlir::MLIRContext *context) {
    return {mlir::getAffineConstantExpr(0, context),
            mlir::ShapedType::kDynamic};
  }
  bool isWhole() const { return mlir::ShapedType::isDynamic(size); }

  /// Holds all sums: which of the two's values come together is not known. As
  /// the product, it fails where their number does not fit in 64 bits.
  mlir::FailureOr<Interval> operator+(const Interval &other) const;
  mlir::FailureOr<Interval> operator*(int64_t factor) const;
  Interval floorDiv(int64_t divisor) const;
  Interval mod(int64_t divisor) const;

  /// Holds `count` more values behind the last one; fails as above.
  llvm::LogicalResult grow(int64_t count);
};

/// The values of `expr`, whose dims are `operands`, in all iterations of loops
/// that are `isInner` together; fails where it is not linear in their variables
/// or, with `divisions`, made of such terms by sums and divisions by constants,
/// where one has no constant number of iterations, or where the number of
/// values does not fit in 64 bits.
mlir::FailureOr<Interval> getInterval(mlir::AffineExpr expr,
                                      llvm::ArrayRef<mlir::Value> operands,
                                      llvm::function_ref<bool(Loop)> isInner,
                                      bool divisions);

/// Grows `interval` to hold `other`; fails where their bases do not differ by a
/// constant, or the number of values does not fit in 64 bits.
llvm::LogicalResult unite(Interval &interval, const Interval &other,
                          llvm::ArrayRef<mlir::Value> operands);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_INTERVALS_H
