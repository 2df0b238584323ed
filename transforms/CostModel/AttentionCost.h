// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_ATTENTIONCOST_H
#define TVM_TRANSFORMS_COSTMODEL_ATTENTIONCOST_H

#include "transforms/Target/CPU.h"

#include <optional>

namespace tvm::graph {

/// The scores of an attention: one per query, key and matrix (head) of a batch.
struct ScoresShape {
  int64_t matrices, queries, keys;
  int64_t elementBytes;
};

/// Number of queries that a kernel takes from scores to the second product at a
/// time: the largest blocks of equal size whose scores and exponentials fit in
/// a part of a core's own cache (`scoresPart` of TileTable), and each on a
/// thread's stack. 0 if these would be too few queries for reading all keys
/// (`minQueries`).
int64_t chooseQueries(const ScoresShape &shape, const target::CPU &cpu);

/// Returns whether both products of an attention are computed in register
/// tiles: of `keys` columns, and of as many columns as a value has elements.
/// Without these, the schedule rule takes no kernel.
bool hasAttentionTiles(std::optional<int64_t> keys,
                       std::optional<int64_t> columns);

/// Bytes of scores that three kernels, each over all matrices, move between a
/// core's own cache and the memory beyond it: none where they fit in that part
/// of it. Otherwise the first product writes them, the softmax reads and writes
/// them, and the second product reads them.
double estimateSeparateTraffic(const ScoresShape &shape,
                               const target::CPU &cpu);

/// Bytes of scores that one fused kernel moves: none where there are blocks of
/// queries, otherwise the same as for separate kernels.
double estimateFusedTraffic(const ScoresShape &shape, const target::CPU &cpu);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_ATTENTIONCOST_H
