// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/Space/SplitSpace.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/RegisterTile/UnrolledTile.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

/// Makes a tile, whose elements may have to be gathered, small enough to be
/// unrolled: with fewer steps, and then with fewer rows.
static void makeUnrollable(Tile &tile, const cost::Nest &nest) {
  while (!isUnrollable(nest, tile) && tile.unroll > 1)
    tile.unroll /= 2;
  while (!isUnrollable(nest, tile) && tile.rows > 1) {
    --tile.rows;
    tile.firstRows = 0;
  }
}

/// The tile of a block with its operands; nothing for other blocks.
static std::optional<Tile> chooseWholeTile(const BlockAccesses &accesses,
                                           const MachineModel &machine,
                                           unsigned numOuter = 0) {
  if (!isTileable(accesses) || !isAsLowered(accesses.block))
    return std::nullopt;
  Tile tile = chooseTile(accesses, machine, /*isPartitioned=*/true, numOuter);
  chooseOperands(tile, accesses, machine);
  if (tile.spansGroups)
    makeUnrollable(tile, describeNest(accesses.block));
  return tile;
}

SmallVector<Strategy> chooseRegisterTile(ScheduleBuilder &schedule,
                                         const BlockAccesses &accesses,
                                         const MachineModel &machine,
                                         unsigned numOuter) {
  auto tile = chooseWholeTile(accesses, machine, numOuter);
  if (!tile)
    return {};
  SmallVector<Strategy> strategies =
      getTileStrategies(*tile, schedule.getKernel().getContext());
  auto parts =
      numOuter == 0 ? chooseParts(accesses, *tile, machine) : std::nullopt;
  if (parts)
    if (Strategy split = chooseSplit(schedule, accesses.block, *parts, machine))
      strategies.insert(strategies.begin(), split);
  return strategies;
}

/// The best tile of the kind that `Attr` describes; nothing where the block has
/// none.
template <typename Attr>
static std::optional<Tile> chooseTileOf(const BlockAccesses &accesses,
                                        MachineModel machine) {
  // Tiles of all machines can be chosen, except tiles for missing instructions.
  if (!std::is_same_v<Attr, MatrixTileAttr>)
    machine.hasMatrixUnit = false;
  if (std::is_same_v<Attr, RegisterTileAttr>)
    machine.dotProduct = DotProduct::None;
  auto tile = chooseWholeTile(accesses, machine);
  if (!tile)
    return std::nullopt;
  if (std::is_same_v<Attr, RegisterTileAttr> &&
      (tile->isWindow || tile->windowAxis >= 0)) {
    tile->isWindow = tile->inlinesBorders = tile->masksBorders = false;
    tile->rowsApart = false;
    tile->windowAxis = -1;
    chooseOperands(*tile, accesses, machine);
  }
  Strategy strategy = tile->toStrategy(accesses.name.getContext());
  return isa<Attr>(strategy) ? tile : std::nullopt;
}

namespace {
/// The rule for `Attr`, one of the strategies for register tiles.
template <typename Attr> struct TileRule : ScheduleRule {
  TileRule()
      : ScheduleRule(Attr::getMnemonic(), Scope::Block, Priority::kBlock) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    const BlockAccesses &accesses = candidate.accesses;
    const MachineModel &machine = candidate.machine;
    auto best = chooseWholeTile(accesses, machine);
    if (!best)
      return nullptr;
    bool isPreferred = isa<Attr>(best->toStrategy(accesses.name.getContext()));
    auto tile = isPreferred ? best : chooseTileOf<Attr>(accesses, machine);
    return tile ? std::make_unique<TileSpace>(accesses, machine, *tile,
                                              isPreferred)
                : nullptr;
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    return estimateTile(describeNest(accesses.block),
                        *Tile::fromStrategy(strategy), machine);
  }

  Strategy dropIdle(Strategy strategy, const ParameterEffects &effects,
                    IdleReport report) const override {
    Tile tile = *Tile::fromStrategy(strategy);
    return dropIdleParameters(tile, effects, report)
               ? tile.toStrategy(strategy.getContext())
               : strategy;
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    return applyTile(schedule, accesses, *Tile::fromStrategy(strategy));
  }
};

struct SplitReductionRule : ScheduleRule {
  SplitReductionRule()
      : ScheduleRule(SplitReductionAttr::getMnemonic(), Scope::Block,
                     Priority::kBlock) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    const MachineModel &machine = candidate.machine;
    auto tile = chooseWholeTile(candidate.accesses, machine);
    SmallVector<int64_t> divisors = getPossibleParts(candidate.accesses);
    if (!tile || divisors.empty())
      return nullptr;
    auto parts = chooseParts(candidate.accesses, *tile, machine);
    if (tile->isMatrix) { // a part is no product for matrix registers
      MachineModel ofParts = machine;
      ofParts.hasMatrixUnit = false;
      tile = chooseWholeTile(candidate.accesses, ofParts);
      if (!tile)
        return nullptr;
    }
    return std::make_unique<SplitSpace>(candidate, *tile, divisors,
                                        parts.value_or(divisors.front()),
                                        parts.has_value());
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override {
    auto parameters = cast<SplitReductionAttr>(strategy);
    auto tile = Tile::fromStrategy(parameters.getPartial());
    return tile ? estimateSplit(describeNest(accesses.block),
                                parameters.getParts(), *tile, machine)
                : 0;
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override {
    auto parameters = cast<SplitReductionAttr>(strategy);
    if (!isTileable(accesses) || !isAsLowered(accesses.block))
      return schedule.refuse("the block is no sum of a matrix");
    auto parts = divideSum(schedule, accesses.block, parameters.getParts());
    if (failed(parts))
      return failure();
    StringAttr partial = parts->getNameAttr();
    return success(
        succeeded(applyStrategy(schedule, partial, parameters.getPartial())) &&
        succeeded(
            applyStrategy(schedule, accesses.name, parameters.getTotal())));
  }
};
} // namespace

void addRegisterTileRules(RuleList &rules) {
  rules.push_back(std::make_unique<SplitReductionRule>());
  rules.push_back(std::make_unique<TileRule<RegisterTileAttr>>());
  rules.push_back(std::make_unique<TileRule<WindowTileAttr>>());
  rules.push_back(std::make_unique<TileRule<PlaneTileAttr>>());
  rules.push_back(std::make_unique<TileRule<DotProductTileAttr>>());
  rules.push_back(std::make_unique<TileRule<MatrixTileAttr>>());
}

} // namespace tvm::schedule
