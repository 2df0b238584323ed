// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Winograd/WinogradEstimate.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/CostModel/VectorCost.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"

using namespace mlir;

namespace tvm::schedule::winograd {

/// Number of elements of the longest vectors of the results of `block`.
static int64_t getLongest(te::BlockOp block, const MachineModel &machine) {
  return machine.lanesFor(
      cast<MemRefType>(BlockAccesses(block).written.getType()));
}

/// How many times as many vectors of `lanes` elements there are as of `longest`
/// ones. Longer ones are several of these.
static double countShorter(int64_t longest, int64_t lanes) {
  return std::max(1.0,
                  static_cast<double>(longest) / static_cast<double>(lanes));
}

template <typename Attr>
StageEstimator<Attr>::StageEstimator(const Stages &stages,
                                     const MachineModel &machine)
    : products(stages.products), data(describeNest(stages.data)),
      ofProducts(describeNest(stages.products)),
      result(describeNest(stages.result)),
      dataLanes(getLongest(stages.data, machine)),
      resultLanes(getLongest(stages.result, machine)) {
  if constexpr (std::is_same_v<Attr, WinogradStagesAttr>)
    tile = chooseTile(BlockAccesses(products), machine, /*isPartitioned=*/true);
}

/// Cycles of the transformations before and behind the products.
template <typename Attr>
double StageEstimator<Attr>::estimateTransformations(
    Attr strategy, const MachineModel &machine) const {
  int64_t tasks = strategy.getTasks();
  return cost::estimateInOrder(data, machine, tasks) *
             countShorter(dataLanes, strategy.getDataLanes()) +
         cost::estimateInOrder(result, machine, tasks) *
             countShorter(resultLanes, strategy.getLanes());
}

template <>
double StageEstimator<WinogradGroupsAttr>::estimateGroups(
    WinogradGroupsAttr strategy, const MachineModel &machine) const {
  auto ofStrategy = Tile::fromStrategy(strategy.getProducts());
  if (!ofStrategy)
    return estimateStrategy(BlockAccesses(products), strategy.getProducts(),
                            machine);
  auto count = [&](unsigned axis, int64_t size) {
    return static_cast<int64_t>(
        llvm::divideCeil(ofProducts.extents[axis], size));
  };
  SmallVector<cost::TileLoop> groups{
      {kImage, ofProducts.extents[kImage]},
      {kTileRow, ofProducts.extents[kTileRow]},
      {kTileColumn, count(kTileColumn, strategy.getGroup())},
      {kChannel, count(kChannel, strategy.getChannels())}};
  return estimateNestedTile(ofProducts, *ofStrategy, groups, machine);
}

template <>
double StageEstimator<WinogradGroupsAttr>::estimate(
    WinogradGroupsAttr strategy, const MachineModel &machine) const {
  double parallel =
      cost::getParallelPart(strategy.getTasks(), machine.numCores);
  return estimateTransformations(strategy, machine) +
         parallel * estimateGroups(strategy, machine);
}

template <>
double StageEstimator<WinogradStagesAttr>::estimate(
    WinogradStagesAttr strategy, const MachineModel &machine) const {
  Tile best = tile;
  best.tasks = strategy.getTasks();
  return estimateTransformations(strategy, machine) +
         estimateTile(ofProducts, best, machine);
}

template class StageEstimator<WinogradGroupsAttr>;
template class StageEstimator<WinogradStagesAttr>;

} // namespace tvm::schedule::winograd
