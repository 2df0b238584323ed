// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Transpose/Transpose.h"

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

/// The dimension in which the only load of `buffer` has the subscript `axis`,
/// without an offset.
static std::optional<unsigned> findDimension(te::BlockOp block, Value buffer,
                                             unsigned axis) {
  auto load = getOnlyLoad(block, findCapture(block, buffer));
  if (!load)
    return std::nullopt;
  auto subscript = findSubscript(load.getAffineMap(), load.getMapOperands(),
                                 block.getBody().getArgument(axis));
  return subscript && subscript->offset == 0 ? std::optional(subscript->dim)
                                             : std::nullopt;
}

std::optional<int64_t> findRowOperand(te::BlockOp block, int rowAxis) {
  BlockAccesses accesses(block);
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(block))) {
    const BlockAccesses::Load *load = accesses.findLoad(buffer);
    auto type = cast<MemRefType>(buffer.getType());
    if (!load || load->along[accesses.numSpatial - 1] != Along::None ||
        !type.hasStaticShape())
      continue;
    auto row = findDimension(block, buffer, rowAxis);
    auto step = findDimension(block, buffer, block.getNumAxes() - 1);
    if (row && step && *row != *step &&
        *step + 1 == static_cast<unsigned>(type.getRank()))
      return i;
  }
  return std::nullopt;
}

std::optional<int64_t> findCopiedRows(te::BlockOp block, const Tile &tile) {
  auto steps = getExtent(block, block.getNumAxes() - 1);
  return steps && *steps % tile.lanes == 0 ? findRowOperand(block, tile.rowAxis)
                                           : std::nullopt;
}

Value findConstantRows(te::BlockOp block, int rowAxis) {
  BlockAccesses accesses(block);
  for (Value buffer : getReadBuffers(block)) {
    const BlockAccesses::Load *load = accesses.findLoad(buffer);
    if (load && load->along[accesses.numSpatial - 1] == Along::None &&
        te::isWeight(buffer) && findDimension(block, buffer, rowAxis))
      return buffer;
  }
  return {};
}

/// Changes the layout such that, for each step of the sum, the elements for the
/// rows of a tile are contiguous. `row` is the dimension of the rows.
static void packRow(ScheduleBuilder &schedule, te::BlockOp block, Value buffer,
                    unsigned row, const Tile &tile) {
  MLIRContext *context = block.getContext();
  unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
  SmallVector<AffineExpr> results;
  for (unsigned d = 0; d < rank; ++d)
    results.push_back(getAffineDimExpr(d, context));
  results.push_back(results[row] % tile.rows);
  results[row] = results[row].floorDiv(tile.rows);
  // Optional: another block that shares the weight may have chosen its layout.
  if (succeeded(
          schedule.transformLayout(block, findCapture(block, buffer),
                                   AffineMap::get(rank, 0, results, context))))
    schedule.noteEffect("packs_rows");
}

LogicalResult packRows(ScheduleBuilder &schedule, te::BlockOp block,
                       const Tile &tile) {
  if (!tile.packsRows)
    return success();
  if (Value weight = findConstantRows(block, tile.rowAxis)) {
    packRow(schedule, block, weight,
            *findDimension(block, weight, tile.rowAxis), tile);
    return success();
  }
  auto index = findCopiedRows(block, tile);
  if (!index)
    return schedule.refuse(
        "expected an operand of the rows that is contiguous along the sum, "
        "with a multiple of " +
        Twine(tile.lanes) + " steps: packs_rows");
  Value buffer = getReadBuffers(block)[*index];
  unsigned row = *findDimension(block, buffer, tile.rowAxis);
  auto copy = schedule.cacheRead(block, *index, Loop());
  if (failed(copy))
    return success(); // optional: otherwise rows are not packed
  schedule.noteEffect("packs_rows");
  packRow(schedule, block, BlockAccesses(*copy).written, row, tile);
  SmallVector<Loop> loops = getNestLoops(*copy);
  return tileTranspose(schedule, *copy, {loops.back(), tile.lanes},
                       {loops[row], tile.rows}, /*readsRowsWhole=*/true,
                       tile.tasks);
}

} // namespace tvm::schedule
