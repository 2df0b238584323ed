#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/Preconditions.h"
#include "transforms/Schedule/Primitives/Primitives.h"

using namespace mlir;

namespace tvm::schedule {

/// (P2) to (P4), of the loop as it is bound.
static DiagnosedSilenceableFailure checkBound(Loop loop, const Twine &action) {
  Loop launch = getLaunch(loop);
  if (auto d = requireLaunch(launch, action); !d.succeeded())
    return d;
  MemoryUse use = getMemoryUse(launch);
  if (use.opaque)
    return refuseOpaque(loop, action, use.opaque);
  if (auto d = requireIndependent(loop, getMemoryUse(loop), action);
      !d.succeeded())
    return d;
  return requireNoRace(launch, use, action, /*isPartial=*/true);
}

DiagnosedSilenceableFailure bind(Loop loop, GPUAxis axis,
                                 std::optional<int64_t> extent) {
  std::string action = ("bind to '" + getAxisName(axis) + "'").str();
  if (auto d = requireSerial(loop, action); !d.succeeded())
    return d;
  if (auto d = requireExtent(loop, extent, action); !d.succeeded())
    return d;
  bindLoop(loop, axis);
  auto outcome = checkBound(loop, action);
  if (!outcome.succeeded())
    setLoopKind(loop, LoopKind::Serial);
  return outcome;
}

} // namespace tvm::schedule
