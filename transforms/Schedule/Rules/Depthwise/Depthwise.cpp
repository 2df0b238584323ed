// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TERoles.h"
#include "transforms/Schedule/Rules/Depthwise/ChainBlocks.h"
#include "transforms/Schedule/Rules/Depthwise/ChainSpace.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

static void setSize(Tile &tile, const cost::TileSize &size) {
  tile.columns = size.columns;
  tile.rows = size.rows;
  tile.outerRows = size.outerRows;
}

/// Schedules the pointwise convolution in a nest of its own. A failure may
/// leave a part of the work.
static FailureOr<TiledNest> schedulePointwise(ScheduleBuilder &schedule,
                                              te::BlockOp block,
                                              const Tile &tile) {
  Value written = BlockAccesses(block).written;
  if (isUsedByOthers(block, written))
    schedule.noteEffect("reader");
  // The loop over these rows goes around both convolutions.
  schedule.noteEffect("outer_row_axis");
  packWeights(schedule, block, tile);
  auto consumer = getTileConsumer(schedule, block, written, tile);
  if (failed(consumer))
    return failure();
  auto nest = tileNest(schedule, block, *consumer, tile);
  if (failed(nest) ||
      failed(scheduleTileBody(schedule, nest->block, nest->outer.back(), tile)))
    return failure();
  unrollNestedSteps(schedule, nest->block, tile);
  return nest;
}

/// Schedules the depthwise convolution in the loops of `between`, which reads
/// its result. A failure may leave a part of the work.
static LogicalResult scheduleDepthwise(ScheduleBuilder &schedule,
                                       te::BlockOp block, te::BlockOp between,
                                       const Tile &tile) {
  auto nest = scheduleRegisterTileIn(schedule, block, between, tile);
  if (failed(nest))
    return failure();
  unrollNestedSteps(schedule, nest->block, tile);
  return success();
}

/// All points of a row of the one, then of the other.
static LogicalResult scheduleChain(ScheduleBuilder &schedule,
                                   const DepthwiseChain &chain,
                                   const Tile &depthwise, const Tile &pointwise,
                                   DepthwiseChainAttr strategy) {
  int64_t work = getWork(chain.pointwise).value_or(kUnknownWork);
  FailureOr<TiledNest> nest = failure();
  schedule.noteEffectsOf(strategy.getPointwise(), [&] {
    nest = schedulePointwise(schedule, chain.pointwise, pointwise);
  });
  if (failed(nest))
    return failure();
  auto rows = ArrayRef(nest->outer).take_front(pointwise.outerRowAxis + 1);
  auto between = schedule.computeAt(chain.between, rows.back());
  if (failed(between))
    return failure();
  LogicalResult inner = failure();
  schedule.noteEffectsOf(strategy.getDepthwise(), [&] {
    inner = scheduleDepthwise(schedule, chain.depthwise, *between, depthwise);
  });
  if (failed(inner))
    return failure();
  parallelizeOuter(schedule, rows, work, strategy.getTasks());
  return success();
}

namespace {
/// Attached to the pointwise convolution.
struct DepthwiseChainRule : ScheduleRule {
  DepthwiseChainRule()
      : ScheduleRule(DepthwiseChainAttr::getMnemonic(), Scope::List,
                     Priority::kDepthwise) {}

  void assignRoles(ArrayRef<te::BlockOp> list) const override {
    assignChainRoles(list);
  }

  void checkRoles(ArrayRef<te::BlockOp> list,
                  RoleRefusal refuse) const override;

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override;

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto chain = readChain(accesses.block, ignoreRefusal);
    return chain ? estimateChain(*chain, cast<DepthwiseChainAttr>(strategy),
                                 machine)
                 : 0;
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<DepthwiseChainAttr>(strategy);
    auto refuse = [&](te::BlockOp, const Twine &reason) {
      (void)schedule.refuse(reason);
    };
    auto chain = readChain(accesses.block, refuse);
    auto depthwise = Tile::fromStrategy(parameters.getDepthwise());
    auto pointwise = Tile::fromStrategy(parameters.getPointwise());
    if (!chain)
      return failure();
    if (!depthwise || !pointwise)
      return schedule.refuse("expected register tiles for both convolutions");
    if (failed(
            checkTile(schedule, BlockAccesses(chain->depthwise), *depthwise)) ||
        failed(checkTile(schedule, accesses, *pointwise)))
      return failure();
    if (pointwise->outerRowAxis + 3 != static_cast<int>(accesses.numSpatial))
      return schedule.refuse("expected 'outer_row_axis' of the pointwise tile "
                             "in front of the points and the channels");
    return scheduleChain(schedule, *chain, *depthwise, *pointwise, parameters);
  }
};
} // namespace

void DepthwiseChainRule::checkRoles(ArrayRef<te::BlockOp> list,
                                    RoleRefusal refuse) const {
  namespace roles = te::roles::depthwise_chain;
  SmallVector<te::BlockOp> inChains;
  for (te::BlockOp block : list)
    if (te::roles::isPart(block.getRoleAttr(), roles::kAlgorithm,
                          roles::kPointwise))
      if (auto chain = readChain(block, refuse))
        inChains.push_back(chain->depthwise);
  for (te::BlockOp block : list)
    if (te::roles::isPart(block.getRoleAttr(), roles::kAlgorithm,
                          roles::kDepthwise) &&
        !llvm::is_contained(inChains, block))
      refuse(block, "expected the depthwise convolution of a chain to be part "
                    "of one");
}

std::unique_ptr<StrategySpace>
DepthwiseChainRule::match(const Candidate &candidate) const {
  auto chain = readChain(candidate.getBlock(), ignoreRefusal);
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
  return makeChainSpace(*chain, depthwise, pointwise, machine);
}

void addDepthwiseRule(RuleList &rules) {
  rules.push_back(std::make_unique<DepthwiseChainRule>());
}

} // namespace tvm::schedule
