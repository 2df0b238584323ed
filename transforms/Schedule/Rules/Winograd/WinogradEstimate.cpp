#include "transforms/Schedule/Rules/Winograd/WinogradEstimate.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"

using namespace mlir;

namespace tvm::schedule::winograd {

/// How many times as many vectors of `lanes` elements there are as of the
/// longest ones of `machine`. Longer ones are several of these.
static double countShorter(te::BlockOp block, int64_t lanes,
                           const MachineModel &machine) {
  auto type = cast<MemRefType>(BlockAccesses(block).written.getType());
  auto longest = static_cast<double>(machine.lanesFor(type));
  return std::max(1.0, longest / static_cast<double>(lanes));
}

/// Cycles of the transformations before and behind the products.
template <typename Attr>
static double estimateTransformations(const Stages &stages, Attr strategy,
                                      const MachineModel &machine) {
  int64_t tasks = strategy.getTasks();
  return cost::estimateInOrder(describeNest(stages.data), machine, tasks) *
             countShorter(stages.data, strategy.getDataLanes(), machine) +
         cost::estimateInOrder(describeNest(stages.result), machine, tasks) *
             countShorter(stages.result, strategy.getLanes(), machine);
}

/// Cycles of one core for the products, group by group.
static double estimateProducts(te::BlockOp products,
                               WinogradGroupsAttr strategy,
                               const MachineModel &machine) {
  auto tile = Tile::fromStrategy(strategy.getProducts());
  if (!tile)
    return estimateStrategy(BlockAccesses(products), strategy.getProducts(),
                            machine);
  cost::Nest nest = describeNest(products);
  auto count = [&](unsigned axis, int64_t size) {
    return static_cast<int64_t>(llvm::divideCeil(nest.extents[axis], size));
  };
  SmallVector<cost::TileLoop> groups{
      {kImage, nest.extents[kImage]},
      {kTileRow, nest.extents[kTileRow]},
      {kTileColumn, count(kTileColumn, strategy.getGroup())},
      {kChannel, count(kChannel, strategy.getChannels())}};
  return estimateNestedTile(nest, *tile, groups, machine);
}

double estimateStages(const Stages &stages, WinogradGroupsAttr strategy,
                      const MachineModel &machine) {
  double parallel =
      cost::getParallelPart(strategy.getTasks(), machine.numCores);
  return estimateTransformations(stages, strategy, machine) +
         parallel * estimateProducts(stages.products, strategy, machine);
}

double estimateStages(const Stages &stages, WinogradStagesAttr strategy,
                      const MachineModel &machine) {
  BlockAccesses products(stages.products);
  Tile tile = chooseTile(products, machine, /*isPartitioned=*/true);
  tile.tasks = strategy.getTasks();
  return estimateTransformations(stages, strategy, machine) +
         estimateStrategy(products, tile.toStrategy(products.name.getContext()),
                          machine);
}

} // namespace tvm::schedule::winograd
