// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

using namespace mlir;

namespace tvm::schedule {

int64_t getPrefetchParts(int64_t steps, bool areFew) {
  int64_t wanted = areFew ? kPrefetchParts / 2 : kPrefetchParts;
  for (int64_t parts = wanted; parts > 1; --parts)
    if (steps % parts == 0)
      return parts;
  for (int64_t parts = wanted + 1; parts < 2 * kPrefetchParts; ++parts)
    if (steps % parts == 0)
      return parts;
  return 1;
}

/// The outermost loop over several tiles of rows inside of the loop over
/// columns.
static Loop findRowLoop(const TiledNest &nest, const Tile &tile) {
  for (auto [loop, axis] : llvm::zip_equal(nest.outer, nest.axes))
    if (nest.column->isProperAncestor(loop) && getTripCount(loop) != 1 &&
        (static_cast<int>(axis) == tile.rowAxis ||
         static_cast<int>(axis) == tile.outerRowAxis))
      return loop;
  return {};
}

/// Fuses the loop over columns with the adjacent loops that the weight also
/// depends on (matrices of a batch, places of a transposed convolution in a
/// period of its strides). Each iteration then has its own weights, followed by
/// the weights of the next one.
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
    schedule.noteEffect("streamed");
    nest.outer[i - 1] = *fused;
    nest.outer.erase(nest.outer.begin() + i);
    nest.axes.erase(nest.axes.begin() + i);
    if (hasColumn)
      nest.column = *fused;
  }
}

void prefetchColumns(ScheduleBuilder &schedule, TiledNest &nest,
                     const Tile &tile, bool arePrefetched) {
  Loop rows = findRowLoop(nest, tile);
  if (tile.streamed < 0 || tile.rowsOutside || (!rows && !arePrefetched))
    return;
  Loop sum = findInnermostSum(nest.block);
  auto steps = sum ? getTripCount(sum) : std::nullopt;
  if (!steps)
    return;
  bool areFew = !arePrefetched &&
                getTripCount(rows).value_or(kPrefetchParts) < kPrefetchParts;
  int64_t parts = getPrefetchParts(*steps, areFew);
  if (parts == 1)
    return;
  fuseColumns(schedule, nest, getReadBuffers(nest.block)[tile.streamed]);
  // Optional: if the split is refused, weights are loaded when they are needed;
  // if the prefetch is refused, the parts are steps that can be unrolled.
  auto split = schedule.split(sum, {0, parts});
  if (succeeded(split))
    schedule.noteEffect("streamed");
  if (succeeded(split) && !arePrefetched)
    (void)schedule.spreadPrefetch(nest.block, tile.streamed, nest.column,
                                  /*distance=*/1, rows, split->back());
}

} // namespace tvm::schedule
