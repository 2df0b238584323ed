#ifndef TVM_TRANSFORMS_COSTMODEL_ATTENTIONCOST_H
#define TVM_TRANSFORMS_COSTMODEL_ATTENTIONCOST_H

#include <cstdint>
#include <optional>

namespace tvm::graph {

/// The scores of an attention: one per query, key and matrix (head) of a batch.
struct ScoresShape {
  int64_t matrices, queries, keys;
  int64_t elementBytes;
};

/// Number of queries that a kernel takes from scores to the second product at a
/// time: the largest blocks of equal size whose scores and exponentials fit in
/// a quarter of a core's own cache, of `cacheBytes`, and each on a thread's
/// stack. 0 if these would be too few queries for reading all keys.
int64_t chooseQueries(const ScoresShape &shape, int64_t cacheBytes);

/// Returns whether both products of an attention are computed in register
/// tiles: of `keys` columns, and of as many columns as a value has elements.
/// Without these, the schedule rule takes no kernel.
bool hasAttentionTiles(std::optional<int64_t> keys,
                       std::optional<int64_t> columns);

/// Bytes of scores that pass between a core's own cache and what is behind it,
/// as three kernels, which each go over all matrices: none where they fit in
/// its quarter; else they are written by the first product, read and written by
/// the softmax, read by the second product.
double estimateSeparateTraffic(const ScoresShape &shape, int64_t cacheBytes);

/// Bytes of scores that one fused kernel moves: none where there are blocks of
/// queries, otherwise the same as for separate kernels.
double estimateFusedTraffic(const ScoresShape &shape, int64_t cacheBytes);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_ATTENTIONCOST_H
