#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// (P2) More copies of a body are a mistake, and take minutes to compile.
static constexpr int64_t kMostCopies = 1 << 16;

DiagnosedSilenceableFailure unroll(Loop loop) {
  if (auto d = requireSerial(loop, "unroll"); !d.succeeded())
    return d;
  if (auto d = requireConstantTripCount(loop, "unroll"); !d.succeeded())
    return d;
  if (*getTripCount(loop) > kMostCopies)
    return emitSilenceableFailure(loop)
           << "cannot unroll: expected at most " << kMostCopies
           << " iterations, got " << *getTripCount(loop);
  setLoopKind(loop, LoopKind::Unrolled);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
