// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Primitives/Support/Reductions.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

/// The outermost loop of the sum that has several iterations.
static Loop findSum(te::BlockOp block) {
  for (Loop loop : getNestLoops(block))
    if (bindsAxis(block, loop.getInductionVar(), /*reduction=*/true) &&
        getTripCount(loop) != 1)
      return loop;
  return {};
}

/// Whether rfactor would accept the block once its sum consists of two loops;
/// it cannot be tried before.
static bool isFactorable(te::BlockOp block) {
  Operation *nest = getTopLevelNest(block);
  bool isAlone = true;
  nest->walk([&](te::BlockOp other) { isAlone &= other == block; });
  Reduction reduction;
  DiagnosedSilenceableFailure match =
      matchReduction(block, "divide a sum", reduction);
  bool isMatched = match.succeeded();
  return succeeded(match.silence()) && isMatched && isAlone &&
         nest == getNest(block);
}

/// Number of bits of an element that belongs to one column.
static int64_t getColumnBits(const BlockAccesses &accesses) {
  int64_t most = 0;
  for (const BlockAccesses::Load &load : accesses.loads)
    if (!load.isSharedByColumns(accesses.numSpatial - 1))
      most = std::max(most,
                      getElementBits(cast<MemRefType>(load.buffer.getType())));
  return most;
}

/// Like chooseParts, for the loop of the sum.
static std::optional<int64_t> choosePartsOf(const BlockAccesses &accesses,
                                            Loop sum, const Tile &tile,
                                            const MachineModel &machine) {
  te::BlockOp block = accesses.block;
  int64_t rows = 1;
  for (int axis : {tile.outerRowAxis, tile.rowAxis})
    if (axis >= 0)
      rows *= getExtent(block, axis).value_or(1);
  if (rows < machine.tiles.minSplitRows || tile.rowsOutside ||
      !isStreamed(accesses, tile, machine))
    return std::nullopt;
  int64_t bytes = tile.columns * getColumnBits(accesses) / 8;
  for (unsigned axis = accesses.numSpatial; axis < block.getNumAxes(); ++axis) {
    std::optional<int64_t> extent = getExtent(block, axis);
    if (!extent)
      return std::nullopt;
    bytes *= *extent;
  }
  // The weights of a tile of columns in one part. The next tile's weights are
  // loaded beside them, and the rows pass through.
  int64_t most = machine.l2CacheBytes / machine.tiles.cachePart;
  if (bytes <= 2 * most)
    return std::nullopt;
  for (int64_t parts = 2; parts <= machine.tiles.maxParts; ++parts)
    if (*getTripCount(sum) % parts == 0 && bytes / parts <= most)
      return parts;
  return std::nullopt;
}

std::optional<int64_t> chooseParts(const BlockAccesses &accesses,
                                   const Tile &tile,
                                   const MachineModel &machine) {
  Loop sum = findSum(accesses.block);
  if (!sum || !getTripCount(sum) || !isFactorable(accesses.block))
    return std::nullopt;
  return choosePartsOf(accesses, sum, tile, machine);
}

SmallVector<int64_t> getPossibleParts(const BlockAccesses &accesses) {
  constexpr int64_t kMaxPossible = 64;
  Loop sum = findSum(accesses.block);
  auto trips = sum ? getTripCount(sum) : std::nullopt;
  SmallVector<int64_t> divisors;
  if (!trips || !isFactorable(accesses.block))
    return divisors;
  for (int64_t parts = 2; parts <= std::min(kMaxPossible, *trips); ++parts)
    if (*trips % parts == 0)
      divisors.push_back(parts);
  return divisors;
}

FailureOr<te::BlockOp> divideSum(ScheduleBuilder &schedule, te::BlockOp block,
                                 int64_t parts) {
  Loop sum = findSum(block);
  if (!sum || !isFactorable(block))
    return schedule.refuse("the sum cannot be divided");
  auto loops = schedule.split(sum, {parts, 0});
  if (failed(loops))
    return failure();
  SmallVector<Loop> order{loops->front()};
  for (Loop loop : getNestLoops(block))
    if (loop != loops->front())
      order.push_back(loop);
  if (failed(schedule.reorder(order)))
    return failure();
  return schedule.rfactor(block, loops->front());
}

} // namespace tvm::schedule
