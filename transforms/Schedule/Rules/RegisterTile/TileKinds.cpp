// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/TileKinds.h"

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A kind of tile: the constraints under which tiles have it, and their size.
struct TileKind {
  bool (*fits)(const Tile &tile, const TileFacts &facts);
  void (*choose)(Tile &tile, const TileFacts &facts);
};
} // namespace

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

void balanceRows(Tile &tile, int64_t extent, int64_t most) {
  int64_t count = llvm::divideCeil(extent, most);
  tile.rows = llvm::divideCeil(extent, count);
  int64_t missing = count * tile.rows - extent;
  // The loop is split at the larger part.
  tile.firstRows = missing == 0 ? 0
                                : std::max((count - missing) * tile.rows,
                                           missing * (tile.rows - 1));
}

// A product in matrix registers.

static bool fitsMatrix(const Tile &tile, const TileFacts &facts) {
  return facts.isPartitioned && tile.numOuter == 0 &&
         facts.machine.hasMatrixUnit &&
         isMatrixProduct(facts.accesses, tile.rowAxis);
}

static void chooseMatrix(Tile &tile, const TileFacts &facts) {
  chooseMatrixTile(tile, facts.accesses.block, facts.rows, *facts.columns);
}

// A pointwise convolution of planes: rows belong to a constant matrix, and
// columns are far apart for each of its steps.

static bool fitsPlanes(const Tile &tile, const TileFacts &facts) {
  te::BlockOp block = facts.accesses.block;
  return facts.isPartitioned && facts.rows && facts.columns &&
         findConstantRows(block, tile.rowAxis) &&
         llvm::any_of(getReadBuffers(block), [&](Value buffer) {
           return isPacked(facts.accesses, buffer, tile);
         });
}

static void choosePlanes(Tile &tile, const TileFacts &facts) {
  const cost::TileTable &table = facts.machine.tiles;
  int64_t vectors = facts.vectors;
  if (*facts.columns >= table.minPlaneTiles * table.packedVectors * tile.lanes)
    vectors = table.packedVectors;
  tile.columns = std::min(*facts.columns, vectors * tile.lanes);
  int64_t most = getMostRows(facts.machine, tile, vectors);
  tile.rows = cost::chooseRows(*facts.rows, most);
  if (*facts.rows % tile.rows == 0)
    tile.packsRows = true;
  else
    balanceRows(tile, *facts.rows, most);
}

// Few rows and many columns, in a product of many rows that are far apart: all
// rows begin a cache line at the same step of the sum.

/// Whether the block has one sum of several steps.
static bool hasOneSum(const BlockAccesses &accesses) {
  te::BlockOp block = accesses.block;
  auto axes = llvm::seq(accesses.numSpatial, block.getNumAxes());
  return llvm::count_if(axes, [&](unsigned axis) {
           return getExtent(block, axis) != std::optional<int64_t>(1);
         }) == 1;
}

/// Whether columns of `tile` are copied from an operand for each tile.
static bool isCopiedByTile(const Tile &tile, const TileFacts &facts) {
  return llvm::any_of(getReadBuffers(facts.accesses.block), [&](Value buffer) {
    return isPacked(facts.accesses, buffer, tile) &&
           !isLarge(buffer, facts.machine);
  });
}

static bool fitsWide(const Tile &tile, const TileFacts &facts) {
  const cost::TileTable &table = facts.machine.tiles;
  int64_t wide = table.wideVectors * tile.lanes;
  return facts.isPartitioned && hasOneSum(facts.accesses) &&
         isShared(facts.accesses, tile.rowAxis) && facts.rows &&
         !isCopiedByTile(tile, facts) && *facts.rows >= table.minWideRows &&
         facts.columns && *facts.columns % wide == 0 &&
         (*facts.columns >= kEnoughColumns * wide ||
          !isStreamed(facts.accesses, tile, facts.machine)) &&
         getMostRows(facts.machine, tile, table.wideVectors) >=
             table.wideVectors;
}

static void chooseWide(Tile &tile, const TileFacts &facts) {
  int64_t vectors = facts.machine.tiles.wideVectors;
  tile.columns = vectors * tile.lanes;
  balanceRows(tile, *facts.rows, getMostRows(facts.machine, tile, vectors));
}

// A wide product whose rows are copied side by side.

static bool fitsPackedRows(const Tile &tile, const TileFacts &facts) {
  if (tile.numOuter > 0 || !fitsWide(tile, facts))
    return false;
  const cost::TileTable &table = facts.machine.tiles;
  return table.packedRows > 0 && tile.dotSteps == 0 &&
         *facts.rows % table.packedRows == 0 &&
         *facts.columns >= table.minPackedColumns &&
         *facts.columns % (table.packedVectors * tile.lanes) == 0 &&
         getMostRows(facts.machine, tile, table.packedVectors) >=
             table.packedRows &&
         findCopiedRows(facts.accesses.block, tile);
}

static void choosePackedRows(Tile &tile, const TileFacts &facts) {
  const cost::TileTable &table = facts.machine.tiles;
  tile.columns = table.packedVectors * tile.lanes;
  tile.rows = table.packedRows;
  tile.packsRows = true;
}

// Every other sum: the usual columns, and as many rows as there are registers.

static bool fitsAlways(const Tile & /*tile*/, const TileFacts & /*facts*/) {
  return true;
}

static void chooseUsual(Tile &tile, const TileFacts &facts) {
  cost::TileProblem problem;
  describeRows(problem, facts.accesses, tile);
  cost::TileSize size;
  size.vectors = facts.vectors;
  cost::chooseRows(size, problem, facts.machine, getOperands(tile));
  tile.isWindow = size.isWindow;
  tile.columnsInside |= size.isWindow;
  tile.rows = size.rows;
  tile.outerRows = size.outerRows;
  auto rows = facts.rows;
  bool isUneven = rows && *rows % tile.rows != 0;
  bool isSmall =
      rows && *rows > size.mostRows && !tile.isWindow &&
      tile.rows * facts.vectors < facts.machine.tiles.minAccumulators;
  if (facts.isPartitioned && (isUneven || isSmall))
    balanceRows(tile, *rows, size.mostRows);
}

/// All kinds, those with more constraints first.
static constexpr TileKind kKinds[] = {
    {fitsMatrix, chooseMatrix},         {fitsPlanes, choosePlanes},
    {fitsPackedRows, choosePackedRows}, {fitsWide, chooseWide},
    {fitsAlways, chooseUsual},
};

void chooseSize(Tile &tile, const TileFacts &facts) {
  const auto *kind = llvm::find_if(
      kKinds, [&](const TileKind &kind) { return kind.fits(tile, facts); });
  kind->choose(tile, facts);
}

} // namespace tvm::schedule
