// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADSPACE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADSPACE_H

#include "transforms/Schedule/Rules/Winograd/WinogradStages.h"

namespace tvm::schedule::winograd {

/// Least number of channels of a vector. Shorter vectors gain nothing.
inline constexpr int64_t kMinLanes = 4;

/// Rows of register tiles, `most` at most, that are as equal as can be; nothing
/// where less than `fullPart` of them would be full.
std::optional<int64_t> divideEvenly(int64_t extent, int64_t most,
                                    double fullPart);

/// The sizes of a kernel that its strategies depend on.
struct KernelSizes {
  std::optional<int64_t> inputs, outputs; // channels
  /// Tiles of a row of the result; nothing where one overhangs it.
  std::optional<int64_t> tilesOfRow;
  int64_t tile;        // elements of a tile along a dimension
  int64_t coordinates; // of a tile of products
  int64_t elementBytes;
  int64_t lanes; // of the machine's vectors
  bool isChannelLast;

  /// The number of tiles of `channels` channels of which all coordinates fit
  /// into a buffer of a thread.
  int64_t getMostTiles(int64_t channels) const;
  bool fitsBuffer(int64_t group, int64_t channels) const {
    return group <= getMostTiles(channels);
  }
  /// Whether tiles, and vectors of `lanes` channels of the result, are full.
  bool isWhole(int64_t lanes) const;
};

/// The strategies around `chosen`, all stages for a group of tiles. The tile of
/// the products, `tile` in `chosen`, is a part of the space.
std::unique_ptr<StrategySpace>
makeGroupsSpace(const Stages &stages, const KernelSizes &kernel,
                const Tile &tile, WinogradGroupsAttr chosen,
                llvm::ArrayRef<Strategy> preferred,
                const MachineModel &machine);

/// The strategies around `chosen`, each stage for all tiles. The products are
/// another block, with a space of its own.
std::unique_ptr<StrategySpace> makeStagesSpace(const Stages &stages,
                                               const KernelSizes &kernel,
                                               WinogradStagesAttr chosen,
                                               const MachineModel &machine);

} // namespace tvm::schedule::winograd

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_WINOGRADSPACE_H
