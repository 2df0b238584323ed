// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/TileSize.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileKinds.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Support/Intrinsics.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

bool isTileable(const BlockAccesses &accesses) {
  te::BlockOp block = accesses.block;
  if (!accesses.written || !block.hasReduction() || accesses.numSpatial == 0 ||
      accesses.loads.empty())
    return false;
  unsigned last = accesses.numSpatial - 1;
  if (!cost::hasColumns(getExtent(block, last)))
    return false;
  bool isUsed = false;
  for (const BlockAccesses::Load &load : accesses.loads) {
    if (load.along[last] == Along::Other)
      return false;
    isUsed |= load.along[last] != Along::None;
  }
  return isUsed;
}

bool isShared(const BlockAccesses &accesses, int axis) {
  unsigned columns = accesses.numSpatial - 1;
  return llvm::any_of(accesses.loads, [&](const auto &load) {
    return load.along[axis] == Along::None &&
           load.along[columns] != Along::None;
  });
}

/// The last axis before `end` along which rows share vectors, or -1.
static int findSharedAxis(const BlockAccesses &accesses, int end) {
  for (int axis = end - 1; axis >= 0; --axis)
    if (getExtent(accesses.block, axis) != std::optional<int64_t>(1) &&
        isShared(accesses, axis))
      return axis;
  return -1;
}

/// The axis of rows: the last one that shares vectors or, if there is none, the
/// last one with several points; -1 if there is none.
static int chooseRowAxis(const BlockAccesses &accesses) {
  int last = static_cast<int>(accesses.numSpatial) - 1;
  int shared = findSharedAxis(accesses, last);
  if (shared >= 0)
    return shared;
  for (int axis = last - 1; axis >= 0; --axis)
    if (getExtent(accesses.block, axis) != std::optional<int64_t>(1))
      return axis;
  return -1;
}

/// Number of columns of a tile for a part of a group of `group` columns, or for
/// the whole one: of those that divide it the one that fills its vectors best,
/// and of equal ones the largest.
static int64_t chooseGroupPart(int64_t group, int64_t lanes,
                               const cost::TileTable &table) {
  int64_t most = std::min(group, table.maxVectors * lanes), best = most;
  auto getFill = [&](int64_t size) {
    return static_cast<double>(size) / llvm::alignTo(size, lanes);
  };
  double fill = 0;
  for (int64_t size = most; size > lanes / 2; --size)
    if (group % size == 0 && getFill(size) > fill) {
      best = size;
      fill = getFill(size);
    }
  return best;
}

/// Number of columns of a tile for a convolution with groups of `group`
/// columns: a part of a group, a whole one, or several, of about the usual
/// number of vectors, such that tiles begin at the borders of groups.
static int64_t chooseGroupColumns(int64_t group, std::optional<int64_t> columns,
                                  int64_t lanes, const cost::TileTable &table) {
  int64_t usual = table.vectors * lanes;
  for (int64_t size : {usual, lanes})
    if (group % size == 0)
      return size;
  if (group > usual)
    return chooseGroupPart(group, lanes, table);
  for (int64_t count = usual / group; count > 1; --count)
    if (columns && *columns % (count * group) == 0)
      return count * group;
  return group;
}

/// Whether all columns of a row are computed before the next row. Operands of
/// columns are then read for each row, and must stay in the cache. Twice as
/// much is allowed where rows and results do not fit in half of the cache,
/// since they would not stay there from one tile of columns to the next.
static bool areRowsOutside(const BlockAccesses &accesses, const Tile &tile,
                           const MachineModel &machine) {
  int64_t rowBytes = getBytes(accesses.written), columnBytes = 0;
  for (const BlockAccesses::Load &load : accesses.loads) {
    if (load.isSharedByColumns(accesses.numSpatial - 1))
      rowBytes += getBytes(load.buffer);
    else if (load.along[tile.rowAxis] == Along::None)
      columnBytes += getBytes(load.buffer);
  }
  int64_t part = machine.tiles.cachePart;
  if (rowBytes > machine.l2CacheBytes / 2)
    part /= 2;
  return tile.outerRowAxis >= 0 && columnBytes <= machine.l2CacheBytes / part;
}

