// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Shapes/SizeRemedy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tvm {

Type getStorageType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(getStorageType(tensor.getElementType()));
  return graph::getStorageElement(type);
}

/// Returns the bits of `number`. The real part of a complex number is the lower
/// half.
static APInt getBits(Attribute number) {
  if (auto parts = dyn_cast<ArrayAttr>(number))
    return getBits(parts[1]).concat(getBits(parts[0]));
  if (auto real = dyn_cast<FloatAttr>(number))
    return real.getValue().bitcastToAPInt();
  return cast<IntegerAttr>(number).getValue();
}

TypedAttr getStoredNumber(Attribute number, Type storage) {
  if (isa<FloatType>(storage))
    return cast<FloatAttr>(number);
  APInt bits = getBits(number);
  return IntegerAttr::get(storage,
                          bits.zextOrTrunc(storage.getIntOrFloatBitWidth()));
}

Type getComputeType(Type type) {
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(type.getContext());
  return type;
}

FailureOr<SmallVector<OpFoldResult>> Definition::resultDims(int i) {
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(b.builder, op, shapes)))
    return graph::refuseUnknownSizes(op,
                                     "has results of unknown run-time shape");
  graph::foldStaticDims(b.builder, op->getResultTypes(), shapes);
  return SmallVector<OpFoldResult>(shapes[i]);
}

Type Definition::resultElement(int i) {
  return getStorageType(getElementTypeOrSelf(op->getResult(i)));
}

Type Definition::operandElement(int i) {
  return getElementTypeOrSelf(operands[i]);
}

static bool isUnsignedType(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

bool Definition::isUnsigned(int operand) {
  return isUnsignedType(getElementTypeOrSelf(op->getOperand(operand)));
}

bool Definition::isUnsignedResult(int i) {
  return isUnsignedType(getElementTypeOrSelf(op->getResult(i)));
}

bool Definition::isBool(int operand) {
  return getElementTypeOrSelf(op->getOperand(operand)).isInteger(1);
}

bool Definition::hasLibrary() {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return !function || !function->hasAttr(kWithoutLibrary);
}

/// Whether `graph-mark-equal-dims` found that dimension `i` of `tensor` equals
/// the dimension of the result.
static bool isMarkedEqual(Definition &d, Value tensor, int64_t i) {
  for (auto [operand, storage] : llvm::enumerate(d.operands))
    if (storage == tensor && graph::hasResultDim(d.op, operand, i))
      return true;
  return false;
}

te::Index Definition::broadcastAxis(Value tensor, int64_t i,
                                    const te::Index &axis,
                                    OpFoldResult extent) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getDimSize(i) == 1 || isConstantIntValue(extent, 1))
    return 0;
  if (!type.isDynamicDim(i) || op->getNumOperands() < 2 ||
      isMarkedEqual(*this, tensor, i))
    return axis;
  // A dynamic dimension may be 1 at run time: then the axis is replaced by 0.
  Value isOne;
  {
    // Dimensions are read outside of computations.
    OpBuilder::InsertionGuard guard(b.builder);
    Operation *parent = b.builder.getInsertionBlock()->getParentOp();
    if (isa_and_nonnull<te::ComputeOp>(parent))
      b.builder.setInsertionPoint(parent);
    isOne = b.compare(te::TEBuilder::Compare::EQ, b.value(b.dim(tensor, i)),
                      b.value(te::Index(1)));
  }
  return b.select(isOne, b.value(te::Index(0)), b.value(axis));
}

SmallVector<te::Index> Definition::broadcastAxes(Value tensor, te::Axes axes,
                                                 te::Extents dims) {
  auto type = cast<RankedTensorType>(tensor.getType());
  size_t offset = axes.size() - type.getRank();
  SmallVector<te::Index> indices;
  for (int64_t i = 0; i < type.getRank(); ++i)
    indices.push_back(
        broadcastAxis(tensor, i, axes[offset + i], dims[offset + i]));
  return indices;
}

FailureOr<SmallVector<Value>>
defineElementwise(Definition &definition,
                  llvm::function_ref<Value(ValueRange)> function) {
  auto dims = definition.resultDims();
  if (failed(dims))
    return failure();
  Value result = definition.b.compute(
      definition.resultElement(), *dims, [&](te::Axes axes) {
        SmallVector<Value> elements;
        for (Value operand : definition.operands)
          elements.push_back(definition.b.read(
              operand, definition.broadcastAxes(operand, axes, *dims)));
        return function(elements);
      });
  return SmallVector<Value>{result};
}

} // namespace tvm
