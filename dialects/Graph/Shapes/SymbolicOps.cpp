// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Shapes/SymbolicOps.h"

#include "dialects/Graph/ElementTypes.h"

using namespace mlir;

namespace tvm::graph {

LogicalResult inferFromShape(std::optional<Location> loc,
                             FailureOr<SymbolicShape> shape, Type elementType,
                             SmallVectorImpl<Type> &types) {
  if (failed(shape))
    return failure();
  for (auto [i, size] : llvm::enumerate(*shape))
    if (auto known = dyn_cast<AffineConstantExpr>(size);
        known && known.getValue() < 0)
      return emitOptionalError(
          loc, "expected a result with sizes of at least 0, got ",
          known.getValue(), " for dimension ", i);
  auto sizes = getStaticShape(*shape);
  if (!RankedTensorType::isValidElementType(elementType))
    return emitOptionalError(loc, "the result has no element type");
  auto type = RankedTensorType::get(*sizes, elementType);
  if (isTooLarge(*sizes))
    return emitOptionalError(
        loc, "expected a result that memory can hold, got ", type);
  types.push_back(type);
  return success();
}

LogicalResult reifyFromShape(OpBuilder &builder, Operation *op,
                             ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> &dims = shapes.emplace_back();
  ShapeValues values(builder.getContext());
  FailureOr<SymbolicShape> shape = failure();
  if (!type.hasStaticShape()) {
    shape = cast<SymbolicShapeInterface>(op).getSymbolicShape(values);
    if (failed(shape) || static_cast<int64_t>(shape->size()) != type.getRank())
      return failure();
  }
  // Nothing is created where that is not enough.
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i) && values.isUnknown((*shape)[i]))
      return failure();
  for (int64_t i = 0; i < type.getRank(); ++i)
    dims.push_back(type.isDynamicDim(i)
                       ? values.build(builder, op->getLoc(), (*shape)[i])
                       : builder.getIndexAttr(type.getDimSize(i)));
  return success();
}

std::optional<int64_t> normalizeAxis(std::optional<Location> loc, int64_t axis,
                                     int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  (void)emitOptionalError(loc, "expected an axis of ", rank,
                          " dimensions, got ", axis);
  return std::nullopt;
}

FailureOr<SmallVector<int64_t>> normalizeAxes(std::optional<Location> loc,
                                              ArrayRef<int64_t> axes,
                                              int64_t rank) {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    auto normal = normalizeAxis(loc, axis, rank);
    if (!normal)
      return failure();
    if (llvm::is_contained(result, *normal))
      return emitOptionalError(loc, "expected distinct axes, got [", axes, "]");
    result.push_back(*normal);
  }
  return result;
}

SliceBounds getSliceBounds(int64_t size, int64_t start, int64_t end,
                           int64_t step) {
  auto clamp = [&](int64_t value) {
    if (value < 0)
      value = value < -size ? -1 : value + size;
    return step > 0 ? std::clamp<int64_t>(value, 0, size)
                    : std::clamp<int64_t>(value, -1, size - 1);
  };
  // -1 before the first element is no index from the back.
  int64_t from = clamp(start), to = clamp(end);
  int64_t distance = step > 0 ? to - from : from - to;
  uint64_t stride = step > 0 ? step : -static_cast<uint64_t>(step);
  int64_t count =
      distance <= 0 ? 0 : static_cast<int64_t>((distance - 1) / stride + 1);
  return {from, step, count};
}

} // namespace tvm::graph
