// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"

using namespace mlir;

namespace tvm::schedule::winograd {

/// The last of `loops`, around one tile, as vectors; the others written out.
static LogicalResult writeOut(ScheduleBuilder &schedule, ArrayRef<Loop> loops) {
  if (failed(schedule.vectorize(loops.back())))
    return failure();
  for (Loop loop : loops.drop_back())
    if (failed(schedule.unroll(loop)))
      return failure();
  return success();
}

/// Writes out what `block` computes of a tile inside of `loop`. Returns the
/// loop over the tiles, `loop` where there is one.
static FailureOr<Loop> writeTilesOut(ScheduleBuilder &schedule,
                                     te::BlockOp block, Loop loop) {
  SmallVector<Loop> inner = getInnerLoops(block, loop);
  Loop tiles = inner[inner.size() - kNumAxes + kTileColumn];
  if (getTripCount(tiles) != 1) {
    SmallVector<Loop> order{tiles};
    llvm::erase(inner, tiles);
    llvm::append_range(order, inner);
    if (failed(schedule.reorder(order)))
      return failure();
    loop = tiles;
  }
  if (failed(writeOut(schedule, inner)))
    return failure();
  return loop;
}

FailureOr<SmallVector<Loop>> scheduleData(ScheduleBuilder &schedule,
                                          const Stages &stages,
                                          te::BlockOp data, int64_t lanes) {
  SmallVector<Loop> all = getLoops(data);
  ArrayRef<Loop> loops = ArrayRef(all).take_back(kNumAxes);
  Loop channel = loops[kChannel];
  int64_t lane = std::min(lanes, getTripCount(channel).value_or(lanes));
  schedule.noteEffect("data_lanes", lane);
  auto channels = schedule.split(channel, {0, lane});
  if (failed(channels))
    return failure();
  SmallVector<Loop> outer{loops[kImage], loops[kTileRow], loops[kTileColumn]};
  SmallVector<Loop> inner{loops[kRow], loops[kColumn], channels->back()};
  SmallVector<Loop> order = outer;
  order.push_back(channels->front());
  llvm::append_range(order, inner);
  if (failed(schedule.reorder(order)))
    return failure();
  auto rows = schedule.computeAt(stages.dataRows, channels->front());
  if (failed(rows) ||
      failed(writeTilesOut(schedule, *rows, channels->front())) ||
      failed(writeOut(schedule, inner)))
    return failure();
  return outer;
}

static SmallVector<AffineExpr> getDims(MLIRContext *context,
                                       ArrayRef<unsigned> axes) {
  return llvm::map_to_vector(axes, [&](unsigned axis) -> AffineExpr {
    return getAffineDimExpr(axis, context);
  });
}

static LogicalResult store(ScheduleBuilder &schedule, te::BlockOp block,
                           ArrayRef<AffineExpr> layout) {
  Value written = BlockAccesses(block).written;
  return schedule.transformLayout(
      block, findCapture(block, written),
      AffineMap::get(kNumAxes, 0, layout, block.getContext()));
}

/// Puts elements of a row behind each other across tiles:
/// [row, image, tile row, tile column, column, channel].
static LogicalResult joinTiles(ScheduleBuilder &schedule, te::BlockOp result) {
  return store(schedule, result,
               getDims(result.getContext(), {kRow, kImage, kTileRow,
                                             kTileColumn, kColumn, kChannel}));
}

LogicalResult storeByTile(ScheduleBuilder &schedule, te::BlockOp block,
                          int64_t lanes) {
  MLIRContext *context = block.getContext();
  SmallVector<AffineExpr> layout =
      getDims(context, {kImage, kTileRow, kTileColumn});
  AffineExpr channel = getAffineDimExpr(kChannel, context);
  layout.push_back(channel.floorDiv(lanes));
  llvm::append_range(layout, getDims(context, {kRow, kColumn}));
  layout.push_back(channel % lanes);
  return store(schedule, block, layout);
}

namespace {
/// The reader's loops, divided. Some may be null: there is one part then.
struct Parts {
  Loop rowTiles, row;
  Loop groups, tiles, joined, column;
  Loop blocks, vectors, channel; // of channels
};
} // namespace

static FailureOr<Parts> divide(ScheduleBuilder &schedule,
                               const ReaderLoops &loops,
                               const Division &division, int64_t tile,
                               int64_t lanes) {
  int64_t count = getTripCount(loops.channel).value_or(lanes);
  int64_t lane = std::max<int64_t>(std::min(lanes, count), 1);
  schedule.noteEffect("lanes", lane);
  SmallVector<int64_t> columnSizes{0, division.group / division.joined};
  if (division.joined != 1)
    columnSizes.push_back(division.joined);
  columnSizes.push_back(tile);
  SmallVector<int64_t> channelSizes{0};
  if (division.channels) {
    auto vectors =
        static_cast<int64_t>(llvm::divideCeil(*division.channels, lane));
    schedule.noteEffect("channels", vectors * lane);
    channelSizes.push_back(vectors);
  }
  channelSizes.push_back(lane);
  auto rows = schedule.split(loops.row, {0, tile});
  auto columns = schedule.split(loops.column, columnSizes);
  auto channels = schedule.split(loops.channel, channelSizes);
  if (failed(rows) || failed(columns) || failed(channels))
    return failure();
  Parts parts;
  parts.rowTiles = rows->front();
  parts.row = rows->back();
  parts.groups = columns->front();
  parts.tiles = (*columns)[1];
  if (division.joined != 1)
    parts.joined = (*columns)[2];
  parts.column = columns->back();
  if (division.channels)
    parts.blocks = channels->front();
  parts.channel = channels->pop_back_val();
  parts.vectors = channels->back();
  return parts;
}

/// Computes what the reader needs inside of `loop`.
static LogicalResult computeStagesAt(ScheduleBuilder &schedule,
                                     const Stages &stages, Loop loop,
                                     const Division &division) {
  auto moved = schedule.computeAt(stages.result, loop);
  if (failed(moved))
    return failure();
  auto tiles = writeTilesOut(schedule, *moved, loop);
  if (failed(tiles))
    return failure();
  auto rows = schedule.computeAt(stages.resultRows, *tiles);
  if (failed(rows) || failed(writeTilesOut(schedule, *rows, *tiles)))
    return failure();
  return division.joined == 1 ? success() : joinTiles(schedule, *moved);
}

FailureOr<ResultLoops> scheduleResult(ScheduleBuilder &schedule,
                                      const Stages &stages,
                                      const ReaderLoops &loops,
                                      const Division &division, int64_t lanes) {
  auto parts = divide(schedule, loops, division, stages.tile, lanes);
  if (failed(parts))
    return failure();
  ResultLoops outer{loops.others, parts->blocks};
  outer.groups.append({parts->rowTiles, parts->groups});
  SmallVector<Loop> order = outer.groups;
  order.push_back(parts->blocks);
  if (loops.isChannelLast)
    order.append({parts->tiles, parts->vectors, parts->row, parts->joined,
                  parts->column, parts->channel});
  else
    order.append({parts->vectors, parts->tiles, parts->row, parts->channel,
                  parts->joined, parts->column});
  llvm::erase(order, Loop());
  Loop inside = loops.isChannelLast ? parts->vectors : parts->tiles;
  if (failed(schedule.reorder(order)) ||
      failed(computeStagesAt(schedule, stages, inside, division)))
    return failure();
  if (loops.isChannelLast) {
    if (failed(writeOut(schedule, {parts->row, parts->column, parts->channel})))
      return failure();
    return outer;
  }
  Loop column = parts->column;
  if (parts->joined) {
    auto fused = schedule.fuse(parts->joined, column);
    if (failed(fused))
      return failure();
    column = *fused;
  }
  schedule.noteEffect("whole");
  // Complete tiles are transposed in registers.
  if (failed(schedule.vectorize(column)) ||
      failed(schedule.unroll(parts->row)) ||
      failed(division.isWhole ? schedule.vectorize(parts->channel)
                              : schedule.unroll(parts->channel)))
    return failure();
  return outer;
}

} // namespace tvm::schedule::winograd
