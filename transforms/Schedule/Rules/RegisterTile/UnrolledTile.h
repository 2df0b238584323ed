#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_UNROLLEDTILE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_UNROLLEDTILE_H

#include "transforms/CostModel/Nest.h"
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"
#include "transforms/Schedule/Support/Limits.h"

namespace tvm::schedule {

/// Largest number of operations of the unrolled nests of one block. The rest is
/// for other nests of the kernel.
inline constexpr int64_t kMaxTileOperations = kMaxUnrolledOperations * 9 / 10;

/// The unrolled loops of a nest.
struct UnrolledBody {
  int64_t outerRows;
  int64_t rows;
  int64_t vectors;    // in a row
  int64_t steps;      // of the sum
  int64_t extraLoads; // countExtraLoads
  bool isRead;        // in the loops of the block that reads the result
};

/// Estimated number of operations of a nest with such a body.
int64_t countUnrolled(const UnrolledBody &body);

/// Number of vectors that a product loads beside one per operand: data with a
/// stride along columns are shuffled.
int64_t countExtraLoads(const cost::Nest &nest, const Tile &tile);

/// Estimated number of operations of all nests that compute `nest` in such
/// tiles, when their loops are unrolled. 0 for tiles in matrix registers, which
/// are not unrolled, and for tiles of planes, which have limits of their own.
int64_t countUnrolled(const cost::Nest &nest, const Tile &tile);

/// Whether all loops of such tiles can be unrolled. Otherwise some would stay
/// loops, and their accumulators in memory.
bool isUnrollable(const cost::Nest &nest, const Tile &tile);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_UNROLLEDTILE_H
