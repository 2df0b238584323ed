// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PRECISION_QUANTIZEDCONVOLUTION_H
#define TVM_TRANSFORMS_GRAPH_PRECISION_QUANTIZEDCONVOLUTION_H

#include "dialects/Graph/Networks/GraphConvolution.h"

namespace tvm::graph {

/// Returns whether `op`, a convolution of floats, stands for a quantized one:
/// its weights are dequantized integers, or its data are and its result becomes
/// integers again. Products that are summed up lose little or nothing then;
/// another algorithm may change the integers.
bool isQuantized(ConvOp op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PRECISION_QUANTIZEDCONVOLUTION_H
