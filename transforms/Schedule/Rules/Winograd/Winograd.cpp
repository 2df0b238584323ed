// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Rules/Winograd/WinogradEstimate.h"
#include "transforms/Schedule/Rules/Winograd/WinogradSpace.h"
#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"

using namespace mlir;

namespace tvm::schedule {

using namespace winograd;

/// The largest divisor of `extent` that is at most `limit`.
static int64_t findDivisor(int64_t extent, int64_t limit) {
  int64_t divisor = std::max<int64_t>(std::min(extent, limit), 1);
  while (extent % divisor != 0)
    --divisor;
  return divisor;
}

/// The largest number of lanes that `channels` fill.
static int64_t chooseLanes(std::optional<int64_t> channels, int64_t lanes) {
  if (channels)
    for (int64_t count = lanes; count >= kMinLanes; count /= 2)
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
    bool isFull = columns >= machine.tiles.fullColumns * count * tile.lanes &&
                  (machine.vectors.hasMasks() || size % kMinLanes == 0);
    if (used != vectors || count >= least || !isFull)
      continue;
    least = count;
    tile.columns = size;
    // Tiles of three vectors in 16 registers have one row less than other tiles
    // (measured: benchmarks/results/winograd.md).
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
  bool isTileable = false;  // are the products
  Tile tile;                // of these

  /// Tiles of a row of the result, where none overhangs it: all of its
  /// accesses are guarded otherwise.
  std::optional<int64_t> getTilesOfRow() const;
  /// Whether channels of the result fill vectors.
  bool fillsVectors() const;
  /// Whether coordinates of a tile, of which each has `tiles` times `channels`
  /// elements, come to few sets of a cache, and may be together instead:
  /// vectors of `lanes` channels are whole cache lines for a product.
  bool collide(int64_t tiles, int64_t channels, int64_t lanes) const;
  std::optional<Division> divideIntoGroups(const MachineModel &machine);
  Division divideStages(int64_t cacheBytes) const;
  KernelSizes getSizes(const MachineModel &machine) const;
};
} // namespace

