#include "dialects/TE/TEBlocks.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/Tiles.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace tvm::schedule {

bool isLarge(Value buffer, const MachineModel &machine) {
  return getBytes(buffer) > machine.l2CacheBytes / 8;
}

/// Whether it is a copy that copyOperands made.
static bool isPackedCopy(Value buffer, const Tile &tile) {
  auto type = cast<MemRefType>(buffer.getType());
  return buffer.getDefiningOp<memref::AllocOp>() && type.getRank() > 2 &&
         type.getShape().back() == tile.columns &&
         llvm::any_of(buffer.getUsers(), [&](Operation *user) {
           auto block = dyn_cast<te::BlockOp>(user);
           return block && isCopy(block) &&
                  BlockAccesses(block).written == buffer;
         });
}

/// Whether all rows of a tile of columns read the same of `buffer`.
static bool isSharedByRows(const BlockAccesses &accesses, Value buffer,
                           const Tile &tile) {
  return llvm::all_of(accesses.loads, [&](const auto &load) {
    auto isSame = [&](int axis) {
      return axis < 0 || load.along[axis] == BlockAccesses::Along::None;
    };
    return load.buffer != buffer ||
           (isSame(tile.rowAxis) && isSame(tile.outerRowAxis));
  });
}

std::optional<int64_t> findStreamed(te::BlockOp block, const Tile &tile,
                                    const MachineModel &machine) {
  BlockAccesses accesses(block);
  for (auto [i, buffer] : llvm::enumerate(getReadBuffers(block)))
    if (isLarge(buffer, machine) && isSharedByRows(accesses, buffer, tile) &&
        (te::isWeight(buffer) || isPackedCopy(buffer, tile)))
      return i;
  return std::nullopt;
}

bool isStreamed(const BlockAccesses &accesses, const Tile &tile,
                const MachineModel &machine) {
  return findStreamed(accesses.block, tile, machine) ||
         llvm::any_of(getReadBuffers(accesses.block), [&](Value buffer) {
           return isLarge(buffer, machine) && isPacked(accesses, buffer, tile);
         });
}

/// The outermost loop over several tiles of rows, inside of that over columns.
static Loop findRowLoop(const TiledNest &nest, const Tile &tile) {
  for (auto [loop, axis] : llvm::zip_equal(nest.outer, nest.axes))
    if (nest.column->isProperAncestor(loop) && getTripCount(loop) != 1 &&
        (static_cast<int>(axis) == tile.rowAxis ||
         static_cast<int>(axis) == tile.outerRowAxis))
      return loop;
  return {};
}

/// Makes one loop of that over columns and those next to it over what else the
/// weight depends on (matrices of a batch, places of a transposed convolution
/// in a period of its strides): each iteration has weights of its own, those of
/// the next one lie behind them.
static void fuseColumns(ScheduleBuilder &schedule, TiledNest &nest,
                        Value weight) {
  BlockAccesses accesses(nest.block);
  const BlockAccesses::Load *load = accesses.findLoad(weight);
  if (!load)
    return;
  auto isOfWeight = [&](size_t i) {
    return load->along[nest.axes[i]] != BlockAccesses::Along::None ||
           getTripCount(nest.outer[i]) == 1;
  };
  size_t column = llvm::find(nest.outer, nest.column) - nest.outer.begin();
  size_t first = column, last = column;
  while (first > 0 && isOfWeight(first - 1))
    --first;
  while (last + 1 < nest.outer.size() && isOfWeight(last + 1))
    ++last;
  for (size_t i = last; i > first; --i) {
    Loop outer = nest.outer[i - 1], inner = nest.outer[i];
    bool hasColumn = outer == nest.column || inner == nest.column;
    auto fused = schedule.fuse(outer, inner);
    if (failed(fused))
      continue;
    nest.outer[i - 1] = *fused;
    nest.outer.erase(nest.outer.begin() + i);
    nest.axes.erase(nest.axes.begin() + i);
    if (hasColumn)
      nest.column = *fused;
  }
}

void prefetchColumns(ScheduleBuilder &schedule, TiledNest &nest,
                     const Tile &tile, const MachineModel &machine,
                     bool areAskedFor) {
  Loop rows = findRowLoop(nest, tile);
  auto weight = findStreamed(nest.block, tile, machine);
  if (!weight || tile.rowsOutside || (!rows && !areAskedFor))
    return;
  Loop sum = findInnermostSum(nest.block);
  int64_t parts = !areAskedFor && getTripCount(rows).value_or(4) < 4 ? 2 : 4;
  auto steps = sum ? getTripCount(sum) : std::nullopt;
  if (!steps || *steps % parts != 0)
    return;
  fuseColumns(schedule, nest, getReadBuffers(nest.block)[*weight]);
  // Optional: columns come when they are needed where the sum has no parts, and
  // the parts are steps that are written out where a request is refused.
  auto split = schedule.split(sum, {0, parts});
  if (succeeded(split) && !areAskedFor)
    (void)schedule.spreadPrefetch(nest.block, *weight, nest.column,
                                  /*distance=*/1, rows, split->back());
}

} // namespace tvm::schedule
