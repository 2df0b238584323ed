// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Memory/PrefetchBlock.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request: prefetch the reads of `loop` from `buffer` `distance` iterations
/// ahead.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop, int64_t distance, bool isPerElement)
      : BlockRequest(block, "prefetch what '" + block.getName() + "' reads"),
        loop(loop), distance(distance), isPerElement(isPerElement) {}

  DiagnosedSilenceableFailure checkPlace();
  DiagnosedSilenceableFailure findRegion();
  te::BlockOp build(RewriterBase &rewriter);

  Loop loop;
  int64_t distance;
  bool isPerElement;
  Value buffer;
  ReadRegion region; // of the later iteration
};
} // namespace

/// (P2), (P4)
DiagnosedSilenceableFailure Request::checkPlace() {
  if (!loop->isProperAncestor(block))
    return refuse("expected a loop around it", loop);
  if (getLoopKind(loop) == LoopKind::Vectorized)
    return refuse("expected a loop that is not vectorized", loop);
  if (distance < 1)
    return refuse("expected a positive distance, got " + Twine(distance));
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
DiagnosedSilenceableFailure Request::findRegion() {
  if (auto d = getReadRegion(loop, buffer, action, region); !d.succeeded())
    return d;
  if (auto d = checkLocalRegion(loop, buffer, region, action, block);
      !d.succeeded())
    return d;
  const auto *variable = llvm::find(region.operands, loop.getInductionVar());
  AffineExpr now =
      getAffineDimExpr(variable - region.operands.begin(), block.getContext());
  bool moves = false;
  for (AffineExpr &base : region.base) {
    AffineExpr ahead = base.replace(now, now + distance * loop.getStepAsInt());
    moves |= ahead != base;
    base = ahead;
  }
  if (moves)
    return DiagnosedSilenceableFailure::success();
  return refuse("expected reads that depend on the loop", loop);
}

/// Builds a block with one point per cache line, or per element.
te::BlockOp Request::build(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = block.getLoc();
  unsigned rank = region.size.size(), numOperands = region.operands.size();
  int64_t line = isPerElement ? 1 : getLineElements(buffer);
  rewriter.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> iters(region.operands);
  SmallVector<AffineExpr> axes;
  for (unsigned d = 0; d < rank; ++d) {
    bool isLast = d + 1 == rank;
    // The region may begin anywhere in a line.
    int64_t count = isLast ? llvm::divideCeil(region.size[d] - 1, line) + 1
                           : region.size[d];
    auto nest = Loop::create(rewriter, loc, 0, count);
    rewriter.setInsertionPointToStart(nest.getBody());
    iters.push_back(nest.getInductionVar());
    axes.push_back(region.base[d] + rewriter.getAffineDimExpr(numOperands + d) *
                                        (isLast ? line : 1));
  }
  AffineMap bindings =
      AffineMap::get(iters.size(), 0, axes, rewriter.getContext());
  return buildPrefetchBlock(rewriter, block, buffer, bindings, iters,
                            kFirstLevelCache);
}

DiagnosedSilenceableFailure prefetch(RewriterBase &rewriter, te::BlockOp block,
                                     int64_t index, Loop loop, int64_t distance,
                                     bool isPerElement, te::BlockOp &hint) {
  Request request(block, loop, distance, isPerElement);
  if (auto d = getReadBuffer(request, index, request.buffer); !d.succeeded())
    return d;
  if (auto d = request.checkPlace(); !d.succeeded())
    return d;
  if (auto d = request.findRegion(); !d.succeeded())
    return d;
  hint = request.build(rewriter);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
