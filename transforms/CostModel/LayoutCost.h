// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_COSTMODEL_LAYOUTCOST_H
#define TVM_TRANSFORMS_COSTMODEL_LAYOUTCOST_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>

// Shapes of convolutions whose kernels are as fast on data in NCHW as in NHWC,
// so that no data need move, or faster.

namespace tvm::graph {

/// Returns whether a convolution of each channel by itself is as fast in NCHW:
/// vectors are loaded along rows of the result, which have `width` elements,
/// with a stride of 2 every other element of the data. Very short rows are not
/// worth that. A width that is only known at run time counts as large.
bool isDepthwiseFastChannelSecond(int64_t stride, std::optional<int64_t> width);

/// Returns whether a convolution, or each group of one, with few `outputs` is
/// faster in NCHW, even if its data and its result move. In NHWC vectors of
/// `lanes` elements run along the outputs, which leave a part of them empty. In
/// NCHW they run along the rows of the result, an `image` of these sizes that
/// is not small; a `stride` of 1 uses every element of the data. Measurements:
/// benchmarks/results/layouts.md.
bool isNarrowFasterChannelSecond(int64_t stride, llvm::ArrayRef<int64_t> image,
                                 int64_t outputs, int64_t lanes);

/// Returns whether planes of `points` elements fill vectors of any machine, but
/// for a small part, as the columns of the product of matrices that a pointwise
/// convolution is.
bool fillsVectorsOfPlanes(int64_t points);

/// Returns whether weights that are no constants are used at enough points of
/// the result to be moved whenever the model runs.
bool isWeightWorthMoving(int64_t points);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_COSTMODEL_LAYOUTCOST_H
