// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Shapes/ShapeInference.h"

#include "dialects/Graph/Shapes/FormatShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace tvm::graph {

bool areCompatibleTypes(TypeRange lhs, TypeRange rhs) {
  if (lhs.size() != rhs.size())
    return false;
  return llvm::all_of(llvm::zip(lhs, rhs), [](auto pair) {
    auto l = dyn_cast<ShapedType>(std::get<0>(pair));
    auto r = dyn_cast<ShapedType>(std::get<1>(pair));
    if (!l || !r)
      return std::get<0>(pair) == std::get<1>(pair);
    return l.getElementType() == r.getElementType() &&
           succeeded(verifyCompatibleShape(l, r));
  });
}

RankedTensorType joinTypes(Type lhs, Type rhs) {
  auto l = cast<RankedTensorType>(lhs), r = cast<RankedTensorType>(rhs);
  if (l.getElementType() != r.getElementType() || l.getRank() != r.getRank())
    return {};
  SmallVector<int64_t> shape(l.getShape());
  for (auto [size, other] : llvm::zip(shape, r.getShape()))
    if (size != other)
      size = ShapedType::kDynamic;
  return l.clone(shape);
}

std::optional<SmallVector<int64_t>> broadcastShapes(ArrayRef<int64_t> lhs,
                                                    ArrayRef<int64_t> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  SmallVector<int64_t> shape(lhs);
  size_t offset = lhs.size() - rhs.size();
  for (auto [i, r] : llvm::enumerate(rhs)) {
    int64_t &l = shape[i + offset];
    if (r == 1 || l == r)
      continue;
    if (l == 1 || ShapedType::isDynamic(l))
      l = r; // a dynamic dimension beside a static one is 1 or equal to it
    else if (!ShapedType::isDynamic(r))
      return std::nullopt;
  }
  return shape;
}

LogicalResult inferBroadcast(std::optional<Location> loc, ValueRange operands,
                             SmallVectorImpl<Type> &types, Type elementType) {
  SmallVector<int64_t> shape;
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    auto merged = broadcastShapes(shape, type.getShape());
    if (!merged)
      return emitOptionalError(loc, "cannot broadcast shape [",
                               formatShape(shape), "] with [",
                               formatShape(type.getShape()), "]");
    shape = *merged;
    if (!elementType)
      elementType = type.getElementType();
  }
  types.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

bool hasResultDim(Operation *op, unsigned operand, int64_t dim) {
  auto masks = op->getAttrOfType<DenseI64ArrayAttr>("graph.equal_dims");
  if (!masks || operand >= masks.size() || dim >= 63 ||
      !(masks[operand] >> dim & 1))
    return false;
  // A constant that changed its place has the mask of the other operand. All of
  // its sizes are known.
  auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
  return dim < type.getRank() && type.isDynamicDim(dim);
}

OpFoldResult getDim(OpBuilder &builder, Location loc, Value tensor,
                    int64_t dim) {
  return tensor::getMixedSize(builder, loc, tensor, dim);
}

SmallVector<OpFoldResult> getDims(OpBuilder &builder, Location loc,
                                  Value tensor) {
  return tensor::getMixedSizes(builder, loc, tensor);
}

void foldStaticDims(OpBuilder &builder, TypeRange types,
                    ReifiedRankedShapedTypeDims &shapes) {
  for (auto [type, shape] : llvm::zip(types, shapes))
    for (auto [i, size] :
         llvm::enumerate(cast<RankedTensorType>(type).getShape()))
      if (!ShapedType::isDynamic(size))
        shape[i] = builder.getIndexAttr(size);
}

/// The broadcast of two run-time dimensions: the one that is not 1.
static OpFoldResult broadcastDim(OpBuilder &builder, Location loc,
                                 OpFoldResult lhs, OpFoldResult rhs) {
  if (lhs == rhs || isConstantIntValue(rhs, 1))
    return lhs;
  if (isConstantIntValue(lhs, 1) || getConstantIntValue(rhs))
    return rhs;
  if (getConstantIntValue(lhs))
    return lhs;
  Value l = getValueOrCreateConstantIndexOp(builder, loc, lhs);
  Value r = getValueOrCreateConstantIndexOp(builder, loc, rhs);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value isOne =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, l, one);
  return arith::SelectOp::create(builder, loc, isOne, r, l).getResult();
}

SmallVector<OpFoldResult> broadcastDims(OpBuilder &builder, Location loc,
                                        ArrayRef<OpFoldResult> lhs,
                                        ArrayRef<OpFoldResult> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  SmallVector<OpFoldResult> shape(lhs);
  size_t offset = lhs.size() - rhs.size();
  for (auto [i, dim] : llvm::enumerate(rhs))
    shape[i + offset] = broadcastDim(builder, loc, shape[i + offset], dim);
  return shape;
}

LogicalResult reifyBroadcast(OpBuilder &builder, Operation *op,
                             ReifiedRankedShapedTypeDims &shapes) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> shape(type.getRank(), builder.getIndexAttr(1));
  llvm::SmallBitVector known(type.getRank());
  for (auto [position, operand] : llvm::enumerate(op->getOperands())) {
    int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
    for (int64_t i = 0; i < rank; ++i) {
      int64_t target = type.getRank() - rank + i;
      if (!type.isDynamicDim(target) || known[target])
        continue;
      known[target] = hasResultDim(op, position, i);
      if (known[target])
        shape[target] = getDim(builder, loc, operand, i);
      else
        shape[target] = broadcastDim(builder, loc, shape[target],
                                     getDim(builder, loc, operand, i));
    }
  }
  shapes.assign(1, shape);
  foldStaticDims(builder, op->getResultTypes(), shapes);
  return success();
}

} // namespace tvm::graph
