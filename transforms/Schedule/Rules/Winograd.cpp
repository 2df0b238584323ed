#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Rules/WinogradStages.h"

using namespace mlir;

namespace tvm::schedule {

using namespace winograd;

/// The part of the second cache for weights, which stay there, and for what is
/// transformed, and multiplied, at a time.
static constexpr double kCachePart = 0.75;
/// The part of register tiles that has to be full.
static constexpr double kFullPart = 0.9;
/// The part of the vectors of such a tile that has to be.
static constexpr double kFullColumns = 0.6;
/// Tiles that make up for loading the weights from there.
static constexpr int64_t kLeastGroup = 7;

/// The largest divisor of `extent` that is at most `limit`.
static int64_t findDivisor(int64_t extent, int64_t limit) {
  int64_t divisor = std::max<int64_t>(std::min(extent, limit), 1);
  while (extent % divisor != 0)
    --divisor;
  return divisor;
}

/// Rows of register tiles, `most` at most, that are as equal as can be; nothing
/// where much of the last one would be empty.
static std::optional<int64_t> divideEvenly(int64_t extent, int64_t most) {
  int64_t parts = llvm::divideCeil(extent, most);
  int64_t rows = llvm::divideCeil(extent, parts);
  if (kFullPart * parts * rows > extent)
    return std::nullopt;
  return rows;
}

/// Shorter vectors gain nothing.
static constexpr int64_t kLeastLanes = 4;

/// Lanes of vectors of `channels`: as many as are filled.
static int64_t chooseLanes(std::optional<int64_t> channels, int64_t lanes) {
  if (channels)
    for (int64_t count = lanes; count >= kLeastLanes; count /= 2)
      if (*channels % count == 0)
        return count;
  return lanes;
}

/// Columns of a register tile, at most three vectors, that divide `columns` and
/// waste little of them: where a part of a vector is left over, what is done
/// with it is under a mask. Two vectors rather than three, which leave fewer
/// rows.
static void divideColumns(Tile &tile, int64_t columns,
                          const MachineModel &machine) {
  bool fills = !machine.vectors.hasMasks() && columns % tile.lanes == 0;
  if (columns % tile.columns == 0 || fills)
    return;
  int64_t least = columns + 1;
  for (int64_t vectors : {2, 3, 1}) {
    int64_t size = std::min(columns, vectors * tile.lanes);
    while (columns % size != 0)
      --size;
    int64_t used = llvm::divideCeil(size, tile.lanes);
    int64_t count = columns / size * used;
    bool isFull = columns >= kFullColumns * count * tile.lanes &&
                  (machine.vectors.hasMasks() || size % kLeastLanes == 0);
    if (used != vectors || count >= least || !isFull)
      continue;
    least = count;
    tile.columns = size;
    // Of three vectors in 16 registers, a row less than tiles of others have:
    // with four, 20 columns take 15 % longer.
    tile.rows = (machine.vectors.numRegisters - vectors - 2) / vectors;
  }
}

namespace {
/// A kernel: what its division follows from.
struct Kernel {
  Stages stages;
  ReaderLoops loops;
  MemRefType products;      // coordinates of a tile first
  int64_t dataLanes, lanes; // of vectors of channels
  Tile tile;                // of the products

