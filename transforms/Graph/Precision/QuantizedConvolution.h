#ifndef TVM_TRANSFORMS_GRAPH_PRECISION_QUANTIZEDCONVOLUTION_H
#define TVM_TRANSFORMS_GRAPH_PRECISION_QUANTIZEDCONVOLUTION_H

#include "dialects/Graph/GraphConvolution.h"

namespace tvm::graph {

/// Returns whether `op`, a convolution of floats, stands for one of integers:
/// its data are dequantized integers, and either its weights are as well, or
/// its result becomes integers again. Such a convolution is exact as long as
/// products are summed up, so another algorithm may change the integers.
bool isQuantized(ConvOp op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PRECISION_QUANTIZEDCONVOLUTION_H
