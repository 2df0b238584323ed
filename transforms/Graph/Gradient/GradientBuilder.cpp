// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Gradient/GradientBuilder.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#include "transforms/Graph/Gradient/GradientInterface.cpp.inc"

namespace tvm::graph {

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Value GradientBuilder::number(Value like, double value) {
  auto type = RankedTensorType::get({}, getElementTypeOrSelf(like));
  return create<ConstantOp>(DenseElementsAttr::get(
      type, builder.getFloatAttr(type.getElementType(), value)));
}

Value GradientBuilder::fill(Value like, double value) {
  return expand(number(like, value), like);
}

Value GradientBuilder::sum(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  return create<ReduceOp>(
      x, ReduceKindAttr::get(builder.getContext(), ReduceKind::Sum),
      builder.getDenseI64ArrayAttr(axes), builder.getUnitAttr());
}

static Value getShape(GradientBuilder &b, Value x) {
  RankedTensorType type = typeOf(x);
  if (!type.hasStaticShape())
    return b.create<ShapeOp>(x, int64_t(0), type.getRank());
  auto list = RankedTensorType::get({type.getRank()}, b.builder.getI64Type());
  return b.create<ConstantOp>(DenseElementsAttr::get(list, type.getShape()));
}

Value GradientBuilder::reshape(Value x, Value like) {
  if (x.getType() == like.getType() && typeOf(x).hasStaticShape())
    return x;
  return create<ReshapeOp>(x, getShape(*this, like), builder.getUnitAttr());
}

Value GradientBuilder::expand(Value x, Value like) {
  return create<ExpandOp>(x, getShape(*this, like));
}

Value GradientBuilder::sumTo(Value x, Value operand) {
  RankedTensorType from = typeOf(x), to = typeOf(operand);
  int64_t missing = from.getRank() - to.getRank();
  auto axes = llvm::to_vector(llvm::seq(missing));
  for (int64_t i = 0; i < to.getRank(); ++i) {
    int64_t size = from.getDimSize(missing + i), own = to.getDimSize(i);
    if (own == 1 && size != 1)
      axes.push_back(missing + i);
    else if (own != size || ShapedType::isDynamic(own))
      return {};
  }
  return axes.empty() ? x : reshape(sum(x, axes), operand);
}

} // namespace tvm::graph
