// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

/// (P3) An instance in a later part must not have to precede an instance in an
/// earlier part.
static DiagnosedSilenceableFailure
checkDependences(Loop loop, ArrayRef<Operation *> parts) {
  SmallVector<std::pair<Loop, Order>> orders;
  for (Loop outer : getLoops(loop))
    orders.push_back({outer, Order::Same});
  orders.push_back({loop, Order::Earlier});
  SmallVector<MemoryUse> uses;
  for (Operation *part : parts) {
    uses.push_back(getMemoryUse(part));
    if (uses.back().opaque)
      return refuseOpaque(loop, "distribute", uses.back().opaque);
  }
  for (auto [i, later] : llvm::enumerate(uses))
    for (const MemoryUse &earlier : ArrayRef(uses).take_front(i))
      for (const Access &source : later.accesses)
        for (const Access &sink : earlier.accesses) {
          if (!source.isWrite && !sink.isWrite)
            continue;
          Proof proof = findConflict(source, sink, orders);
          if (proof != Proof::None)
            return refuse(loop, "distribute", {&source, &sink, proof});
        }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure loopDistribute(RewriterBase &rewriter, Loop loop,
                                           SmallVectorImpl<Loop> &result) {
  if (auto d = requireSerial(loop, "distribute"); !d.succeeded())
    return d;
  SmallVector<Operation *> parts;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!isa<Loop, te::BlockOp>(op)) {
      auto failure = emitSilenceableFailure(loop)
                     << "cannot distribute: expected a body of loops and "
                        "blocks only";
      failure.attachNote(op.getLoc()) << "this is neither";
      return failure;
    }
    if (!op.use_empty()) {
      auto failure = emitSilenceableFailure(loop)
                     << "cannot distribute: expected no loop in its body whose "
                        "results are used";
      failure.attachNote(op.getLoc()) << "this one's are";
      return failure;
    }
    parts.push_back(&op);
  }
  if (auto d = checkDependences(loop, parts); !d.succeeded())
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(loop);
  result.push_back(loop);
  for (Operation *part : ArrayRef(parts).drop_front()) {
    auto copy =
        Loop::create(rewriter, loop.getLoc(), ValueRange(),
                     loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
                     loop.getUpperBoundMap(), loop.getStepAsInt());
    part->moveBefore(copy.getBody(), copy.getBody()->begin());
    part->walk([&](Operation *op) {
      op->replaceUsesOfWith(loop.getInductionVar(), copy.getInductionVar());
    });
    result.push_back(copy);
    rewriter.setInsertionPointAfter(copy);
  }
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
