// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Neighbours.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

/// The distance in elements of `buffer` between the reads of consecutive steps
/// of the innermost sum; 0 where it is not constant.
static int64_t getStepOfSum(te::BlockOp block, Value buffer) {
  Loop sum = findInnermostSum(block);
  for (const Access &access : getAccesses(block))
    if (sum && access.buffer == buffer)
      return getLinearStride(access, sum.getInductionVar()).value_or(0);
  return 0;
}

/// Whether the columns of one tile are far apart in `buffer`, row by row, so
/// that each step of the reduction reads another page.
static bool isScattered(te::BlockOp block, Value buffer, const Tile &tile) {
  return !te::isWeight(buffer) &&
         getStepOfSum(block, buffer) >= 4 * tile.columns;
}

bool isPacked(const BlockAccesses &accesses, Value buffer, const Tile &tile) {
  const BlockAccesses::Load *load = accesses.findLoad(buffer);
  return load && tile.rowAxis >= 0 &&
         load->along[accesses.numSpatial - 1] == Along::Contiguous &&
         load->along[tile.rowAxis] == Along::None &&
         isScattered(accesses.block, buffer, tile);
}

/// Number of rows of a matrix that are copied at a time to each tile of
/// columns: several pages of the source, one piece of each tile.
static constexpr int64_t kCopiedRows = 16;

/// The loop of a copy over rows of its source, which are `distance` elements
/// apart.
static Loop findRows(te::BlockOp copy, int64_t distance) {
  Access load = getAccesses(copy).front();
  for (Loop loop : getNestLoops(copy))
    if (getLinearStride(load, loop.getInductionVar()) == distance)
      return loop;
  return {};
}

/// Schedules a copy of one or several matrices, whose rows are `distance`
/// elements apart.
static LogicalResult scheduleCopy(ScheduleBuilder &schedule, te::BlockOp copy,
                                  int64_t distance, const Tile &tile) {
  int64_t work = getWork(copy).value_or(kUnknownWork);
  SmallVector<Loop> loops = getNestLoops(copy);
  Loop row = findRows(copy, distance), column = loops.pop_back_val();
  if (!row || row == column)
    return success(); // copied element by element
  llvm::erase(loops, row);
  auto columns = schedule.split(column, {0, tile.columns});
  auto rows = schedule.split(row, {0, kCopiedRows});
  if (failed(columns) || failed(rows))
    return failure();
  loops.push_back(rows->front());
  SmallVector<Loop> order = loops;
  order.append({columns->front(), rows->back(), columns->back()});
  if (failed(schedule.reorder(order)) ||
      failed(schedule.vectorize(columns->back())))
    return failure();
  parallelizeOuter(schedule, loops, work, tile.tasks);
  return success();
}

/// Number of rows of `block`, inside of the loop over columns.
static int64_t countRows(te::BlockOp block, Loop columnLoop, const Tile &tile) {
  int64_t points = 1;
  for (Loop loop : getNestLoops(block))
    if (columnLoop->isProperAncestor(loop) &&
        !bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      points *= getTripCount(loop).value_or(1);
  return points / tile.columns;
}

void packOperands(ScheduleBuilder &schedule, ArrayRef<te::BlockOp> blocks,
                  Loop columnLoop, const Tile &tile) {
  if (tile.rowAxis < 0)
    return;
  int64_t rows = 0;
  for (te::BlockOp block : blocks)
    rows += countRows(block, columnLoop, tile);
  if (rows < kMinSharingRows)
    return;
  te::BlockOp block = blocks.front();
  BlockAccesses accesses(block);
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(block))) {
    if (!isPacked(accesses, buffer, tile))
      continue;
    // Optional: otherwise columns are read in place.
    auto copy = schedule.cacheRead(blocks, i, columnLoop);
    if (succeeded(copy))
      (void)schedule.vectorize(getNestLoops(*copy).back());
  }
}

unsigned findCapture(te::BlockOp block, Value buffer) {
  return llvm::find(block.getCaptures(), buffer) - block.getCaptures().begin();
}

