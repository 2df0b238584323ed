// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

Loop findInnermostSum(te::BlockOp block) {
  Loop sum;
  for (Loop loop : getNestLoops(block))
    if (bindsAxis(block, loop.getInductionVar(), /*reduction=*/true) &&
        (!sum || getTripCount(loop) != 1))
      sum = loop;
  return sum;
}

SmallVector<Loop> getInnerLoops(te::BlockOp block, Loop tileLoop) {
  SmallVector<Loop> loops = getNestLoops(block);
  llvm::erase_if(loops,
                 [&](Loop loop) { return !tileLoop->isProperAncestor(loop); });
  return loops;
}

LogicalResult scheduleTileBody(ScheduleBuilder &schedule, te::BlockOp block,
                               Loop tileLoop, const Tile &tile) {
  SmallVector<Loop> loops = getInnerLoops(block, tileLoop);
  unsigned numSpatial = llvm::count(block.getKinds(), false);
  SmallVector<Loop> spatial(ArrayRef(loops).take_front(numSpatial));
  SmallVector<Loop> sums(ArrayRef(loops).drop_front(numSpatial));
  Loop window;
  if (tile.windowAxis >= 0) {
    window = loops[tile.windowAxis];
    llvm::erase(sums, window);
  }
  SmallVector<Loop> order(sums);
  if (window && tile.rowsApart)
    order.insert(order.begin(), spatial.begin(), spatial.end() - 1);
  else
    order.append(spatial.begin(), spatial.end() - 1);
  if (window)
    order.push_back(window);
  order.push_back(spatial.back());
  if (failed(schedule.reorder(order)))
    return failure();
  if (window && tile.rowsApart && spatial.size() > 1 && !sums.empty())
    schedule.noteEffect("rows_apart");
  // Optional, like all marks in a tile: a loop that refuses one stays serial.
  (void)schedule.vectorize(spatial.back());
  for (Loop loop : ArrayRef(spatial).drop_back())
    (void)schedule.unroll(loop);
  if (failed(schedule.decomposeReduction(block, sums.front())))
    return failure();
  if (tile.isWindow)
    for (Loop loop : sums)
      (void)schedule.unroll(loop);
  if (window)
    (void)schedule.unroll(window);
  return success();
}

/// Schedules a tile of a transposed consumer: rows are lanes, and columns are
/// transposed in groups as wide as a vector. `inner` are the tile's loops.
static LogicalResult scheduleTransposed(ScheduleBuilder &schedule,
                                        SmallVector<Loop> inner,
                                        const Tile &tile) {
  Loop row = inner[tile.rowAxis], column = inner.back();
  int64_t size = std::gcd(*getTripCount(column), tile.lanes);
  auto columns = schedule.split(column, {0, size});
  if (failed(columns))
    return failure();
  inner.erase(inner.begin() + tile.rowAxis);
  inner.back() = columns->front();
  SmallVector<Loop> order = inner;
  order.append({columns->back(), row});
  if (failed(schedule.reorder(order)) || failed(schedule.vectorize(row)))
    return failure();
  // Optional, as in scheduleTileBody.
  (void)schedule.vectorize(columns->back());
  for (Loop loop : inner)
    (void)schedule.unroll(loop);
  return success();
}

/// The axes of the loops over tiles.
static SmallVector<unsigned> orderAxes(unsigned numAxes, const Tile &tile) {
  int last = static_cast<int>(numAxes) - 1;
  if (tile.columnsInside)
    return llvm::to_vector(llvm::seq<unsigned>(0, numAxes));
  int first = static_cast<int>(tile.getFirstRowAxis(last));
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, first));
  if (tile.rowsOutside)
    order.push_back(tile.outerRowAxis);
  order.push_back(last);
  for (int axis = first; axis < last; ++axis)
    if (axis != tile.rowAxis && axis != tile.outerRowAxis)
      order.push_back(axis);
  for (int axis : {tile.outerRowAxis, tile.rowAxis})
    if (axis >= 0 && !llvm::is_contained(order, axis))
      order.push_back(axis);
  return order;
}

SmallVector<TileLevel> orderTiles(unsigned numAxes, const Tile &tile) {
  unsigned last = numAxes - 1, numFront = tile.getFirstRowAxis(last);
  SmallVector<unsigned> axes = orderAxes(numAxes, tile);
  SmallVector<TileLevel> order;
  auto add = [&](ArrayRef<unsigned> some, bool areBlocks) {
    for (unsigned axis : some)
      if (!areBlocks || tile.getBlock(axis, last) != 0)
        order.push_back({axis, areBlocks});
  };
  add(ArrayRef(axes).take_front(numFront), /*areBlocks=*/false);
  add(ArrayRef(axes).drop_front(numFront), /*areBlocks=*/true);
  add(ArrayRef(axes).drop_front(numFront), /*areBlocks=*/false);
  return order;
}

int64_t fitTile(const TileConsumer &consumer, Loop loop, unsigned axis,
                unsigned last, const Tile &tile) {
  int64_t size = std::max<int64_t>(tile.getSize(axis, last), 1);
  if (auto trips = getTripCount(loop)) {
    int64_t most = std::min(*trips, size);
    bool isOneLess = most > 1 && *trips % most != 0 && *trips % (most - 1) == 0;
    return std::max<int64_t>(isOneLess ? most - 1 : most, 1);
  }
  if (tile.isMatrix)
    return size;
  AffineExpr count = loop.getUpperBoundMap().getResult(0);
  for (int64_t rows : {size, kFewRows})
    if (rows <= size && count.isMultipleOf(rows))
      return rows;
  bool isMasked = tile.masksColumns && !consumer.isTransposed && axis == last;
  return isMasked ? std::min(size, tile.lanes) : 1;
}

