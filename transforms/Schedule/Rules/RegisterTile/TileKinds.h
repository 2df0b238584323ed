// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILEKINDS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILEKINDS_H

#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"

namespace tvm::schedule {

/// The facts that the size of a tile follows from, beside its axes.
struct TileFacts {
  const BlockAccesses &accesses;
  const MachineModel &machine;
  /// Extents of the axes of rows and of columns, where they are known.
  std::optional<int64_t> rows, columns;
  /// Number of vectors of the usual number of columns.
  int64_t vectors;
  /// Whether rows in tiles of two sizes may become two nests.
  bool isPartitioned;
};

/// Gives `tile`, whose axes are known, its size and the layout of its rows: the
/// size of the first kind of tile whose constraints hold. The search for lower
/// estimates begins there.
void chooseSize(Tile &tile, const TileFacts &facts);

/// Whether points along `axis` share vectors that some load reads.
bool isShared(const BlockAccesses &accesses, int axis);

/// Adds to `problem` the facts that the rows of `tile` follow from.
void describeRows(cost::TileProblem &problem, const BlockAccesses &accesses,
                  const Tile &tile);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_TILEKINDS_H
