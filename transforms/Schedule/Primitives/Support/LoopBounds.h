#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPBOUNDS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPBOUNDS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Bounds that leave out iterations at the ends of a loop, which runs from 0 in
/// steps of 1 and has a constant trip count.
class LoopBounds {
public:
  /// Expressions are over `operands`, the variable of `loop` among them or not.
  LoopBounds(Loop loop, mlir::ValueRange operands);

  /// Whether the loop moves what is at `operands`.
  bool isOperand() const { return position < operands.size(); }

  /// Leaves out iterations in which [base, base + size) has nothing of
  /// [begin, end). False where the loop does not move `base` up, or loops in it
  /// do, too.
  bool intersect(mlir::AffineExpr base, int64_t size, int64_t begin,
                 int64_t end);

  /// Whether all iterations stay.
  bool areAll() const { return lower.empty() && upper.empty(); }

  /// Gives the bounds to the loop.
  void apply();

private:
  bool isKnown(mlir::AffineExpr expr);

  Loop loop;
  llvm::SmallVector<mlir::Value> operands;
  unsigned position; // of the loop's variable among the operands
  llvm::SmallVector<mlir::AffineExpr> lower, upper; // where they leave out any
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPBOUNDS_H
