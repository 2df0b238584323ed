#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

/// Columns that are reduced beside each other: they and their results stay in
/// the first-level cache.
static constexpr int64_t kReducedColumns = 512;

/// Whether all that a reduction to several results (the position of a maximum)
/// accesses lies along its last spatial axis.
static bool reducesColumns(te::BlockOp block) {
  if (!block.hasReduction() || getWrittenCapture(block) || !isAsLowered(block))
    return false;
  using Along = BlockAccesses::Along;
  BlockAccesses accesses(block);
  unsigned last = accesses.numSpatial - 1;
  return accesses.isAffine && accesses.numSpatial > 0 &&
         llvm::all_of(accesses.loads, [&](const auto &load) {
           return load.along[last] == Along::Contiguous ||
                  load.along[last] == Along::None;
         });
}

LogicalResult scheduleColumns(ScheduleBuilder &schedule, te::BlockOp block) {
  if (!reducesColumns(block))
    return failure();
  SmallVector<Loop> loops = getNestLoops(block);
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  auto columns = getTripCount(loops[last]);
  bool isLong = columns && *columns > kReducedColumns;
  if (!columns || *columns == 1 || (isLong && *columns % kReducedColumns != 0))
    return failure();
  int64_t work = getWork(block).value_or(1 << 20);
  SmallVector<Loop> outer(ArrayRef(loops).take_front(last));
  SmallVector<Loop> order(ArrayRef(loops).drop_front(last + 1));
  Loop sum = order.front(), column = loops[last];
  if (isLong) {
    auto parts = schedule.split(column, {0, kReducedColumns});
    if (failed(parts))
      return failure();
    outer.push_back(parts->front());
    column = parts->back();
  }
  order.push_back(column);
  if (failed(schedule.reorder(order)) || failed(schedule.vectorize(column)) ||
      failed(schedule.decomposeReduction(block, sum)))
    return success(); // as far as it goes
  parallelizeOuter(schedule, outer, work);
  return success();
}

} // namespace tvm::schedule
