#include "transforms/Graph/Fusion/AttentionCost.h"

namespace tvm::graph {

/// Writes and reads of all scores by three kernels.
static constexpr double kPasses = 4;

/// The part of the cache for scores: operands, results and the weights of other
/// kernels pass through it.
static constexpr double kPart = 1.0 / 4;

static double getMatrixBytes(const ScoresShape &shape) {
  return 1.0 * shape.queries * shape.keys * shape.elementBytes;
}

double estimateSeparateTraffic(const ScoresShape &shape, int64_t cacheBytes) {
  double bytes = shape.matrices * getMatrixBytes(shape);
  return bytes > kPart * cacheBytes ? kPasses * bytes : 0;
}

double estimateFusedTraffic(const ScoresShape &shape, int64_t cacheBytes) {
  double bytes = shape.matrices * getMatrixBytes(shape);
  if (2 * getMatrixBytes(shape) > kPart * cacheBytes)
    return estimateSeparateTraffic(shape, cacheBytes);
  return bytes > kPart * cacheBytes ? bytes : 0;
}

} // namespace tvm::graph
