#ifndef TVM_TRANSFORMS_SCHEDULE_GUARDS_H
#define TVM_TRANSFORMS_SCHEDULE_GUARDS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "transforms/Schedule/Analysis/Loops.h"

#include <optional>

namespace tvm::schedule {

/// The iterations of a loop in which the condition of an `affine.if` holds,
/// where it is linear in the loop's variable: an interval, perhaps empty, if
/// what does not depend on the variable holds. All is known in front of the
/// loop.
class Guard {
public:
  /// Nothing where the condition is not linear in the variable, or where the
  /// operation has another branch or results.
  static std::optional<Guard> match(mlir::affine::AffineIfOp op, Loop loop);

  /// Iterations in which `other` holds as well.
  void intersect(const Guard &other);

  /// All iterations or none.
  bool isInvariant() const { return lower.empty() && upper.empty(); }

  /// An `affine.if` without content: whether there is an iteration.
  mlir::affine::AffineIfOp emitNonEmpty(mlir::OpBuilder &builder,
                                        Loop loop) const;

  /// Which of the `lanes` iterations from `first` on are in the interval.
  mlir::Value emitMask(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value first, int64_t lanes) const;

private:
  struct Constraint {
    mlir::AffineExpr expr; // >= 0, or == 0
    bool isEquality;
  };
  mlir::Value emitCount(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::ArrayRef<mlir::AffineExpr> bounds,
                        mlir::Value first, bool takeLeast) const;

  // Over `operands`, all of them dimensions.
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<Constraint> invariant;
  llvm::SmallVector<mlir::AffineExpr> lower; // variable >= each
  llvm::SmallVector<mlir::AffineExpr> upper; // variable < each
};

/// Joins neighbours in the body of `loop` that have one condition.
void mergeEqualGuards(Loop loop);

/// The `affine.if` that holds all effects of the body of `loop`, if it is a
/// guard.
mlir::affine::AffineIfOp findOnlyGuard(Loop loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_GUARDS_H
