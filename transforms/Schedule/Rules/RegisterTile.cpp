#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

/// Steps of a sum that are written out, one after another; of one row, which
/// waits for memory, fewer (an LSTM is 6 % slower with more).
static constexpr int64_t kSteps = 4, kStepsOfOneRow = 2;
/// Where accumulators leave less, LLVM would spill one of them for the next
/// step's operands.
static constexpr int64_t kFreeRegisters = 6;

/// Writes some steps of the sum out: a jump per step costs a few percent.
static void unrollSteps(ScheduleBuilder &schedule, te::BlockOp block,
                        const Tile &tile, const MachineModel &machine) {
  Loop sum = findInnermostSum(block);
  auto count = sum ? getTripCount(sum) : std::nullopt;
  if (!count || getLoopKind(sum) != LoopKind::Serial)
    return;
  int64_t rows = tile.rows * tile.outerRows;
  int64_t accumulators = rows * llvm::divideCeil(tile.columns, tile.lanes);
  int64_t steps = rows == 1 || *count % kSteps != 0 ? kStepsOfOneRow : kSteps;
  if (*count > kSteps && *count % steps == 0 &&
      machine.vectors.numRegisters - accumulators >= kFreeRegisters &&
      !extendsBytes(machine, tile)) {
    // Optional: without it, each step has a jump.
    auto split = schedule.split(sum, {0, steps});
    if (failed(split))
      return;
    sum = split->back();
  }
  if (*getTripCount(sum) <= kSteps)
    (void)schedule.unroll(sum); // optional as well
}

/// Schedules a nest of the consumer, perhaps one of several that `partition`
/// made, but for its loops over tiles. A failure may leave a part of that.
static FailureOr<TiledNest>
scheduleNest(ScheduleBuilder &schedule, te::BlockOp block,
             TileConsumer consumer, const Tile &tile,
             const MachineModel &machine, bool areAskedFor) {
  auto nest = tileNest(schedule, block, consumer, tile);
  if (failed(nest))
    return failure();
  packOperands(schedule, nest->block, nest->column, tile);
  computeProducersAt(schedule, nest->block, nest->outer, nest->axes, machine);
  Loop inside = nest->outer.back();
  if (tile.isMatrix) {
    if (failed(
            scheduleMatrixTile(schedule, nest->block, inside, tile, machine)))
      return failure();
    return nest;
  }
  if (failed(fillsVectors(nest->block, inside, tile)
                 ? scheduleDotProducts(schedule, nest->block, inside, tile,
                                       machine.dotProduct)
                 : scheduleTileBody(schedule, nest->block, inside, tile)))
    return failure();
  prefetchColumns(schedule, *nest, tile, machine, areAskedFor);
  writeWindowOut(schedule, *nest, tile, machine);
  unrollSteps(schedule, nest->block, tile, machine);
  if (Loop sum = findSerialSum(nest->block, inside))
    prefetchEpilogue(schedule, consumer.block, inside, sum, machine);
  return nest;
}

/// Whether tiles of columns go around rows, whose weights all rows then read
/// from a cache: those of whole tiles and those that remain, where rows are as
/// many as the model is run with, and those of both sizes of tiles.
static bool sharesColumns(const BlockAccesses &accesses, const Tile &tile,
                          const MachineModel &machine) {
  if (tile.firstRows != 0)
    return !tile.rowsOutside &&
           findStreamed(accesses.block, tile, machine).has_value();
  auto type = cast<MemRefType>(accesses.written.getType());
  return tile.rowAxis >= 0 &&
         tile.rowAxis == static_cast<int>(accesses.numSpatial) - 2 &&
         !getExtent(accesses.block, tile.rowAxis) && !tile.rowsOutside &&
         (tile.rowAxis == 0 || tile.outerRowAxis == 0) &&
         type.getShape().back() >= kEnoughColumns * tile.columns;
}

