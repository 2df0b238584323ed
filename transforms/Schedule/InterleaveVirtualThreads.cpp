#include "mlir/Dialect/Affine/LoopUtils.h"
#include "transforms/Schedule/Analysis/Loops.h"
#include "transforms/Schedule/Passes.h"

using namespace mlir;

namespace tvm::schedule {

void interleaveVirtualThreads(Operation *function) {
  SmallVector<Loop> loops; // inner ones first
  function->walk([&](Loop loop) {
    if (getLoopKind(loop) == LoopKind::VirtualThread)
      loops.push_back(loop);
  });
  for (Loop loop : loops) {
    setLoopKind(loop, LoopKind::Serial);
    int64_t count = *getTripCount(loop);
    if (count == 0 || failed(affine::loopUnrollJamByFactor(loop, count)))
      (void)affine::loopUnrollFull(loop);
  }
}

} // namespace tvm::schedule
