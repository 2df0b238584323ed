// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Depthwise/ChainSpace.h"

#include "transforms/Schedule/Rules/RegisterTile/Space/TileConstraints.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/UnrolledTile.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Strategy/ComposedSpace.h"

using namespace mlir;

namespace tvm::schedule {

using P = TileParameter;

namespace {
/// Indices of the parameters of a chain in the group of its space. The tiles
/// follow.
enum Parameters : unsigned { Tasks, UnrollsWindow, NumOwn };

/// The condition on the tile of the pointwise convolution.
struct PointwiseConstraint {
  NestedConstraint tile;
  SmallVector<int64_t> extents;

  bool operator()(ArrayRef<int64_t> values) const;
};

/// The condition on the tile of the depthwise convolution, which computes as
/// many rows at a time as a tile of the pointwise one has.
struct DepthwiseConstraint {
  NestedConstraint tile;
  Point front; // the default of the parameters in front
  Tile chosen;
  cost::Nest nest;
  SmallVector<int64_t> extents; // spatial

  bool operator()(ArrayRef<int64_t> values) const;

private:
  bool isDefault(ArrayRef<int64_t> front, ArrayRef<int64_t> own) const;
  bool canUnrollWindow(ArrayRef<int64_t> values) const;
};

/// The parameters that the depthwise convolution depends on.
Point summarize(ArrayRef<int64_t> front) {
  return {front[UnrollsWindow], front[NumOwn + P::OuterRows]};
}
} // namespace

bool PointwiseConstraint::operator()(ArrayRef<int64_t> values) const {
  ArrayRef<int64_t> own = values.drop_front(NumOwn);
  // The depthwise convolution is computed inside of the outer rows.
  return own[P::Order] != static_cast<int64_t>(TileOrder::ColumnsOutside) &&
         tile.divides(own, extents) && tile.hasOwnOrder(own, extents);
}

/// Whether all steps of the window can be unrolled in the tile `values`.
bool DepthwiseConstraint::canUnrollWindow(ArrayRef<int64_t> values) const {
  if (values[P::Order] != static_cast<int64_t>(TileOrder::ColumnsInside) ||
      (values.size() > P::Unroll && values[P::Unroll] != chosen.unroll))
    return false;
  Tile unrolled = chosen;
  setShape(unrolled, values, nest);
  unrolled.isWindow = true;
  return isUnrollable(nest, unrolled);
}

/// Whether the tile is the default, for the number of rows that it is for.
bool DepthwiseConstraint::isDefault(ArrayRef<int64_t> front,
                                    ArrayRef<int64_t> own) const {
  return own == ArrayRef(tile.chosen).take_front(own.size()) &&
         summarize(front) == summarize(this->front);
}

bool DepthwiseConstraint::operator()(ArrayRef<int64_t> values) const {
  ArrayRef<int64_t> pointwise = values.drop_front(NumOwn);
  ArrayRef<int64_t> own = pointwise.drop_front(P::Count);
  if (isDefault(values, own))
    return true;
  SmallVector<int64_t> inside = extents;
  inside[pointwise[P::OuterRowAxis]] = pointwise[P::OuterRows];
  return tile.divides(own, inside) && tile.hasOwnOrder(own, inside) &&
         (values[UnrollsWindow] == 0 || canUnrollWindow(own));
}

static SmallVector<int64_t> getSpatial(const cost::Nest &nest) {
  return SmallVector<int64_t>(
      ArrayRef(nest.extents).take_front(nest.getLastSpatialAxis() + 1));
}

/// Whether the window of the depthwise convolution is unrolled.
static Parameter getWindowFlag(const BlockAccesses &depthwise,
                               const Tile &tile) {
  SmallVector<int64_t> flags{0};
  if (getWindow(depthwise, tile.rowAxis) > 0)
    flags.push_back(1);
  return makeParameter("unrolls_window", flags, tile.isWindow);
}

/// Whether the parameters of `tile` are those of a nested tile: it is in no
/// matrix registers, and its rows do not share a window.
static bool isNestable(const Tile &tile) {
  return !tile.isMatrix && tile.windowAxis < 0 && tile.outerRowAxis >= 0;
}

/// The strategy of the tiles `depthwise` and `pointwise`.
static DepthwiseChainAttr makeStrategy(Strategy depthwise, Strategy pointwise,
                                       int64_t tasks) {
  return DepthwiseChainAttr::get(depthwise.getContext(), depthwise, pointwise,
                                 tasks);
}

/// The function that makes a strategy of the parameters and of both tiles.
static Strategy build(ArrayRef<int64_t> own, ArrayRef<Strategy> parts) {
  Tile depthwise = *Tile::fromStrategy(parts.back());
  depthwise.isWindow = own[UnrollsWindow] != 0;
  return makeStrategy(depthwise.toStrategy(parts.back().getContext()),
                      parts.front(), own[Tasks]);
}

std::unique_ptr<StrategySpace> makeChainSpace(const DepthwiseChain &chain,
                                              const Tile &depthwise,
                                              const Tile &pointwise,
                                              const MachineModel &machine) {
  BlockAccesses first(chain.depthwise), second(chain.pointwise);
  MLIRContext *context = first.name.getContext();
  int64_t tasks = machine.getEnoughTasks();
  Strategy preferred = makeStrategy(depthwise.toStrategy(context),
                                    pointwise.toStrategy(context), tasks);
  if (!isNestable(depthwise) || !isNestable(pointwise) ||
      first.numSpatial != second.numSpatial)
    return FewStrategies::make({preferred});
  ParameterSpace own;
  own.add(ParameterGroup(
      {makeTasksParameter(tasks), getWindowFlag(first, depthwise)}));
  // An order is a parameter of tiles that are not unrolled windows.
  Tile inside = depthwise;
  inside.columnsInside |= depthwise.isWindow;
  inside.isWindow = false;
  auto ofFirst = std::make_unique<TileSpace>(
      first, machine, inside, /*isPreferred=*/true, TiledSum::Nested);
  auto ofSecond = std::make_unique<TileSpace>(
      second, machine, pointwise, /*isPreferred=*/true, TiledSum::Nested);
  PointwiseConstraint fitsSecond{{ofSecond->getParameters().getDefault()},
                                 getSpatial(ofSecond->getNest())};
  Point front = own.getDefault();
  llvm::append_range(front, fitsSecond.tile.chosen);
  DepthwiseConstraint fitsFirst{{ofFirst->getParameters().getDefault()},
                                front,
                                inside,
                                ofFirst->getNest(),
                                getSpatial(ofFirst->getNest())};
  auto space = std::make_unique<ComposedSpace>(own, build,
                                               ArrayRef<Strategy>(preferred));
  space->addLinkedPart("pointwise", std::move(ofSecond), fitsSecond,
                       [](ArrayRef<int64_t>) { return Point(); });
  space->addLinkedPart("depthwise", std::move(ofFirst), fitsFirst, summarize);
  return space;
}

double estimateChain(const DepthwiseChain &chain, DepthwiseChainAttr strategy,
                     const MachineModel &machine) {
  auto depthwise = Tile::fromStrategy(strategy.getDepthwise());
  auto pointwise = Tile::fromStrategy(strategy.getPointwise());
  if (!depthwise || !pointwise || pointwise->outerRowAxis < 0)
    return 0;
  cost::Nest first = describeNest(chain.depthwise);
  auto rows = static_cast<unsigned>(pointwise->outerRowAxis);
  SmallVector<cost::TileLoop> outer;
  if (rows < first.getNumAxes())
    outer.push_back({rows, static_cast<int64_t>(llvm::divideCeil(
                               first.extents[rows], pointwise->outerRows))});
  double cycles = estimateNestedTile(first, *depthwise, outer, machine) +
                  estimateNestedTile(describeNest(chain.pointwise), *pointwise,
                                     {}, machine);
  return cycles * cost::getParallelPart(strategy.getTasks(), machine.numCores);
}

} // namespace tvm::schedule
