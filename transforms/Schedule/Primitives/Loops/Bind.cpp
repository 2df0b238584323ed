// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/ThreadReductions.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure bind(Loop loop, GPUAxis axis,
                                 std::optional<int64_t> extent) {
  std::string action = ("bind to '" + getAxisName(axis) + "'").str();
  if (auto d = requireSerial(loop, action); !d.succeeded())
    return d;
  if (auto d = requireExtent(loop, extent, action); !d.succeeded())
    return d;
  bindLoop(loop, axis);
  // (P2) to (P4) and (P6), for the loop with its binding.
  auto outcome = checkThreadReductions(loop, action);
  if (outcome.succeeded())
    outcome = requireThreads(loop, loop, action, /*isPartial=*/true);
  if (!outcome.succeeded())
    setLoopKind(loop, LoopKind::Serial);
  return outcome;
}

} // namespace tvm::schedule
