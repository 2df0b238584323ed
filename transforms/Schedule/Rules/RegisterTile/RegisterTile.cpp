// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

/// The steps of the longest sum that is unrolled as a whole in any case.
static constexpr int64_t kFewSteps = 4;

int64_t getUnrolledSteps(int64_t count, int64_t steps) {
  if (count <= kFewSteps)
    return count;
  while (steps > 1 && count % steps != 0)
    steps /= 2;
  return steps;
}

/// Unrolls `steps` of the `count` steps of `sum`.
static void unrollPart(ScheduleBuilder &schedule, Loop sum, int64_t count,
                       int64_t steps) {
  if (steps != count) {
    // Optional: without it, each step has a jump.
    auto split = schedule.split(sum, {0, steps});
    if (failed(split))
      return;
    sum = split->back();
    schedule.noteEffect("unroll", steps);
  }
  if (succeeded(schedule.unroll(sum))) // optional as well
    schedule.noteEffect("unroll", steps);
}

/// Unrolls steps of a window beside its unrolled rows.
static void unrollPlaces(ScheduleBuilder &schedule, te::BlockOp block,
                         Loop inside, const Tile &tile) {
  Loop sum = findSerialSum(block, inside);
  auto count = sum ? getTripCount(sum) : std::nullopt;
  if (count && tile.unroll != 1 && *count % tile.unroll == 0)
    unrollPart(schedule, sum, *count, tile.unroll);
}

/// Unrolls some steps of the sum (getUnrolledSteps), so that not each of them
/// has a jump. Returns the number of steps of a short sum, which is unrolled as
/// a whole whatever the tile says; nothing for other sums.
static std::optional<int64_t> unrollSteps(ScheduleBuilder &schedule,
                                          te::BlockOp block, const Tile &tile) {
  Loop sum = findInnermostSum(block);
  auto count = sum ? getTripCount(sum) : std::nullopt;
  if (!count || getLoopKind(sum) != LoopKind::Serial)
    return std::nullopt;
  if (*count <= kFewSteps)
    return succeeded(schedule.unroll(sum)) ? count : std::nullopt; // optional
  int64_t steps = getUnrolledSteps(*count, tile.unroll);
  if (steps != 1)
    unrollPart(schedule, sum, *count, steps);
  return std::nullopt;
}

void unrollNestedSteps(ScheduleBuilder &schedule, te::BlockOp block,
                       const Tile &tile) {
  if (tile.unroll == 1)
    return;
  // Without it, a short sum stays a loop.
  if (auto steps = unrollSteps(schedule, block, tile))
    schedule.noteEffect("unroll", std::max<int64_t>(*steps, 2));
}

/// Schedules a nest of the consumer, possibly one of several that `partition`
/// made, except its loops over tiles. A failure may leave a part of the work.
static FailureOr<TiledNest> scheduleNest(ScheduleBuilder &schedule,
                                         te::BlockOp block,
                                         TileConsumer consumer,
                                         const Tile &tile, bool arePrefetched) {
  auto nest = tileNest(schedule, block, consumer, tile);
  if (failed(nest))
    return failure();
  if (tile.fusesProducers)
    computeProducersAt(schedule, nest->block, nest->outer, nest->axes,
                       tile.tasks);
  else if (hasProducersFor(nest->block, nest->outer, nest->axes, tile.tasks))
    schedule.noteEffect("producers");
  Loop inside = nest->outer.back();
  if (tile.isMatrix) {
    if (failed(scheduleMatrixTile(schedule, nest->block, inside, tile)))
      return failure();
    return nest;
  }
  if (failed(fillsVectors(nest->block, inside, tile)
                 ? scheduleDotProducts(schedule, nest->block, inside, tile)
                 : scheduleTileBody(schedule, nest->block, inside, tile)))
    return failure();
  prefetchColumns(schedule, *nest, tile, arePrefetched);
  unrollWindow(schedule, *nest, tile);
  if (tile.windowAxis >= 0)
    unrollPlaces(schedule, nest->block, inside, tile);
  else
    (void)unrollSteps(schedule, nest->block, tile);
  if (Loop sum = findSerialSum(nest->block, inside))
    prefetchEpilogue(schedule, consumer.block, tile.epilogue, inside, sum);
  return nest;
}

/// Whether columns of an operand are copied for each tile (packOperands).
static bool packsOperands(const BlockAccesses &accesses, const Tile &tile) {
  return llvm::any_of(getReadBuffers(accesses.block), [&](Value buffer) {
    return isPacked(accesses, buffer, tile);
  });
}

