// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VECTORIZE_GUARDS_H
#define TVM_TRANSFORMS_VECTORIZE_GUARDS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "transforms/Schedule/Analysis/Loops.h"

#include <optional>

namespace tvm::schedule {

/// The iterations of a loop in which the condition of an `affine.if` holds, for
/// conditions that are linear in the loop's variable: an interval, possibly
/// empty, if the part that does not depend on the variable holds. All values
/// are known in front of the loop.
class Guard {
public:
  /// Returns the guard that `op` is; nothing if the condition is not linear in
  /// the variable, or the operation has another branch or results.
  static std::optional<Guard> match(mlir::affine::AffineIfOp op, Loop loop);

  /// Restricts the guard to iterations in which `other` holds as well.
  void intersect(const Guard &other);

  /// Whether the guard holds in all iterations or in none.
  bool isInvariant() const { return lower.empty() && upper.empty(); }

  /// Emits an empty `affine.if` that tests whether there is an iteration. Null
  /// where the loops around decide it.
  mlir::affine::AffineIfOp emitNonEmpty(mlir::OpBuilder &builder,
                                        Loop loop) const;

  /// Emits an `affine.if` with two empty branches that tests whether the
  /// interval is the whole loop. Null where the loops around decide it.
  mlir::affine::AffineIfOp emitFull(mlir::OpBuilder &builder, Loop loop) const;

  /// Emits the mask of the `lanes` iterations from `first` on that are in the
  /// interval.
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

/// Merges adjacent guards in the body of `loop` that have the same condition.
void mergeEqualGuards(Loop loop);

/// Converts conditions that are not guards to `scf.if`.
void expandOtherConditions(Loop loop);

/// The `affine.if` that contains all effects of the body of `loop`, if it is a
/// guard.
mlir::affine::AffineIfOp findOnlyGuard(Loop loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_GUARDS_H
