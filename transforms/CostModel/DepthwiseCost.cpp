// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/DepthwiseCost.h"

#include "transforms/CostModel/TileTable.h"

namespace tvm::graph {

/// Whether `bytes` that are used again stay in a core's own cache.
static bool stayInCache(double bytes, const target::CPU &cpu) {
  return bytes * cost::TileTable::get(cpu).chainPart <= cpu.l2CacheBytes;
}

double estimateSeparateTraffic(const DepthwiseShape &shape,
                               const target::CPU &cpu) {
  double bytes = 1.0 * shape.rows * shape.rowBytes;
  return stayInCache(bytes, cpu) ? 0 : 2 * bytes;
}

double estimateFusedTraffic(const DepthwiseShape &shape,
                            const target::CPU &cpu) {
  return stayInCache(shape.rowBytes + shape.weightBytes, cpu)
             ? 0
             : 1.0 * shape.rows * shape.weightBytes;
}

} // namespace tvm::graph
