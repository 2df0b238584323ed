// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/AttentionCost.h"

#include "transforms/CostModel/TileSize.h"
#include "transforms/CostModel/TileTable.h"
#include "transforms/Schedule/Support/Limits.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace tvm::graph {

/// Number of times that three separate kernels write or read all scores.
static constexpr double kPasses = 4;

int64_t chooseQueries(const ScoresShape &shape, const target::CPU &cpu) {
  cost::TileTable table = cost::TileTable::get(cpu);
  int64_t bytes = std::max<int64_t>(shape.keys * shape.elementBytes, 1);
  int64_t most =
      std::min(cpu.l2CacheBytes / table.scoresPart / 2, kMaxThreadBufferBytes) /
      bytes;
  if (shape.queries <= most)
    return shape.queries;
  if (most < table.minQueries)
    return 0;
  int64_t blocks = llvm::divideCeil(shape.queries, most);
  int64_t queries = llvm::divideCeil(shape.queries, blocks);
  return queries < table.minQueries ? 0 : queries;
}

bool hasAttentionTiles(std::optional<int64_t> keys,
                       std::optional<int64_t> columns) {
  return cost::hasColumns(keys) && cost::hasColumns(columns);
}

double estimateSeparateTraffic(const ScoresShape &shape,
                               const target::CPU &cpu) {
  double bytes = 1.0 * shape.matrices * shape.queries * shape.keys *
                 static_cast<double>(shape.elementBytes);
  return bytes * cost::TileTable::get(cpu).scoresPart > cpu.l2CacheBytes
             ? kPasses * bytes
             : 0;
}

double estimateFusedTraffic(const ScoresShape &shape, const target::CPU &cpu) {
  return chooseQueries(shape, cpu) > 0 ? 0
                                       : estimateSeparateTraffic(shape, cpu);
}

} // namespace tvm::graph
