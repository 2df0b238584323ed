#include "transforms/Schedule/Rules/RegisterTile/UnrolledTile.h"

#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

using namespace mlir;

namespace tvm::schedule {

// Operations of an unrolled nest, counted before addresses and accumulators are
// simplified: per nest; per vector of the result; per vector of a row of tiles
// where the block that reads the result may transpose it; per row in a step,
// per product, and per vector that a product loads beyond the first one.
static constexpr int64_t kOfNest = 110, kOfVector = 10, kOfTransposed = 112,
                         kOfRow = 7, kOfProduct = 6, kOfLoad = 3;

int64_t countUnrolled(const UnrolledBody &body) {
  int64_t rows = body.outerRows * body.rows;
  int64_t transposed = body.isRead ? body.outerRows * body.vectors : 0;
  return kOfNest + kOfVector * rows * body.vectors +
         kOfTransposed * transposed + kOfRow * rows * body.steps +
         (kOfProduct + kOfLoad * body.extraLoads) * rows * body.vectors *
             body.steps;
}

int64_t countExtraLoads(const cost::Nest &nest, const Tile &tile) {
  unsigned last = llvm::count(nest.isReduction, false) - 1;
  int64_t count = 0;
  for (const cost::Access &access : nest.accesses) {
    bool isLoad = !access.isWritten && !access.isWeight;
    int64_t stride = isLoad ? access.getStrideAlong(last) : 0;
    if (stride > 1)
      count += std::min(stride, tile.lanes);
  }
  return count;
}

/// The sizes of tiles along an axis that have nests of their own: of the tiles
/// in whole blocks, of the tiles behind them, and of the remainder.
static SmallVector<int64_t> getSizes(int64_t extent, int64_t size,
                                     int64_t block) {
  size = std::clamp<int64_t>(size, 1, extent);
  int64_t tiles = extent / size, rest = extent % size;
  SmallVector<int64_t> sizes{size};
  if (block != 0 && block < tiles && tiles % block != 0)
    sizes.push_back(size);
  if (rest != 0)
    sizes.push_back(rest);
  return sizes;
}

/// The same along the axis of rows, which may be in tiles of two sizes.
static SmallVector<int64_t> getRowSizes(int64_t extent, const Tile &tile) {
  if (tile.firstRows == 0 || tile.firstRows >= extent)
    return getSizes(extent, tile.rows, tile.blockRows);
  SmallVector<int64_t> sizes =
      getSizes(tile.firstRows, tile.rows, tile.blockRows);
  llvm::append_range(
      sizes, getSizes(extent - tile.firstRows, tile.rows - 1, tile.blockRows));
  return sizes;
}

/// Number of steps of the sum that are unrolled.
static int64_t countSteps(const cost::Nest &nest, const Tile &tile) {
  if (tile.isWindow)
    return nest.getNumSteps();
  int64_t count = nest.getInnermostSteps();
  if (tile.dotSteps != 0)
    count = std::max<int64_t>(count / tile.dotSteps, 1);
  int64_t steps = getUnrolledSteps(count, tile.unroll);
  return tile.streamed < 0 ? steps : std::max(steps, kMaxPrefetchParts);
}

int64_t countUnrolled(const cost::Nest &nest, const Tile &tile) {
  if (tile.isMatrix || tile.windowAxis >= 0)
    return 0;
  unsigned last = llvm::count(nest.isReduction, false) - 1;
  SmallVector<int64_t> one{1}, rows = one, outerRows = one;
  if (tile.rowAxis >= 0)
    rows = getRowSizes(nest.extents[tile.rowAxis], tile);
  if (tile.outerRowAxis >= 0)
    outerRows = getSizes(nest.extents[tile.outerRowAxis], tile.outerRows,
                         tile.blockOuterRows);
  int64_t steps = countSteps(nest, tile), loads = countExtraLoads(nest, tile);
  int64_t count = 0;
  for (int64_t columns :
       getSizes(nest.extents[last], tile.columns, tile.blockColumns))
    for (int64_t outer : outerRows)
      for (int64_t row : rows) {
        auto vectors =
            static_cast<int64_t>(llvm::divideCeil(columns, tile.lanes));
        count +=
            countUnrolled({outer, row, vectors, steps, loads, tile.usesReader});
      }
  return count;
}

bool isUnrollable(const cost::Nest &nest, const Tile &tile) {
  return countUnrolled(nest, tile) <= kMaxTileOperations;
}

} // namespace tvm::schedule
