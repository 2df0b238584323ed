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

void divideRows(ScheduleBuilder &schedule, te::BlockOp block,
                const MachineModel &machine) {
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
  // Optional: rows are reduced element by element then.
  (void)schedule.attempt([&]() -> LogicalResult {
    auto loops = schedule.split(row, {0, *parts});
    if (failed(loops))
      return failure();
    auto divided = schedule.rfactor(block, loops->back(), /*axis=*/-1);
    if (failed(divided) || failed(schedule.vectorize(loops->back())))
      return failure();
    Loop sum = getReductionLoop(*divided);
    if (failed(schedule.decomposeReduction(*divided, sum)))
      return failure();
    parallelizeOuter(schedule, getSpatialLoops(*divided, outer), work, machine);
    return success();
  });
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

/// Reduces `columns` beside each other, some of them at a time.
static LogicalResult applyToColumns(ScheduleBuilder &schedule,
                                    te::BlockOp block, int64_t columns,
                                    const MachineModel &machine) {
  SmallVector<Loop> loops = getNestLoops(block);
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  int64_t work = getWork(block).value_or(1 << 20);
  SmallVector<Loop> outer(ArrayRef(loops).take_front(last));
  SmallVector<Loop> order(ArrayRef(loops).drop_front(last + 1));
  Loop sum = order.front(), column = loops[last];
  if (columns > kReducedColumns) {
    auto parts = schedule.split(column, {0, kReducedColumns});
    if (failed(parts))
      return failure();
    outer.push_back(parts->front());
    column = parts->back();
  }
  order.push_back(column);
  if (failed(schedule.reorder(order)) || failed(schedule.vectorize(column)) ||
      failed(schedule.decomposeReduction(block, sum)))
    return failure();
  parallelizeOuter(schedule, outer, work, machine);
  return success();
}

LogicalResult scheduleColumns(ScheduleBuilder &schedule, te::BlockOp block,
                              const MachineModel &machine) {
  if (!reducesColumns(block))
    return failure();
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  auto columns = getTripCount(getNestLoops(block)[last]);
  bool isLong = columns && *columns > kReducedColumns;
  if (!columns || *columns == 1 || (isLong && *columns % kReducedColumns != 0))
    return failure();
  return schedule.attempt(
      [&] { return applyToColumns(schedule, block, *columns, machine); });
}

/// How many columns are reduced in registers: their results take half of them,
/// in vectors that are full if that is possible.
static std::optional<int64_t> chooseColumns(te::BlockOp block, int64_t columns,
                                            const MachineModel &machine) {
  SmallVector<unsigned> written = getWrittenCaptures(block);
  int64_t lanes = machine.vectors.bits;
  for (unsigned index : written) {
    auto type = cast<MemRefType>(block.getCaptures()[index].getType());
    lanes = std::min(lanes, machine.lanesFor(type));
  }
  int64_t vectors = machine.vectors.numRegisters / (2 * written.size());
  if (columns <= vectors * lanes)
    return columns;
  int64_t largest = 0;
  for (int64_t count = vectors * lanes; count >= lanes; --count) {
    if (columns % count != 0)
      continue;
    largest = std::max(largest, count);
    if (count % lanes == 0 && 2 * count > largest)
      return count;
  }
  if (largest > 0)
    return largest;
  return columns <= kReducedColumns ? std::optional(columns) : std::nullopt;
}

/// The block that alone reads results of `block`, one point for each of their
/// elements.
static te::BlockOp getPointReader(te::BlockOp block) {
  SmallVector<Value> results;
  for (unsigned index : getWrittenCaptures(block))
    results.push_back(block.getCaptures()[index]);
  te::BlockOp reader = getElementReader(block, results);
  if (!reader)
    return {};
  auto getCounts = [](te::BlockOp nest) {
    SmallVector<int64_t> counts;
    for (Loop loop : getNestLoops(nest))
      counts.push_back(getTripCount(loop).value_or(0));
    return counts;
  };
  SmallVector<int64_t> points = getCounts(reader), counts = getCounts(block);
  counts.truncate(llvm::count(block.getKinds(), false));
  llvm::erase(points, 1);
  llvm::erase(counts, 1);
  return points == counts && !llvm::is_contained(counts, 0) ? reader
                                                            : te::BlockOp();
}

/// Reduces `columns` at a time in the loops of `reader`.
static LogicalResult applyToTiles(ScheduleBuilder &schedule, te::BlockOp block,
                                  te::BlockOp reader, int64_t columns,
                                  const MachineModel &machine) {
  int64_t work = getWork(block).value_or(1 << 20);
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  SmallVector<Loop> outer = getNestLoops(reader);
  Loop row = outer.pop_back_val();
  auto parts = schedule.split(row, {0, columns});
  if (failed(parts))
    return failure();
  auto reduction = schedule.computeAt(block, parts->front());
  if (failed(reduction) || failed(schedule.vectorize(parts->back())))
    return failure();
  SmallVector<Loop> loops = getNestLoops(*reduction);
  loops = SmallVector<Loop>(ArrayRef(loops).drop_front(outer.size() + 1));
  Loop column = loops[last], sum = loops[last + 1];
  SmallVector<Loop> order(ArrayRef(loops).drop_front(last + 1));
  order.push_back(column);
  if (failed(schedule.reorder(order)) || failed(schedule.vectorize(column)) ||
      failed(schedule.decomposeReduction(*reduction, sum)))
    return failure();
  outer.push_back(parts->front());
  parallelizeOuter(schedule, outer, work, machine);
  return success();
}

LogicalResult scheduleColumnTiles(ScheduleBuilder &schedule, te::BlockOp block,
                                  const MachineModel &machine) {
  if (getWrittenCaptures(block).size() < 2 || !reducesColumns(block))
    return failure();
  te::BlockOp reader = getPointReader(block);
  if (!reader || getNestLoops(reader).empty())
    return failure();
  auto columns =
      chooseColumns(block, *getTripCount(getNestLoops(reader).back()), machine);
  if (!columns || *columns == 1)
    return failure();
  return schedule.attempt(
      [&] { return applyToTiles(schedule, block, reader, *columns, machine); });
}

} // namespace tvm::schedule