/// Whether loops over tiles of columns go around loops over rows, so that all
/// rows read the weights from a cache: for both sizes of tiles, or for whole
/// tiles and the remainder where the number of rows is dynamic.
static bool sharesColumns(const BlockAccesses &accesses, const Tile &tile) {
  if (tile.firstRows != 0)
    return !tile.rowsOutside &&
           (tile.streamed >= 0 || packsOperands(accesses, tile));
  auto type = cast<MemRefType>(accesses.written.getType());
  return tile.rowAxis >= 0 &&
         tile.rowAxis == static_cast<int>(accesses.numSpatial) - 2 &&
         !getExtent(accesses.block, tile.rowAxis) && !tile.rowsOutside &&
         (tile.rowAxis == 0 || tile.outerRowAxis == 0) &&
         type.getShape().back() >= kEnoughColumns * tile.columns;
}

/// Merges consecutive nests into one loop over columns where that is their
/// outermost loop and has the same extent.
static SmallVector<TiledNest> mergeColumns(ScheduleBuilder &schedule,
                                           ArrayRef<TiledNest> nests,
                                           const Tile &tile) {
  SmallVector<TiledNest> merged;
  for (const TiledNest &nest : nests) {
    if (!merged.empty() && merged.back().isColumnOutermost() &&
        nest.isColumnOutermost() &&
        succeeded(schedule.merge(merged.back().column, nest.column))) {
      if (tile.firstRows != 0)
        schedule.noteEffect("streamed"); // see sharesColumns
      merged.back() = nest;
      merged.back().outer = {nest.column};
    } else {
      merged.push_back(nest);
    }
  }
  return merged;
}

/// Calls `divide` to separate the rows of the two sizes of tiles.
static void
divideFirstRows(ScheduleBuilder &schedule, const TileConsumer &consumer,
                const Tile &tile,
                function_ref<bool(unsigned axis, int64_t size)> divide) {
  auto rows = getTripCount(getNestLoops(consumer.block)[tile.rowAxis]);
  // Otherwise the remainder of full tiles has a nest of its own.
  bool hasRest = !rows || *rows % std::min(tile.rows, *rows) != 0;
  if (divide(tile.rowAxis, tile.firstRows) || hasRest)
    schedule.noteEffect("first_rows");
}

/// Makes the remainder of a loop that tiles, or whole blocks of tiles, do not
/// cover a nest of its own. Returns the consumers of all nests.
static SmallVector<te::BlockOp> partitionNests(ScheduleBuilder &schedule,
                                               const TileConsumer &consumer,
                                               const Tile &tile) {
  SmallVector<te::BlockOp> consumers{consumer.block};
  // Inner loops are divided first: a nest is cloned with its divided loops.
  unsigned last = getNestLoops(consumer.block).size() - 1;
  auto divide = [&](unsigned axis, int64_t size) {
    bool hasRest = false;
    for (te::BlockOp block : llvm::to_vector(consumers)) {
      Loop loop = getNestLoops(block)[axis];
      if (!getTripCount(loop) || *getTripCount(loop) >= size)
        hasRest |= peel(schedule, loop, size, consumers);
    }
    return hasRest;
  };
  auto divideBlocks = [&](unsigned axis) {
    int64_t count = tile.getBlock(axis, last);
    for (te::BlockOp block : llvm::to_vector(consumers)) {
      Loop loop = getNestLoops(block)[axis];
      int64_t size = fitTile(consumer, loop, axis, last, tile);
      auto trips = getTripCount(loop);
      // Single rows remain of a dynamic number of rows.
      bool isOfTiles = trips || size == tile.getSize(axis, last);
      if (count != 0 && isOfTiles && (!trips || *trips >= size * count) &&
          peel(schedule, loop, size * count, consumers))
        schedule.noteEffect(tile.getBlockName(axis, last));
    }
  };
  if (tile.firstRows != 0)
    divideFirstRows(schedule, consumer, tile, divide);
  else if (tile.rowAxis >= 0)
    divide(tile.rowAxis, tile.rows);
  // The remainder of a dynamic number of rows.
  if (consumers.size() == 2 && tile.rows > kFewRows && !tile.isMatrix)
    if (Loop rest = getNestLoops(consumers.back())[tile.rowAxis];
        !getTripCount(rest))
      peel(schedule, rest, kFewRows, consumers);
  if (tile.rowAxis >= 0)
    divideBlocks(tile.rowAxis);
  if (tile.outerRowAxis >= 0) {
    divide(tile.outerRowAxis, tile.outerRows);
    divideBlocks(tile.outerRowAxis);
  }
  divide(last, tile.columns);
  if (consumer.isTransposed || (tile.dotSteps && !tile.isMatrix))
    divide(last, tile.lanes);
  divideBlocks(last);
  return consumers;
}

