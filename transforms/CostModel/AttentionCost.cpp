#include "transforms/CostModel/AttentionCost.h"

#include "transforms/CostModel/TileSize.h"
#include "transforms/Schedule/Support/Limits.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace tvm::graph {

/// Number of times that three separate kernels write or read all scores.
static constexpr double kPasses = 4;

/// Fraction (1 / kPart) of the cache for scores: operands, results and the
/// weights of other kernels pass through it.
static constexpr int64_t kPart = 4;

/// Least number of queries that make up for reading all keys.
static constexpr int64_t kMinQueries = 12;

int64_t chooseQueries(const ScoresShape &shape, int64_t cacheBytes) {
  int64_t bytes = std::max<int64_t>(shape.keys * shape.elementBytes, 1);
  int64_t most =
      std::min(cacheBytes / kPart / 2, kMaxThreadBufferBytes) / bytes;
  if (shape.queries <= most)
    return shape.queries;
  if (most < kMinQueries)
    return 0;
  int64_t blocks = llvm::divideCeil(shape.queries, most);
  int64_t queries = llvm::divideCeil(shape.queries, blocks);
  return queries < kMinQueries ? 0 : queries;
}

bool hasAttentionTiles(std::optional<int64_t> keys,
                       std::optional<int64_t> columns) {
  return cost::hasColumns(keys) && cost::hasColumns(columns);
}

double estimateSeparateTraffic(const ScoresShape &shape, int64_t cacheBytes) {
  double bytes = 1.0 * shape.matrices * shape.queries * shape.keys *
                 static_cast<double>(shape.elementBytes);
  return bytes * kPart > cacheBytes ? kPasses * bytes : 0;
}

double estimateFusedTraffic(const ScoresShape &shape, int64_t cacheBytes) {
  return chooseQueries(shape, cacheBytes) > 0
             ? 0
             : estimateSeparateTraffic(shape, cacheBytes);
}

} // namespace tvm::graph
