#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Primitives/Bindings.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether axis kind `reduction` of `block` depends on `loop`.
static bool bindsAxis(te::BlockOp block, Loop loop, bool reduction) {
  for (auto [i, iter] : llvm::enumerate(block.getIters())) {
    if (iter != loop.getInductionVar())
      continue;
    for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
      if (block.isReduction(axis) == reduction &&
          block.getBindings().getResult(axis).isFunctionOfDim(i))
        return true;
  }
  return false;
}

/// The init region as a block of its own, at the spatial axes.
static te::BlockOp buildInitBlock(OpBuilder &builder, te::BlockOp block,
                                  const IRMapping &loops) {
  SmallVector<AffineExpr> bindings;
  SmallVector<bool> kinds;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
    if (block.isReduction(axis))
      continue;
    bindings.push_back(block.getBindings().getResult(axis));
    kinds.push_back(false);
  }
  AffineMap map = block.getBindings();
  SmallVector<Value> iters = llvm::map_to_vector(
      block.getIters(), [&](Value v) { return loops.lookupOrDefault(v); });
  AffineMap bound = AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                   bindings, map.getContext());
  affine::canonicalizeMapAndOperands(&bound, &iters);
  auto init = te::BlockOp::create(builder, block.getLoc(),
                                  (block.getName() + "_init").str(), iters,
                                  block.getCaptures(), bound, kinds);
  init.getBody().takeBody(block.getInit());
  for (unsigned axis = block.getNumAxes(); axis-- > 0;)
    if (block.isReduction(axis))
      init.getBody().eraseArgument(axis);
  return init;
}

FailureOr<te::BlockOp> decomposeReduction(te::BlockOp block, Loop loop) {
  SmallVector<Loop> loops = getLoops(block);
  auto *position = llvm::find(loops, loop);
  if (block.getInit().empty() || position == loops.end())
    return failure();
  for (Loop outer : ArrayRef<Loop>(loops.begin(), position))
    if (bindsAxis(block, outer, /*reduction=*/true))
      return failure();
  OpBuilder builder(loop);
  IRMapping mapping;
  for (Loop inner : ArrayRef<Loop>(position, loops.end())) {
    if (!bindsAxis(block, inner, /*reduction=*/false))
      continue;
    SmallVector<Value> operands =
        llvm::map_to_vector(inner.getUpperBoundOperands(), [&](Value v) {
          return mapping.lookupOrDefault(v);
        });
    auto clone =
        Loop::create(builder, inner.getLoc(), inner.getLowerBoundOperands(),
                     inner.getLowerBoundMap(), operands,
                     inner.getUpperBoundMap(), inner.getStepAsInt());
    clone->setDiscardableAttrs(inner->getDiscardableAttrDictionary());
    mapping.map(inner.getInductionVar(), clone.getInductionVar());
    builder.setInsertionPointToStart(clone.getBody());
  }
  return buildInitBlock(builder, block, mapping);
}

} // namespace tvm::schedule
