// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/Space/PlaneConstraints.h"

#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

#include <array>
#include <tuple>

using namespace mlir;

namespace tvm::schedule {

using P = TileParameter;

/// Largest number of unrolled products of vectors in all nests.
static constexpr int64_t kMaxProducts = 2048;

PlaneProblem::PlaneProblem(const BlockAccesses &accesses,
                           const cost::Nest &nest, const Tile &chosen,
                           int64_t numRegisters)
    : nest(nest), chosen(chosen), point(getTilePoint(chosen)),
      numRegisters(numRegisters), isOwn(accesses.numSpatial, false) {
  te::BlockOp block = accesses.block;
  for (auto [capture, buffer] : llvm::enumerate(block.getCaptures())) {
    te::BlockOp producer = getOwnProducer(block, buffer);
    for (unsigned axis = 0; axis < accesses.numSpatial; ++axis)
      isOwn[axis] |= producer && isAsLowered(producer) &&
                     countOwnAxes(block, capture, axis) == 1;
  }
  Parameter parameter = makeTasksParameter(chosen.tasks);
  tasks.push_back(chosen.tasks);
  llvm::append_range(tasks, parameter.values);
}

Tile PlaneProblem::getShape(ArrayRef<int64_t> values) const {
  Tile tile = chosen;
  setShape(tile, values, nest);
  return tile;
}

int64_t getOtherSteps(const cost::Nest &nest, int windowAxis) {
  int64_t steps = 1;
  for (auto [axis, extent] : llvm::enumerate(nest.extents))
    if (nest.isReduction[axis] && extent != 1 &&
        static_cast<int>(axis) != windowAxis)
      steps = extent;
  return steps;
}

bool PlaneProblem::isChosen(ArrayRef<int64_t> values) const {
  return values == ArrayRef(point).take_front(values.size());
}

/// Number of tiles along `axis` in the largest nest.
static int64_t countTiles(const cost::Nest &nest, const Tile &tile,
                          unsigned axis) {
  int64_t extent = nest.extents[axis],
          size = tile.getSize(axis, nest.getLastSpatialAxis());
  // Tiles of either size have a nest of their own.
  if (tile.firstRows != 0 && static_cast<int>(axis) == tile.rowAxis)
    return std::max(tile.firstRows / size,
                    (extent - tile.firstRows) / (size - 1));
  return std::max<int64_t>(extent / size, 1);
}

/// Number of nests that tiles along `axis` are divided into.
static int64_t countParts(const cost::Nest &nest, const Tile &tile,
                          unsigned axis) {
  unsigned last = nest.getLastSpatialAxis();
  int64_t tiles = countTiles(nest, tile, axis);
  int64_t size = std::min(tile.getSize(axis, last), nest.extents[axis]);
  int64_t block = tile.getBlock(axis, last);
  bool isOfRows = static_cast<int>(axis) == tile.rowAxis;
  bool hasRest =
      (isOfRows && tile.firstRows != 0) || nest.extents[axis] % size != 0;
  bool isBehind = block != 0 && tiles % block != 0;
  return 1 + (hasRest ? 1 : 0) + (isBehind ? 1 : 0);
}

static int64_t countNests(const cost::Nest &nest, const Tile &tile) {
  int64_t count = 1;
  for (unsigned axis = 0; axis <= nest.getLastSpatialAxis(); ++axis)
    count *= countParts(nest, tile, axis);
  return count;
}

/// Number of products of vectors in one tile at one step of the serial sum.
static int64_t countProducts(const cost::Nest &nest, const Tile &tile) {
  return nest.extents[tile.windowAxis] * tile.rows * tile.outerRows *
         static_cast<int64_t>(llvm::divideCeil(tile.columns, tile.lanes));
}

namespace {
/// A loop over tiles, or over blocks of tiles, that has several iterations.
struct TileLoop {
  unsigned axis;
  int64_t trips;
  int64_t distance; // in tiles, from one iteration to the next

