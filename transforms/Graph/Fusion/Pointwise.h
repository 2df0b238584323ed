#ifndef TVM_TRANSFORMS_GRAPH_FUSION_POINTWISE_H
#define TVM_TRANSFORMS_GRAPH_FUSION_POINTWISE_H

#include "dialects/Graph/GraphConvolution.h"

namespace tvm::graph {

/// Whether `op` is a product of each point's channels by one matrix: 1 × 1,
/// channels last, no strides, padding or groups.
bool isPointwise(ConvOp op);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_POINTWISE_H
