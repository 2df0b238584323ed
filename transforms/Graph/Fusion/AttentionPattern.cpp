// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Fusion/AttentionPattern.h"

using namespace mlir;

namespace tvm::graph {

std::optional<ScoresShape> getScores(SoftmaxOp softmax) {
  auto type = cast<RankedTensorType>(softmax.getX().getType());
  int64_t rank = type.getRank();
  if (!type.hasStaticShape() || rank < 3 ||
      softmax.getAxes() != ArrayRef<int64_t>{rank - 1})
    return std::nullopt;
  int64_t queries = type.getDimSize(rank - 2), keys = type.getDimSize(rank - 1);
  int64_t points = queries * keys;
  return ScoresShape{points ? type.getNumElements() / points : 0, queries, keys,
                     type.getElementTypeBitWidth() / 8};
}

std::optional<int64_t> getNumColumns(MatMulOp product) {
  if (product.getColumnDim() < 0)
    return 1;
  int64_t columns = cast<RankedTensorType>(product.getType()).getShape().back();
  return ShapedType::isDynamic(columns) ? std::nullopt : std::optional(columns);
}

} // namespace tvm::graph