affine::AffineLoadOp getOnlyLoad(te::BlockOp block, unsigned index) {
  BlockArgument argument = block.getCaptureArgument(block.getBody(), index);
  return argument.hasOneUse()
             ? dyn_cast<affine::AffineLoadOp>(*argument.getUsers().begin())
             : affine::AffineLoadOp();
}

/// Whether dimension `dim` of the buffer that `load` reads is an axis whose
/// loop goes around the loop over tiles of columns.
static bool isOutsideOfColumns(te::BlockOp block, affine::AffineLoadOp load,
                               unsigned dim, const Tile &tile) {
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  for (unsigned axis = 0, first = tile.getFirstRowAxis(last); axis < first;
       ++axis) {
    auto subscript = findSubscript(load.getAffineMap(), load.getMapOperands(),
                                   block.getBody().getArgument(axis));
    if (subscript && subscript->dim == dim)
      return true;
  }
  return false;
}

/// Packs capture `i`, a weight or a buffer of the kernel, in tiles of columns.
static void packColumns(ScheduleBuilder &schedule, te::BlockOp block,
                        unsigned i, const Tile &tile) {
  auto load = getOnlyLoad(block, i);
  if (!load)
    return;
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  auto subscript = findSubscript(load.getAffineMap(), load.getMapOperands(),
                                 block.getBody().getArgument(last));
  MemRefType type = load.getMemRefType();
  unsigned rank = type.getRank();
  // The tiles must begin where the tiles of the layout begin.
  if (!subscript || rank < 2 || !type.hasStaticShape() ||
      subscript->offset % tile.columns != 0)
    return;
  // A layout without tiles depends on their size as well.
  schedule.noteEffect("columns", tile.columns);
  MLIRContext *context = block.getContext();
  AffineExpr column = getAffineDimExpr(subscript->dim, context), step;
  SmallVector<AffineExpr> results, inner;
  for (unsigned d = 0; d < rank; ++d) {
    if (d == subscript->dim)
      continue;
    AffineExpr dim = getAffineDimExpr(d, context);
    bool isOutside = isOutsideOfColumns(block, load, d, tile);
    if (!isOutside && tile.dotSteps != 0 && findStepDim(load) == d) {
      step = dim % tile.dotSteps;
      dim = dim.floorDiv(tile.dotSteps);
    }
    (isOutside ? results : inner).push_back(dim);
  }
  bool isOneTile = type.getDimSize(subscript->dim) <= tile.columns;
  if (!isOneTile)
    results.push_back(column.floorDiv(tile.columns));
  llvm::append_range(results, inner);
  results.push_back(isOneTile ? column : column % tile.columns);
  if (step)
    results.push_back(step);
  auto layout = AffineMap::get(rank, 0, results, context);
  if (layout.isIdentity())
    return;
  // Optional: refused unless it is a weight.
  (void)schedule.transformLayout(block, i, layout);
}

void packWeights(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile) {
  for (unsigned i = 0; i < block.getCaptures().size(); ++i)
    if (isa<BlockArgument>(block.getCaptures()[i]))
      packColumns(schedule, block, i, tile);
}

void packCopies(ScheduleBuilder &schedule, te::BlockOp block,
                const Tile &tile) {
  BlockAccesses accesses(block);
  for (te::BlockOp producer : getProducers(block)) {
    Value copied = BlockAccesses(producer).written;
    if (isCopy(producer) && isPacked(accesses, copied, tile))
      packColumns(schedule, block, findCapture(block, copied), tile);
  }
}

LogicalResult copyOperands(ScheduleBuilder &schedule, te::BlockOp block,
                           const Tile &tile) {
  for (int64_t operand : tile.copied) {
    Value buffer = getReadBuffers(block)[operand];
    int64_t distance = getStepOfSum(block, buffer);
    auto copy = schedule.cacheRead(block, operand, Loop());
    if (failed(copy))
      return failure();
    schedule.noteEffect("copied", operand);
    if (failed(scheduleCopy(schedule, *copy, distance, tile)))
      return failure();
    Value copied = BlockAccesses(*copy).written;
    packColumns(schedule, block, findCapture(block, copied), tile);
  }
  return success();
}

} // namespace tvm::schedule
