#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A block that copies elements to another order.
struct Copy {
  Access load, store;
};
} // namespace

static std::optional<Copy> matchCopy(te::BlockOp block) {
  if (!isCopy(block) || block.getPredicate())
    return std::nullopt;
  SmallVector<Access> accesses = getAccesses(block);
  return Copy{accesses[0], accesses[1]};
}

/// A copy with a border: one load, where it is inside of bounds.
static std::optional<Copy> matchPaddedCopy(te::BlockOp block) {
  SmallVector<Access> accesses = getAccesses(block);
  if (block.hasReduction() || block.getPredicate() || accesses.size() != 2 ||
      accesses[0].isWrite || !accesses[0].isGuarded || !accesses[1].isWrite)
    return std::nullopt;
  return Copy{accesses[0], accesses[1]};
}

/// Fuses neighbouring loops, from `first` on, that run through both buffers as
/// one would.
static SmallVector<Loop> collapse(ScheduleBuilder &schedule, te::BlockOp block,
                                  unsigned first) {
  SmallVector<Loop> loops = getNestLoops(block);
  for (size_t i = first; i + 1 < loops.size();) {
    std::optional<Copy> copy = matchCopy(block);
    if (!copy)
      break;
    Loop outer = loops[i], inner = loops[i + 1];
    std::optional<int64_t> trips = getTripCount(inner);
    bool isOne =
        trips &&
        llvm::all_of(
            ArrayRef{&copy->load, &copy->store}, [&](const Access *access) {
              auto o = getLinearStride(*access, outer.getInductionVar());
              auto i = getLinearStride(*access, inner.getInductionVar());
              return o && i && *o == *i * *trips;
            });
    FailureOr<Loop> fused = failure();
    if (isOne)
      fused = schedule.fuse(outer, inner);
    if (failed(fused)) {
      ++i;
      continue;
    }
    loops[i] = *fused;
    loops.erase(loops.begin() + i + 1);
  }
  return loops;
}

static int64_t getLanes(const Copy &copy, const MachineModel &machine) {
  auto type = cast<MemRefType>(copy.store.buffer.getType());
  return machine.lanesFor(type);
}

/// The loop along which `access` is contiguous: by its strides, or, where these
/// are unknown, by its last subscript.
static Loop getContiguous(const Access &access, ArrayRef<Loop> loops) {
  auto type = cast<MemRefType>(access.buffer.getType());
  for (Loop loop : loops) {
    if (getLinearStride(access, loop.getInductionVar()) == 1)
      return loop;
    if (!access.map)
      continue; // data decide
    auto place = findPlace(access.map, access.operands, loop.getInductionVar());
    if (type.getLayout().isIdentity() && place &&
        place->dim + 1 == type.getRank())
      return loop;
  }
  return {};
}

/// The loops along which a copy reads and writes contiguously, if they are two.
static std::optional<std::pair<Loop, Loop>>
findRowAndColumn(const std::optional<Copy> &copy, ArrayRef<Loop> loops) {
  if (!copy)
    return std::nullopt;
  Loop row = getContiguous(copy->load, loops);
  Loop column = getContiguous(copy->store, loops);
  if (!row || !column || row == column)
    return std::nullopt;
  return std::pair(row, column);
}

/// How many of `count` iterations a side of a tile takes: a vector. Or, where
/// parts of vectors can be accessed, at least half of one, if all tiles are the
/// same then. Nothing if there are less. Unknown counts are taken for large.
static std::optional<int64_t> chooseSide(std::optional<int64_t> count,
                                         int64_t lanes,
                                         const MachineModel &machine) {
  bool hasMasks = machine.vectors.hasMasks();
  if (!count)
    return lanes;
  if (*count < (hasMasks ? llvm::divideCeil(lanes, 2) : lanes))
    return std::nullopt;
  int64_t tiles = llvm::divideCeil(*count, lanes);
  return hasMasks && *count % tiles == 0 ? *count / tiles : lanes;
}

