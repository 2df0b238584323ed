#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

bool isAsLowered(te::BlockOp block) {
  return getNestLoops(block).size() == block.getNumAxes();
}

void peel(ScheduleBuilder &schedule, Loop loop, int64_t size,
          SmallVectorImpl<te::BlockOp> &blocks) {
  // Optional: the last tile is partial then.
  auto rest = schedule.loopPartition(loop, size);
  if (succeeded(rest) && *rest)
    (*rest)->walk([&](te::BlockOp clone) { blocks.push_back(clone); });
}

LogicalResult distributeNests(ScheduleBuilder &schedule,
                              ArrayRef<te::BlockOp> blocks, size_t numShared) {
  for (te::BlockOp block : blocks) {
    SmallVector<Loop> loops = getNestLoops(block);
    for (Loop loop : llvm::reverse(ArrayRef(loops).drop_front(numShared)))
      if (!llvm::hasSingleElement(loop.getBody()->without_terminator()))
        if (failed(schedule.loopDistribute(loop)))
          return failure();
  }
  return success();
}

} // namespace tvm::schedule
