#include "transforms/Graph/DepthwiseCost.h"

namespace tvm::graph {

/// The part of the cache that is for what is used again.
static constexpr int64_t kPart = 2;

double estimateSeparateTraffic(const DepthwiseShape &shape,
                               int64_t cacheBytes) {
  double bytes = 1.0 * shape.rows * shape.rowBytes;
  return bytes > cacheBytes / kPart ? 2 * bytes : 0;
}

double estimateFusedTraffic(const DepthwiseShape &shape, int64_t cacheBytes) {
  return shape.rowBytes + shape.weightBytes > cacheBytes / kPart
             ? 1.0 * shape.rows * shape.weightBytes
             : 0;
}

} // namespace tvm::graph