/// Of a first-level cache, what results may take.
static constexpr double kNearPart = 0.75;
/// Lines whose distance is a multiple share a few places of that cache.
static constexpr int64_t kConflictBytes = 1024;

/// Whether what a tile reads is followed by what lies behind it, and not what
/// it writes. That is better where results stay in the nearest cache, and where
/// columns are far more than rows, unless lines that are written one after
/// another evict each other.
static bool readsRowsWhole(const Copy &copy, Loop row, Loop column,
                           const MachineModel &machine) {
  auto type = cast<MemRefType>(copy.store.buffer.getType());
  int64_t elementBytes = getElementBytes(type);
  int64_t rows = getTripCount(row).value_or(64);
  int64_t columns = getTripCount(column).value_or(64);
  int64_t bytes = rows * columns * elementBytes;
  auto stride = getLinearStride(copy.store, row.getInductionVar());
  bool conflicts = stride && *stride * elementBytes % kConflictBytes == 0 &&
                   bytes <= machine.l2CacheBytes / 2;
  return bytes <= kNearPart * machine.l1CacheBytes ||
         (columns >= 2 * rows && !conflicts);
}

/// The loops around `block` but for two.
static SmallVector<Loop> getOthers(te::BlockOp block, Loop row, Loop column) {
  SmallVector<Loop> others = getNestLoops(block);
  llvm::erase_if(others,
                 [&](Loop loop) { return loop == row || loop == column; });
  return others;
}

/// Puts what fills no tile into nests of its own, inside of the loops that
/// neither side is.
static LogicalResult peelTiles(ScheduleBuilder &schedule, te::BlockOp block,
                               TransposedSide outer, TransposedSide inner,
                               const MachineModel &machine) {
  auto isDivided = [](TransposedSide side) {
    auto count = getTripCount(side.loop);
    return count && *count % side.size == 0;
  };
  if (isDivided(outer) && isDivided(inner))
    return success();
  SmallVector<Loop> order = getOthers(block, outer.loop, inner.loop);
  size_t numShared = order.size();
  order.append({outer.loop, inner.loop});
  if (order != getNestLoops(block) && failed(schedule.reorder(order)))
    return failure();
  SmallVector<te::BlockOp> nests{block};
  peel(schedule, inner.loop, inner.size, nests);
  peel(schedule, outer.loop, outer.size, nests);
  if (failed(distributeNests(schedule, nests, numShared)))
    return failure();
  for (te::BlockOp rest : ArrayRef(nests).drop_front()) {
    SmallVector<Loop> loops = getNestLoops(rest);
    // An unknown number of columns, less than a vector.
    if (machine.vectors.hasMasks() && !getTripCount(loops.back())) {
      auto parts = schedule.split(loops.back(), {0, inner.size});
      if (failed(parts))
        return failure();
      loops.back() = parts->back();
    }
    // Threads share the loops that the nests share.
    if (numShared > 0)
      vectorizeInnermost(schedule, rest, loops);
  }
  return success();
}

LogicalResult tileTranspose(ScheduleBuilder &schedule, te::BlockOp block,
                            TransposedSide row, TransposedSide column,
                            bool readsRowsWhole, bool onThreads,
                            const MachineModel &machine) {
  SmallVector<Loop> order = getOthers(block, row.loop, column.loop);
  bool areInnermost =
      ArrayRef(order) == ArrayRef(getNestLoops(block)).drop_back(2);
  auto rows = schedule.split(row.loop, {0, row.size});
  auto columns = schedule.split(column.loop, {0, column.size});
  if (failed(rows) || failed(columns))
    return failure();
  order.append({rows->front(), columns->front()});
  if (readsRowsWhole)
    std::swap(order.back(), order[order.size() - 2]);
  size_t numOuter = order.size();
  order.append({rows->back(), columns->back()});
  ArrayRef<Loop> moved = order;
  if (areInnermost)
    moved = moved.take_back(4);
  if (failed(schedule.reorder(moved)) ||
      failed(schedule.vectorize(columns->back())) ||
      failed(schedule.vectorize(rows->back())))
    return failure();
  int64_t work = getWork(block).value_or(1 << 20);
  if (onThreads)
    parallelizeOuter(schedule, ArrayRef(order).take_front(numOuter - 1), work,
                     machine);
  return success();
}

