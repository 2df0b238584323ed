// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Memory/PrefetchBlock.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/RegionBuffer.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The prefetch of the part of `buffer` that the block reads in a later
/// iteration of `loop`, shared by the iterations of `over`: each takes the part
/// of its own number.
struct Request : BlockRequest {
  Request(te::BlockOp block, Loop loop, int64_t distance, Loop over, Loop part)
      : BlockRequest(block, "prefetch what '" + block.getName() + "' reads"),
        loop(loop), over(over), part(part), distance(distance) {}

  DiagnosedSilenceableFailure checkLoops();
  DiagnosedSilenceableFailure findAccess();
  te::BlockOp build(RewriterBase &rewriter);

private:
  unsigned addOperand(Value value);
  void replace(Value variable, AffineExpr by);
  void addLines(RewriterBase &rewriter, Loop inner, bool isInnermost);

public:
  Loop loop, over, part;
  int64_t distance;
  Value buffer;
  AffineMap map; // of the only access, over `operands`
  SmallVector<Value> operands;
};
} // namespace

/// (P2), (P3), (P5)
DiagnosedSilenceableFailure Request::checkLoops() {
  if (!loop->isProperAncestor(over) || !over->isProperAncestor(part) ||
      !part->isProperAncestor(block))
    return refuse("expected loops around it, from outside in", part);
  for (Loop inner : {over, part})
    if (auto d = requireSerial(inner, action); !d.succeeded())
      return d;
  if (auto d = requireConstantTripCount(part, action); !d.succeeded())
    return d;
  if (distance < 1)
    return refuse("expected a positive distance, got " + Twine(distance));
  return DiagnosedSilenceableFailure::success();
}

/// (P4)
DiagnosedSilenceableFailure Request::findAccess() {
  for (const Access &access : getAccesses(block)) {
    if (access.buffer != buffer)
      continue;
    if (map || !access.map)
      return refuse("expected one affine read of it");
    map = access.map;
    operands = access.operands;
  }
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  if (isDefinedIn(part, buffer))
    return refuse("expected a buffer that is allocated outside of the loop",
                  part);
  for (Loop required : {loop, part})
    if (!llvm::is_contained(operands, required.getInductionVar()))
      return refuse("expected reads that depend on the loop", required);
  for (Loop inner : getNestLoops(block))
    if (part->isProperAncestor(inner) &&
        llvm::is_contained(operands, inner.getInductionVar()))
      if (auto d = requireConstantTripCount(inner, action); !d.succeeded())
        return d;
  return DiagnosedSilenceableFailure::success();
}

/// The position of `value` in `operands`.
unsigned Request::addOperand(Value value) {
  auto *known = llvm::find(operands, value);
  if (known != operands.end())
    return known - operands.begin();
  operands.push_back(value);
  map = AffineMap::get(map.getNumDims() + 1, 0, map.getResults(),
                       map.getContext());
  return operands.size() - 1;
}

void Request::replace(Value variable, AffineExpr by) {
  auto *position = llvm::find(operands, variable);
  if (position == operands.end())
    return;
  AffineExpr dim =
      getAffineDimExpr(position - operands.begin(), map.getContext());
  map = map.replace(dim, by, operands.size(), 0);
}

/// Adds a loop over the elements that `inner` visits; for the innermost loop,
/// once per cache line.
void Request::addLines(RewriterBase &rewriter, Loop inner, bool isInnermost) {
  int64_t line = isInnermost ? getLineElements(buffer) : 1;
  int64_t count = llvm::divideCeil(*getTripCount(inner), line);
  auto lines = Loop::create(rewriter, inner.getLoc(), 0, count);
  rewriter.setInsertionPointToStart(lines.getBody());
  AffineExpr dim =
      rewriter.getAffineDimExpr(addOperand(lines.getInductionVar()));
  replace(inner.getInductionVar(), dim * line);
}

te::BlockOp Request::build(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(part);
  AffineExpr number =
      rewriter.getAffineDimExpr(addOperand(over.getInductionVar()));
  replace(part.getInductionVar(), number);
  AffineExpr now =
      rewriter.getAffineDimExpr(addOperand(loop.getInductionVar()));
  replace(loop.getInductionVar(), now + distance * loop.getStepAsInt());
  SmallVector<Loop> nest = getNestLoops(block);
  for (Loop inner : nest)
    if (part->isProperAncestor(inner) &&
        llvm::is_contained(operands, inner.getInductionVar()))
      addLines(rewriter, inner, inner == nest.back());
  te::BlockOp hint = buildPrefetchBlock(rewriter, block, buffer, map, operands,
                                        kSecondLevelCache);
  addPredicate(hint, *getTripCount(part) - 1 - rewriter.getAffineDimExpr(0),
               over.getInductionVar());
  return hint;
}

DiagnosedSilenceableFailure spreadPrefetch(RewriterBase &rewriter,
                                           te::BlockOp block, int64_t index,
                                           Loop loop, int64_t distance,
                                           Loop over, Loop part,
                                           te::BlockOp &hint) {
  Request request(block, loop, distance, over, part);
  if (auto d = getReadBuffer(request, index, request.buffer); !d.succeeded())
    return d;
  if (auto d = request.checkLoops(); !d.succeeded())
    return d;
  if (auto d = request.findAccess(); !d.succeeded())
    return d;
  hint = request.build(rewriter);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
