#include "transforms/Schedule/Primitives/Preconditions.h"

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

} // namespace tvm::schedule
