// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/LoopBounds.h"

#include "transforms/Schedule/Analysis/Divisions.h"

using namespace mlir;

namespace tvm::schedule {

LoopBounds::LoopBounds(Loop loop, ValueRange operands)
    : loop(loop), operands(operands),
      position(llvm::find(operands, loop.getInductionVar()) -
               operands.begin()) {}

/// Whether all operands of `expr` are known in front of the loop.
bool LoopBounds::isKnown(AffineExpr expr) {
  for (auto [d, operand] : llvm::enumerate(operands))
    if (expr.isFunctionOfDim(d) &&
        loop.getRegion().isAncestor(operand.getParentRegion()))
      return false;
  return true;
}

bool LoopBounds::intersect(AffineExpr base, int64_t size, int64_t begin,
                           int64_t end) {
  if (!isOperand())
    return false;
  MLIRContext *context = loop.getContext();
  unsigned numDims = operands.size();
  AffineExpr i = getAffineDimExpr(position, context);
  AffineExpr first = simplifyAffineExpr(
      base.replace(i, getAffineConstantExpr(0, context)), numDims, 0);
  auto step = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(base.replace(i, i + 1) - base, numDims, 0));
  first = dropUnitLoops(first, operands);
  if (!step || step.getValue() < 1 || !isKnown(first))
    return false;
  int64_t count = *getTripCount(loop);
  AffineExpr from = simplifyAffineExpr(
      (begin - size + 1 - first).ceilDiv(step.getValue()), numDims, 0);
  AffineExpr to = simplifyAffineExpr(
      (end - 1 - first).floorDiv(step.getValue()) + 1, numDims, 0);
  if (getExtreme(from, operands, presburger::BoundType::UB).value_or(1) > 0)
    lower.push_back(from);
  if (getExtreme(to, operands, presburger::BoundType::LB).value_or(0) < count)
    upper.push_back(to);
  return true;
}

void LoopBounds::apply() {
  MLIRContext *context = loop.getContext();
  lower.insert(lower.begin(), getAffineConstantExpr(0, context));
  upper.insert(upper.begin(),
               getAffineConstantExpr(*getTripCount(loop), context));
  for (bool isUpper : {false, true}) {
    AffineMap map =
        AffineMap::get(operands.size(), 0, isUpper ? upper : lower, context);
    SmallVector<Value> used(operands);
    affine::canonicalizeMapAndOperands(&map, &used);
    isUpper ? loop.setUpperBound(used, map) : loop.setLowerBound(used, map);
  }
}

} // namespace tvm::schedule
