// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Dependence/LoopConstraints.h"

#include "mlir/IR/IntegerSet.h"

using namespace mlir;

namespace tvm::schedule {

AffineMap getConstraintMap(IntegerSet set) {
  return AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                        set.getConstraints(), set.getContext());
}

void LoopConstraints::add(AffineExpr expr, bool isEquality) {
  if (!expr.isPureAffine()) {
    leavesNothingOut = false;
    return;
  }
  exprs.push_back(expr);
  equalities.push_back(isEquality);
}

void LoopConstraints::addLoop(Loop loop, AffineExpr iv, Compose compose) {
  SmallVector<AffineExpr> lower =
      compose(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
  for (AffineExpr bound : lower)
    add(iv - bound);
  // With several lower bounds, iterations begin at the largest of them.
  if (loop.getStepAsInt() != 1 && lower.size() == 1)
    add((iv - lower.front()) % loop.getStepAsInt(), /*isEquality=*/true);
  else if (loop.getStepAsInt() != 1)
    leavesNothingOut = false;
  for (AffineExpr bound :
       compose(loop.getUpperBoundMap(), loop.getUpperBoundOperands()))
    add(bound - 1 - iv);
}

void LoopConstraints::addSet(IntegerSet set, ValueRange operands,
                             Compose compose) {
  for (auto [expr, isEquality] : llvm::zip_equal(
           compose(getConstraintMap(set), operands), set.getEqFlags()))
    add(expr, isEquality);
}

affine::FlatAffineValueConstraints
LoopConstraints::get(unsigned numDims, unsigned numSymbols,
                     MLIRContext *context) const {
  if (!exprs.empty())
    return affine::FlatAffineValueConstraints(
        IntegerSet::get(numDims, numSymbols, exprs, equalities));
  // A set needs a constraint.
  AffineExpr zero = getAffineConstantExpr(0, context);
  return affine::FlatAffineValueConstraints(
      IntegerSet::get(numDims, numSymbols, zero, true));
}

} // namespace tvm::schedule
