#ifndef TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H
#define TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H

#include <cstdint>

namespace tvm::graph {

/// A depthwise convolution followed by a pointwise convolution.
struct DepthwiseShape {
  int64_t rows;        // of all images
  int64_t rowBytes;    // of one row of the intermediate result
  int64_t weightBytes; // of the pointwise convolution
};

/// Bytes of the intermediate result and of repeated weights that two kernels
/// move between a core's own cache, of `cacheBytes`, and the memory beyond it:
/// none where the intermediate result takes at most half of the cache, since
/// the input also passes through. Otherwise it is written and read.
double estimateSeparateTraffic(const DepthwiseShape &shape, int64_t cacheBytes);

/// Bytes that one kernel moves if it computes both row by row. It reads all
/// weights for each row, which costs nothing where they and the row take at
/// most half of the cache.
double estimateFusedTraffic(const DepthwiseShape &shape, int64_t cacheBytes);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H
