// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H
#define TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H

#include "transforms/Target/CPU.h"

namespace tvm::graph {

/// A depthwise convolution followed by a pointwise convolution.
struct DepthwiseShape {
  int64_t rows;        // of all images
  int64_t rowBytes;    // of one row of the intermediate result
  int64_t weightBytes; // of the pointwise convolution
};

/// Bytes of the intermediate result and of repeated weights that two kernels
/// move between a core's own cache and the memory beyond it: none where the
/// intermediate result takes at most a part of the cache (`chainPart` of
/// TileTable), since the input also passes through. Otherwise it is written and
/// read.
double estimateSeparateTraffic(const DepthwiseShape &shape,
                               const target::CPU &cpu);

/// Bytes that one kernel moves if it computes both row by row. It reads all
/// weights for each row, which costs nothing where they and the row take at
/// most that part of the cache.
double estimateFusedTraffic(const DepthwiseShape &shape,
                            const target::CPU &cpu);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_DEPTHWISECOST_H