  bool operator==(const TileLoop &other) const {
    return std::tie(axis, trips, distance) ==
           std::tie(other.axis, other.trips, other.distance);
  }
};
} // namespace

/// The loops over tiles, the outermost one first, with single iterations.
static SmallVector<TileLoop> getAllLoops(const cost::Nest &nest,
                                         const Tile &tile) {
  SmallVector<TileLoop> loops;
  unsigned last = nest.getLastSpatialAxis();
  for (TileLevel level : orderTiles(last + 1, tile)) {
    int64_t tiles = countTiles(nest, tile, level.axis);
    int64_t block = tile.getBlock(level.axis, last);
    if (block == 0 || block > tiles)
      block = tiles;
    if (level.isBlock)
      loops.push_back({level.axis, tiles / block, block});
    else
      loops.push_back({level.axis, block, 1});
  }
  return loops;
}

static SmallVector<TileLoop> getLoops(const cost::Nest &nest,
                                      const Tile &tile) {
  SmallVector<TileLoop> loops = getAllLoops(nest, tile);
  llvm::erase_if(loops, [](const TileLoop &loop) { return loop.trips == 1; });
  return loops;
}

/// Whether no order without that many parameters runs through tiles of the same
/// sizes in the same order.
static bool isSimplest(const PlaneProblem &problem, const Tile &tile) {
  SmallVector<int> axes{tile.outerRowAxis};
  if (tile.outerRows == 1 && tile.blockOuterRows == 0)
    axes.insert(axes.begin(), -1);
  SmallVector<TileLoop> loops = getLoops(problem.nest, tile);
  for (int axis : axes)
    for (TileOrder order : {TileOrder::ColumnsInside, TileOrder::ColumnsOutside,
                            TileOrder::RowsOutside}) {
      if (order == TileOrder::RowsOutside && axis < 0)
        continue;
      Tile other = tile;
      other.outerRowAxis = axis;
      other.columnsInside = order == TileOrder::ColumnsInside;
      other.rowsOutside = order == TileOrder::RowsOutside;
      bool isSame = axis == tile.outerRowAxis &&
                    other.columnsInside == tile.columnsInside &&
                    other.rowsOutside == tile.rowsOutside;
      if (isSame)
        return true;
      if (getLoops(problem.nest, other) == loops)
        return false;
    }
  return false;
}

/// Whether a block has fewer tiles than there are, and than other blocks of
/// which as many cover all tiles.
static bool isBlockLegal(int64_t tiles, int64_t block) {
  return block == 0 ||
         (block > 1 && block < tiles &&
          llvm::divideCeil(tiles, block) < llvm::divideCeil(tiles, block - 1));
}

/// Whether the loop over blocks along an axis is the next one around the loop
/// over their tiles, so that blocks change nothing.
static bool hasVainBlocks(ArrayRef<TileLoop> loops) {
  for (size_t i = 1; i < loops.size(); ++i)
    if (loops[i - 1].axis == loops[i].axis)
      return true;
  return false;
}

bool PlaneBlockConstraint::operator()(ArrayRef<int64_t> values) const {
  if (problem.isChosen(values))
    return true;
  Tile tile = problem.getShape(values);
  const cost::Nest &nest = problem.nest;
  unsigned last = nest.getLastSpatialAxis();
  if (tile.outerRowAxis < 0 && values[P::BlockOuterRows] != 0)
    return false;
  for (unsigned axis = 0; axis <= last; ++axis)
    if (int64_t block = tile.getBlock(axis, last))
      if (!isBlockLegal(countTiles(nest, tile, axis), block))
        return false;
  return countNests(nest, tile) * countProducts(nest, tile) <= kMaxProducts &&
         !hasVainBlocks(getLoops(nest, tile)) && isSimplest(problem, tile);
}

bool PlaneSizeConstraint::fits(ArrayRef<int64_t> values) const {
  const PlaneProblem &problem = blocks.problem;
  ArrayRef<int64_t> extents = problem.nest.extents;
  int64_t axis = values[P::RowAxis], outer = values[P::OuterRowAxis];
  int64_t rows = values[P::Rows], outerRows = values[P::OuterRows];
  bool isOuterLegal =
      outer < 0 ? outerRows == 1 : outer < axis && outerRows <= extents[outer];
  if (rows > extents[axis] || !isOuterLegal ||
      (outer < 0 &&
       values[P::Order] == static_cast<int64_t>(TileOrder::RowsOutside)))
    return false;
  Tile tile;
  tile.rows = rows;
  if (values[P::Balanced] && !balanceTile(tile, extents[axis]))
    return false;
  auto vectors = static_cast<int64_t>(
      llvm::divideCeil(values[P::Columns], problem.chosen.lanes));
  return rows * outerRows * vectors < problem.numRegisters;
}

bool PlaneSizeConstraint::operator()(ArrayRef<int64_t> values) const {
  if (blocks.problem.isChosen(values))
    return true;
  if (!fits(values))
    return false;
  // A second axis in tiles of one row may matter to blocks only.
  using Blocks = std::array<int64_t, 3>;
  for (const Blocks &sizes :
       {Blocks{0, 0, 0}, Blocks{2, 0, 0}, Blocks{0, 0, 2}}) {
    Point point(values);
    llvm::append_range(point, sizes);
    if (blocks(point))
      return true;
  }
  return false;
}

/// Largest number of nests that tiles of one nest at borders have.
static int64_t countBorders(const cost::Nest &nest, const Tile &tile) {
  constexpr int64_t kBordersAndInside = 3;
  int64_t count = 1;
  for (const TileLoop &loop : getLoops(nest, tile))
    if (static_cast<int>(loop.axis) == tile.rowAxis ||
        loop.axis == nest.getLastSpatialAxis())
      count *= std::min(loop.trips, kBordersAndInside);
  return count;
}

bool PlaneStepConstraint::isUnrollable(ArrayRef<int64_t> values) const {
  const cost::Nest &nest = problem.nest;
  Tile tile = problem.getShape(values);
  int64_t products = countProducts(nest, tile) * countNests(nest, tile);
  if (!values[P::InlinesBorders])
    return products * values[P::Unroll] <= kMaxProducts;
  if (!values[P::MasksBorders])
    products *= countBorders(nest, tile);
  return products * getOtherSteps(problem.nest, problem.chosen.windowAxis) <=
         kMaxProducts;
}

/// Whether a row of some nest is one tile.
static bool hasSingleColumns(const cost::Nest &nest, const Tile &tile) {
  unsigned last = nest.getLastSpatialAxis();
  int64_t tiles = countTiles(nest, tile, last);
  return tiles == 1 || nest.extents[last] % tile.columns != 0 ||
         (tile.blockColumns != 0 && tiles % tile.blockColumns == 1);
}

bool PlaneStepConstraint::areBordersLegal(ArrayRef<int64_t> values) const {
  bool isInlined = values[P::InlinesBorders] != 0;
  bool hasProducer = llvm::is_contained(problem.isOwn, true);
  bool isWhole =
      isInlined || values[P::Unroll] ==
                       getOtherSteps(problem.nest, problem.chosen.windowAxis);
  Tile tile = problem.getShape(values);
  // An inlined producer has no place, and its window is unrolled.
  if (isInlined && (!values[P::Producers] || values[P::Unroll] != 1))
    return false;
  // Nothing else is inlined without a producer.
  if (!isInlined && !hasProducer && isWhole && values[P::Unroll] != 1)
    return false;
  if (values[P::MasksBorders] &&
      (!isInlined || !hasProducer || !hasSingleColumns(problem.nest, tile)))
    return false;
  if (values[P::RowsApart] && tile.rows * tile.outerRows == 1)
    return false;
  // Operands are prefetched during the serial sum of the consumer's own tile.
  return !values[P::Epilogue] || (values[P::Reader] && !isWhole);
}

namespace {
/// The effect of the number of tasks.
struct TaskEffect {
  size_t numOuter = 0;  // loops that threads may share
  size_t numShared = 0; // of these, fused and on threads; 0: serial
  bool areProducersFused = false;

