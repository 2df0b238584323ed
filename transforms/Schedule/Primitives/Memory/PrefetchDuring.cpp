// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Memory/PrefetchBlock.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The prefetch of the region of `buffer` that `loop` reads in an iteration,
/// shared by the iterations of the loops `during`: each takes a part along one
/// dimension.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop, ArrayRef<Loop> during)
      : BlockRequest(block, "prefetch what '" + block.getName() + "' reads"),
        loop(loop), during(during) {}

  DiagnosedSilenceableFailure checkLoops();
  DiagnosedSilenceableFailure findRegion();
  te::BlockOp build(RewriterBase &rewriter);

private:
  void findRun();
  void countLines();

public:
  Loop loop;
  ArrayRef<Loop> during;
  Value buffer;
  ReadRegion region;
  // The dimension from which on elements of the region are contiguous, and the
  // number of these elements.
  unsigned run = 0;
  int64_t length = 1;
  // Line `n` of the run is prefetched at element `n * step floordiv divisor`.
  int64_t numLines = 1, step = 1, divisor = 1;
};
} // namespace

/// (P1), (P2), (P3)
DiagnosedSilenceableFailure Request::checkLoops() {
  if (cast<MemRefType>(buffer.getType()).getRank() == 0)
    return refuse("expected a buffer of rank 1 at least");
  if (isDefinedIn(loop, buffer))
    return refuse("expected a buffer from outside of the loop", loop);
  if (!loop->isProperAncestor(block))
    return refuse("expected a loop around it", loop);
  if (during.empty())
    return refuse("expected loops beside it");
  Loop outer = loop;
  for (Loop inner : during) {
    if (!outer->isProperAncestor(inner) || inner->isProperAncestor(block))
      return refuse(
          "expected loops inside of that one, from outside in, beside "
          "the block",
          inner);
    if (auto d = requireSerial(inner, action); !d.succeeded())
      return d;
    if (auto d = requireConstantTripCount(inner, action); !d.succeeded())
      return d;
    outer = inner;
  }
  return DiagnosedSilenceableFailure::success();
}

/// (P4)
DiagnosedSilenceableFailure Request::findRegion() {
  if (auto d = getReadRegion(loop, buffer, action, region); !d.succeeded())
    return d;
  return checkLocalRegion(loop, buffer, region, action, block);
}

/// Finds the run: the last dimension, and those before it that are read in
/// full.
void Request::findRun() {
  ArrayRef<int64_t> shape = cast<MemRefType>(buffer.getType()).getShape();
  run = shape.size() - 1;
  length = region.size.back();
  while (run > 0 && region.size[run] == shape[run]) {
    --run;
    length *= region.size[run];
  }
}

/// Counts the cache lines of the run. Lines are prefetched at its first and
/// last element, and evenly between them.
void Request::countLines() {
  int64_t line = getLineElements(buffer);
  ArrayRef<int64_t> shape = cast<MemRefType>(buffer.getType()).getShape();
  int64_t row = ShapedType::getNumElements(shape.drop_front(run + 1));
  bool areWhole = length % line == 0 && !ShapedType::isDynamic(shape[run]) &&
                  shape[run] * row % line == 0 &&
                  (region.base[run] * row).isMultipleOf(line);
  if (areWhole) {
    numLines = length / line;
    step = line;
    return;
  }
  numLines = llvm::divideCeil(length - 1, line) + 1;
  step = length - 1;
  divisor = std::max<int64_t>(numLines - 1, 1);
}

te::BlockOp Request::build(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  findRun();
  countLines();
  SmallVector<int64_t> counts(ArrayRef(region.size).take_front(run));
  counts.push_back(numLines);
  auto *longer = llvm::find_if(counts, [](int64_t n) { return n > 1; });
  unsigned divided = std::min<unsigned>(longer - counts.begin(), run);

  SmallVector<Value> iters(region.operands);
  AffineExpr iteration = rewriter.getAffineConstantExpr(0);
  int64_t trips = 1;
  for (Loop outer : during) {
    int64_t count = std::max<int64_t>(*getTripCount(outer), 1);
    iteration = iteration * count + rewriter.getAffineDimExpr(iters.size());
    iters.push_back(outer.getInductionVar());
    trips *= count;
  }
  int64_t share = llvm::divideCeil(counts[divided], trips);
  Loop innermost = during.back();
  rewriter.setInsertionPointToStart(innermost.getBody());
  SmallVector<AffineExpr> indices;
  for (auto [d, count] : llvm::enumerate(counts)) {
    auto nest =
        Loop::create(rewriter, block.getLoc(), 0, d == divided ? share : count);
    rewriter.setInsertionPointToStart(nest.getBody());
    indices.push_back(rewriter.getAffineDimExpr(iters.size()));
    iters.push_back(nest.getInductionVar());
  }
  AffineExpr number = iteration * share + indices[divided];
  indices[divided] = number;
  AffineExpr element = (indices.pop_back_val() * step).floorDiv(divisor);
  indices.resize(region.size.size());
  for (unsigned d = region.size.size() - 1; d > run; --d) {
    indices[d] = element % region.size[d];
    element = element.floorDiv(region.size[d]);
  }
  indices[run] = element;
  for (auto [index, base] : llvm::zip_equal(indices, region.base))
    index = base + index;
  te::BlockOp hint = buildPrefetchBlock(
      rewriter, block, buffer,
      AffineMap::get(iters.size(), 0, indices, rewriter.getContext()), iters,
      kFirstLevelCache);
  if (share * trips > counts[divided])
    addPredicate(hint, counts[divided] - 1 - number, iters);
  return hint;
}

DiagnosedSilenceableFailure prefetchDuring(RewriterBase &rewriter,
                                           te::BlockOp block, int64_t index,
                                           Loop loop, ArrayRef<Loop> during,
                                           te::BlockOp &hint) {
  Request request(block, loop, during);
  if (auto d = getReadBuffer(request, index, request.buffer); !d.succeeded())
    return d;
  if (auto d = request.checkLoops(); !d.succeeded())
    return d;
  if (auto d = request.findRegion(); !d.succeeded())
    return d;
  hint = request.build(rewriter);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
