#ifndef TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONPATTERN_H
#define TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONPATTERN_H

#include "dialects/Graph/Tensors/GraphReduction.h"
#include "transforms/CostModel/AttentionCost.h"

#include <optional>

namespace tvm::graph {

/// The scores that `softmax` normalises row by row, where their shape is known.
std::optional<ScoresShape> getScores(SoftmaxOp softmax);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONPATTERN_H
