#include "transforms/Schedule/Analysis/Dependences.h"
#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure parallel(Loop loop) {
  if (auto d = requireSerial(loop, "parallelize"); !d.succeeded())
    return d;
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(loop, "parallelize", use.opaque);
  auto none = [](const Access &, const Access &) { return false; };
  if (std::optional<Dependence> carried = findCarried(loop, use, none))
    return refuse(loop, "parallelize", *carried);
  setLoopKind(loop, LoopKind::Parallel);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
