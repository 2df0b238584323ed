#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

/// Columns that are reduced beside each other: they and their results stay in
/// the first-level cache.
static constexpr int64_t kReducedColumns = 512;

/// A step of such a reduction waits for the one before, by so many cycles; a
/// vector of it keeps the machine busy for so many; so does one of the elements
/// that are left.
static constexpr int64_t kLatency = 8, kVectorCycles = 4, kElementCycles = 4;
/// Of 32-bit elements, on the widest machine.
static constexpr int64_t kLanes = 16;
static constexpr int64_t kMostParts = 4 * kLanes;

/// How many elements of rows of `count` are reduced beside each other; none
/// where no number that divides it is worth it.
static std::optional<int64_t> chooseParts(int64_t count) {
  std::optional<int64_t> best;
  int64_t least = count * kLatency / 2;
  for (int64_t parts = 2; parts <= kMostParts; ++parts) {
    int64_t vectors = llvm::divideCeil(parts, kLanes);
    int64_t cycles =
        count / parts * std::max(kLatency, vectors * kVectorCycles) +
        parts * kElementCycles;
    if (count % parts != 0 || cycles >= least)
      continue;
    least = cycles;
    best = parts;
  }
  return best;
}

void divideRows(ScheduleBuilder &schedule, te::BlockOp block) {
  if (!block.hasReduction() || getWrittenCapture(block) || !isAsLowered(block))
    return;
  SmallVector<Loop> outer = getNestLoops(block);
  Loop row = outer.pop_back_val();
  auto count = getTripCount(row);
  auto parts = count ? chooseParts(*count) : std::nullopt;
  bool isAlongRow =
      bindsAxis(block, row.getInductionVar(), /*reduction=*/true) &&
      llvm::any_of(getAccesses(block), [&](const Access &access) {
        return getLinearStride(access, row.getInductionVar()) == 1;
      });
  if (!parts || !isAlongRow)
    return;
  int64_t work = getWork(block).value_or(1 << 20);
  auto loops = schedule.split(row, {0, *parts});
  if (failed(loops))
    return;
  auto divided = schedule.rfactor(block, loops->back(), /*axis=*/-1);
  if (failed(divided) || failed(schedule.vectorize(loops->back())))
    return;
  Loop sum = getReductionLoop(*divided);
  if (succeeded(schedule.decomposeReduction(*divided, sum)))
    parallelizeOuter(schedule, getSpatialLoops(*divided, outer), work);
}

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
