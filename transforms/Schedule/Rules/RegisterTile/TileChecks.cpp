// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileParameters.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"
#include "transforms/Schedule/Rules/RegisterTile/UnrolledTile.h"
#include "transforms/Schedule/Rules/Tiling/DescribeNest.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"

using namespace mlir;

namespace tvm::schedule {

/// Refuses axes that the block does not have or that have another kind.
static LogicalResult checkAxes(ScheduleBuilder &schedule,
                               const BlockAccesses &accesses,
                               const Tile &tile) {
  int last = static_cast<int>(accesses.numSpatial) - 1;
  if (tile.rowAxis >= last)
    return schedule.refuse("expected 'row_axis' below " + Twine(last) +
                           ", got " + Twine(tile.rowAxis));
  te::BlockOp block = accesses.block;
  int numAxes = static_cast<int>(block.getNumAxes());
  if (tile.windowAxis >= 0 &&
      (tile.windowAxis <= last || tile.windowAxis >= numAxes))
    return schedule.refuse("expected 'window_axis' to be an axis of the sum, "
                           "got " +
                           Twine(tile.windowAxis));
  if (tile.rowAxis >= 0 &&
      tile.getFirstRowAxis(accesses.numSpatial - 1) < tile.numOuter)
    return schedule.refuse("expected rows behind the first " +
                           Twine(tile.numOuter) + " axes: 'outer'");
  return success();
}

/// Refuses tiles that are larger than the nest.
static LogicalResult checkSizes(ScheduleBuilder &schedule,
                                const BlockAccesses &accesses,
                                const Tile &tile) {
  auto check = [&](StringRef name, int axis, int64_t size) -> LogicalResult {
    auto extent = axis < 0 ? std::nullopt : getExtent(accesses.block, axis);
    if (!extent || size <= std::max<int64_t>(*extent, 1))
      return success();
    return schedule.refuse("expected '" + name + "' of at most " +
                           Twine(*extent) + ", the extent of axis " +
                           Twine(axis) + ", got " + Twine(size));
  };
  int last = static_cast<int>(accesses.numSpatial) - 1;
  return success(
      succeeded(check("rows", tile.rowAxis, tile.rows)) &&
      succeeded(check("first_rows", tile.rowAxis, tile.firstRows)) &&
      succeeded(check("outer_rows", tile.outerRowAxis, tile.outerRows)) &&
      succeeded(check("columns", last, tile.columns)));
}

/// Refuses numbers of unrolled steps that do not divide the window's, and sums
/// that consist of 'window_axis' alone.
static LogicalResult checkWindow(ScheduleBuilder &schedule,
                                 const BlockAccesses &accesses,
                                 const Tile &tile) {
  if (tile.windowAxis < 0)
    return success();
  int64_t steps = getOtherSteps(describeNest(accesses.block), tile.windowAxis);
  if (steps % tile.unroll != 0)
    return schedule.refuse("expected 'unroll' to divide the " + Twine(steps) +
                           " steps of the window beside 'window_axis', got " +
                           Twine(tile.unroll));
  te::BlockOp block = accesses.block;
  if (block.getNumAxes() - accesses.numSpatial < 2)
    return schedule.refuse("expected a sum with an axis beside 'window_axis'");
  return success();
}

/// Refuses operands that the block does not have.
static LogicalResult checkOperands(ScheduleBuilder &schedule,
                                   const BlockAccesses &accesses,
                                   const Tile &tile) {
  auto count = static_cast<int64_t>(getReadBuffers(accesses.block).size());
  auto check = [&](StringRef name, int64_t operand) -> LogicalResult {
    if (operand < count)
      return success();
    return schedule.refuse("expected an operand below " + Twine(count) +
                           " in '" + name + "', got " + Twine(operand));
  };
  for (int64_t operand : tile.copied)
    if (failed(check("copied", operand)))
      return failure();
  if (failed(check("streamed", tile.streamed)))
    return failure();
  if (tile.streamed >= 0 &&
      !isSharedByRows(accesses, getReadBuffers(accesses.block)[tile.streamed],
                      tile))
    return schedule.refuse("expected an operand that all rows of a tile share "
                           "in 'streamed', got " +
                           Twine(tile.streamed));
  te::BlockOp reader = findTileReader(accesses.block, accesses.written, tile);
  bool hasReader = tile.usesReader && reader;
  count = hasReader ? static_cast<int64_t>(getReadBuffers(reader).size()) : 0;
  for (int64_t operand : tile.epilogue)
    if (failed(check("epilogue", operand)))
      return failure();
  return success();
}

/// Refuses instructions that do not compute the block's product.
static LogicalResult checkInstruction(ScheduleBuilder &schedule,
                                      const BlockAccesses &accesses,
                                      const Tile &tile) {
  if (tile.isMatrix && !isMatrixProduct(accesses, tile.rowAxis))
    return schedule.refuse("the block is no product for matrix registers");
  if (tile.dotSteps != 0 && !tile.isMatrix && !isDotProduct(accesses))
    return schedule.refuse("the block is no product of bytes");
  return success();
}

/// Refuses tiles whose loops would not be unrolled.
static LogicalResult checkUnrolled(ScheduleBuilder &schedule,
                                   const BlockAccesses &accesses,
                                   const Tile &tile) {
  int64_t count = countUnrolled(describeNest(accesses.block), tile);
  if (count <= kMaxTileOperations)
    return success();
  return schedule.refuse("expected at most " + Twine(kMaxTileOperations) +
                         " operations of unrolled tiles, got about " +
                         Twine(count));
}

LogicalResult checkParameters(ScheduleBuilder &schedule,
                              const BlockAccesses &accesses, const Tile &tile) {
  return success(succeeded(checkAxes(schedule, accesses, tile)) &&
                 succeeded(checkSizes(schedule, accesses, tile)) &&
                 succeeded(checkWindow(schedule, accesses, tile)) &&
                 succeeded(checkOperands(schedule, accesses, tile)));
}

LogicalResult checkTile(ScheduleBuilder &schedule,
                        const BlockAccesses &accesses, const Tile &tile) {
  if (!isTileable(accesses) || !isAsLowered(accesses.block))
    return schedule.refuse("the block is no sum with vectors along its last "
                           "axis");
  return success(succeeded(checkParameters(schedule, accesses, tile)) &&
                 succeeded(checkInstruction(schedule, accesses, tile)) &&
                 succeeded(checkUnrolled(schedule, accesses, tile)));
}

} // namespace tvm::schedule