  /// Tiles of a row of the result, where none overhangs it: all of its
  /// accesses are guarded otherwise.
  std::optional<int64_t> getTilesOfRow() const;
  /// Whether channels of the result fill vectors.
  bool fillsVectors() const;
  /// Whether coordinates of a tile, of which each has `tiles` times `channels`
  /// elements, come to few sets of a cache, and may be together instead:
  /// vectors of `lanes` channels are whole cache lines for a product.
  bool collide(int64_t tiles, int64_t channels, int64_t lanes) const;
  std::optional<Division> divideIntoGroups(int64_t cacheBytes);
  Division divideStages(int64_t cacheBytes) const;
};
} // namespace

std::optional<int64_t> Kernel::getTilesOfRow() const {
  auto rows = getTripCount(loops.row), columns = getTripCount(loops.column);
  if (!rows || !columns || *rows % kTile != 0 || *columns % kTile != 0)
    return std::nullopt;
  return *columns / kTile;
}

bool Kernel::fillsVectors() const {
  auto channels = getTripCount(loops.channel);
  return channels && *channels > 0 &&
         *channels % std::min(*channels, lanes) == 0;
}

bool Kernel::collide(int64_t tiles, int64_t channels, int64_t lanes) const {
  // Of 64 sets of lines of 64 bytes, eight.
  constexpr int64_t kLine = 64, kFewSets = 8 * kLine;
  int64_t size = getElementBytes(products);
  return channels % lanes == 0 && lanes * size == kLine &&
         tiles * channels * size % kFewSets == 0;
}

/// All stages of a group of tiles before the next one, in register tiles that
/// divide it; nothing where whole stages are better: weights would be loaded
/// from memory for each group.
std::optional<Division> Kernel::divideIntoGroups(int64_t cacheBytes) {
  auto tiles = getTilesOfRow();
  auto inputs = getTripCount(getLoops(stages.data)[kChannel]);
  auto outputs = getTripCount(loops.channel);
  if (!tiles || !inputs || !outputs || *outputs == 0)
    return std::nullopt;
  bool isDivided = *outputs % tile.columns == 0 && tile.columns % lanes == 0;
  int64_t together = isDivided ? tile.columns : *outputs;
  int64_t element = getElementBytes(products);
  int64_t coordinates =
      products.getDimSize(kRow) * products.getDimSize(kColumn);
  double room = kCachePart * cacheBytes / (element * coordinates);
  int64_t group =
      findDivisor(*tiles, (room - *inputs * *outputs) / (*inputs + together));
  auto rows = divideEvenly(group, tile.rows);
  if (group < kLeastGroup || !rows)
    return std::nullopt;
  tile.rows = *rows;
  bool isWhole = fillsVectors();
  bool joins = isWhole && !loops.isChannelLast;
  return Division{group, together,
                  joins ? findDivisor(group, lanes / kTile) : 1, isWhole};
}

/// Each stage of all tiles before the next one.
Division Kernel::divideStages(int64_t cacheBytes) const {
  Division division;
  auto tiles = getTilesOfRow();
  division.isWhole = tiles && fillsVectors();
  // Products that come from memory are read as they lie there.
  if (!division.isWhole || loops.isChannelLast ||
      getBytes(BlockAccesses(stages.products).written) > cacheBytes)
    return division;
  division.group = *tiles;
  division.channels = lanes;
  division.joined = findDivisor(*tiles, lanes / kTile);
  return division;
}

/// As divideIntoGroups has it.
static LogicalResult scheduleGroups(ScheduleBuilder &schedule,
                                    const Kernel &kernel,
                                    const Division &division,
                                    const MachineModel &machine) {
  const Stages &stages = kernel.stages;
  int64_t work = getWork(stages.products).value_or(1 << 20);
  int64_t dataWork = getWork(stages.data).value_or(1 << 20);
  auto copy = schedule.cacheWrite(stages.products);
  if (failed(copy))
    return failure();
  auto outer =
      scheduleResult(schedule, stages, kernel.loops, division, kernel.lanes);
  if (failed(outer))
    return failure();
  auto products = schedule.computeAt(*copy, outer->blocks);
  if (failed(products))
    return failure();
  if (kernel.collide(division.group, *division.channels, kernel.lanes) &&
      failed(storeByTile(schedule, *products, kernel.lanes)))
    return failure();
  auto nest =
      scheduleRegisterTileIn(schedule, stages.products, *products, kernel.tile);
  if (failed(nest))
    return failure();
  // Data of so many channels that a group of them is too large for a buffer of
  // its own are transformed for all tiles before.
  auto moved = schedule.computeAt(stages.data, outer->groups.back());
  te::BlockOp data = succeeded(moved) ? *moved : stages.data;
  Loop sum = findInnermostSum(nest->block);
  if (succeeded(moved) &&
      kernel.collide(division.group, *getTripCount(sum), kernel.dataLanes) &&
      (failed(storeByTile(schedule, data, kernel.dataLanes)) ||
       failed(schedule.split(sum, {0, kernel.dataLanes}))))
    return failure();
  auto dataLoops = scheduleData(schedule, stages, data, kernel.dataLanes);
  if (failed(dataLoops))
    return failure();
  if (failed(moved))
    parallelizeOuter(schedule, *dataLoops, dataWork, machine);
  prefetchEpilogue(schedule, stages.reader, outer->blocks,
                   {nest->outer[kRow], nest->outer[kColumn]}, machine);
  parallelizeOuter(schedule, outer->groups, work, machine);
  return success();
}

/// As divideStages has it. The products are left to another rule.
static LogicalResult scheduleStages(ScheduleBuilder &schedule,
                                    const Kernel &kernel,
                                    const Division &division,
                                    const MachineModel &machine) {
  const Stages &stages = kernel.stages;
  int64_t dataWork = getWork(stages.data).value_or(1 << 20);
  int64_t readerWork = getWork(stages.reader).value_or(1 << 20);
  auto data = scheduleData(schedule, stages, stages.data, kernel.dataLanes);
  if (failed(data))
    return failure();
  parallelizeOuter(schedule, *data, dataWork, machine);
  auto result =
      scheduleResult(schedule, stages, kernel.loops, division, kernel.lanes);
  if (failed(result))
    return failure();
  SmallVector<Loop> loops = result->groups;
  if (division.channels)
    loops.push_back(result->blocks);
  parallelizeOuter(schedule, loops, readerWork, machine);
  return success();
}

LogicalResult scheduleWinograd(ScheduleBuilder &schedule,
                               ArrayRef<te::BlockOp> blocks,
                               const MachineModel &machine) {
  for (te::BlockOp block : blocks) {
    auto stages = matchStages(block);
    auto loops = stages ? matchReader(*stages) : std::nullopt;
    if (!loops || llvm::count(block.getKinds(), false) != kNumAxes)
      continue;
    BlockAccesses accesses(block);
    auto type = cast<MemRefType>(accesses.written.getType());
    int64_t lanes = machine.lanesFor(type);
    auto inputs = getTripCount(getLoops(stages->data)[kChannel]);
    auto outputs = getTripCount(loops->channel);
    Kernel kernel{*stages, *loops, type, chooseLanes(inputs, lanes),
                  chooseLanes(outputs, lanes)};
    if (isTileable(accesses)) {
      kernel.tile = chooseTile(accesses, machine);
      if (outputs && *outputs > 0)
        divideColumns(kernel.tile, *outputs, machine);
      if (auto division = kernel.divideIntoGroups(machine.l2CacheBytes))
        return schedule.attempt([&] {
          return scheduleGroups(schedule, kernel, *division, machine);
        });
    }
    Division division = kernel.divideStages(machine.l2CacheBytes);
    return schedule.attempt(
        [&] { return scheduleStages(schedule, kernel, division, machine); });
  }
  return failure();
}

} // namespace tvm::schedule
