#include "transforms/CostModel/DepthwiseCost.h"

namespace tvm::graph {

/// Fraction of the cache for data that is used again.
static constexpr double kPart = 1.0 / 2;

double estimateSeparateTraffic(const DepthwiseShape &shape,
                               int64_t cacheBytes) {
  double bytes = 1.0 * shape.rows * shape.rowBytes;
  return bytes > kPart * cacheBytes ? 2 * bytes : 0;
}

double estimateFusedTraffic(const DepthwiseShape &shape, int64_t cacheBytes) {
  return shape.rowBytes + shape.weightBytes > kPart * cacheBytes
             ? 1.0 * shape.rows * shape.weightBytes
             : 0;
}

} // namespace tvm::graph
