// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure parallel(Loop loop) {
  if (auto d = requireSerial(loop, "parallelize"); !d.succeeded())
    return d;
  if (auto d = requireIndependent(loop, "parallelize"); !d.succeeded())
    return d;
  setLoopKind(loop, LoopKind::Parallel);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