  bool operator==(const TaskEffect &other) const {
    return numOuter == other.numOuter && numShared == other.numShared &&
           areProducersFused == other.areProducersFused;
  }
};
} // namespace

/// Number of the outermost `loops` that are fused for `tasks` tasks and run on
/// threads; 0 where the nest is serial (parallelizeOuter).
static size_t countShared(ArrayRef<TileLoop> loops, int64_t tasks) {
  if (tasks == 0)
    return 0;
  int64_t trips = loops.front().trips;
  size_t count = 1;
  while (count < loops.size() && trips < kFineness * tasks)
    trips *= loops[count++].trips;
  return trips == 1 ? 0 : count;
}

/// The effect of `tasks` on the largest nest of tiles in `loops`.
static TaskEffect getEffect(const PlaneProblem &problem,
                            ArrayRef<TileLoop> loops, bool isSingleNest,
                            ArrayRef<int64_t> values, int64_t tasks) {
  auto isEnough = [&](ArrayRef<TileLoop> some) {
    int64_t count = 1;
    for (const TileLoop &loop : some)
      count *= loop.trips;
    return count >= tasks;
  };
  TaskEffect effect;
  size_t numOwn = 0;
  while (numOwn < loops.size() && problem.isOwn[loops[numOwn].axis])
    ++numOwn;
  effect.areProducersFused = values[P::Producers] &&
                             !values[P::InlinesBorders] && isSingleNest &&
                             numOwn != 0 && isEnough(loops.take_front(numOwn));
  if (values[P::InlinesBorders])
    while (loops.size() > 1 && isEnough(loops.drop_back()))
      loops = loops.drop_back();
  effect.numOuter = loops.size();
  if (problem.nest.getNumPoints() >= kMinParallelWork)
    effect.numShared = countShared(loops, tasks);
  return effect;
}

bool PlaneStepConstraint::areTasksLegal(ArrayRef<int64_t> values) const {
  Tile tile = problem.getShape(values);
  SmallVector<TileLoop> loops = getAllLoops(problem.nest, tile);
  bool isSingleNest = countNests(problem.nest, tile) == 1;
  auto get = [&](int64_t tasks) {
    return getEffect(problem, loops, isSingleNest, values, tasks);
  };
  TaskEffect effect = get(values[P::Tasks]);
  for (int64_t tasks : problem.tasks) {
    if (tasks == values[P::Tasks])
      break;
    if (get(tasks) == effect)
      return false;
  }
  if (values[P::Producers])
    return true;
  // Otherwise producers have nests of their own anyway.
  Point fused(values);
  fused[P::Producers] = 1;
  return getEffect(problem, loops, isSingleNest, fused, values[P::Tasks])
      .areProducersFused;
}

bool PlaneStepConstraint::operator()(ArrayRef<int64_t> values) const {
  return problem.isChosen(values) ||
         (areBordersLegal(values) && isUnrollable(values) &&
          areTasksLegal(values));
}

Point PlaneStepConstraint::summarize(ArrayRef<int64_t> values) const {
  const cost::Nest &nest = problem.nest;
  Tile tile = problem.getShape(values);
  ArrayRef<int64_t> shape = values.take_front(P::Unroll);
  Point summary{problem.isChosen(shape) ? 1 : 0,
                countNests(nest, tile),
                countProducts(nest, tile),
                countBorders(nest, tile),
                hasSingleColumns(nest, tile) ? 1 : 0,
                tile.rows * tile.outerRows == 1 ? 1 : 0};
  // Further loops never run on threads.
  int64_t trips = 1, most = kFineness * *llvm::max_element(problem.tasks);
  for (const TileLoop &loop : getAllLoops(nest, tile)) {
    summary.push_back(problem.isOwn[loop.axis] ? 1 : 0);
    summary.push_back(loop.trips);
    trips *= loop.trips;
    if (trips > most)
      break;
  }
  return summary;
}

} // namespace tvm::schedule
