// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/ShapeBuilders.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "transforms/Graph/Layout/LayoutChange.h"

using namespace mlir;

namespace tvm::graph {

Value createReshape(OpBuilder &builder, Location loc, Value x,
                    ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get({static_cast<int64_t>(shape.size())},
                                    builder.getI64Type());
  Value target =
      ConstantOp::create(builder, loc, DenseElementsAttr::get(type, shape));
  auto from = cast<RankedTensorType>(x.getType());
  return ReshapeOp::create(builder, loc, from.clone(shape), x, target,
                           /*allow_zero=*/true);
}

Value createTranspose(OpBuilder &builder, Location loc, Value x,
                      ArrayRef<int64_t> order) {
  auto from = cast<RankedTensorType>(x.getType());
  return TransposeOp::create(builder, loc, permuteType(from, order), x, order);
}

} // namespace tvm::graph
