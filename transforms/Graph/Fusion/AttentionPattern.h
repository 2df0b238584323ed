// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONPATTERN_H
#define TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONPATTERN_H

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "transforms/CostModel/AttentionCost.h"

#include <optional>

namespace tvm::graph {

/// The scores that `softmax` normalises row by row, where their shape is known.
std::optional<ScoresShape> getScores(SoftmaxOp softmax);

/// Number of columns of the result of `product`; 1 where it is a vector of
/// rows. Nothing where it is not known.
std::optional<int64_t> getNumColumns(MatMulOp product);

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_FUSION_ATTENTIONPATTERN_H
