#include "transforms/Schedule/Primitives/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure requireSerial(Loop loop, StringRef action) {
  if (getLoopKind(loop) != LoopKind::Serial)
    return emitSilenceableFailure(loop)
           << "cannot " << action
           << ": expected a serial loop, got one that is "
           << cast<StringAttr>(loop->getAttr("te.kind")).getValue();
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

DiagnosedSilenceableFailure BlockRequest::refuse(const Twine &why,
                                                 Operation *culprit) {
  auto failure = emitSilenceableFailure(block, "cannot " + action + ": " + why);
  if (culprit)
    failure.attachNote(culprit->getLoc()) << "here";
  return failure;
}

} // namespace tvm::schedule
