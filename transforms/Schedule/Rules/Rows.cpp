#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

/// Number of leading axes that all blocks share: spatial, of one extent, and
/// read at themselves by every later block.
static unsigned countRowAxes(ArrayRef<te::BlockOp> blocks) {
  unsigned count = ~0u;
  for (te::BlockOp block : blocks) {
    unsigned spatial = llvm::count(block.getKinds(), false);
    count = std::min(count, spatial);
  }
  // The last block's last axis is the row itself.
  te::BlockOp last = blocks.back();
  unsigned limit = llvm::count(last.getKinds(), false);
  count = std::min(count, limit ? limit - 1 : 0);
  for (unsigned axis = 0; axis < count; ++axis) {
    auto trips = getTripCount(getNestLoops(blocks.back())[axis]);
    for (te::BlockOp block : blocks)
      if (!trips || getTripCount(getNestLoops(block)[axis]) != trips)
        return axis;
  }
  return count;
}

LogicalResult scheduleRows(ScheduleBuilder &schedule,
                           ArrayRef<te::BlockOp> blocks) {
  if (blocks.size() < 2)
    return failure();
  for (te::BlockOp block : blocks)
    if (getNestLoops(block).size() != block.getNumAxes())
      return failure();
  unsigned rows = countRowAxes(blocks);
  if (rows == 0)
    return failure();
  te::BlockOp last = blocks.back();
  SmallVector<Loop> loops = getNestLoops(last);
  Loop rowLoop = loops[rows - 1];
  int64_t work = getWork(last).value_or(1 << 20);
  (void)schedule.vectorize(loops.back());
  for (te::BlockOp producer : llvm::reverse(blocks.drop_back())) {
    auto moved = schedule.computeAt(producer, rowLoop);
    if (failed(moved))
      continue; // stays a nest of its own
    SmallVector<Loop> inner = getNestLoops(*moved);
    vectorizeInnermost(schedule, *moved, inner);
  }
  SmallVector<Loop> outer(ArrayRef(loops).take_front(rows));
  parallelizeOuter(schedule, outer, work);
  return success();
}

} // namespace tvm::schedule
