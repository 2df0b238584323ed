#include "transforms/Schedule/Analysis/Dependences.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/SpatialNest.h"

using namespace mlir;

namespace tvm::schedule {

/// The init region as a block of its own, at the spatial axes, with the
/// captures that it uses.
static te::BlockOp buildInitBlock(OpBuilder &builder, te::BlockOp block,
                                  const IRMapping &variables,
                                  const SpatialPredicate &predicate) {
  te::BlockOp init =
      buildSpatialBlock(builder, block, (block.getName() + "_init").str(),
                        variables, predicate, block.getCaptures());
  init.getBody().takeBody(block.getInit());
  Region &body = init.getBody();
  SmallVector<Value> captures;
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (!body.getArgument(block.getNumAxes() + i).use_empty())
      captures.push_back(capture);
  for (unsigned i = block.getCaptures().size(); i-- > 0;)
    if (body.getArgument(block.getNumAxes() + i).use_empty())
      body.eraseArgument(block.getNumAxes() + i);
  init.getCapturesMutable().assign(captures);
  for (unsigned axis = block.getNumAxes(); axis-- > 0;)
    if (block.isReduction(axis))
      body.eraseArgument(axis);
  return init;
}

/// Orders of iterations in which an access of `other` runs before `init`, which
/// runs at the first iteration of reduction loops: one per loop around both.
static SmallVector<SmallVector<std::pair<Loop, Order>>>
getEarlierOrders(te::BlockOp block, te::BlockOp other, Loop loop) {
  SmallVector<SmallVector<std::pair<Loop, Order>>> all;
  SmallVector<std::pair<Loop, Order>> same;
  Operation *first = other, *second = block;
  for (Loop shared : getLoops(block)) {
    if (!shared->isAncestor(other))
      break;
    bool isFirst = bindsAxis(block, shared.getInductionVar(), true) &&
                   !bindsAxis(block, shared.getInductionVar(), false);
    if (loop->isAncestor(shared) && !isFirst) {
      all.push_back(same);
      all.back().push_back({shared, Order::Earlier});
    }
    same.push_back({shared, Order::Same});
    first = shared.getBody()->findAncestorOpInBlock(*other);
    second = shared.getBody()->findAncestorOpInBlock(*block);
  }
  if (first->getBlock() == second->getBlock() && first->isBeforeInBlock(second))
    all.push_back(same);
  return all;
}

/// (P3)
static DiagnosedSilenceableFailure checkOtherUses(te::BlockOp block,
                                                  Loop loop) {
  SmallVector<Access> initialized;
  for (Access &access : getAccesses(block))
    if (access.isWrite &&
        block.getInit().isAncestor(access.op->getParentRegion()))
      initialized.push_back(access);
  MemoryUse use = getMemoryUse(loop);
  Operation *other = use.opaque;
  for (const Access &access : use.accesses) {
    if (access.block == block)
      continue;
    auto orders = getEarlierOrders(block, access.block, loop);
    for (const Access &init : initialized)
      if (llvm::any_of(orders, [&](ArrayRef<std::pair<Loop, Order>> order) {
            return findConflict(access, init, order) != Proof::None;
          }))
        other = access.op;
  }
  if (!other)
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(block)
                 << "cannot decompose the reduction of '" << block.getName()
                 << "': expected no use of its result in the loop before it is "
                    "initialised";
  failure.attachNote(other->getLoc()) << "such a use";
  return failure;
}

/// What `init` refers to is there in front of `loop`.
static bool isDefinedOutside(te::BlockOp block, Loop loop) {
  auto isInside = [&](Value value) {
    return loop.getRegion().isAncestor(value.getParentRegion());
  };
  for (Value iter : block.getIters())
    if (isInside(iter) && !affine::isAffineForInductionVar(iter))
      return false;
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (isInside(capture) &&
        !block.getCaptureArgument(block.getInit(), i).use_empty())
      return false;
  return true;
}

/// (P1), (P2)
static DiagnosedSilenceableFailure checkPlace(te::BlockOp block, Loop loop,
                                              ArrayRef<Loop> loops) {
  auto refusal = [&](const Twine &why) {
    return emitSilenceableFailure(block, "cannot decompose the reduction of '" +
                                             block.getName() + "': " + why);
  };
  if (block.getInit().empty())
    return refusal("expected a block with an initialisation");
  const auto *position = llvm::find(loops, loop);
  if (position == loops.end())
    return refusal("expected a loop around the block");
  for (Loop outer : ArrayRef<Loop>(loops.begin(), position))
    if (bindsAxis(block, outer.getInductionVar(), /*reduction=*/true)) {
      auto failure = refusal("expected the loop not to be inside of one that "
                             "a reduction axis is bound to");
      failure.attachNote(outer.getLoc()) << "such a loop";
      return failure;
    }
  if (!isDefinedOutside(block, loop))
    return refusal("expected a loop that defines nothing that the "
                   "initialisation refers to");
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure decomposeReduction(RewriterBase &rewriter,
                                               te::BlockOp block, Loop loop,
                                               te::BlockOp &init) {
  SmallVector<Loop> loops = getLoops(block);
  SpatialPredicate predicate;
  if (auto d = checkPlace(block, loop, loops); !d.succeeded())
    return d;
  if (auto d = checkOtherUses(block, loop); !d.succeeded())
    return d;
  if (auto d = getSpatialPredicate(block, "decompose its reduction", predicate);
      !d.succeeded())
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  ArrayRef<Loop> from(llvm::find(loops, loop), loops.end());
  IRMapping variables = cloneSpatialLoops(rewriter, block, from);
  init = buildInitBlock(rewriter, block, variables, predicate);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
