// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_LOOPCONSTRAINTS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_LOOPCONSTRAINTS_H

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The points where loops and conditions hold, as an integer set over dims and
/// symbols that the user of the class numbers.
class LoopConstraints {
public:
  /// A function that composes a map and its operands, in terms of these dims
  /// and symbols.
  using Compose = llvm::function_ref<llvm::SmallVector<mlir::AffineExpr>(
      mlir::AffineMap, mlir::ValueRange)>;

  /// Adds the constraint that `expr` is 0, or at least 0.
  void add(mlir::AffineExpr expr, bool isEquality = false);
  /// Adds the constraint that `iv` is an iteration of `loop`.
  void addLoop(Loop loop, mlir::AffineExpr iv, Compose compose);
  /// Adds the constraint that `set` holds for `operands`.
  void addSet(mlir::IntegerSet set, mlir::ValueRange operands, Compose compose);

  /// Whether all constraints were added. Divisions by values that are not
  /// constant are beyond Presburger arithmetic; without them the set has more
  /// points.
  bool isExact() const { return leavesNothingOut; }
  llvm::ArrayRef<mlir::AffineExpr> getExprs() const { return exprs; }
  llvm::ArrayRef<bool> getEqualities() const { return equalities; }
  mlir::affine::FlatAffineValueConstraints
  get(unsigned numDims, unsigned numSymbols, mlir::MLIRContext *context) const;

private:
  llvm::SmallVector<mlir::AffineExpr> exprs;
  llvm::SmallVector<bool> equalities;
  bool leavesNothingOut = true;
};

/// The constraints of `set` as a map.
mlir::AffineMap getConstraintMap(mlir::IntegerSet set);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_LOOPCONSTRAINTS_H
