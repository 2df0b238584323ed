#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A convolution per channel, what is element-wise of it, and a convolution of
/// single points of that; axes [..., rows, points, channels].
struct DepthwiseChain {
  te::BlockOp depthwise, between, pointwise;
  Tile depthwiseTile, pointwiseTile;
};
} // namespace

/// The block that alone computes what `block` alone reads of it.
static te::BlockOp getOnlyProducer(te::BlockOp block, bool isReduction) {
  te::BlockOp found;
  for (te::BlockOp producer : getProducers(block)) {
    if (producer.hasReduction() != isReduction || !isAsLowered(producer) ||
        getConsumers(producer).size() != 1)
      continue;
    if (found)
      return {};
    found = producer;
  }
  return found;
}

/// Whether `block` reads, of what `producer` computes, one element for all its
/// points but those along the last axis: other rows, and points, read others.
static bool readsPointwise(te::BlockOp block, te::BlockOp producer) {
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  auto axes = llvm::to_vector(llvm::seq<unsigned>(0, last));
  Value written = BlockAccesses(producer).written;
  for (auto [capture, buffer] : llvm::enumerate(block.getCaptures()))
    if (buffer == written)
      return countOwnAxes(block, capture, axes) == axes.size();
  return false;
}

/// `tile` with sizes that divide the block's, at most as large but for columns
/// of up to two vectors; nothing where there are none.
static std::optional<Tile> divide(Tile tile, te::BlockOp block) {
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  SmallVector<Loop> loops = getNestLoops(block);
  auto columns = getTripCount(loops[last]);
  if (tile.rowAxis < 0 || tile.outerRowAxis < 0 || !columns)
    return std::nullopt;
  if (*columns % tile.columns != 0)
    tile.columns = *columns <= 2 * tile.lanes ? *columns : tile.lanes;
  auto fits = [&](unsigned axis) {
    auto trips = getTripCount(loops[axis]);
    return trips && *trips % tile.getSize(axis, last) == 0;
  };
  return fits(last) && fits(tile.rowAxis) && fits(tile.outerRowAxis)
             ? std::optional(tile)
             : std::nullopt;
}

static std::optional<DepthwiseChain> match(te::BlockOp pointwise,
                                           const MachineModel &machine) {
  if (!pointwise.hasReduction() || !isAsLowered(pointwise) ||
      llvm::count(pointwise.getKinds(), false) < 3)
    return std::nullopt;
  DepthwiseChain chain;
  chain.pointwise = pointwise;
  chain.between = getOnlyProducer(pointwise, /*isReduction=*/false);
  if (!chain.between || !readsPointwise(pointwise, chain.between))
    return std::nullopt;
  chain.depthwise = getOnlyProducer(chain.between, /*isReduction=*/true);
  if (!chain.depthwise)
    return std::nullopt;
  BlockAccesses first(chain.depthwise), second(pointwise);
  if (!isTileable(first) || !isTileable(second))
    return std::nullopt;
  auto firstTile = divide(chooseTile(first, machine), chain.depthwise);
  auto secondTile = divide(chooseTile(second, machine), pointwise);
  if (!firstTile || !secondTile ||
      secondTile->outerRowAxis + 3 != static_cast<int>(second.numSpatial))
    return std::nullopt;
  chain.depthwiseTile = *firstTile;
  chain.depthwiseTile.columnsInside |=
      streamsWindow(first, firstTile->rowAxis, machine);
  chain.pointwiseTile = *secondTile;
  chain.pointwiseTile.rowsOutside = true;
  return chain;
}

/// All points of a row of the one, then of the other.
static LogicalResult scheduleChain(ScheduleBuilder &schedule,
                                   const DepthwiseChain &chain,
                                   const MachineModel &machine) {
  const Tile &tile = chain.pointwiseTile;
  int64_t work = getWork(chain.pointwise).value_or(1 << 20);
  packWeights(schedule, chain.pointwise, tile);
  Value written = BlockAccesses(chain.pointwise).written;
  auto consumer = getTileConsumer(schedule, chain.pointwise, written, tile);
  if (failed(consumer))
    return failure();
  auto nest = tileNest(schedule, chain.pointwise, *consumer, tile);
  if (failed(nest) ||
      failed(scheduleTileBody(schedule, nest->block, nest->outer.back(), tile)))
    return failure();
  auto rows = ArrayRef(nest->outer).take_front(tile.outerRowAxis + 1);
  auto between = schedule.computeAt(chain.between, rows.back());
  if (failed(between) ||
      failed(scheduleRegisterTileIn(schedule, chain.depthwise, *between,
                                    chain.depthwiseTile)))
    return failure();
  parallelizeOuter(schedule, rows, work, machine);
  return success();
}

LogicalResult scheduleDepthwise(ScheduleBuilder &schedule,
                                ArrayRef<te::BlockOp> blocks,
                                const MachineModel &machine) {
  for (te::BlockOp block : blocks)
    if (auto chain = match(block, machine))
      return schedule.attempt(
          [&] { return scheduleChain(schedule, *chain, machine); });
  return failure();
}

} // namespace tvm::schedule
