// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Initialization.h"
#include "transforms/Schedule/Primitives/Support/SpatialNest.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `block` declares writes of capture `index`, or regions whose place
/// depends on it.
static bool isInWrites(te::BlockOp block, unsigned index) {
  if (!block.hasRegions())
    return false;
  return llvm::any_of(block.getWrites()->getAsRange<te::RegionAttr>(),
                      [&](te::RegionAttr region) {
                        AffineMap offsets = region.getOffsets();
                        return region.getCapture() == index ||
                               (index < offsets.getNumSymbols() &&
                                offsets.isFunctionOfSymbol(index));
                      });
}

/// Lets `init` declare the same writes as `block`. Its captures are `kept` of
/// the block's captures.
static void declareWrites(te::BlockOp init, te::BlockOp block,
                          ArrayRef<Value> kept) {
  MLIRContext *context = block.getContext();
  auto indexOf = [&](unsigned capture) -> unsigned {
    return llvm::find(kept, block.getCaptures()[capture]) - kept.begin();
  };
  SmallVector<AffineExpr> axes, captures;
  unsigned numSpatial = 0;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    axes.push_back(block.isReduction(axis)
                       ? getAffineConstantExpr(0, context)
                       : getAffineDimExpr(numSpatial++, context));
  for (unsigned i = 0; i < block.getCaptures().size(); ++i)
    captures.push_back(getAffineSymbolExpr(indexOf(i), context));
  SmallVector<Attribute> writes;
  for (auto region : block.getWrites()->getAsRange<te::RegionAttr>())
    writes.push_back(te::RegionAttr::get(
        context, indexOf(region.getCapture()),
        region.getOffsets().replaceDimsAndSymbols(
            axes, captures, numSpatial,
            region.getOffsets().getNumSymbols() ? kept.size() : 0),
        region.getSizes()));
  init.setReadsAttr(ArrayAttr::get(context, {}));
  init.setWritesAttr(ArrayAttr::get(context, writes));
}

/// Builds the init region as a block of its own, at the spatial axes, with the
/// captures that it uses.
static te::BlockOp buildInitBlock(OpBuilder &builder, te::BlockOp block,
                                  const IRMapping &variables,
                                  const SpatialPredicate &predicate) {
  te::BlockOp init =
      buildSpatialBlock(builder, block, (block.getName() + "_init").str(),
                        variables, predicate, block.getCaptures());
  init.getBody().takeBody(block.getInit());
  Region &body = init.getBody();
  auto isUsed = [&](unsigned capture) {
    return !body.getArgument(block.getNumAxes() + capture).use_empty() ||
           isInWrites(block, capture);
  };
  SmallVector<Value> captures;
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (isUsed(i))
      captures.push_back(capture);
  for (unsigned i = block.getCaptures().size(); i-- > 0;)
    if (!isUsed(i))
      body.eraseArgument(block.getNumAxes() + i);
  init.getCapturesMutable().assign(captures);
  if (block.hasRegions())
    declareWrites(init, block, captures);
  for (unsigned axis = block.getNumAxes(); axis-- > 0;)
    if (block.isReduction(axis))
      body.eraseArgument(axis);
  return init;
}

/// (P3)
static DiagnosedSilenceableFailure checkOtherUses(te::BlockOp block,
                                                  Loop loop) {
  if (auto conflict = findUseBeforeInit(block, loop))
    return conflict->refuse(block, "decompose the reduction of '" +
                                       block.getName() + "'");
  return DiagnosedSilenceableFailure::success();
}

/// A loop from `loop` to the reduction loops in whose iterations `init` is
/// repeated; null if there is none.
static Loop findRepeating(te::BlockOp block, Loop loop) {
  Loop reduction = getReductionLoop(block);
  for (Loop outer : getLoops(block)) {
    if (outer == reduction)
      break;
    if (loop->isAncestor(outer) && repeatsInit(block, outer))
      return outer;
  }
  return {};
}

