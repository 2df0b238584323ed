// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_FUSION_DEPTHWISEPATTERN_H
#define TVM_TRANSFORMS_GRAPH_FUSION_DEPTHWISEPATTERN_H

#include "dialects/Graph/Networks/GraphConvolution.h"
#include "transforms/CostModel/DepthwiseCost.h"
#include "transforms/Target/CPU.h"

#include <optional>

namespace tvm::graph {

/// Returns whether `op` computes each channel of an image, channels last, from
/// one channel.
bool isDepthwise(ConvOp op);

/// The data between a depthwise convolution and `pointwise`, which reads it.
/// Returns nothing if `pointwise` is not a pointwise convolution of images,
/// channels last, or if its shape is not known.
std::optional<DepthwiseShape> getDepthwiseShape(ConvOp pointwise);

/// Returns whether a kernel of both convolutions has register tiles on `cpu`
/// (`cost::chooseChainTiles`, which the schedule rule asks as well).
bool hasChainTiles(ConvOp depthwise, ConvOp pointwise, const target::CPU &cpu);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_DEPTHWISEPATTERN_H