/// Puts nests that follow each other into one loop over columns where that is
/// their outermost one, of equal lengths.
static SmallVector<TiledNest> mergeColumns(ScheduleBuilder &schedule,
                                           ArrayRef<TiledNest> nests) {
  SmallVector<TiledNest> merged;
  for (const TiledNest &nest : nests) {
    if (!merged.empty() && merged.back().isColumnOutermost() &&
        nest.isColumnOutermost() &&
        succeeded(schedule.merge(merged.back().column, nest.column))) {
      merged.back() = nest;
      merged.back().outer = {nest.column};
    } else {
      merged.push_back(nest);
    }
  }
  return merged;
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
    divide(tile.rowAxis, tile.firstRows != 0 ? tile.firstRows : tile.rows);
  // What remains of an unknown number of rows.
  if (consumers.size() == 2 && tile.rows > kFewRows && !tile.isMatrix)
    if (Loop rest = getNestLoops(consumers.back())[tile.rowAxis];
        !getTripCount(rest))
      peel(schedule, rest, kFewRows, consumers);
  if (tile.outerRowAxis >= 0)
    divide(tile.outerRowAxis, tile.outerRows);
  divide(last, tile.columns);
  if (consumer.isTransposed || (tile.dotSteps && !tile.isMatrix))
    divide(last, tile.lanes);
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
/// What is done for a tile where that is possible. A rule gives it up where a
/// step of it refuses.
struct Choices {
  bool dividesSum = false; // that is long
  bool usesReader = false; // of the result, instead of a copy
};

/// One block in register tiles.
class RegisterTile {
public:
  RegisterTile(ScheduleBuilder &schedule, const MachineModel &machine,
               const BlockAccesses &accesses, const Tile &tile,
               unsigned numOuter, Choices possible)
      : schedule(schedule), machine(machine), accesses(accesses),
        block(accesses.block), tile(tile), numOuter(numOuter),
        possible(possible) {}

  /// A failure may leave a part of that.
  LogicalResult apply();

  Choices taken;

private:
  LogicalResult applyToParts(LongSum sum);
  LogicalResult packBuffers();
  LogicalResult applyToNests(TileConsumer consumer);

  ScheduleBuilder &schedule;
  const MachineModel &machine;
  BlockAccesses accesses; // its buffers of borders go
  te::BlockOp block;
  Tile tile;
  unsigned numOuter;
  Choices possible;
};
} // namespace

LogicalResult RegisterTile::applyToParts(LongSum sum) {
  taken.dividesSum = true;
  auto parts = divideSum(schedule, block, sum);
  if (failed(parts))
    return failure();
  for (StringAttr name : {parts->getNameAttr(), block.getNameAttr()}) {
    BlockAccesses divided(schedule.getBlock(name));
    if (failed(scheduleRegisterTile(schedule, divided, machine)))
      scheduleElementwise(schedule, schedule.getBlock(name), machine);
  }
  return success();
}

LogicalResult RegisterTile::packBuffers() {
  inlineBorders(schedule, block, tile);
  if (failed(copyOperands(schedule, block, tile, machine, numOuter)) ||
      failed(packRows(schedule, block, tile, machine)))
    return failure();
  packWeights(schedule, block, tile);
  return success();
}

LogicalResult RegisterTile::applyToNests(TileConsumer consumer) {
  bool isShared = sharesColumns(accesses, tile, machine);
  SmallVector<te::BlockOp> consumers = partitionNests(schedule, consumer, tile);
  if (failed(distributeNests(schedule, consumers)))
    return failure();
  int64_t work = getWork(block).value_or(1 << 20);
  SmallVector<TiledNest> nests;
  for (te::BlockOp nest : consumers) {
    bool areAskedFor = isShared && tile.firstRows != 0 && !nests.empty();
    auto nested = scheduleNest(schedule, block, {nest, consumer.isTransposed},
                               tile, machine, areAskedFor);
    if (failed(nested))
      return failure();
    nests.push_back(*nested);
  }
  SmallVector<te::BlockOp> tiled;
  for (const TiledNest &nest : nests)
    tiled.push_back(nest.block);
  if (isShared)
    nests = mergeColumns(schedule, nests);
  if (numOuter == 0)
    for (const TiledNest &nest : nests)
      parallelizeOuter(schedule, nest.outer, work, machine);
  for (te::BlockOp nest : tiled)
    if (!tile.isMatrix)
      skipPadding(schedule, nest, tile);
  return success();
}

LogicalResult RegisterTile::apply() {
  packCopies(schedule, block, tile);
  if (possible.dividesSum)
    if (auto sum = findLongSum(accesses, tile, machine))
      return applyToParts(*sum);
  if (failed(packBuffers()))
    return failure();
  taken.usesReader =
      possible.usesReader && hasTileReader(block, accesses.written, tile);
  auto consumer = getTileConsumer(schedule, block, accesses.written, tile,
                                  taken.usesReader);
  if (failed(consumer))
    return failure();
  // Results of a row lie in as many pages as there are columns.
  if (consumer->isTransposed)
    tile.rowsOutside = false;
  return applyToNests(*consumer);
}

LogicalResult scheduleRegisterTile(ScheduleBuilder &schedule,
                                   const BlockAccesses &accesses,
                                   const MachineModel &machine,
                                   unsigned numOuter) {
  if (!isTileable(accesses) || !isAsLowered(accesses.block))
    return failure();
  Tile tile = chooseTile(accesses, machine, /*isPartitioned=*/true, numOuter);
  Choices possible{/*dividesSum=*/numOuter == 0, /*usesReader=*/true};
  while (true) {
    BlockAccesses now = accesses.of(schedule.getBlock(accesses.name));
    RegisterTile attempt(schedule, machine, now, tile, numOuter, possible);
    if (succeeded(schedule.attempt([&] { return attempt.apply(); })))
      return success();
    if (attempt.taken.dividesSum)
      possible.dividesSum = false;
    else if (attempt.taken.usesReader)
      possible.usesReader = false;
    else
      return failure();
  }
}

} // namespace tvm::schedule
