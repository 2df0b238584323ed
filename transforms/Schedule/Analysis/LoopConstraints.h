#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LOOPCONSTRAINTS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LOOPCONSTRAINTS_H

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Points where loops and conditions hold, as an integer set, over dims and
/// symbols that its user numbers.
class LoopConstraints {
public:
  /// The results of a map of values, over these dims and symbols.
  using Compose = llvm::function_ref<llvm::SmallVector<mlir::AffineExpr>(
      mlir::AffineMap, mlir::ValueRange)>;

  /// `expr` is 0, or at least 0.
  void add(mlir::AffineExpr expr, bool isEquality = false);
  /// `loop` has an iteration `iv`.
  void addLoop(Loop loop, mlir::AffineExpr iv, Compose compose);
  /// `set` holds for `operands`.
  void addSet(mlir::IntegerSet set, mlir::ValueRange operands, Compose compose);

  /// Divisions by what is no constant are beyond Presburger arithmetic: without
  /// them there are more points, not fewer.
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

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LOOPCONSTRAINTS_H