FailureOr<TiledNest> scheduleRegisterTileIn(ScheduleBuilder &schedule,
                                            te::BlockOp block, te::BlockOp copy,
                                            const Tile &tile) {
  packWeights(schedule, block, tile);
  auto nest = tileNest(schedule, block, {copy}, tile);
  if (failed(nest) ||
      failed(scheduleTileBody(schedule, nest->block, nest->outer.back(), tile)))
    return failure();
  return nest;
}

namespace {
/// The schedule of a block in register tiles.
class RegisterTile {
public:
  RegisterTile(ScheduleBuilder &schedule, const BlockAccesses &accesses,
               const Tile &tile)
      : schedule(schedule), accesses(accesses), block(accesses.block),
        tile(tile) {}

  /// Schedules the block. A failure may leave a part of the work.
  LogicalResult apply();

private:
  LogicalResult packBuffers();
  LogicalResult applyToNests(TileConsumer consumer);

  ScheduleBuilder &schedule;
  BlockAccesses accesses; // its buffers of borders go
  te::BlockOp block;
  Tile tile;
};
} // namespace

LogicalResult RegisterTile::packBuffers() {
  inlineBorders(schedule, block, tile);
  if (failed(copyOperands(schedule, block, tile)) ||
      failed(packRows(schedule, block, tile)))
    return failure();
  packWeights(schedule, block, tile);
  return success();
}

LogicalResult RegisterTile::applyToNests(TileConsumer consumer) {
  bool isShared = sharesColumns(accesses, tile);
  SmallVector<te::BlockOp> consumers = partitionNests(schedule, consumer, tile);
  if (failed(distributeNests(schedule, consumers)))
    return failure();
  int64_t work = getWork(block).value_or(kUnknownWork);
  SmallVector<TiledNest> nests;
  for (te::BlockOp nest : consumers) {
    bool arePrefetched = isShared && tile.firstRows != 0 && !nests.empty();
    if (arePrefetched)
      schedule.noteEffect("first_rows");
    auto nested = scheduleNest(schedule, block, {nest, consumer.isTransposed},
                               tile, arePrefetched);
    if (failed(nested))
      return failure();
    nests.push_back(*nested);
  }
  SmallVector<te::BlockOp> tiled;
  for (const TiledNest &nest : nests)
    tiled.push_back(nest.block);
  if (isShared)
    nests = mergeColumns(schedule, nests, tile);
  // Hints to prefetch columns, which the nests have by now, are for the operand
  // itself.
  for (const TiledNest &nest : nests)
    packOperands(schedule,
                 llvm::filter_to_vector(tiled,
                                        [&](te::BlockOp part) {
                                          return nest.column->isProperAncestor(
                                              part);
                                        }),
                 nest.column, tile);
  if (tile.numOuter == 0)
    for (const TiledNest &nest : nests)
      parallelizeOuter(schedule, nest.outer, work, tile.tasks);
  for (te::BlockOp nest : tiled)
    if (!tile.isMatrix)
      skipPadding(schedule, nest, tile);
  return success();
}

/// Notes the sizes of a tile in a nest of its own, which fit the nest
/// (checkTile).
static void noteSizes(ScheduleBuilder &schedule, const Tile &tile) {
  schedule.noteEffect("rows", tile.rows);
  schedule.noteEffect("outer_rows", tile.outerRows);
  schedule.noteEffect("columns", tile.columns);
}

LogicalResult RegisterTile::apply() {
  if (isUsedByOthers(block, accesses.written))
    schedule.noteEffect("reader");
  noteSizes(schedule, tile);
  packCopies(schedule, block, tile);
  if (failed(packBuffers()))
    return failure();
  auto consumer = getTileConsumer(schedule, block, accesses.written, tile);
  if (failed(consumer))
    return failure();
  // The results of a row are in as many pages as there are columns.
  if (consumer->isTransposed)
    tile.rowsOutside = false;
  return applyToNests(*consumer);
}

LogicalResult applyTile(ScheduleBuilder &schedule,
                        const BlockAccesses &accesses, const Tile &tile) {
  if (failed(checkTile(schedule, accesses, tile)))
    return failure();
  return RegisterTile(schedule, accesses, tile).apply();
}

} // namespace tvm::schedule