std::optional<int64_t> Kernel::getTilesOfRow() const {
  auto rows = getTripCount(loops.row), columns = getTripCount(loops.column);
  int64_t tile = stages.tile;
  if (!rows || !columns || *rows % tile != 0 || *columns % tile != 0)
    return std::nullopt;
  return *columns / tile;
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
std::optional<Division> Kernel::divideIntoGroups(const MachineModel &machine) {
  auto tiles = getTilesOfRow();
  auto inputs = getTripCount(getLoops(stages.data)[kChannel]);
  auto outputs = getTripCount(loops.channel);
  if (!isTileable || !tiles || !inputs || !outputs || *outputs == 0)
    return std::nullopt;
  bool isDivided = *outputs % tile.columns == 0 && tile.columns % lanes == 0;
  int64_t together = isDivided ? tile.columns : *outputs;
  KernelSizes sizes = getSizes(machine);
  double room = machine.tiles.groupPart * machine.l2CacheBytes /
                (sizes.elementBytes * sizes.coordinates);
  auto most =
      static_cast<int64_t>((room - *inputs * *outputs) / (*inputs + together));
  int64_t group = findDivisor(*tiles, most);
  // The data of a group are transformed beside it where a smaller group lets
  // them fit: those of all tiles would not stay in the cache.
  int64_t fitting =
      findDivisor(*tiles, std::min(most, sizes.getMostTiles(*inputs)));
  if (fitting >= machine.tiles.minGroup)
    group = fitting;
  auto rows = divideEvenly(group, tile.rows, machine.tiles.fullPart);
  if (group < machine.tiles.minGroup || !rows)
    return std::nullopt;
  tile.rows = *rows;
  bool isWhole = fillsVectors();
  bool joins = isWhole && !loops.isChannelLast;
  return Division{group, together,
                  joins ? findDivisor(group, lanes / stages.tile) : 1, isWhole};
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
  division.joined = findDivisor(*tiles, lanes / stages.tile);
  return division;
}

KernelSizes Kernel::getSizes(const MachineModel &machine) const {
  return {getTripCount(getLoops(stages.data)[kChannel]),
          getTripCount(loops.channel),
          getTilesOfRow(),
          stages.tile,
          products.getDimSize(kRow) * products.getDimSize(kColumn),
          getElementBytes(products),
          machine.lanesFor(products),
          loops.isChannelLast};
}

/// The division that `strategy` describes.
template <typename Attr> static Division getDivision(Attr strategy) {
  Division division;
  division.group = strategy.getGroup();
  if (strategy.getChannels() != 0)
    division.channels = strategy.getChannels();
  division.joined = strategy.getJoined();
  division.isWhole = strategy.getWhole();
  return division;
}

/// Refuses a tile of products that does not fit the groups of `strategy`.
static LogicalResult checkProducts(ScheduleBuilder &schedule,
                                   const BlockAccesses &products,
                                   const Tile &tile,
                                   WinogradGroupsAttr strategy) {
  if (tile.dotSteps != 0)
    return schedule.refuse("expected a tile without an instruction for the "
                           "products");
  int64_t channels = llvm::alignTo(strategy.getChannels(), strategy.getLanes());
  if (tile.columns > channels)
    return schedule.refuse("expected 'columns' of the products of at most " +
                           Twine(channels) + ", the channels of a group, got " +
                           Twine(tile.columns));
  return checkParameters(schedule, products, tile);
}

/// Schedules the products in the loops of `copy`, which reads them.
static FailureOr<TiledNest> scheduleProducts(ScheduleBuilder &schedule,
                                             const Stages &stages,
                                             te::BlockOp copy, const Tile &tile,
                                             WinogradGroupsAttr strategy) {
  FailureOr<TiledNest> nest = failure();
  schedule.noteEffectsOf(strategy.getProducts(), [&] {
    nest = scheduleRegisterTileIn(schedule, stages.products, copy, tile);
  });
  return nest;
}

/// All stages of a group of tiles before the next group.
static LogicalResult applyToStages(ScheduleBuilder &schedule,
                                   const Stages &stages,
                                   const ReaderLoops &loops,
                                   WinogradGroupsAttr strategy) {
  int64_t work = getWork(stages.products).value_or(kUnknownWork);
  int64_t dataWork = getWork(stages.data).value_or(kUnknownWork);
  int64_t tasks = strategy.getTasks(), lanes = strategy.getLanes();
  int64_t dataLanes = strategy.getDataLanes();
  auto tile = Tile::fromStrategy(strategy.getProducts());
  if (!tile)
    return schedule.refuse("expected a register tile for the products");
  if (failed(checkProducts(schedule, BlockAccesses(stages.products), *tile,
                           strategy)))
    return failure();
  auto copy = schedule.cacheWrite(stages.products);
  if (failed(copy))
    return failure();
  auto outer =
      scheduleResult(schedule, stages, loops, getDivision(strategy), lanes);
  if (failed(outer))
    return failure();
  auto products = schedule.computeAt(*copy, outer->blocks);
  if (failed(products) || (strategy.getPacksProducts() &&
                           failed(storeByTile(schedule, *products, lanes))))
    return failure();
  if (strategy.getPacksProducts())
    schedule.noteEffect("lanes", lanes);
  auto nest = scheduleProducts(schedule, stages, *products, *tile, strategy);
  if (failed(nest))
    return failure();
  te::BlockOp data = stages.data;
  if (strategy.getGroupsData()) {
    auto moved = schedule.computeAt(data, outer->groups.back());
    if (failed(moved))
      return failure();
    data = *moved;
  }
  if (strategy.getPacksData() &&
      (failed(storeByTile(schedule, data, dataLanes)) ||
       failed(schedule.split(findInnermostSum(nest->block), {0, dataLanes}))))
    return failure();
  if (strategy.getPacksData())
    schedule.noteEffect("data_lanes", dataLanes);
  auto dataLoops = scheduleData(schedule, stages, data, dataLanes);
  if (failed(dataLoops))
    return failure();
  schedule.noteEffectsOf(strategy.getProducts(), [&] {
    unrollNestedSteps(schedule, nest->block, *tile);
  });
  if (!strategy.getGroupsData())
    parallelizeOuter(schedule, *dataLoops, dataWork, tasks);
  prefetchEpilogue(schedule, stages.reader, strategy.getEpilogue(),
                   outer->blocks, {nest->outer[kRow], nest->outer[kColumn]});
  parallelizeOuter(schedule, outer->groups, work, tasks);
  return success();
}

/// Each stage of all tiles before the next stage. The products are left to
/// another rule.
static LogicalResult applyToStages(ScheduleBuilder &schedule,
                                   const Stages &stages,
                                   const ReaderLoops &loops,
                                   WinogradStagesAttr strategy) {
  int64_t dataWork = getWork(stages.data).value_or(kUnknownWork);
  int64_t readerWork = getWork(stages.reader).value_or(kUnknownWork);
  int64_t tasks = strategy.getTasks();
  auto data =
      scheduleData(schedule, stages, stages.data, strategy.getDataLanes());
  if (failed(data))
    return failure();
  parallelizeOuter(schedule, *data, dataWork, tasks);
  Division division = getDivision(strategy);
  auto result =
      scheduleResult(schedule, stages, loops, division, strategy.getLanes());
  if (failed(result))
    return failure();
  SmallVector<Loop> outer = result->groups;
  if (division.channels)
    outer.push_back(result->blocks);
  parallelizeOuter(schedule, outer, readerWork, tasks);
  return success();
}

namespace {
/// The stages of a kernel, with the loops of the last one.
struct MatchedStages {
  Stages stages;
  ReaderLoops loops;
};
} // namespace

/// The stages whose transformed data `data` computes; nothing where it is
/// another block.
static std::optional<MatchedStages> matchKernel(te::BlockOp data) {
  auto stages = matchStages(data);
  auto loops = stages ? matchReader(*stages) : std::nullopt;
  if (!loops)
    return std::nullopt;
  return MatchedStages{*stages, *loops};
}

/// The same, with the tile that `machine` has for the products.
static std::optional<Kernel> chooseKernel(te::BlockOp data,
                                          const MachineModel &machine) {
  auto matched = matchKernel(data);
  if (!matched)
    return std::nullopt;
  BlockAccesses accesses(matched->stages.products);
  auto type = cast<MemRefType>(accesses.written.getType());
  int64_t lanes = machine.lanesFor(type);
  auto inputs = getTripCount(getLoops(data)[kChannel]);
  auto outputs = getTripCount(matched->loops.channel);
  Kernel kernel{matched->stages, matched->loops, type,
                chooseLanes(inputs, lanes), chooseLanes(outputs, lanes)};
  kernel.isTileable = isTileable(accesses);
  if (kernel.isTileable) {
    kernel.tile = chooseTile(accesses, machine);
    if (outputs && *outputs > 0)
      divideColumns(kernel.tile, *outputs, machine);
  }
  return kernel;
}

namespace {
/// Attached to the block of the transformed data: the products may have a
/// strategy of their own. What a strategy of type `Attr` does, an overload of
/// `applyToStages` says.
template <typename Attr> struct WinogradRule : ScheduleRule {
  WinogradRule()
      : ScheduleRule(Attr::getMnemonic(), Scope::Block, Priority::kWinograd) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override;

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto matched = matchKernel(accesses.block);
    return matched ? StageEstimator<Attr>(matched->stages, machine)
                         .estimate(cast<Attr>(strategy), machine)
                   : 0;
  }

  Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                    IdleReport report) const override {
    return dropIdleParameters(cast<Attr>(strategy), effects, report);
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto matched = matchKernel(accesses.block);
    if (!matched)
      return schedule.refuse("the block does not transform the data of "
                             "Winograd's algorithm");
    return applyToStages(schedule, matched->stages, matched->loops,
                         cast<Attr>(strategy));
  }
};
} // namespace

