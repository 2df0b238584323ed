// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

/// Least sizes of a tile. With fewer rows or columns, most of a matrix register
/// is empty.
static constexpr int64_t kMinRows = 4, kMinColumns = 8;

/// Number of columns of a tile, for a product with `columns` columns: the width
/// of two registers, or a divisor of `columns`; 0 where much of the registers
/// would be empty.
static int64_t chooseColumns(int64_t columns) {
  if (columns <= kMatrixTile || columns % kMatrixRows == 0)
    return std::min(columns, kMatrixTile);
  for (int64_t size = kMatrixTile; size > kMatrixRows; --size)
    if (columns % size == 0)
      return size;
  return 0;
}

/// Largest number of steps of rows that are copied at once.
static constexpr int64_t kMaxCopiedSteps = 1024;

/// Number of steps that are multiplied at once when rows are copied: a divisor
/// of `steps` for which the matrix registers keep their shape. 0 if there is
/// none.
static int64_t chooseCopiedSteps(MatrixElement element, int64_t steps) {
  int64_t each = getMatrixSteps(element, steps);
  for (int64_t size = std::min(steps, kMaxCopiedSteps); size > 0; --size)
    if (steps % size == 0 && getMatrixSteps(element, size) == each)
      return size;
  return 0;
}

/// Whether `weight` is a matrix with the dimensions `column` and `step`.
static bool isMatrix(te::BlockOp block, Value weight, unsigned column,
                     unsigned step) {
  auto load = getOnlyLoad(block, findCapture(block, weight));
  if (!load)
    return false;
  auto find = [&](unsigned axis) {
    return findSubscript(load.getAffineMap(), load.getMapOperands(),
                         block.getBody().getArgument(axis));
  };
  auto columns = find(column), steps = find(step);
  return columns && steps && columns->offset == 0 && steps->offset == 0 &&
         columns->dim != steps->dim;
}

bool isMatrixProduct(const BlockAccesses &accesses, int rowAxis) {
  te::BlockOp block = accesses.block;
  unsigned step = block.getNumAxes() - 1, column = accesses.numSpatial - 1;
  if (rowAxis < 0 || step == column || accesses.loads.size() != 2)
    return false;
  auto element = getProductElement(block);
  if (!element)
    return false;
  auto rows = getExtent(block, rowAxis), columns = getExtent(block, column),
       steps = getExtent(block, step);
  if (rows.value_or(kMinRows) < kMinRows || !columns ||
      *columns < kMinColumns || chooseColumns(*columns) == 0 || !steps ||
      getMatrixSteps(*element, *steps) == 0 ||
      (!rows && chooseCopiedSteps(*element, *steps) == 0))
    return false;
  bool isWeightFirst = te::isWeight(accesses.loads.front().buffer);
  if (isWeightFirst && element == MatrixElement::Byte)
    return false; // the first factor is unsigned, weights are signed
  const BlockAccesses::Load &data = accesses.loads[isWeightFirst ? 1 : 0];
  Value weight = accesses.loads[isWeightFirst ? 0 : 1].buffer;
  return te::isWeight(weight) && data.along[step] == Along::Contiguous &&
         data.along[column] == Along::None &&
         isMatrix(block, weight, column, step);
}

void chooseMatrixTile(Tile &tile, te::BlockOp block,
                      std::optional<int64_t> rows, int64_t columns) {
  tile.isMatrix = true;
  tile.dotSteps = getMatrixGroup(*getProductElement(block));
  tile.columns = chooseColumns(columns);
  tile.rows = std::min(rows.value_or(kMatrixTile), kMatrixTile);
  if (rows && *rows % tile.rows != 0)
    balanceRows(tile, *rows, kMatrixTile);
}

/// Copies the data that `block` reads in an iteration of `loop`, a tile that
/// may lack rows, and lets the block compute a whole tile.
static LogicalResult fillTile(ScheduleBuilder &schedule, te::BlockOp block,
                              Loop loop) {
  SmallVector<Value> buffers = getReadBuffers(block);
  auto *data = llvm::find_if_not(buffers, te::isWeight);
  auto copy = schedule.cacheRead(block, data - buffers.begin(), loop);
  if (failed(copy))
    return failure();
  (void)schedule.vectorize(getNestLoops(*copy).back());
  return schedule.dropPredicate(block);
}

/// Largest number of products that share the prefetch of the next columns'
/// weights.
static constexpr int64_t kMaxSharing = 8;

/// Number of products in `tileLoop`, over rows, among which the prefetch of the
/// next columns' weights is divided; 0 where there is no prefetch.
static int64_t chooseSharing(Loop tileLoop, const Tile &tile,
                             const MatrixProduct &product) {
  if (tile.streamed < 0 || tile.rowsOutside || product.isAdded)
    return 0;
  int64_t most = std::min(getTripCount(tileLoop).value_or(0), kMaxSharing);
  for (int64_t count = kMaxSharing; count > 1; count /= 2)
    if (count <= most && product.columns % count == 0)
      return count;
  return 0;
}

LogicalResult scheduleMatrixTile(ScheduleBuilder &schedule, te::BlockOp &block,
                                 Loop tileLoop, const Tile &tile) {
  MatrixElement element = *getProductElement(block);
  bool isPartial = block.getPredicate().has_value();
  if (isPartial) {
    Loop sum = getInnerLoops(block, tileLoop).back();
    int64_t size = chooseCopiedSteps(element, *getTripCount(sum));
    if (failed(schedule.split(sum, {0, size})))
      return failure();
  }
  SmallVector<Loop> loops = getInnerLoops(block, tileLoop);
  unsigned numSpatial = llvm::count(block.getKinds(), false);
  ArrayRef<Loop> spatial = ArrayRef(loops).take_front(numSpatial);
  ArrayRef<Loop> window = ArrayRef(loops).drop_front(numSpatial).drop_back();
  bool isAdded =
      llvm::any_of(window, [](Loop loop) { return getTripCount(loop) != 1; });
  MatrixProduct product{element, *getTripCount(spatial[tile.rowAxis]),
                        *getTripCount(spatial.back()),
                        *getTripCount(loops.back()), isAdded};
  product.sharing = chooseSharing(tileLoop, tile, product);
  if (product.sharing != 0)
    schedule.noteEffect("streamed");
  auto steps = schedule.split(loops.back(), {0, tile.dotSteps});
  if (failed(steps))
    return failure();
  if (isAdded) {
    SmallVector<Loop> order(window);
    llvm::append_range(order, spatial);
    llvm::append_range(order, *steps);
    if (failed(schedule.reorder(order)))
      return failure();
  }
  if (isPartial &&
      failed(fillTile(schedule, block, isAdded ? window.back() : tileLoop)))
    return failure();
  auto tensorized = schedule.tensorize(
      spatial.front(), declareMatrixProduct(schedule.getModule(), product));
  if (failed(tensorized))
    return failure();
  block = *tensorized;
  return success(!isAdded ||
                 succeeded(schedule.decomposeReduction(block, window.front())));
}

} // namespace tvm::schedule
