#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure unroll(Loop loop) {
  if (auto d = requireSerial(loop, "unroll"); !d.succeeded())
    return d;
  if (!getTripCount(loop))
    return emitSilenceableFailure(loop)
           << "cannot unroll: expected a constant trip count";
  setLoopKind(loop, LoopKind::Unrolled);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
