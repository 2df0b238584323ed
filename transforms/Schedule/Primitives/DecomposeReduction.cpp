#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/SpatialNest.h"

using namespace mlir;

namespace tvm::schedule {

/// The init region as a block of its own, at the spatial axes.
static te::BlockOp buildInitBlock(OpBuilder &builder, te::BlockOp block,
                                  const IRMapping &variables,
                                  const SpatialPredicate &predicate) {
  te::BlockOp init =
      buildSpatialBlock(builder, block, (block.getName() + "_init").str(),
                        variables, predicate, block.getCaptures());
  init.getBody().takeBody(block.getInit());
  for (unsigned axis = block.getNumAxes(); axis-- > 0;)
    if (block.isReduction(axis))
      init.getBody().eraseArgument(axis);
  return init;
}

/// (P3)
static DiagnosedSilenceableFailure checkOtherUses(te::BlockOp block,
                                                  Loop loop) {
  SmallVector<Value> written;
  for (const Access &access : getAccesses(block))
    if (access.isWrite)
      written.push_back(access.buffer);
  MemoryUse use = getMemoryUse(loop);
  Operation *other = use.opaque;
  for (const Access &access : use.accesses)
    if (access.block != block && llvm::is_contained(written, access.buffer))
      other = access.op;
  if (!other)
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(block)
                 << "cannot decompose the reduction of '" << block.getName()
                 << "': expected no other use of its result inside of the loop";
  failure.attachNote(other->getLoc()) << "another use";
  return failure;
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
