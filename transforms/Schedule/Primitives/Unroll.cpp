#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure unroll(Loop loop) {
  if (auto d = requireSerial(loop, "unroll"); !d.succeeded())
    return d;
  if (auto d = requireConstantTripCount(loop, "unroll"); !d.succeeded())
    return d;
  setLoopKind(loop, LoopKind::Unrolled);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
