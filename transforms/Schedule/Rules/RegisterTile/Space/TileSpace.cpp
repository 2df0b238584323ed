// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"

#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

using P = TileParameter;

TileSpace::TileSpace(const BlockAccesses &accesses, const MachineModel &machine,
                     const Tile &chosen, bool isPreferred, TiledSum sum)
    : accesses(accesses), chosen(chosen), isPreferred(isPreferred),
      nest(describeNest(accesses.block)) {
  parameters = makeTileParameters(accesses, nest, chosen, sum,
                                  machine.vectors.numRegisters);
}

Tile TileSpace::getSizes(ArrayRef<int64_t> point) const {
  Tile tile = chosen;
  setShape(tile, point, nest);
  tile.tasks = point[P::Tasks];
  tile.usesReader = point[P::Reader];
  tile.fusesProducers = point[P::Producers];
  tile.inlinesBorders = point[P::InlinesBorders];
  tile.masksBorders = point[P::MasksBorders];
  tile.rowsApart = point[P::RowsApart];
  return tile;
}

Tile TileSpace::getTile(ArrayRef<int64_t> point) const {
  te::BlockOp block = accesses.block;
  Tile tile = getSizes(point);
  // Keeps the chosen operands among those that each step can be applied to.
  if (!point[P::Epilogue])
    tile.epilogue.clear();
  else if (chosen.epilogue.empty())
    if (te::BlockOp reader = findTileReader(block, accesses.written, tile))
      tile.epilogue = findPrefetchable(reader, accesses.written);
  if (!point[P::Copied])
    tile.copied.clear();
  else if (chosen.copied.empty())
    tile.copied = findCopyable(block, tile);
  if (!point[P::Streamed])
    tile.streamed = -1;
  else if (chosen.streamed < 0 ||
           !isSharedByRows(accesses, getReadBuffers(block)[chosen.streamed],
                           tile))
    tile.streamed = findStreamable(block, tile);
  return tile;
}

Strategy TileSpace::build(ArrayRef<int64_t> point) {
  return getTile(point).toStrategy(accesses.block.getContext());
}

double TileSpace::estimate(ArrayRef<int64_t> point, const BlockAccesses &,
                           const MachineModel &machine) {
  return estimateTile(nest, getTile(point), machine);
}

SmallVector<Strategy> TileSpace::getPreferred() {
  if (!isPreferred)
    return {};
  return getTileStrategies(chosen, accesses.block.getContext());
}

/// The loops over tiles and blocks of `nest`, the outermost one first.
static SmallVector<cost::TileLoop> getTileLoops(const Tile &tile,
                                                const cost::Nest &nest) {
  SmallVector<cost::TileLoop> loops;
  unsigned last = nest.getLastSpatialAxis();
  for (TileLevel level : orderTiles(last + 1, tile)) {
    unsigned axis = level.axis;
    auto tiles = static_cast<int64_t>(
        llvm::divideCeil(nest.extents[axis], tile.getSize(axis, last)));
    int64_t block = tile.getBlock(axis, last);
    if (block == 0 || block > tiles)
      block = tiles;
    auto blocks = static_cast<int64_t>(llvm::divideCeil(tiles, block));
    loops.push_back({axis, level.isBlock ? blocks : block});
  }
  return loops;
}

/// The axis of the sum that moves data as `row` does; -1 if there is none.
static int findWindowOf(const cost::Nest &nest, int row) {
  for (const cost::Access &access : nest.accesses)
    for (const auto &strides : access.strides)
      for (unsigned axis = 0; axis < nest.getNumAxes(); ++axis)
        if (nest.isReduction[axis] && strides[row] != 0 && strides[axis] != 0)
          return static_cast<int>(axis);
  return -1;
}

cost::TilePlan makeTilePlan(const Tile &tile, const cost::Nest &nest) {
  cost::TilePlan plan;
  unsigned last = nest.getLastSpatialAxis();
  for (auto [axis, extent] : llvm::enumerate(nest.extents))
    plan.sizes.push_back(nest.isReduction[axis] ? extent
                                                : tile.getSize(axis, last));
  plan.loops = getTileLoops(tile, nest);
  plan.column = last;
  plan.lanes = tile.lanes;
  if (tile.windowAxis < 0)
    plan.unroll = getUnrolledSteps(nest.getInnermostSteps(), tile.unroll);
  else
    plan.unroll = tile.inlinesBorders ? getOtherSteps(nest, tile.windowAxis)
                                      : tile.unroll;
  plan.storesProduced = !tile.fusesProducers || !tile.inlinesBorders;
  if (tile.windowAxis >= 0) {
    plan.row = tile.rowAxis;
    plan.window = tile.windowAxis;
    plan.sharesWindow = !tile.rowsApart;
  }
  if (tile.isWindow && tile.rowAxis >= 0) {
    plan.row = tile.rowAxis;
    plan.window = findWindowOf(nest, tile.rowAxis);
    plan.sharesWindow = plan.window >= 0;
    plan.movesColumns = true;
  }
  plan.storesResult = nest.hasReader && !tile.usesReader;
  plan.balanced = tile.firstRows != 0 ? tile.rowAxis : -1;
  plan.isMasked = tile.masksColumns;
  plan.masksLoads = tile.inlinesBorders && tile.masksBorders;
  plan.packsRows = tile.packsRows;
  plan.isMatrix = tile.isMatrix;
  plan.tasks = nest.getNumPoints() < kMinParallelWork ? 0 : tile.tasks;
  for (auto [i, access] : llvm::enumerate(nest.accesses)) {
    plan.isCopied.push_back(llvm::is_contained(tile.copied, access.operand));
    if (!access.isWritten && access.operand == tile.streamed)
      plan.streamed = static_cast<int>(i);
  }
  if (tile.dotSteps != 0)
    plan.productsPerLane = tile.dotSteps;
  if (tile.extendsBytes()) {
    // Two multiplications, of even and odd bytes, and the sum of both.
    plan.instructions = 3;
    plan.operands.extendsBytes = true;
  }
  return plan;
}

double estimateTile(const cost::Nest &nest, const Tile &tile,
                    const MachineModel &machine) {
  return cost::estimateTile(nest, makeTilePlan(tile, nest), machine);
}

double estimateNestedTile(const cost::Nest &nest, const Tile &tile,
                          ArrayRef<cost::TileLoop> outer,
                          const MachineModel &machine) {
  cost::TilePlan plan = makeTilePlan(tile, nest);
  plan.tasks = 0;
  plan.loops.assign(outer.begin(), outer.end());
  cost::Nest inner = nest;
  for (const cost::TileLoop &loop : outer)
    inner.extents[loop.axis] = static_cast<int64_t>(
        llvm::divideCeil(inner.extents[loop.axis], loop.trips));
  llvm::append_range(plan.loops, getTileLoops(tile, inner));
  return cost::estimateTile(nest, plan, machine);
}

SmallVector<Strategy> getTileStrategies(Tile tile, MLIRContext *context) {
  SmallVector<Strategy> strategies{tile.toStrategy(context)};
  if (!tile.copied.empty()) {
    tile.copied.clear();
    strategies.push_back(tile.toStrategy(context));
  }
  if (tile.usesReader) {
    tile.usesReader = false;
    strategies.push_back(tile.toStrategy(context));
  }
  return strategies;
}

} // namespace tvm::schedule
