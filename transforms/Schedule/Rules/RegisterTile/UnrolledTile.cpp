// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/UnrolledTile.h"

#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The unrolled loops of a nest.
struct UnrolledBody {
  int64_t outerRows;
  int64_t rows;
  int64_t vectors;    // in a row
  int64_t steps;      // of the sum
  int64_t extraLoads; // countExtraLoads
  bool isRead;        // in the loops of the block that reads the result
};
} // namespace

// Operations of an unrolled nest, counted before addresses and accumulators are
// simplified: per nest; per vector of the result; per vector of a row of tiles
// where the block that reads the result may transpose it; per row in a step,
// per product, and per vector that a product loads beyond the first one.
static constexpr int64_t kOfNest = 110, kOfVector = 10, kOfTransposed = 112,
                         kOfRow = 7, kOfProduct = 6, kOfLoad = 3;

/// Estimated number of operations of a nest with such a body.
static int64_t countUnrolled(const UnrolledBody &body) {
  int64_t rows = body.outerRows * body.rows;
  int64_t transposed = body.isRead ? body.outerRows * body.vectors : 0;
  return kOfNest + kOfVector * rows * body.vectors +
         kOfTransposed * transposed + kOfRow * rows * body.steps +
         (kOfProduct + kOfLoad * body.extraLoads) * rows * body.vectors *
             body.steps;
}

/// Number of vectors that a product loads beside one per operand: data with a
/// stride along columns are shuffled.
static int64_t countExtraLoads(const cost::Nest &nest, const Tile &tile) {
  unsigned last = nest.getLastSpatialAxis();
  int64_t count = 0;
  for (const cost::Access &access : nest.accesses) {
    bool isLoad = !access.isWritten && !access.isWeight;
    int64_t stride = isLoad ? access.getStrideAlong(last) : 0;
    if (stride > 1)
      count += std::min(stride, tile.lanes);
  }
  return count;
}

namespace {
/// The tiles along an axis that share a nest.
struct TilePart {
  int64_t size, tiles;
};
} // namespace

/// The tiles along an axis that have nests of their own: the tiles in whole
/// blocks, the tiles behind them, and the remainder.
static SmallVector<TilePart> getParts(int64_t extent, int64_t size,
                                      int64_t block) {
  size = std::clamp<int64_t>(size, 1, extent);
  int64_t tiles = extent / size, rest = extent % size;
  int64_t behind = block != 0 && block < tiles ? tiles % block : 0;
  SmallVector<TilePart> parts{{size, tiles - behind}};
  if (behind != 0)
    parts.push_back({size, behind});
  if (rest != 0)
    parts.push_back({rest, 1});
  return parts;
}

/// The same along the axis of rows, which may be in tiles of two sizes.
static SmallVector<TilePart> getRowParts(int64_t extent, const Tile &tile) {
  if (tile.firstRows == 0 || tile.firstRows >= extent)
    return getParts(extent, tile.rows, tile.blockRows);
  SmallVector<TilePart> parts =
      getParts(tile.firstRows, tile.rows, tile.blockRows);
  llvm::append_range(
      parts, getParts(extent - tile.firstRows, tile.rows - 1, tile.blockRows));
  return parts;
}

/// Number of copies of the body of tiles of `rows` that may leave out padding:
/// of data that another block pads, under a window along the rows.
static int64_t countBodies(const cost::Nest &nest, const Tile &tile,
                           TilePart rows) {
  if (tile.rowAxis < 0 || rows.size == 1)
    return 1;
  int64_t bodies = 1;
  for (const cost::Access &access : nest.accesses)
    for (const auto &strides : access.strides)
      for (auto [axis, stride] : llvm::enumerate(strides))
        if (access.isProduced && strides[tile.rowAxis] != 0 && stride != 0 &&
            nest.isReduction[axis])
          bodies = std::max(bodies, rows.tiles * nest.extents[axis]);
  return bodies <= kMaxTileBodies ? bodies : 1;
}

/// Number of steps of the sum that are unrolled.
static int64_t countSteps(const cost::Nest &nest, const Tile &tile) {
  if (tile.isWindow)
    return nest.getNumSteps();
  int64_t count = nest.getInnermostSteps();
  if (tile.dotSteps != 0)
    count = std::max<int64_t>(count / tile.dotSteps, 1);
  int64_t steps = getUnrolledSteps(count, tile.unroll);
  return tile.streamed < 0
             ? steps
             : std::max(steps, getPrefetchParts(count, /*areFew=*/false));
}

/// Estimated number of operations, with or without copies of bodies.
static int64_t countOperations(const cost::Nest &nest, const Tile &tile,
                               bool hasCopies) {
  if (tile.isMatrix || tile.windowAxis >= 0)
    return 0;
  unsigned last = nest.getLastSpatialAxis();
  SmallVector<TilePart> one{{1, 1}}, rows = one, outerRows = one;
  if (tile.rowAxis >= 0)
    rows = getRowParts(nest.extents[tile.rowAxis], tile);
  if (tile.outerRowAxis >= 0)
    outerRows = getParts(nest.extents[tile.outerRowAxis], tile.outerRows,
                         tile.blockOuterRows);
  int64_t steps = countSteps(nest, tile), loads = countExtraLoads(nest, tile);
  int64_t count = 0;
  for (TilePart columns :
       getParts(nest.extents[last], tile.columns, tile.blockColumns))
    for (TilePart outer : outerRows)
      for (TilePart row : rows) {
        auto vectors =
            static_cast<int64_t>(llvm::divideCeil(columns.size, tile.lanes));
        int64_t bodies = hasCopies ? countBodies(nest, tile, row) : 1;
        count +=
            bodies * countUnrolled({outer.size, row.size, vectors, steps, loads,
                                    tile.usesReader && nest.hasReader});
      }
  return count;
}

int64_t countUnrolled(const cost::Nest &nest, const Tile &tile) {
  return countOperations(nest, tile, /*hasCopies=*/false);
}

bool isUnrollable(const cost::Nest &nest, const Tile &tile) {
  return countOperations(nest, tile, /*hasCopies=*/true) <= kMaxTileOperations;
}

} // namespace tvm::schedule
