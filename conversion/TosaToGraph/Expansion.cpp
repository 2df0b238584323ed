// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TosaToGraph/Expansion.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

Value Expansion::infer(OperationState &state) {
  auto *inference = state.name.getInterface<InferTypeOpInterface>();
  SmallVector<Type> types;
  if (llvm::failed(inference->inferReturnTypes(
          builder.getContext(), state.location, state.operands,
          state.attributes.getDictionary(builder.getContext()),
          state.getRawProperties(), state.regions, types)))
    return refuse("cannot infer the type of its result");
  state.addTypes(types);
  Operation *created = builder.create(state);
  if (llvm::failed(verify(created)))
    return refuse("'" + created->getName().getStringRef() +
                  "' does not take its operands");
  return created->getResult(0);
}

Value Expansion::refuse(const Twine &reason) {
  refusals.try_emplace(op, reason.str());
  return {};
}

Value Expansion::finish(Value value, Type type) {
  if (failed())
    return {};
  if (value.getType() == type)
    return value;
  if (!areCompatibleTypes(value.getType(), type))
    return refuse("expected a result of its type");
  // The types may differ in static knowledge of sizes.
  SmallVector<int64_t> shape(mlir::cast<RankedTensorType>(type).getShape());
  llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
  value = reshape(value, shape);
  value.setType(type);
  return value;
}

Value Expansion::constant(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    builder.getI64Type());
  return create<ConstantOp>(DenseElementsAttr::get(type, values));
}

Value Expansion::scalar(TypedAttr value) {
  auto type = RankedTensorType::get({}, value.getType());
  return create<ConstantOp>(DenseElementsAttr::get(type, Attribute(value)));
}

Value Expansion::scalar(Type elementType, double value) {
  if (isa<FloatType>(elementType))
    return scalar(builder.getFloatAttr(elementType, value));
  return scalar(builder.getIntegerAttr(elementType, value));
}

Value Expansion::cast(Value x, Type elementType) {
  if (failed() || getElementTypeOrSelf(x) == elementType)
    return x;
  return create<CastOp>(x, elementType);
}

Value Expansion::transpose(Value x, ArrayRef<int64_t> permutation) {
  return create<TransposeOp>(x, permutation);
}

Value Expansion::reshape(Value x, ArrayRef<int64_t> shape) {
  return create<ReshapeOp>(x, constant(shape), /*allow_zero=*/false);
}

Value Expansion::center(Value x, FailureOr<int64_t> zeroPoint,
                        Type elementType) {
  if (llvm::failed(zeroPoint))
    return refuse("expected zero points that are constants");
  x = cast(x, elementType);
  return *zeroPoint == 0 ? x
                         : create<SubOp>(x, scalar(elementType, *zeroPoint));
}

SmallVector<int64_t> Expansion::getShape(Value shape) {
  SmallVector<int64_t> values;
  Operation *definition = shape.getDefiningOp();
  if (!definition || !tosa::getConstShapeValues(definition, values))
    refuse("expected shapes that are constants");
  return values;
}

void Expansion::expectZero(FailureOr<int64_t> value, StringRef what) {
  if (llvm::failed(value))
    refuse("expected " + what + " 0, got one that is no constant");
  else if (*value != 0)
    refuse("expected " + what + " 0, got " + Twine(*value));
}

void Expansion::expectPropagation(tosa::NanPropagationMode mode) {
  if (mode != tosa::NanPropagationMode::PROPAGATE)
    refuse("expected nan_mode PROPAGATE, got " + tosa::stringifyEnum(mode));
}

} // namespace tvm::tosa_to_graph
