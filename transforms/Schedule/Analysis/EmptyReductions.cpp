// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/EmptyReductions.h"

#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Dependence/LoopConstraints.h"

using namespace mlir;

namespace tvm::schedule {

SmallVector<unsigned> getUnmetConstraints(te::BlockOp block) {
  std::optional<IntegerSet> set = block.getPredicate();
  if (!set)
    return {};
  MLIRContext *context = block.getContext();
  DenseMap<Value, unsigned> dims;
  for (Loop loop : getLoops(block))
    if (bindsReductionOnly(block, loop.getInductionVar()))
      dims.try_emplace(loop.getInductionVar(), dims.size());
  bool isOfThese = true; // all values that were visited
  auto compose = [&](AffineMap map, ValueRange operands) {
    SmallVector<AffineExpr> replacements;
    map = asDims(map);
    for (auto [i, operand] : llvm::enumerate(operands)) {
      auto it = dims.find(operand);
      isOfThese &= it != dims.end() || !map.isFunctionOfDim(i);
      replacements.push_back(
          getAffineDimExpr(it == dims.end() ? 0 : it->second, context));
    }
    map = map.replaceDimsAndSymbols(replacements, {}, dims.size(), 0);
    return SmallVector<AffineExpr>(map.getResults());
  };
  SmallVector<unsigned> found;
  LoopConstraints constraints;
  AffineMap map = getConstraintMap(*set);
  for (unsigned i = 0; i < set->getNumConstraints(); ++i) {
    AffineExpr constraint = set->getConstraint(i);
    auto isOther = [&](Value iter) {
      return affine::isAffineForInductionVar(iter) && !dims.contains(iter);
    };
    if (dependsOn(block, constraint, isOther) ||
        !dependsOn(block, constraint,
                   [&](Value iter) { return dims.contains(iter); }))
      continue;
    found.push_back(i);
    constraints.add(compose(map.getSubMap(i), block.getIters()).front(),
                    set->isEq(i));
  }
  if (found.empty())
    return {};
  for (Loop loop : getLoops(block))
    if (auto it = dims.find(loop.getInductionVar()); it != dims.end())
      constraints.addLoop(loop, getAffineDimExpr(it->second, context), compose);
  if (isOfThese && constraints.isExact() &&
      !constraints.get(dims.size(), 0, context).isIntegerEmpty())
    return {};
  return found;
}

} // namespace tvm::schedule
