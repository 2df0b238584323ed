// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_UNROLLEDTILE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_UNROLLEDTILE_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"
#include "transforms/Schedule/Support/Limits.h"

namespace tvm::schedule {

/// Largest number of operations of the unrolled nests of one block. The rest is
/// for other nests of the kernel.
inline constexpr int64_t kMaxTileOperations = kMaxUnrolledOperations * 9 / 10;

/// Estimated number of operations of all nests that compute `nest` in such
/// tiles, when their loops are unrolled. 0 for tiles in matrix registers, which
/// are not unrolled, and for tiles of planes, which have limits of their own.
int64_t countUnrolled(const cost::Nest &nest, const Tile &tile);

/// Whether all loops of such tiles can be unrolled, with all copies of their
/// bodies that may leave out padding. Otherwise some would stay loops, and
/// their accumulators in memory.
bool isUnrollable(const cost::Nest &nest, const Tile &tile);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_UNROLLEDTILE_H
