#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

unsigned countRowAxes(ArrayRef<te::BlockOp> blocks) {
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

std::optional<int64_t> findRead(te::BlockOp block, te::BlockOp producer) {
  std::optional<unsigned> written = getWrittenCapture(producer);
  if (!written)
    return std::nullopt;
  SmallVector<Value> read = getReadBuffers(block);
  auto *found = llvm::find(read, producer.getCaptures()[*written]);
  if (found == read.end())
    return std::nullopt;
  return found - read.begin();
}

/// Stores what `producer` computes where `last` will overwrite it, in one loop
/// over rows: the lines of the result are fetched while the producer computes,
/// which takes longer. Fails, having changed nothing, where that cannot be.
static LogicalResult computeInRows(ScheduleBuilder &schedule,
                                   te::BlockOp producer, te::BlockOp last,
                                   unsigned rows) {
  std::optional<int64_t> read = findRead(last, producer);
  if (!read || producer.hasReduction() ||
      failed(schedule.computeInPlace(last, *read)))
    return failure();
  for (unsigned i = 0; i < rows; ++i)
    if (failed(
            schedule.merge(getNestLoops(producer)[i], getNestLoops(last)[i])))
      break;
  return success();
}

/// Loops around `block` inside of `outer`.
static SmallVector<Loop> getLoopsInside(te::BlockOp block, Loop outer) {
  SmallVector<Loop> loops = getNestLoops(block);
  return SmallVector<Loop>(loops.begin() + getNestLoops(outer).size() + 1,
                           loops.end());
}

/// One nest of `first` and `second` inside of `outer`. Fails where they are not
/// over the same points.
static LogicalResult mergeInside(ScheduleBuilder &schedule, te::BlockOp first,
                                 te::BlockOp second, Loop outer) {
  SmallVector<Loop> a = getLoopsInside(first, outer);
  SmallVector<Loop> b = getLoopsInside(second, outer);
  for (auto *loops : {&a, &b})
    while (loops->size() < std::max(a.size(), b.size())) {
      auto unit = schedule.addUnitLoop(loops->front());
      if (failed(unit))
        return failure();
      loops->insert(loops->begin(), *unit);
    }
  if (!llvm::equal(a, b, [](Loop x, Loop y) {
        return getTripCount(x) == getTripCount(y);
      }))
    return failure();
  for (auto [x, y] : llvm::zip(a, b))
    if (failed(schedule.merge(x, y)))
      return failure();
  return success();
}

/// Asks for the next row of what `producer` reads while it computes: within a
/// row it has more to do than to wait for memory.
static void prefetchNextRow(ScheduleBuilder &schedule, te::BlockOp producer,
                            Loop rowLoop) {
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(producer))) {
    if (!isa<BlockArgument>(buffer))
      continue;
    auto hint = schedule.prefetch(producer, i, rowLoop, /*distance=*/1);
    if (succeeded(hint) &&
        failed(mergeInside(schedule, *hint, producer, rowLoop)))
      (void)schedule.vectorize(getLoops(*hint).back());
  }
}

/// Combines the elements that `producer` computes in the loop that computes
/// them.
static void combineWhereComputed(ScheduleBuilder &schedule,
                                 te::BlockOp producer, te::BlockOp reduction,
                                 Loop rowLoop) {
  if (producer.hasReduction() || !reduction.hasReduction() ||
      !findRead(reduction, producer) || !rowLoop->isAncestor(producer) ||
      !rowLoop->isAncestor(reduction))
    return;
  if (succeeded(mergeInside(schedule, producer, reduction, rowLoop)))
    prefetchNextRow(schedule, producer, rowLoop);
}

LogicalResult scheduleRows(ScheduleBuilder &schedule,
                           ArrayRef<te::BlockOp> blocks,
                           const MachineModel &machine, bool onThreads) {
  if (blocks.size() < 2)
    return failure();
  for (te::BlockOp block : blocks)
    if (!isAsLowered(block))
      return failure();
  unsigned rows = countRowAxes(blocks);
  if (rows == 0)
    return failure();
  te::BlockOp last = blocks.back();
  Loop rowLoop = getNestLoops(last)[rows - 1];
  int64_t work = getWork(last).value_or(1 << 20);
  SmallVector<te::BlockOp> placed(blocks);
  for (te::BlockOp &producer :
       llvm::reverse(MutableArrayRef(placed).drop_back())) {
    if (succeeded(computeInRows(schedule, producer, last, rows)))
      continue;
    // A nest of its own, else: rows of a reduction to several results can be
    // divided there.
    if (!getWrittenCapture(producer))
      continue;
    auto moved = schedule.computeAt(producer, rowLoop);
    if (succeeded(moved))
      producer = *moved;
  }
  for (auto [producer, reduction] : llvm::zip(placed, llvm::drop_begin(placed)))
    combineWhereComputed(schedule, producer, reduction, rowLoop);
  for (te::BlockOp block : placed)
    if (rowLoop->isAncestor(block) &&
        getLoopKind(getNestLoops(block).back()) == LoopKind::Serial)
      vectorizeInnermost(schedule, block, getNestLoops(block));
  if (onThreads)
    parallelizeOuter(schedule, ArrayRef(getNestLoops(last)).take_front(rows),
                     work, machine);
  return success();
}

} // namespace tvm::schedule
