// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of shapes that operators move, or make of dimensions.

#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;

namespace tvm::graph {

using Elements = std::optional<SymbolicShape>;

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

//===-- of dimensions -----------------------------------------------------===//

Elements ShapeOp::getSymbolicElements(ShapeValues &values) {
  SymbolicShape shape = values.getDims(getX());
  auto [start, end] = getBounds();
  return SymbolicShape(shape.begin() + start, shape.begin() + end);
}

Elements SizeOp::getSymbolicElements(ShapeValues &values) {
  return SymbolicShape{values.product(values.getDims(getX()))};
}

//===-- of other elements -------------------------------------------------===//

Elements GatherOp::getSymbolicElements(ShapeValues &values) {
  auto indices = getConstantInts(getIndices());
  auto data = values.getElements(getX());
  if (!indices || !data || typeOf(getX()).getRank() != 1)
    return std::nullopt;
  SymbolicShape result;
  int64_t count = data->size();
  for (int64_t index : *indices) {
    index += index < 0 ? count : 0;
    if (index < 0 || index >= count)
      return std::nullopt;
    result.push_back((*data)[index]);
  }
  return result;
}

Elements ConcatOp::getSymbolicElements(ShapeValues &values) {
  if (typeOf(getResult()).getRank() != 1)
    return std::nullopt;
  SymbolicShape result;
  for (Value operand : getInputs()) {
    auto part = values.getElements(operand);
    if (!part)
      return std::nullopt;
    llvm::append_range(result, *part);
  }
  return result;
}

Elements SliceOp::getSymbolicElements(ShapeValues &values) {
  auto data = values.getElements(getX());
  if (!data || typeOf(getResult()).getRank() != 1 || getAxes().size() != 1)
    return std::nullopt;
  auto bounds =
      getSliceBounds(data->size(), getStarts()[0], getEnds()[0], getSteps()[0]);
  SymbolicShape result;
  for (int64_t i = 0; i < bounds.size; ++i)
    result.push_back((*data)[bounds.start + i * bounds.step]);
  return result;
}

Elements ExpandOp::getSymbolicElements(ShapeValues &values) {
  return values.getBroadcastElements(getX(), typeOf(getResult()));
}

//===-- of numbers --------------------------------------------------------===//

Elements RangeOp::getSymbolicElements(ShapeValues &values) {
  auto start = values.getElements(getStart());
  auto delta = values.getElements(getDelta());
  if (!start || !delta)
    return std::nullopt;
  SymbolicShape result;
  for (int64_t i = 0; i < typeOf(getResult()).getNumElements(); ++i)
    result.push_back((*start)[0] + (*delta)[0] * i);
  return result;
}

Elements ConstantOfShapeOp::getSymbolicElements(ShapeValues &values) {
  auto value = dyn_cast<DenseElementsAttr>(getValue());
  if (!value || !value.getElementType().isInteger())
    return std::nullopt;
  APInt bits = value.getValues<APInt>()[0];
  return SymbolicShape(typeOf(getResult()).getNumElements(),
                       values.constant(bits.getSExtValue()));
}

} // namespace tvm::graph
