// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Schedule/Support/UnrollLoops.h"

using namespace mlir;

namespace tvm::schedule {

void interleaveVirtualThreads(Operation *function, int64_t maxOperations) {
  SmallVector<Loop> loops; // from inner to outer loops
  function->walk([&](Loop loop) {
    if (getLoopKind(loop) == LoopKind::VirtualThread)
      loops.push_back(loop);
  });
  int64_t size = getFunctionSize(function);
  for (Loop loop : loops) {
    setLoopKind(loop, LoopKind::Serial);
    int64_t count = *getTripCount(loop);
    if (!fits(loop, maxOperations, size, "runs one virtual thread at a time"))
      continue;
    if (count == 0 || failed(affine::loopUnrollJamByFactor(loop, count)))
      (void)affine::loopUnrollFull(loop);
  }
}

} // namespace tvm::schedule