/// Describes what the columns of `tile` follow from.
static cost::TileProblem describeColumns(const BlockAccesses &accesses,
                                         const Tile &tile) {
  cost::TileProblem problem;
  problem.columns = getExtent(accesses.block, accesses.numSpatial - 1);
  problem.lanes = tile.lanes;
  problem.isProduct = llvm::any_of(accesses.loads, [&](const auto &load) {
    return load.isSharedByColumns(accesses.numSpatial - 1);
  });
  problem.extendsBytes = tile.extendsBytes();
  return problem;
}

void describeRows(cost::TileProblem &problem, const BlockAccesses &accesses,
                  const Tile &tile) {
  problem.rows = getExtent(accesses.block, tile.rowAxis);
  problem.hasOuterRows = tile.outerRowAxis >= 0;
  if (problem.hasOuterRows)
    problem.outerRows = getExtent(accesses.block, tile.outerRowAxis);
  problem.window = getWindow(accesses, tile.rowAxis);
  if (problem.window > 0)
    problem.step = *getStep(accesses.block, tile.rowAxis);
}

std::optional<cost::TileProblem> describeTile(const BlockAccesses &accesses,
                                              const Tile &tile) {
  if (tile.rowAxis < 0 || accesses.getGroup() != 0)
    return std::nullopt;
  cost::TileProblem problem = describeColumns(accesses, tile);
  describeRows(problem, accesses, tile);
  return problem;
}

/// Chooses the columns of `tile`, and returns how many vectors they are.
static int64_t chooseColumns(Tile &tile, const BlockAccesses &accesses,
                             const MachineModel &machine) {
  cost::TileProblem problem = describeColumns(accesses, tile);
  cost::TileSize size = cost::chooseColumns(problem, machine);
  tile.columns = size.columns;
  int64_t group = accesses.getGroup();
  if (group == 0)
    return size.vectors;
  tile.columns =
      chooseGroupColumns(group, problem.columns, tile.lanes, machine.tiles);
  tile.spansGroups = group < tile.lanes;
  int64_t vectors = llvm::divideCeil(tile.columns, tile.lanes);
  if (problem.columns && *problem.columns < tile.columns)
    tile.columns = std::max<int64_t>(*problem.columns, 1);
  return vectors;
}

Tile chooseTile(const BlockAccesses &accesses, const MachineModel &machine,
                bool isPartitioned, unsigned numOuter) {
  Tile tile;
  int64_t lanes =
      machine.lanesFor(cast<MemRefType>(accesses.written.getType()));
  std::optional<int64_t> columns =
      getExtent(accesses.block, accesses.numSpatial - 1);
  tile.lanes = lanes;
  tile.masksColumns = machine.vectors.hasMasks();
  tile.numOuter = numOuter;
  tile.instruction = machine.dotProduct;
  bool hasInstruction = tile.instruction != DotProduct::None &&
                        llvm::is_contained(kDotLanes, lanes);
  if (hasInstruction && isDotProduct(accesses))
    tile.dotSteps = kDotSteps;
  int64_t vectors = chooseColumns(tile, accesses, machine);
  tile.rowAxis = chooseRowAxis(accesses);
  if (tile.rowAxis < 0) {
    int64_t size = machine.tiles.oneRowVectors * lanes;
    if (!columns || *columns >= size)
      tile.columns = size;
    return tile;
  }
  if (shareWindow(tile, accesses, machine))
    return tile;
  // Where rows share no vectors, a tile may contain all of a few columns.
  if (columns && *columns <= machine.tiles.maxVectors * lanes &&
      !isShared(accesses, tile.rowAxis)) {
    tile.columns = std::max<int64_t>(*columns, 1);
    vectors = llvm::divideCeil(tile.columns, lanes);
  }
  tile.outerRowAxis = findSharedAxis(accesses, tile.rowAxis);
  if (tile.outerRowAxis < static_cast<int>(numOuter))
    tile.outerRowAxis = -1;
  tile.rowsOutside = areRowsOutside(accesses, tile, machine);
  std::optional<int64_t> rows = getExtent(accesses.block, tile.rowAxis);
  isPartitioned &=
      numOuter == 0 || rows.value_or(0) >= machine.tiles.minDividedRows;
  chooseSize(tile, {accesses, machine, rows, columns, vectors, isPartitioned});
  return tile;
}

} // namespace tvm::schedule
