#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A convolution per channel, what is element-wise of it, and a convolution of
/// single points of that; axes [..., rows, points, channels].
struct DepthwiseChain {
  te::BlockOp depthwise, between, pointwise;
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

static void setSize(Tile &tile, const cost::TileSize &size) {
  tile.columns = size.columns;
  tile.rows = size.rows;
  tile.outerRows = size.outerRows;
}

/// The chain that ends in `pointwise`; nothing where there is none.
static std::optional<DepthwiseChain> matchChain(te::BlockOp pointwise) {
  if (!pointwise.hasReduction() || !isAsLowered(pointwise) ||
      llvm::count(pointwise.getKinds(), false) < 3)
    return std::nullopt;
  DepthwiseChain chain;
  chain.pointwise = pointwise;
  chain.between = getOnlyProducer(pointwise, /*isReduction=*/false);
  if (!chain.between || !readsPointwise(pointwise, chain.between))
    return std::nullopt;
  chain.depthwise = getOnlyProducer(chain.between, /*isReduction=*/true);
  if (!chain.depthwise || !isTileable(BlockAccesses(chain.depthwise)) ||
      !isTileable(BlockAccesses(pointwise)))
    return std::nullopt;
  return chain;
}

/// All points of a row of the one, then of the other.
static LogicalResult scheduleChain(ScheduleBuilder &schedule,
                                   const DepthwiseChain &chain,
                                   const Tile &depthwise, const Tile &pointwise,
                                   int64_t tasks) {
  int64_t work = getWork(chain.pointwise).value_or(kUnknownWork);
  packWeights(schedule, chain.pointwise, pointwise);
  Value written = BlockAccesses(chain.pointwise).written;
  auto consumer =
      getTileConsumer(schedule, chain.pointwise, written, pointwise);
  if (failed(consumer))
    return failure();
  auto nest = tileNest(schedule, chain.pointwise, *consumer, pointwise);
  if (failed(nest) || failed(scheduleTileBody(schedule, nest->block,
                                              nest->outer.back(), pointwise)))
    return failure();
  auto rows = ArrayRef(nest->outer).take_front(pointwise.outerRowAxis + 1);
  auto between = schedule.computeAt(chain.between, rows.back());
  if (failed(between) || failed(scheduleRegisterTileIn(
                             schedule, chain.depthwise, *between, depthwise)))
    return failure();
  parallelizeOuter(schedule, rows, work, tasks);
  return success();
}

namespace {
/// Attached to the pointwise convolution.
struct DepthwiseChainRule : ScheduleRule {
  DepthwiseChainRule()
      : ScheduleRule(DepthwiseChainAttr::getMnemonic(), Scope::List,
                     Priority::kDepthwise) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override;

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto parameters = cast<DepthwiseChainAttr>(strategy);
    auto chain = matchChain(accesses.block);
    if (!chain)
      return 0;
    return estimateStrategy(BlockAccesses(chain->depthwise),
                            parameters.getDepthwise(), machine) +
           estimateStrategy(accesses, parameters.getPointwise(), machine);
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<DepthwiseChainAttr>(strategy);
    auto chain = matchChain(accesses.block);
    auto depthwise = Tile::fromStrategy(parameters.getDepthwise());
    auto pointwise = Tile::fromStrategy(parameters.getPointwise());
    if (!chain)
      return schedule.refuse("the block ends no depthwise chain");
    if (!depthwise || !pointwise)
      return schedule.refuse("expected register tiles for both convolutions");
    if (failed(
            checkTile(schedule, BlockAccesses(chain->depthwise), *depthwise)) ||
        failed(checkTile(schedule, accesses, *pointwise)))
      return failure();
    if (pointwise->outerRowAxis + 3 != static_cast<int>(accesses.numSpatial))
      return schedule.refuse("expected 'outer_row_axis' of the pointwise tile "
                             "in front of the points and the channels");
    return scheduleChain(schedule, *chain, *depthwise, *pointwise,
                         parameters.getTasks());
  }
};
} // namespace

std::unique_ptr<StrategySpace>
DepthwiseChainRule::match(const Candidate &candidate) const {
  auto chain = matchChain(candidate.getBlock());
  if (!chain)
    return nullptr;
  const MachineModel &machine = candidate.machine;
  BlockAccesses first(chain->depthwise), second(chain->pointwise);
  Tile depthwise = chooseTile(first, machine);
  Tile pointwise = chooseTile(second, machine);
  auto ofDepthwise = describeTile(first, depthwise);
  auto ofPointwise = describeTile(second, pointwise);
  if (!ofDepthwise || !ofPointwise ||
      pointwise.outerRowAxis + 3 != static_cast<int>(second.numSpatial))
    return nullptr;
  // graph-fuse makes one kernel where this function has tiles.
  auto sizes = cost::chooseChainTiles(*ofDepthwise, *ofPointwise, machine);
  if (!sizes)
    return nullptr;
  setSize(depthwise, sizes->depthwise);
  setSize(pointwise, sizes->pointwise);
  depthwise.columnsInside |= streamsWindow(first, depthwise.rowAxis, machine);
  pointwise.rowsOutside = true;
  MLIRContext *context = chain->pointwise.getContext();
  return FewStrategies::make({DepthwiseChainAttr::get(
      context, depthwise.toStrategy(context), pointwise.toStrategy(context),
      machine.getEnoughTasks())});
}

void addDepthwiseRule(RuleList &rules) {
  rules.push_back(std::make_unique<DepthwiseChainRule>());
}

} // namespace tvm::schedule