namespace {
/// The loops that one axis is divided into.
struct TileLoops {
  Loop block; // null where all tiles are one block
  Loop outer, inner;
};
} // namespace

/// Whether `loop` has more than one block of `count` tiles. partitionNests
/// leaves whole blocks, unless a primitive refused.
static bool hasBlocks(Loop loop, int64_t size, int64_t count) {
  if (count == 0)
    return false;
  if (auto trips = getTripCount(loop))
    return llvm::divideCeil(*trips, size) > count;
  AffineExpr bound = loop.getUpperBoundMap().getResult(0);
  return bound.isMultipleOf(size * count);
}

static FailureOr<TileLoops> divideLoop(ScheduleBuilder &schedule, Loop loop,
                                       int64_t size, int64_t count) {
  SmallVector<int64_t> factors{0, size};
  if (hasBlocks(loop, size, count))
    factors.insert(factors.begin() + 1, count);
  auto parts = schedule.split(loop, factors);
  if (failed(parts))
    return failure();
  return TileLoops{parts->size() == 3 ? parts->front() : Loop(),
                   parts->end()[-2], parts->back()};
}

/// Notes which parameters of `tile` the order of the loops over tiles depends
/// on. `levels` are these loops.
static void noteOrder(ScheduleBuilder &schedule, ArrayRef<TileLevel> levels,
                      unsigned numAxes, const Tile &tile) {
  auto isOther = [&](const Tile &other) {
    SmallVector<TileLevel> order = orderTiles(numAxes, other);
    llvm::erase_if(order, [&](const TileLevel &level) {
      return level.isBlock && !llvm::is_contained(levels, level);
    });
    return ArrayRef(order) != levels;
  };
  Tile other = tile;
  setTileOrder(other, getStandardOrder(tile));
  bool isOrdered = isOther(other);
  if (isOrdered)
    schedule.noteEffect("order");
  // The order `rows_outside` requires this axis.
  bool isRequired = isOrdered && tile.rowsOutside;
  other = tile;
  other.outerRowAxis = -1;
  other.rowsOutside = false;
  if (isRequired || isOther(other))
    schedule.noteEffect("outer_row_axis");
}

/// Notes whether the size of tiles depends on masks.
static void noteMasks(ScheduleBuilder &schedule, const TileConsumer &consumer,
                      Loop loop, unsigned last, const Tile &tile) {
  Tile other = tile;
  other.masksColumns = false;
  if (fitTile(consumer, loop, last, last, tile) !=
      fitTile(consumer, loop, last, last, other))
    schedule.noteEffect("masked");
}

/// Notes the size of a tile along `axis`. The nest of another strategy may have
/// fewer iterations, in which case `size` is less than the tile says.
static void noteSize(ScheduleBuilder &schedule, Loop loop, int64_t size,
                     unsigned axis, unsigned last, const Tile &tile) {
  StringRef name = tile.getSizeName(axis, last);
  if (name.empty())
    return;
  if (!getTripCount(loop))
    size = tile.getSize(axis, last);
  schedule.noteEffect(name, size);
  if (static_cast<int>(axis) == tile.outerRowAxis && size != 1)
    schedule.noteEffect("outer_row_axis");
}

FailureOr<TiledNest> tileNest(ScheduleBuilder &schedule, te::BlockOp block,
                              TileConsumer consumer, const Tile &tile) {
  SmallVector<Loop> all = getNestLoops(consumer.block);
  ArrayRef<Loop> loops =
      ArrayRef(all).take_back(llvm::count(block.getKinds(), false));
  unsigned last = loops.size() - 1;
  SmallVector<TileLoops> divided;
  SmallVector<Loop> inner;
  for (auto [i, loop] : llvm::enumerate(loops)) {
    int64_t size = fitTile(consumer, loop, i, last, tile);
    noteSize(schedule, loop, size, i, last, tile);
    if (i == last)
      noteMasks(schedule, consumer, loop, last, tile);
    auto parts = divideLoop(schedule, loop, size, tile.getBlock(i, last));
    if (failed(parts))
      return failure();
    if (parts->block)
      schedule.noteEffect(tile.getBlockName(i, last));
    divided.push_back(*parts);
    inner.push_back(parts->inner);
  }
  TiledNest nest;
  nest.column = divided[last].outer;
  SmallVector<TileLevel> levels;
  for (TileLevel level : orderTiles(loops.size(), tile)) {
    const TileLoops &parts = divided[level.axis];
    if (level.isBlock && !parts.block)
      continue;
    nest.outer.push_back(level.isBlock ? parts.block : parts.outer);
    nest.axes.push_back(level.axis);
    levels.push_back(level);
  }
  noteOrder(schedule, levels, loops.size(), tile);
  SmallVector<Loop> order = nest.outer;
  order.append(inner);
  if (failed(schedule.reorder(order)))
    return failure();
  auto moved = schedule.computeAt(block, nest.outer.back());
  if (failed(moved))
    return failure();
  nest.block = *moved;
  if (consumer.isTransposed) {
    if (failed(scheduleTransposed(schedule, inner, tile)))
      return failure();
    return nest;
  }
  // Optional, as in scheduleTileBody.
  (void)schedule.vectorize(inner[last]);
  // Sums of matrix registers are in memory: no register contains their rows.
  for (Loop loop : ArrayRef(inner).drop_back())
    if (!tile.isMatrix)
      (void)schedule.unroll(loop);
  return nest;
}

} // namespace tvm::schedule
