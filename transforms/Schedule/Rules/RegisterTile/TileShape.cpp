#include "transforms/CostModel/TileSize.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
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

/// Whether points along `axis` share vectors that some load reads.
static bool isShared(const BlockAccesses &accesses, int axis) {
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

/// Largest number of vectors of a tile with all columns, where smaller tiles
/// gain nothing.
static constexpr int64_t kMaxVectors = 8;

/// Number of columns of a tile for a convolution with groups of `group`
/// columns: a part of a group, a whole one, or several, of about two vectors,
/// such that tiles begin at the borders of groups.
static int64_t chooseGroupColumns(int64_t group, std::optional<int64_t> columns,
                                  int64_t lanes) {
  for (int64_t size : {2 * lanes, lanes})
    if (group % size == 0)
      return size;
  if (group > 2 * lanes) {
    for (int64_t size = 2 * lanes; size > lanes / 2; --size)
      if (group % size == 0)
        return size;
    return std::min(group, kMaxVectors * lanes);
  }
  for (int64_t count = 2 * lanes / group; count > 1; --count)
    if (columns && *columns % (count * group) == 0)
      return count * group;
  return group;
}

/// Number of columns that share the elements of some load; 0 where no load is
/// grouped.
static int64_t getGroup(const BlockAccesses &accesses) {
  int64_t group = 0;
  for (const BlockAccesses::Load &load : accesses.loads)
    group = std::gcd(group, load.group);
  return group;
}

/// Number of vectors of a tile of one row. While an accumulator waits for its
/// sum, products are added to the others.
static constexpr int64_t kVectorsOfOneRow = 4;

/// Whether all columns of a row are computed before the next row. Operands of
/// columns are then read for each row, and must fit in an eighth of the cache.
/// A quarter is allowed where rows and results do not fit in half of the cache,
/// since they would not stay there from one tile of columns to the next.
static bool areRowsOutside(const BlockAccesses &accesses, const Tile &tile,
                           int64_t cacheBytes) {
  int64_t rowBytes = getBytes(accesses.written), columnBytes = 0;
  for (const BlockAccesses::Load &load : accesses.loads) {
    if (load.isSharedByColumns(accesses.numSpatial - 1))
      rowBytes += getBytes(load.buffer);
    else if (load.along[tile.rowAxis] == Along::None)
      columnBytes += getBytes(load.buffer);
  }
  int64_t most = rowBytes > cacheBytes / 2 ? cacheBytes / 4 : cacheBytes / 8;
  return tile.outerRowAxis >= 0 && columnBytes <= most;
}

/// Number of vectors of a wide tile, and least number of rows that make up for
/// reading more columns.
static constexpr int64_t kWideVectors = 4;
static constexpr int64_t kMinWideRows = 128;

/// The operands of a step of `tile` that take registers.
static cost::TileOperands getOperands(const Tile &tile) {
  return {tile.spansGroups, tile.extendsBytes()};
}

/// Number of rows such that the accumulators of `vectors` vectors leave
/// registers for the operands.
static int64_t getMostRows(const MachineModel &machine, const Tile &tile,
                           int64_t vectors) {
  return cost::getMostRows(machine, vectors, getOperands(tile));
}

/// Whether few rows and many columns are the better tile: in a product of many
/// rows that are far apart, all rows begin a cache line at the same step of the
/// sum.
static bool isWide(const BlockAccesses &accesses, const Tile &tile,
                   const MachineModel &machine) {
  te::BlockOp block = accesses.block;
  unsigned last = accesses.numSpatial - 1;
  auto isLong = [&](unsigned axis) {
    return getExtent(block, axis) != std::optional<int64_t>(1);
  };
  int64_t sums = llvm::count_if(
      llvm::seq(accesses.numSpatial, block.getNumAxes()), isLong);
  int64_t wide = kWideVectors * tile.lanes;
  auto rows = getExtent(block, tile.rowAxis), columns = getExtent(block, last);
  bool isCopiedByTile = llvm::any_of(getReadBuffers(block), [&](Value buffer) {
    return isPacked(accesses, buffer, tile) && !isLarge(buffer, machine);
  });
  return sums == 1 && isShared(accesses, tile.rowAxis) && rows &&
         !isCopiedByTile && *rows >= kMinWideRows && columns &&
         *columns % wide == 0 &&
         (*columns >= kEnoughColumns * wide ||
          !isStreamed(accesses, tile, machine)) &&
         getMostRows(machine, tile, kWideVectors) >= kWideVectors;
}

/// Rows and vectors of a tile with packed rows: the size that the first loads
/// of a step slow down least (benchmarks/register_tiles.py).
/// `kMinPackedColumns` is the least number of columns that make up for packing.
static constexpr int64_t kPackedRows = 8, kPackedVectors = 3;
static constexpr int64_t kMinPackedColumns = 2048;

/// Whether packed rows replace a wide tile.
static bool packsRows(const BlockAccesses &accesses, const Tile &tile,
                      const MachineModel &machine) {
  te::BlockOp block = accesses.block;
  int64_t rows = *getExtent(block, tile.rowAxis);
  int64_t columns = *getExtent(block, accesses.numSpatial - 1);
  auto steps = getExtent(block, block.getNumAxes() - 1);
  return tile.dotSteps == 0 && rows % kPackedRows == 0 &&
         columns >= kMinPackedColumns &&
         columns % (kPackedVectors * tile.lanes) == 0 && steps &&
         *steps % tile.lanes == 0 && machine.vectors.hasMasks() &&
         getMostRows(machine, tile, kPackedVectors) >= kPackedRows &&
         findRowOperand(block, tile.rowAxis);
}

/// Least number of tiles of three vectors that make up for a partial last one.
static constexpr int64_t kMinPlaneTiles = 8;

/// Whether rows belong to a constant matrix, and columns are far apart for each
/// of its steps: a pointwise convolution of planes.
static bool isOfPlanes(const BlockAccesses &accesses, const Tile &tile) {
  return findConstantRows(accesses.block, tile.rowAxis) &&
         llvm::any_of(getReadBuffers(accesses.block), [&](Value buffer) {
           return isPacked(accesses, buffer, tile);
         });
}

void balanceRows(Tile &tile, int64_t extent, int64_t most) {
  int64_t count = llvm::divideCeil(extent, most);
  tile.rows = llvm::divideCeil(extent, count);
  int64_t missing = count * tile.rows - extent;
  // The loop is split at the larger part.
  tile.firstRows = missing == 0 ? 0
                                : std::max((count - missing) * tile.rows,
                                           missing * (tile.rows - 1));
}

/// Number of independent sums that hide the latency of an addition: four
/// cycles, with two additions per cycle.
static constexpr int64_t kMinAccumulators = 8;

/// Rows of a small matrix, of a batch of such, that make up for nests of two
/// sizes.
static constexpr int64_t kMinDividedRows = 24;

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

/// Adds to `problem` what the rows of `tile` follow from.
static void describeRows(cost::TileProblem &problem,
                         const BlockAccesses &accesses, const Tile &tile) {
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
  if (tile.rowAxis < 0 || getGroup(accesses) != 0)
    return std::nullopt;
  cost::TileProblem problem = describeColumns(accesses, tile);
  describeRows(problem, accesses, tile);
  return problem;
}

/// Chooses the columns of `tile`, and returns how many vectors they are.
static int64_t chooseColumns(Tile &tile, const BlockAccesses &accesses) {
  cost::TileProblem problem = describeColumns(accesses, tile);
  cost::TileSize size = cost::chooseColumns(problem);
  tile.columns = size.columns;
  int64_t group = getGroup(accesses);
  if (group == 0)
    return size.vectors;
  tile.columns = chooseGroupColumns(group, problem.columns, tile.lanes);
  tile.spansGroups = group < tile.lanes;
  int64_t vectors = llvm::divideCeil(tile.columns, tile.lanes);
  if (problem.columns && *problem.columns < tile.columns)
    tile.columns = std::max<int64_t>(*problem.columns, 1);
  return vectors;
}

/// Chooses the tile of a block that reads planes, of size `rows` × `columns`.
static void choosePlaneTile(Tile &tile, int64_t rows, int64_t columns,
                            int64_t vectors, const MachineModel &machine) {
  if (columns >= kMinPlaneTiles * kPackedVectors * tile.lanes)
    vectors = kPackedVectors;
  tile.columns = std::min(columns, vectors * tile.lanes);
  int64_t most = getMostRows(machine, tile, vectors);
  tile.rows = cost::chooseRows(rows, most);
  if (rows % tile.rows == 0)
    tile.packsRows = true;
  else
    balanceRows(tile, rows, most);
}

/// Chooses the tile of a product whose operands are large (isWide).
static void chooseWideTile(Tile &tile, const BlockAccesses &accesses,
                           int64_t rows, unsigned numOuter,
                           const MachineModel &machine) {
  if (numOuter == 0 && packsRows(accesses, tile, machine)) {
    tile.columns = kPackedVectors * tile.lanes;
    tile.rows = kPackedRows;
    tile.packsRows = true;
    return;
  }
  tile.columns = kWideVectors * tile.lanes;
  balanceRows(tile, rows, getMostRows(machine, tile, kWideVectors));
}

/// Chooses the rows of all other tiles, whose columns are known.
static void chooseTileRows(Tile &tile, const BlockAccesses &accesses,
                           int64_t vectors, bool isPartitioned,
                           const MachineModel &machine) {
  cost::TileProblem problem;
  describeRows(problem, accesses, tile);
  cost::TileSize size;
  size.vectors = vectors;
  cost::chooseRows(size, problem, machine, getOperands(tile));
  tile.isWindow = size.isWindow;
  tile.columnsInside |= size.isWindow;
  tile.rows = size.rows;
  tile.outerRows = size.outerRows;
  auto rows = problem.rows;
  bool isUneven = rows && *rows % tile.rows != 0;
  bool isSmall = rows && *rows > size.mostRows && !tile.isWindow &&
                 tile.rows * vectors < kMinAccumulators;
  if (isPartitioned && (isUneven || isSmall))
    balanceRows(tile, *rows, size.mostRows);
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
  if (tile.instruction != DotProduct::None && isDotProduct(accesses))
    tile.dotSteps = kDotSteps;
  int64_t vectors = chooseColumns(tile, accesses);
  tile.rowAxis = chooseRowAxis(accesses);
  if (tile.rowAxis < 0) {
    if (!columns || *columns >= kVectorsOfOneRow * lanes)
      tile.columns = kVectorsOfOneRow * lanes;
    return tile;
  }
  if (shareWindow(tile, accesses, machine))
    return tile;
  // Where rows share no vectors, a tile may contain all of a few columns.
  if (columns && *columns <= kMaxVectors * lanes &&
      !isShared(accesses, tile.rowAxis)) {
    tile.columns = std::max<int64_t>(*columns, 1);
    vectors = llvm::divideCeil(tile.columns, lanes);
  }
  tile.outerRowAxis = findSharedAxis(accesses, tile.rowAxis);
  if (tile.outerRowAxis < static_cast<int>(numOuter))
    tile.outerRowAxis = -1;
  tile.rowsOutside = areRowsOutside(accesses, tile, machine.l2CacheBytes);
  std::optional<int64_t> rows = getExtent(accesses.block, tile.rowAxis);
  isPartitioned &= numOuter == 0 || rows.value_or(0) >= kMinDividedRows;
  if (isPartitioned && numOuter == 0 && machine.hasMatrixUnit &&
      isMatrixProduct(accesses, tile.rowAxis))
    chooseMatrixTile(tile, accesses.block, rows, *columns);
  else if (isPartitioned && rows && columns && isOfPlanes(accesses, tile))
    choosePlaneTile(tile, *rows, *columns, vectors, machine);
  else if (isPartitioned && isWide(accesses, tile, machine))
    chooseWideTile(tile, accesses, *rows, numOuter, machine);
  else
    chooseTileRows(tile, accesses, vectors, isPartitioned, machine);
  return tile;
}

} // namespace tvm::schedule
