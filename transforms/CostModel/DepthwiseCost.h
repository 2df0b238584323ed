#ifndef TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H
#define TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H

#include <cstdint>

namespace tvm::graph {

/// A depthwise convolution and the pointwise one of its result.
struct DepthwiseShape {
  int64_t rows;        // of all images
  int64_t rowBytes;    // of one row of what is between them
  int64_t weightBytes; // of the pointwise convolution
};

/// Bytes of what is between them, and of weights read again, that pass between
/// a core's own cache, of `cacheBytes`, and what is behind it. As two kernels:
/// none where the result of the first takes at most half of the cache, as the
/// data that it reads passes through, too; else it is written and read.
double estimateSeparateTraffic(const DepthwiseShape &shape, int64_t cacheBytes);

/// The same where a kernel computes both row by row: all weights are read for
/// each row, which costs nothing where they and the row take at most half of
/// the cache.
double estimateFusedTraffic(const DepthwiseShape &shape, int64_t cacheBytes);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H
