#include "transforms/CostModel/LayoutCost.h"

namespace tvm::graph {

/// Largest number of elements of a row that are not worth loading every other
/// element of the data.
static constexpr int64_t kShortRow = 3;
/// Number of elements of f32 in the widest vector of any machine.
static constexpr int64_t kPointsOfVectors = 16;
/// Least number of points at which an element of a weight is used.
static constexpr int64_t kPointsPerMove = 16;

bool isDepthwiseFastChannelSecond(int64_t stride,
                                  std::optional<int64_t> width) {
  return stride == 1 || (stride == 2 && (!width || *width > kShortRow));
}

bool fillsVectorsOfPlanes(int64_t points) {
  return points % kPointsOfVectors == 0;
}

bool isWeightWorthMoving(int64_t points) { return points >= kPointsPerMove; }

} // namespace tvm::graph