template <>
std::unique_ptr<StrategySpace>
WinogradRule<WinogradGroupsAttr>::match(const Candidate &candidate) const {
  const MachineModel &machine = candidate.machine;
  auto kernel = chooseKernel(candidate.getBlock(), machine);
  auto division = kernel ? kernel->divideIntoGroups(machine) : std::nullopt;
  if (!division)
    return nullptr;
  MLIRContext *context = candidate.getBlock().getContext();
  int64_t inputs = *getTripCount(getLoops(kernel->stages.data)[kChannel]);
  int64_t channels = *division->channels;
  bool packsProducts =
      kernel->collide(division->group, channels, kernel->lanes);
  bool packsData = kernel->collide(division->group, inputs, kernel->dataLanes);
  auto epilogue =
      choosePrefetched(kernel->stages.reader,
                       BlockAccesses(kernel->stages.result).written, machine);
  auto get = [&](bool groupsData) {
    return WinogradGroupsAttr::get(
        context, kernel->dataLanes, kernel->lanes, division->group,
        division->joined, division->isWhole, channels, groupsData,
        packsProducts, groupsData && packsData, epilogue,
        kernel->tile.toStrategy(context), machine.getEnoughTasks());
  };
  // Data of many channels, of which a group is too large for a buffer of its
  // own, are transformed for all tiles before.
  KernelSizes sizes = kernel->getSizes(machine);
  WinogradGroupsAttr chosen = get(sizes.fitsBuffer(division->group, inputs));
  return makeGroupsSpace(kernel->stages, sizes, kernel->tile, chosen,
                         {get(true), get(false)}, machine);
}

template <>
std::unique_ptr<StrategySpace>
WinogradRule<WinogradStagesAttr>::match(const Candidate &candidate) const {
  const MachineModel &machine = candidate.machine;
  auto kernel = chooseKernel(candidate.getBlock(), machine);
  if (!kernel || kernel->divideIntoGroups(machine))
    return nullptr;
  Division division = kernel->divideStages(machine.l2CacheBytes);
  return makeStagesSpace(
      kernel->stages, kernel->getSizes(machine),
      WinogradStagesAttr::get(
          candidate.getBlock().getContext(), kernel->dataLanes, kernel->lanes,
          division.group, division.joined, division.isWhole,
          division.channels.value_or(0), machine.getEnoughTasks()),
      machine);
}

void addWinogradRules(RuleList &rules) {
  rules.push_back(std::make_unique<WinogradRule<WinogradGroupsAttr>>());
  rules.push_back(std::make_unique<WinogradRule<WinogradStagesAttr>>());
}

} // namespace tvm::schedule
