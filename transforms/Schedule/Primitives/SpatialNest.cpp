#include "transforms/Schedule/Primitives/SpatialNest.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Primitives/Bindings.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `expr`, over the iters of `block`, depends on a loop that an axis of
/// the given kind is bound to.
static bool dependsOn(te::BlockOp block, AffineExpr expr, bool reduction) {
  for (auto [i, iter] : llvm::enumerate(block.getIters()))
    if (i < block.getBindings().getNumDims() && expr.isFunctionOfDim(i) &&
        bindsAxis(block, iter, reduction))
      return true;
  return false;
}

DiagnosedSilenceableFailure getSpatialPredicate(te::BlockOp block,
                                                StringRef action,
                                                SpatialPredicate &predicate) {
  std::optional<IntegerSet> set = block.getPredicate();
  if (!set)
    return DiagnosedSilenceableFailure::success();
  for (auto [expr, equality] :
       llvm::zip(set->getConstraints(), set->getEqFlags())) {
    bool isSpatial = dependsOn(block, expr, /*reduction=*/false);
    if (dependsOn(block, expr, /*reduction=*/true)) {
      if (isSpatial)
        return emitSilenceableFailure(block)
               << "cannot " << action << ": the predicate of '"
               << block.getName() << "' ties reduction axes to others";
      continue;
    }
    predicate.constraints.push_back(expr);
    predicate.equalities.push_back(equality);
  }
  return DiagnosedSilenceableFailure::success();
}

IRMapping cloneSpatialLoops(OpBuilder &builder, te::BlockOp block,
                            ArrayRef<Loop> loops) {
  IRMapping variables;
  for (Loop loop : loops) {
    if (!bindsAxis(block, loop.getInductionVar(), /*reduction=*/false))
      continue;
    SmallVector<Value> operands =
        llvm::map_to_vector(loop.getUpperBoundOperands(), [&](Value v) {
          return variables.lookupOrDefault(v);
        });
    auto clone =
        Loop::create(builder, loop.getLoc(), loop.getLowerBoundOperands(),
                     loop.getLowerBoundMap(), operands, loop.getUpperBoundMap(),
                     loop.getStepAsInt());
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
