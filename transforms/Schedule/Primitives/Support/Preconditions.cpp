// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Support/Limits.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"

using namespace mlir;

namespace tvm::schedule {

static std::string describeKind(Loop loop) {
  auto kind = loop->getAttrOfType<StringAttr>(kLoopKindAttrName);
  if (getLoopKind(loop) == LoopKind::Bound)
    return ("bound to '" + kind.getValue() + "'").str();
  return kind.str();
}

DiagnosedSilenceableFailure requireSerial(Loop loop, StringRef action) {
  if (getLoopKind(loop) != LoopKind::Serial)
    return emitSilenceableFailure(loop)
           << "cannot " << action
           << ": expected a serial loop, got one that is "
           << describeKind(loop);
  if (!isNormalized(loop))
    return emitSilenceableFailure(loop)
           << "cannot " << action
           << ": expected a loop from 0 in steps of 1 to one bound, that "
              "carries no values";
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure requirePerfectNest(Loop outer, Loop inner,
                                               StringRef action) {
  if (isPerfectlyNested(outer, inner))
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(outer)
                 << "cannot " << action
                 << ": expected a loop that holds nothing but the other one";
  failure.attachNote(inner.getLoc()) << "the other loop";
  return failure;
}

/// Number of copies of a body of `loop` if it is, or will be, unrolled.
static int64_t getCopies(Loop loop, bool isRepeated) {
  LoopKind kind = getLoopKind(loop);
  if (!isRepeated && kind != LoopKind::Unrolled &&
      kind != LoopKind::VirtualThread)
    return 1;
  return std::clamp<int64_t>(getTripCount(loop).value_or(1), 1, kMaxCopies + 1);
}

/// The largest number of copies of a body in `loop` per copy of `loop`.
static int64_t getCopiesInside(Loop loop) {
  int64_t most = 1;
  for (Operation &op : *loop.getBody())
    op.walk<WalkOrder::PreOrder>([&](Loop inner) {
      int64_t copies =
          getCopies(inner, /*isRepeated=*/false) * getCopiesInside(inner);
      most = std::max(most, std::min(copies, kMaxCopies + 1));
      return WalkResult::skip();
    });
  return most;
}

DiagnosedSilenceableFailure requireFewCopies(Loop loop, StringRef action) {
  int64_t copies = getCopies(loop, /*isRepeated=*/true) * getCopiesInside(loop);
  for (Loop around : getLoops(loop))
    copies = std::min(copies, kMaxCopies + 1) *
             getCopies(around, /*isRepeated=*/false);
  if (copies <= kMaxCopies)
    return DiagnosedSilenceableFailure::success();
  return emitSilenceableFailure(loop)
         << "cannot " << action << ": expected at most " << kMaxCopies
         << " copies of a body, including repeated loops around and inside";
}

DiagnosedSilenceableFailure requireConstantTripCount(Loop loop,
                                                     StringRef action) {
  if (getTripCount(loop))
    return DiagnosedSilenceableFailure::success();
  return emitSilenceableFailure(loop)
         << "cannot " << action << ": expected a constant trip count";
}

DiagnosedSilenceableFailure
requireExtent(Loop loop, std::optional<int64_t> extent, StringRef action) {
  std::optional<int64_t> found = getTripCount(loop);
  if (!extent || found == extent)
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = emitSilenceableFailure(loop);
  failure << "cannot " << action << ": expected " << *extent
          << " iterations, got ";
  if (found)
    failure << *found;
  else
    failure << "a number that is known at run time";
  return failure;
}

DiagnosedSilenceableFailure requireIndependent(Loop loop, StringRef action) {
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(loop, action, use.opaque);
  auto none = [](const Access &, const Access &) { return false; };
  if (std::optional<Dependence> carried = findCarried(loop, use, none))
    return refuse(loop, action, *carried);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure requireOnlyLoops(Operation *op, StringRef action) {
  for (Operation *around = op->getParentOp();
       around && !isa<FunctionOpInterface>(around);
       around = around->getParentOp()) {
    if (isa<Loop>(around))
      continue;
    auto failure = emitSilenceableFailure(op)
                   << "cannot " << action
                   << ": expected nothing but loops around it";
    failure.attachNote(around->getLoc()) << "this is none";
    return failure;
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure BlockRequest::refuse(const Twine &why,
                                                 Operation *culprit) {
  auto failure = emitSilenceableFailure(block, "cannot " + action + ": " + why);
  if (culprit)
    failure.attachNote(culprit->getLoc()) << "here";
  return failure;
}

DiagnosedSilenceableFailure BlockRequest::requireOnlyWriter(Value buffer) {
  for (Operation *user : buffer.getUsers()) {
    auto other = dyn_cast<te::BlockOp>(user);
    if (other == block || isa<memref::DimOp>(user))
      continue;
    if (!other)
      return refuse("expected only blocks to use its buffer", user);
    for (const Access &access : getAccesses(other))
      if (access.buffer == buffer && access.isWrite)
        return refuse("expected no other block to write its buffer", access.op);
  }
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
