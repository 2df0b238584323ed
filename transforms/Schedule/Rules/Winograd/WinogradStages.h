// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADSTAGES_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADSTAGES_H

#include "transforms/Schedule/Rules/RegisterTile/TileSteps.h"

namespace tvm::schedule::winograd {

/// The blocks of the kernel, in order. A transformation of both coordinates of
/// a tile is two blocks: of one coordinate, then of the other.
struct Stages {
  te::BlockOp dataRows, data, products, resultRows, result, reader;
  int64_t tile = 0; // elements of a tile of the result along a dimension
};

/// Axes of all stages but the last one: coordinates in the tile, image, row and
/// column of tiles, channel.
enum Axis { kRow, kColumn, kImage, kTileRow, kTileColumn, kChannel, kNumAxes };

/// The loops of the block that reads the result tile by tile, at
/// [y mod m, x mod m, n, y floordiv m, x floordiv m, k].
struct ReaderLoops {
  Loop row, column, channel;
  llvm::SmallVector<Loop> others; // of images
  bool isChannelLast = false;
};

/// The stages around `data`, the transformed data, as the roles of blocks say;
/// nothing where it is another block, or others read a stage, too.
std::optional<Stages> matchStages(te::BlockOp data);

std::optional<ReaderLoops> matchReader(const Stages &stages);

/// The division of the result.
struct Division {
  int64_t group = 1;               // tiles of a row in a group
  std::optional<int64_t> channels; // channels of a group; nothing: all
  int64_t joined = 1;   // tiles of a group whose rows are stored together
  bool isWhole = false; // all tiles and all vectors of channels are complete
};

/// The loops over parts of the result.
struct ResultLoops {
  llvm::SmallVector<Loop> groups; // of tiles
  Loop blocks;                    // of channels that are computed together
};

/// Transforms the data of one tile after the other, in the own loops of
/// `data`, which is `stages.data` or was. Returns the loops over tiles.
mlir::FailureOr<llvm::SmallVector<Loop>> scheduleData(ScheduleBuilder &schedule,
                                                      const Stages &stages,
                                                      te::BlockOp data,
                                                      int64_t lanes);

/// Stores what `block` writes of one tile, and of `lanes` channels, together:
/// [image, tile row, tile column, vector, row, column, lane]. The coordinates
/// of a tile are as far apart as all its neighbours need otherwise, a power of
/// two perhaps: in few sets of the caches.
mlir::LogicalResult storeByTile(ScheduleBuilder &schedule, te::BlockOp block,
                                int64_t lanes);

/// Transforms products and stores the result, in the loops of what reads it.
mlir::FailureOr<ResultLoops> scheduleResult(ScheduleBuilder &schedule,
                                            const Stages &stages,
                                            const ReaderLoops &loops,
                                            const Division &division,
                                            int64_t lanes);

/// The applied strategy `strategy` without parameters that changed nothing
/// (ScheduleRule::dropIdle).
WinogradStagesAttr dropIdleParameters(WinogradStagesAttr strategy,
                                      const ParameterEffects &effects,
                                      IdleReport report);
WinogradGroupsAttr dropIdleParameters(WinogradGroupsAttr strategy,
                                      const ParameterEffects &effects,
                                      IdleReport report);

} // namespace tvm::schedule::winograd

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADSTAGES_H
