// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

/// The operation directly in the block's body, or in its init, that contains
/// `op`.
static Operation *getStatement(te::BlockOp block, Operation *op) {
  while (op->getParentOp() != block)
    op = op->getParentOp();
  return op;
}

/// Whether the order of the two accesses is kept. Lanes execute a body
/// operation by operation, so an earlier operation precedes a later one for all
/// lanes. Values that all lanes combine in one element are joined behind the
/// loop.
static bool staysInOrder(Loop loop, const Access &source, const Access &sink) {
  if (isReductionPair(source, sink) &&
      !bindsAxis(source.block, loop.getInductionVar(), /*reduction=*/false))
    return true;
  if (source.block != sink.block)
    return source.block->isBeforeInBlock(sink.block);
  te::BlockOp block = source.block;
  Operation *first = getStatement(block, source.op);
  Operation *second = getStatement(block, sink.op);
  if (first->getBlock() != second->getBlock())
    return block.getInit().isAncestor(first->getParentRegion());
  // A single statement runs lane by lane.
  return first == second || first->isBeforeInBlock(second);
}

/// Whether every point of `block` has its own elements, at subscripts that are
/// affine in its axes.
static bool isElementwise(te::BlockOp block) {
  if (block.hasReduction() || block.getPredicate())
    return false;
  SmallVector<Access> accesses = getAccesses(block);
  return llvm::all_of(accesses, [](const Access &access) {
    return access.map && !access.isGuarded;
  });
}

/// Whether `loop` contains only a vectorized loop around an element-wise block:
/// a tile, some of whose loads may be transposed.
static bool holdsTile(Loop loop) {
  auto inner = dyn_cast<Loop>(loop.getBody()->front());
  if (!inner || !isPerfectlyNested(loop, inner) ||
      getLoopKind(inner) != LoopKind::Vectorized)
    return false;
  auto block = dyn_cast<te::BlockOp>(inner.getBody()->front());
  return block && isElementwise(block) &&
         llvm::hasSingleElement(inner.getBody()->without_terminator());
}

/// Whether `loop` contains only unrolled loops around a block without a
/// reduction: lanes execute its copies one after another.
static bool holdsCopies(Loop loop) {
  Operation *body = loop;
  while (auto outer = dyn_cast<Loop>(body)) {
    body = &outer.getBody()->front();
    if (!llvm::hasSingleElement(outer.getBody()->without_terminator()))
      return false;
    if (outer != loop &&
        (getLoopKind(outer) != LoopKind::Unrolled || !getTripCount(outer)))
      return false;
  }
  auto block = dyn_cast<te::BlockOp>(body);
  return block && !block.hasReduction() && !block.getPredicate();
}

/// (P1)
static DiagnosedSilenceableFailure requireElements(Loop loop) {
  te::BlockOp culprit;
  loop.walk([&](te::BlockOp block) {
    if (block.hasRegions())
      culprit = block;
  });
  if (!culprit)
    return DiagnosedSilenceableFailure::success();
  auto failure =
      emitSilenceableFailure(loop)
      << "cannot vectorize: expected blocks that compute one element "
         "each, got one that declares regions";
  failure.attachNote(culprit.getLoc()) << "this block";
  return failure;
}

/// (P1)
static DiagnosedSilenceableFailure requireInnermost(Loop loop) {
  Loop inside;
  loop.getBody()->walk([&](Loop inner) { inside = inner; });
  if (!inside || holdsTile(loop) || holdsCopies(loop))
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(loop)
                 << "cannot vectorize: expected an innermost loop, or one "
                    "around a vectorized loop of an element-wise block, or "
                    "around unrolled loops of a block without a reduction";
  failure.attachNote(inside.getLoc()) << "a loop inside";
  return failure;
}

/// (P3) Lanes have their own elements or combine values in one, but not both.
static DiagnosedSilenceableFailure requireOneRole(Loop loop) {
  te::BlockOp culprit;
  loop.walk([&](te::BlockOp block) {
    if (bindsAxis(block, loop.getInductionVar(), /*reduction=*/true) &&
        bindsAxis(block, loop.getInductionVar(), /*reduction=*/false))
      culprit = block;
  });
  if (!culprit)
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(loop)
                 << "cannot vectorize: expected a loop that does not fuse "
                    "spatial and reduction axes of a block";
  failure.attachNote(culprit.getLoc()) << "this block";
  return failure;
}

/// (P2) The iterations of a tile run in any order, the copies of a body one
/// after another, and a body operation by operation.
static DiagnosedSilenceableFailure requireOrder(Loop loop) {
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(loop, "vectorize", use.opaque);
  auto inner = dyn_cast<Loop>(loop.getBody()->front());
  auto mayIgnore = [&](const Access &source, const Access &sink) {
    return !inner && staysInOrder(loop, source, sink);
  };
  for (Loop each : {loop, holdsTile(loop) ? inner : Loop()})
    if (std::optional<Dependence> carried =
            each ? findCarried(each, use, mayIgnore) : std::nullopt)
      return refuse(loop, "vectorize", *carried);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure vectorize(Loop loop) {
  if (auto d = requireSerial(loop, "vectorize"); !d.succeeded())
    return d;
  if (auto d = requireElements(loop); !d.succeeded())
    return d;
  if (auto d = requireInnermost(loop); !d.succeeded())
    return d;
  if (auto d = requireOneRole(loop); !d.succeeded())
    return d;
  if (auto d = requireOrder(loop); !d.succeeded())
    return d;
  setLoopKind(loop, LoopKind::Vectorized);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
