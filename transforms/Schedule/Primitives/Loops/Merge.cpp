// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Order.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

static DiagnosedSilenceableFailure refuse(Loop first, Loop second,
                                          const Twine &why) {
  auto failure = emitSilenceableFailure(first, "cannot merge: " + why);
  failure.attachNote(second.getLoc()) << "the other loop";
  return failure;
}

/// (P1)
static DiagnosedSilenceableFailure checkLoops(Loop first, Loop second) {
  for (Loop loop : {first, second})
    if (auto d = requireSerial(loop, "merge"); !d.succeeded())
      return d;
  if (first->getBlock() != second->getBlock() ||
      !first->isBeforeInBlock(second))
    return refuse(first, second, "expected a loop behind it, in the same body");
  if (first.getUpperBoundMap() != second.getUpperBoundMap() ||
      !llvm::equal(first.getUpperBoundOperands(),
                   second.getUpperBoundOperands()))
    return refuse(first, second, "expected loops of the same extent");
  return DiagnosedSilenceableFailure::success();
}

/// (P2) The first loop moves to the place of the second one.
static DiagnosedSilenceableFailure checkBetween(Loop first, Loop second,
                                                const MemoryUse &use) {
  unsigned numLoops = getLoops(first).size();
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode()) {
    MemoryUse between = getMemoryUse(op);
    if (between.opaque)
      return refuseOpaque(first, "merge", between.opaque);
    if (auto found = findDependence(use.accesses, between.accesses, numLoops))
      return schedule::refuse(first, "merge", *found);
  }
  return DiagnosedSilenceableFailure::success();
}

/// Whether the access initialises, in front of `loop`, a reduction along it.
static bool isInitInFront(const Access &access, Loop loop) {
  te::BlockOp block = access.block;
  return block.getInit().isAncestor(access.op->getParentRegion()) &&
         getReductionLoop(block) == loop;
}

/// (P3) Threads of a GPU may be in different iterations of their loops.
static DiagnosedSilenceableFailure checkIterations(Loop first, Loop second,
                                                   const MemoryUse &earlier,
                                                   const MemoryUse &later) {
  SmallVector<std::pair<Loop, Order>> orders;
  for (Loop outer : getLoops(first))
    if (getLoopKind(outer) != LoopKind::Bound)
      orders.push_back({outer, Order::Same});
  RelatedLoops turned{first, second, Order::Later};
  for (const Access &source : earlier.accesses)
    for (const Access &sink : later.accesses) {
      if (!source.isWrite && !sink.isWrite)
        continue;
      Proof proof = isInitInFront(sink, second)
                        ? findConflict(source, sink, orders)
                        : findConflict(source, sink, orders, turned);
      if (proof != Proof::None)
        return schedule::refuse(first, "merge", {&source, &sink, proof});
    }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure merge(RewriterBase &rewriter, Loop first,
                                  Loop second) {
  if (auto d = checkLoops(first, second); !d.succeeded())
    return d;
  MemoryUse earlier = getMemoryUse(first), later = getMemoryUse(second);
  for (const MemoryUse &use : {earlier, later})
    if (use.opaque)
      return refuseOpaque(first, "merge", use.opaque);
  if (auto d = checkBetween(first, second, earlier); !d.succeeded())
    return d;
  if (auto d = checkIterations(first, second, earlier, later); !d.succeeded())
    return d;
  rewriter.eraseOp(first.getBody()->getTerminator());
  rewriter.inlineBlockBefore(first.getBody(), second.getBody(),
                             second.getBody()->begin(),
                             second.getInductionVar());
  rewriter.eraseOp(first);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
