#include "transforms/Schedule/Analysis/Dependences.h"
#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// Lanes run a body operation by operation: what comes first in the body comes
/// first for all of them.
static bool staysInOrder(const Access &source, const Access &sink) {
  if (isReductionPair(source, sink))
    return true;
  if (source.block != sink.block)
    return source.block->isBeforeInBlock(sink.block);
  return source.op->getBlock() == sink.op->getBlock() &&
         source.op->isBeforeInBlock(sink.op);
}

/// (P1) No loop inside, or one vectorized loop: a tile that is transposed.
static DiagnosedSilenceableFailure requireInnermost(Loop loop) {
  Loop inside;
  loop.getBody()->walk([&](Loop inner) { inside = inner; });
  if (!inside || (getLoopKind(inside) == LoopKind::Vectorized &&
                  isPerfectlyNested(loop, inside)))
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(loop)
                 << "cannot vectorize: expected an innermost loop";
  failure.attachNote(inside.getLoc()) << "a loop inside";
  return failure;
}

DiagnosedSilenceableFailure vectorize(Loop loop) {
  if (auto d = requireSerial(loop, "vectorize"); !d.succeeded())
    return d;
  if (auto d = requireInnermost(loop); !d.succeeded())
    return d;
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(loop, "vectorize", use.opaque);
  if (std::optional<Dependence> carried = findCarried(loop, use, staysInOrder))
    return refuse(loop, "vectorize", *carried);
  setLoopKind(loop, LoopKind::Vectorized);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
