#include "dialects/TE/TEBlocks.h"
#include "transforms/Schedule/Rules/Tiles.h"

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

/// So many rows at least make up for a copy of what they share.
static constexpr int64_t kLeastSharingRows = 32;

/// Whether the columns of one tile lie far apart in `buffer`, row by row: each
/// step of the reduction reads another page.
static bool isScattered(Value buffer, const Tile &tile) {
  auto type = cast<MemRefType>(buffer.getType());
  return type.getRank() > 1 && type.hasStaticShape() &&
         type.getShape().back() >= 4 * tile.columns && !te::isWeight(buffer);
}

void packOperands(ScheduleBuilder &schedule, te::BlockOp block, Loop columnLoop,
                  const Tile &tile) {
  BlockAccesses accesses(block);
  if (tile.rowAxis < 0)
    return;
  int64_t rows = 1;
  for (Loop loop : getNestLoops(block))
    if (columnLoop->isProperAncestor(loop) &&
        !bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      rows *= getTripCount(loop).value_or(1);
  if (rows / tile.columns < kLeastSharingRows)
    return;
  unsigned last = accesses.numSpatial - 1;
  int64_t index = -1;
  llvm::SmallPtrSet<Value, 4> seen{accesses.written};
  for (Value buffer : SmallVector<Value>(block.getCaptures())) {
    auto load = llvm::find_if(accesses.loads, [&](const auto &entry) {
      return entry.buffer == buffer;
    });
    if (load == accesses.loads.end() || !seen.insert(buffer).second)
      continue;
    ++index;
    if (load->along[last] != Along::Contiguous ||
        load->along[tile.rowAxis] != Along::None || !isScattered(buffer, tile))
      continue;
    auto copy = schedule.cacheRead(block, index, columnLoop);
    if (succeeded(copy))
      (void)schedule.vectorize(getNestLoops(*copy).back());
  }
}

/// The load of capture `index`, if that is the only access.
static affine::AffineLoadOp getOnlyLoad(te::BlockOp block, unsigned index) {
  BlockArgument argument = block.getCaptureArgument(block.getBody(), index);
  return argument.hasOneUse()
             ? dyn_cast<affine::AffineLoadOp>(*argument.getUsers().begin())
             : affine::AffineLoadOp();
}

/// Whether dimension `dim` of what `load` reads is an axis whose loop goes
/// around that over tiles of columns.
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

void packWeights(ScheduleBuilder &schedule, te::BlockOp block,
                 const Tile &tile) {
  unsigned last = llvm::count(block.getKinds(), false) - 1;
  MLIRContext *context = block.getContext();
  for (unsigned i = 0; i < block.getCaptures().size(); ++i) {
    auto load = isa<BlockArgument>(block.getCaptures()[i])
                    ? getOnlyLoad(block, i)
                    : affine::AffineLoadOp();
    if (!load)
      continue;
    auto subscript = findSubscript(load.getAffineMap(), load.getMapOperands(),
                                   block.getBody().getArgument(last));
    MemRefType type = load.getMemRefType();
    unsigned rank = type.getRank();
    // Tiles that do not begin where those of the layout do would be worse.
    if (!subscript || rank < 2 || subscript->offset % tile.columns != 0)
      continue;
    bool isLast = subscript->dim + 1 == rank;
    if (isLast && type.getShape().back() <= tile.columns)
      continue;
    AffineExpr column = getAffineDimExpr(subscript->dim, context);
    SmallVector<AffineExpr> outer, inner;
    for (unsigned d = 0; d < rank; ++d)
      if (d != subscript->dim)
        (isOutsideOfColumns(block, load, d, tile) ? outer : inner)
            .push_back(getAffineDimExpr(d, context));
    SmallVector<AffineExpr> results = outer;
    results.push_back(column.floorDiv(tile.columns));
    llvm::append_range(results, inner);
    results.push_back(column % tile.columns);
    // Refused where it is no weight.
    (void)schedule.transformLayout(block, i,
                                   AffineMap::get(rank, 0, results, context));
  }
}

} // namespace tvm::schedule
