#include "transforms/Schedule/Primitives/Preconditions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "transforms/Schedule/Analysis/Dependences.h"

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
