#ifndef TVM_TRANSFORMS_VECTORIZE_GUARDS_H
#define TVM_TRANSFORMS_VECTORIZE_GUARDS_H

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

  /// An `affine.if` without content: whether there is an iteration. Null where
  /// the loops around say so.
  mlir::affine::AffineIfOp emitNonEmpty(mlir::OpBuilder &builder,
                                        Loop loop) const;

  /// An `affine.if` with two empty branches: whether the interval is all of the
  /// loop. Null where the loops around say so.
  mlir::affine::AffineIfOp emitFull(mlir::OpBuilder &builder, Loop loop) const;

  /// Which of the `lanes` iterations from `first` on are in the interval.
  mlir::Value emitMask(mlir::OpBuilder &builder, Loop loop, mlir::Value first,
                       int64_t lanes) const;

private:
  struct Constraint {
    mlir::AffineExpr expr; // >= 0, or == 0
    bool isEquality;
  };
  mlir::affine::AffineIfOp emitIf(mlir::OpBuilder &builder, Loop loop,
                                  llvm::ArrayRef<Constraint> constraints,
                                  bool withElse) const;
  mlir::AffineExpr getCount(Loop loop) const;
  mlir::Value emitCount(mlir::OpBuilder &builder, Loop loop,
                        llvm::ArrayRef<mlir::AffineExpr> bounds,
                        mlir::Value first, int64_t lanes, bool isUpper) const;

  // Over `operands`, all of them dimensions.
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<Constraint> invariant;
  llvm::SmallVector<mlir::AffineExpr> lower; // variable >= each
  llvm::SmallVector<mlir::AffineExpr> upper; // variable < each
};

/// Joins neighbours in the body of `loop` that have one condition.
void mergeEqualGuards(Loop loop);

/// Turns what is no guard into `scf.if`.
void expandOtherConditions(Loop loop);

/// The `affine.if` that holds all effects of the body of `loop`, if it is a
/// guard.
mlir::affine::AffineIfOp findOnlyGuard(Loop loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_GUARDS_H
