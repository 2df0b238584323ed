#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

/// Schedules a nest of the consumer, perhaps one of several that `partition`
/// made.
static LogicalResult scheduleNest(ScheduleBuilder &schedule, te::BlockOp block,
                                  TileConsumer consumer, const Tile &tile,
                                  bool onThreads) {
  int64_t work = getWork(block).value_or(1 << 20);
  auto nest = tileNest(schedule, block, consumer, tile);
  if (failed(nest))
    return failure();
  packOperands(schedule, nest->block, nest->column, tile);
  computeProducersAt(schedule, nest->block, nest->outer, nest->axes);
  if (failed(scheduleTileBody(schedule, nest->block, nest->outer.back())))
    return failure();
  if (onThreads)
    parallelizeOuter(schedule, nest->outer, work);
  return success();
}

/// Where a whole number of tiles does not cover a loop, the rest becomes a nest
/// of its own. Returns the consumers of all nests.
static SmallVector<te::BlockOp> partitionNests(ScheduleBuilder &schedule,
                                               const TileConsumer &consumer,
                                               const Tile &tile) {
  SmallVector<te::BlockOp> consumers{consumer.block};
  auto divide = [&](unsigned axis, int64_t size) {
    for (te::BlockOp block : llvm::to_vector(consumers)) {
      Loop loop = getNestLoops(block)[axis];
      if (!getTripCount(loop) || *getTripCount(loop) >= size)
        peel(schedule, loop, size, consumers);
    }
  };
  // Inner loops first: a nest is cloned with what was divided in it.
  unsigned last = getNestLoops(consumer.block).size() - 1;
  if (tile.rowAxis >= 0)
    divide(tile.rowAxis, tile.rows);
  if (tile.outerRowAxis >= 0)
    divide(tile.outerRowAxis, tile.outerRows);
  divide(last, tile.columns);
  if (consumer.isTransposed)
    divide(last, tile.lanes);
  return consumers;
}

LogicalResult scheduleRegisterTileIn(ScheduleBuilder &schedule,
                                     te::BlockOp block, te::BlockOp copy,
                                     const Tile &tile) {
  packWeights(schedule, block, tile);
  auto nest = tileNest(schedule, block, {copy}, tile);
  if (failed(nest))
    return failure();
  return scheduleTileBody(schedule, nest->block, nest->outer.back());
}

LogicalResult scheduleRegisterTile(ScheduleBuilder &schedule,
                                   const BlockAccesses &accesses,
                                   const MachineModel &machine,
                                   bool onThreads) {
  te::BlockOp block = accesses.block;
  if (!isTileable(accesses) || !isAsLowered(block))
    return failure();
  Tile tile = chooseTile(accesses, machine);
  packWeights(schedule, block, tile);
  auto consumer = getTileConsumer(schedule, block, accesses.written, tile);
  if (failed(consumer))
    return failure();
  SmallVector<te::BlockOp> consumers =
      partitionNests(schedule, *consumer, tile);
  if (failed(distributeNests(schedule, consumers)))
    return success(); // nests that share loops stay as they are
  for (te::BlockOp nest : consumers)
    if (failed(scheduleNest(schedule, block, {nest, consumer->isTransposed},
                            tile, onThreads)))
      scheduleElementwise(schedule, nest);
  return success();
}

} // namespace tvm::schedule
