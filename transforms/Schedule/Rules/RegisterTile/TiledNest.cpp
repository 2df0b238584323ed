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

SmallVector<unsigned> orderTiles(unsigned numAxes, const Tile &tile) {
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

FailureOr<TiledNest> tileNest(ScheduleBuilder &schedule, te::BlockOp block,
                              TileConsumer consumer, const Tile &tile) {
  SmallVector<Loop> all = getNestLoops(consumer.block);
  ArrayRef<Loop> loops =
      ArrayRef(all).take_back(llvm::count(block.getKinds(), false));
  unsigned last = loops.size() - 1;
  auto fit = [&](Loop loop, int64_t size) -> int64_t {
    if (auto trips = getTripCount(loop)) {
      // The last rows may be in tiles of one row less.
      int64_t most = std::min(*trips, size);
      bool isOneLess =
          most > 1 && *trips % most != 0 && *trips % (most - 1) == 0;
      return isOneLess ? most - 1 : most;
    }
    if (tile.isMatrix)
      return size;
    AffineExpr count = loop.getUpperBoundMap().getResult(0);
    for (int64_t rows : {size, kFewRows})
      if (rows <= size && count.isMultipleOf(rows))
        return rows;
    bool isMasked =
        tile.masksColumns && !consumer.isTransposed && loop == loops[last];
    return isMasked ? std::min(size, tile.lanes) : 1;
  };
  SmallVector<Loop> outer, inner;
  for (auto [i, loop] : llvm::enumerate(loops)) {
    int64_t size = fit(loop, tile.getSize(i, last));
    auto parts = schedule.split(loop, {0, std::max<int64_t>(size, 1)});
    if (failed(parts))
      return failure();
    outer.push_back(parts->front());
    inner.push_back(parts->back());
  }
  TiledNest nest;
  nest.axes = orderTiles(outer.size(), tile);
  nest.column = outer[last];
  for (unsigned axis : nest.axes)
    nest.outer.push_back(outer[axis]);
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