/// Whether all values that `init` refers to are available in front of `loop`.
static bool isDefinedOutside(te::BlockOp block, Loop loop) {
  auto isInside = [&](Value value) {
    return loop.getRegion().isAncestor(value.getParentRegion());
  };
  for (Value iter : block.getIters())
    if (isInside(iter) && !affine::isAffineForInductionVar(iter))
      return false;
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    if (isInside(capture) &&
        (!block.getCaptureArgument(block.getInit(), i).use_empty() ||
         isInWrites(block, i)))
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
  if (Loop repeating = findRepeating(block, loop)) {
    auto failure = refusal("expected no loop in front of the reduction that "
                           "initialises an element repeatedly");
    failure.attachNote(repeating.getLoc()) << "such a loop";
    return failure;
  }
  if (!isDefinedOutside(block, loop))
    return refusal("expected a loop that defines nothing that the "
                   "initialisation refers to");
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure checkEarlierInit(te::BlockOp block, Loop loop) {
  if (auto d = checkPlace(block, loop, getLoops(block)); !d.succeeded())
    return d;
  return checkOtherUses(block, loop);
}

DiagnosedSilenceableFailure decomposeReduction(RewriterBase &rewriter,
                                               te::BlockOp block, Loop loop,
                                               te::BlockOp &init) {
  SmallVector<Loop> loops = getLoops(block);
  SpatialPredicate predicate;
  if (auto d = checkEarlierInit(block, loop); !d.succeeded())
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

/// Replaces `affine.apply`s of loop variables in the bindings of `block`, which
/// unrolling leaves, by the loops themselves.
static void composeBindings(te::BlockOp block) {
  SmallVector<Value> iters(block.getIters());
  if (llvm::none_of(iters, [](Value iter) {
        return iter.getDefiningOp<affine::AffineApplyOp>();
      }))
    return;
  AffineMap map = getBlockMap(block);
  affine::fullyComposeAffineMapAndOperands(&map, &iters);
  affine::canonicalizeMapAndOperands(&map, &iters);
  setBlockMap(block, map, iters, getEqualities(block));
}

/// Whether all reduction axes are 0 in the first iteration of their loops.
static bool beginsAtZero(te::BlockOp block) {
  AffineMap map = block.getBindings();
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
    if (!block.isReduction(axis))
      continue;
    AffineExpr expr = map.getResult(axis);
    for (unsigned i = 0; i < map.getNumDims(); ++i) {
      auto loop = affine::getForInductionVarOwner(block.getIters()[i]);
      if (loop && loop.hasConstantLowerBound() &&
          loop.getConstantLowerBound() == 0)
        expr = expr.replace(getAffineDimExpr(i, block.getContext()),
                            getAffineConstantExpr(0, block.getContext()));
    }
    if (simplifyAffineExpr(expr, map.getNumDims(), map.getNumSymbols()) != 0)
      return false;
  }
  return true;
}

/// Whether `block` and `other`, copies of one block, initialise their common
/// result in front of different loops.
static bool initialiseApart(te::BlockOp block, te::BlockOp other) {
  if (other == block || other.getInit().empty() ||
      other.getName() != block.getName())
    return false;
  Loop loop = getReductionLoop(block);
  if (loop && loop == getReductionLoop(other))
    return false;
  return llvm::any_of(getWrittenCaptures(block), [&](unsigned index) {
    return llvm::any_of(getWrittenCaptures(other), [&](unsigned otherIndex) {
      return block.getCaptures()[index] == other.getCaptures()[otherIndex];
    });
  });
}

/// Checks copies of blocks that upstream's transformations made without regard
/// to initialisations: none may initialise in the middle of a reduction.
static DiagnosedSilenceableFailure checkCopies(ArrayRef<te::BlockOp> blocks) {
  llvm::StringMap<SmallVector<te::BlockOp>> named;
  for (te::BlockOp block : blocks)
    named[block.getName()].push_back(block);
  for (te::BlockOp block : blocks) {
    ArrayRef<te::BlockOp> copies = named[block.getName()];
    if (block.getInit().empty() || copies.size() < 2 || beginsAtZero(block))
      continue;
    const auto *other = llvm::find_if(
        copies, [&](te::BlockOp copy) { return initialiseApart(block, copy); });
    if (other == copies.end())
      continue;
    auto failure = emitSilenceableFailure(block)
                   << "cannot decompose the reduction of '" << block.getName()
                   << "': expected reduction axes that begin at 0, as another "
                      "block of this name initialises the same buffer";
    failure.attachNote((*other)->getLoc()) << "this block";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure decomposeReductions(RewriterBase &rewriter,
                                                Operation *root) {
  SmallVector<te::BlockOp> blocks;
  root->walk([&](te::BlockOp block) { blocks.push_back(block); });
  for (te::BlockOp block : blocks)
    if (!block.getInit().empty())
      composeBindings(block);
  if (auto d = checkCopies(blocks); !d.succeeded())
    return d;
  for (te::BlockOp block : blocks) {
    Loop loop = getReductionLoop(block);
    // With all reduction axes bound to constants there is one point.
    if (block.getInit().empty() || !loop)
      continue;
    te::BlockOp init;
    if (auto d = decomposeReduction(rewriter, block, loop, init);
        !d.succeeded())
      return d;
  }
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
