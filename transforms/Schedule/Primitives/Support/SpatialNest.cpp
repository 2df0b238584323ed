// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/SpatialNest.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `expr`, over the iters of `block`, depends on a loop that the nest
/// leaves out because only reduction axes are bound to it, or, without
/// `leftOut`, on one that it keeps.
static bool dependsOn(te::BlockOp block, AffineExpr expr, bool leftOut) {
  for (auto [i, iter] : llvm::enumerate(block.getIters()))
    if (i < block.getBindings().getNumDims() && expr.isFunctionOfDim(i) &&
        affine::isAffineForInductionVar(iter) &&
        bindsReductionOnly(block, iter) == leftOut)
      return true;
  return false;
}

/// `constraint` at the first iteration of the omitted loops, where it holds if
/// it holds in any iteration; null where that is not known.
static AffineExpr atFirstIteration(te::BlockOp block, AffineExpr constraint) {
  AffineExpr first = constraint;
  for (auto [i, iter] : llvm::enumerate(block.getIters())) {
    if (i >= block.getBindings().getNumDims() ||
        !constraint.isFunctionOfDim(i) || !bindsReductionOnly(block, iter))
      continue;
    auto loop = affine::getForInductionVarOwner(iter);
    if (!loop || !isNormalized(loop))
      return {};
    first = first.replace(getAffineDimExpr(i, block.getContext()),
                          getAffineConstantExpr(0, block.getContext()));
  }
  return implies(block, constraint, first) ? first : AffineExpr();
}

DiagnosedSilenceableFailure getSpatialPredicate(te::BlockOp block,
                                                StringRef action,
                                                SpatialPredicate &predicate) {
  for (Loop loop : getLoops(block))
    if (!bindsReductionOnly(block, loop.getInductionVar()) &&
        llvm::any_of(loop.getOperands(),
                     [&](Value v) { return bindsReductionOnly(block, v); }))
      return emitSilenceableFailure(loop)
             << "cannot " << action
             << ": expected a bound that does not depend on the reduction of '"
             << block.getName() << "'";
  std::optional<IntegerSet> set = block.getPredicate();
  if (!set)
    return DiagnosedSilenceableFailure::success();
  for (auto [expr, equality] :
       llvm::zip(set->getConstraints(), set->getEqFlags())) {
    AffineExpr constraint = expr;
    if (dependsOn(block, expr, /*leftOut=*/true)) {
      // A constraint on reduction axes alone does not count: an empty reduction
      // has its start value.
      if (!dependsOn(block, expr, /*leftOut=*/false))
        continue;
      constraint = equality ? AffineExpr() : atFirstIteration(block, expr);
      if (!constraint)
        return emitSilenceableFailure(block)
               << "cannot " << action << ": the predicate of '"
               << block.getName() << "' ties reduction axes to others";
    }
    predicate.constraints.push_back(constraint);
    predicate.equalities.push_back(equality);
  }
  return DiagnosedSilenceableFailure::success();
}

IRMapping cloneSpatialLoops(OpBuilder &builder, te::BlockOp block,
                            ArrayRef<Loop> loops) {
  IRMapping variables;
  for (Loop loop : loops) {
    if (bindsReductionOnly(block, loop.getInductionVar()))
      continue;
    auto mapped = [&](Value v) { return variables.lookupOrDefault(v); };
    SmallVector<Value> lower =
        llvm::map_to_vector(loop.getLowerBoundOperands(), mapped);
    SmallVector<Value> operands =
        llvm::map_to_vector(loop.getUpperBoundOperands(), mapped);
    auto clone =
        Loop::create(builder, loop.getLoc(), lower, loop.getLowerBoundMap(),
                     operands, loop.getUpperBoundMap(), loop.getStepAsInt());
    clone->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    variables.map(loop.getInductionVar(), clone.getInductionVar());
    builder.setInsertionPointToStart(clone.getBody());
  }
  return variables;
}

te::BlockOp buildSpatialBlock(OpBuilder &builder, te::BlockOp block,
                              StringRef name, const IRMapping &variables,
                              const SpatialPredicate &predicate,
                              ValueRange captures) {
  SmallVector<AffineExpr> results;
  SmallVector<bool> kinds;
  AffineMap map = block.getBindings();
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
    if (block.isReduction(axis))
      continue;
    results.push_back(map.getResult(axis));
    kinds.push_back(false);
  }
  llvm::append_range(results, predicate.constraints);
  SmallVector<Value> iters = llvm::map_to_vector(
      block.getIters(), [&](Value v) { return variables.lookupOrDefault(v); });
  AffineMap whole = AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                   results, map.getContext());
  affine::canonicalizeMapAndOperands(&whole, &iters);
  auto built = te::BlockOp::create(
      builder, block.getLoc(), makeUniqueName(block, name), iters, captures,
      AffineMap::get(whole.getNumDims(), whole.getNumSymbols(),
                     whole.getResults().take_front(kinds.size()),
                     whole.getContext()),
      kinds);
  setBlockMap(built, whole, iters, predicate.equalities);
  return built;
}

} // namespace tvm::schedule
