#ifndef TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONCOST_H
#define TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONCOST_H

#include <cstdint>

namespace tvm::graph {

/// Scores of an attention: one per query, key and matrix (head) of a batch.
struct ScoresShape {
  int64_t matrices, queries, keys;
  int64_t elementBytes;
};

/// Bytes of scores that pass between a core's own cache, of `cacheBytes`, and
/// what is behind it; a quarter of the cache is for scores. As three kernels,
/// which each go over all matrices: none where they fit; else they are written
/// by the first product, read and written by the softmax, read by the second
/// product.
double estimateSeparateTraffic(const ScoresShape &shape, int64_t cacheBytes);

/// The same where a kernel computes one matrix after the other, from scores to
/// the second product: if one matrix, and the exponentials beside it, fits,
/// each is written back at most once; else as separate kernels.
double estimateFusedTraffic(const ScoresShape &shape, int64_t cacheBytes);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONCOST_H