/// Whether elements of a column, of which there are unknown many, are better
/// gathered one by one: a matrix of known rows is small, and a part of a tile
/// would be left for each.
static bool gathersColumns(std::pair<Loop, Loop> sides) {
  auto [row, column] = sides;
  return !getTripCount(column) && getTripCount(row) &&
         column->getParentOp() == row;
}

/// Tiles a copy around whose block `loops` are. Fails where it is too small,
/// having changed nothing, or where a step refuses.
static LogicalResult tileCopy(ScheduleBuilder &schedule, te::BlockOp block,
                              ArrayRef<Loop> loops, bool onThreads,
                              const MachineModel &machine) {
  std::optional<Copy> copy = matchCopy(block);
  auto sides = findRowAndColumn(copy, loops);
  if (!sides)
    return failure();
  auto [row, column] = *sides;
  int64_t lanes = getLanes(*copy, machine);
  auto height = chooseSide(getTripCount(row), lanes, machine);
  auto width = chooseSide(getTripCount(column), lanes, machine);
  if (!height || !width)
    return failure();
  bool isWhole = readsRowsWhole(*copy, row, column, machine);
  TransposedSide outer{row, *height}, inner{column, *width};
  if (!row->isProperAncestor(column))
    std::swap(outer, inner);
  return schedule.attempt([&, row = row, column = column]() -> LogicalResult {
    if (failed(peelTiles(schedule, block, outer, inner, machine)))
      return failure();
    return tileTranspose(schedule, block, {row, *height}, {column, *width},
                         isWhole, onThreads, machine);
  });
}

LogicalResult scheduleTranspose(ScheduleBuilder &schedule, te::BlockOp block,
                                const MachineModel &machine, unsigned numOuter,
                                bool onThreads) {
  SmallVector<Loop> lowered = getNestLoops(block);
  auto sides = findRowAndColumn(matchCopy(block), lowered);
  if (!isAsLowered(block) || !sides || gathersColumns(*sides))
    return failure();
  StringAttr name = block.getNameAttr();
  SmallVector<Loop> loops = collapse(schedule, block, numOuter);
  size_t numLoops = loops.size();
  if (succeeded(tileCopy(schedule, block, loops, onThreads, machine)))
    return success();
  if (numLoops == lowered.size())
    return failure(); // nothing is fused
  // Where no tile fits, one loop over what both buffers run through as one is
  // still better than several.
  block = schedule.getBlock(name);
  if (onThreads)
    scheduleElementwise(schedule, block, machine);
  else
    vectorizeInnermost(schedule, block, getNestLoops(block));
  return success();
}

LogicalResult schedulePaddedTranspose(ScheduleBuilder &schedule,
                                      te::BlockOp block,
                                      const MachineModel &machine) {
  std::optional<Copy> copy = matchPaddedCopy(block);
  SmallVector<Loop> loops = getNestLoops(block);
  auto sides = findRowAndColumn(copy, loops);
  if (!isAsLowered(block) || !sides)
    return failure();
  // Without the border it is as long as what it reads.
  int64_t rows =
      cast<MemRefType>(copy->load.buffer.getType()).getShape().back();
  int64_t lanes = getLanes(*copy, machine);
  if (!chooseSide(rows, lanes, machine) ||
      !chooseSide(getTripCount(sides->second), lanes, machine))
    return failure();
  StringAttr name = block.getNameAttr();
  return schedule.attempt([&]() -> LogicalResult {
    auto fill = schedule.decomposePadding(block, loops.front());
    if (failed(fill))
      return failure();
    scheduleElementwise(schedule, *fill, machine);
    return scheduleTranspose(schedule, schedule.getBlock(name), machine);
  });
}

} // namespace tvm::schedule
