// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

using namespace mlir;

namespace tvm::schedule {

/// The unrolled loop over several rows of a tile.
static Loop findRows(te::BlockOp block, const Tile &tile) {
  if (tile.rowAxis < 0)
    return {};
  for (Loop loop : getNestLoops(block))
    for (auto [i, iter] : llvm::enumerate(block.getIters()))
      if (iter == loop.getInductionVar() &&
          block.getBindings().getResult(tile.rowAxis).isFunctionOfDim(i) &&
          getLoopKind(loop) == LoopKind::Unrolled && getTripCount(loop) != 1)
        return loop;
  return {};
}

/// The other loops that move the subscript of `buffer` that `rows` moves: over
/// tiles of a row and places of a window. The skipped rows depend on these
/// alone; nothing where they depend on more.
static std::optional<SmallVector<Loop>> findMovers(te::BlockOp block,
                                                   Value buffer, Loop rows) {
  for (const Access &access : getAccesses(block)) {
    if (access.buffer != buffer || !access.map)
      continue;
    AffineMap map = access.map;
    SmallVector<Value> operands(access.operands);
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    map = asDims(map);
    unsigned row =
        llvm::find(operands, rows.getInductionVar()) - operands.begin();
    const auto *subscript =
        llvm::find_if(map.getResults(), [&](AffineExpr expr) {
          return expr.isFunctionOfDim(row);
        });
    if (subscript == map.getResults().end())
      continue;
    SmallVector<Loop> movers;
    for (auto [i, operand] : llvm::enumerate(operands)) {
      if (i == row || !subscript->isFunctionOfDim(i))
        continue;
      Loop loop = affine::getForInductionVarOwner(operand);
      if (!loop || !isNormalized(loop) || !getTripCount(loop))
        return std::nullopt;
      if (getTripCount(loop) != 1)
        movers.push_back(loop);
    }
    return movers;
  }
  return std::nullopt;
}

/// Leaves out rows whose places in the window are padding. The number of
/// remaining rows differs for each tile and each place along them, so the loops
/// over these are unrolled.
static void skipRows(ScheduleBuilder &schedule, te::BlockOp block, size_t index,
                     Value buffer, const Tile &tile) {
  Loop rows = findRows(block, tile);
  auto movers = rows ? findMovers(block, buffer, rows) : std::nullopt;
  if (!movers)
    return;
  int64_t bodies = 1;
  for (Loop loop : *movers) {
    bodies *= *getTripCount(loop);
    if (getLoopKind(loop) != LoopKind::Serial)
      return;
  }
  if (bodies > kMaxTileBodies || failed(schedule.skipZeros(block, index, rows)))
    return;
  for (Loop loop : *movers)
    (void)schedule.unroll(loop);
}

void skipPadding(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile) {
  if (tile.windowAxis >= 0)
    return; // the body is unrolled for all rows alike
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(block))) {
    for (Loop loop : getNestLoops(block))
      if (bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
        // Optional: refused where there is no padding.
        (void)schedule.skipZeros(block, i, loop);
    skipRows(schedule, block, i, buffer, tile);
  }
}

} // namespace tvm::schedule
