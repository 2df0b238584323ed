// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPBOUNDS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPBOUNDS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Bounds that leave out iterations at the ends of a loop. The loop runs from 0
/// in steps of 1 and has a constant trip count.
class LoopBounds {
public:
  /// Expressions are over `operands`, which may include the variable of `loop`.
  LoopBounds(Loop loop, mlir::ValueRange operands);

  /// Whether the variable of the loop is an operand.
  bool isOperand() const { return position < operands.size(); }

  /// Leaves out iterations in which [base, base + size) and [begin, end) are
  /// disjoint. False where `base` does not increase with the loop, or varies
  /// with loops inside.
  bool intersect(mlir::AffineExpr base, int64_t size, int64_t begin,
                 int64_t end);

  /// Whether all iterations are kept.
  bool areAll() const { return lower.empty() && upper.empty(); }

  /// Sets the bounds of the loop.
  void apply();

private:
  bool isKnown(mlir::AffineExpr expr);

  Loop loop;
  llvm::SmallVector<mlir::Value> operands;
  unsigned position; // of the loop's variable among the operands
  llvm::SmallVector<mlir::AffineExpr> lower, upper; // empty: all iterations
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPBOUNDS_H
