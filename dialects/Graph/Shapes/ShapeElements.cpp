// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of integer tensors, for shape computations.

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Shapes/ShapeValues.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

#include <cstring>

using namespace mlir;

namespace tvm::graph {

/// Larger tensors hold no shapes.
static constexpr int64_t kMaxElements = 256;
static constexpr int64_t kMaxConstantElements = 4096;
static constexpr int kMaxDepth = 200;

//===-- constants ---------------------------------------------------------===//

/// While operators become tensor expressions, values are behind casts to and
/// from their storage types.
static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<UnrealizedConversionCastOp>()) {
    if (cast.getInputs().size() != 1)
      break;
    value = cast.getInputs().front();
  }
  return value;
}

/// The bytes of a small constant, which `tensor` becomes.
static std::optional<ArrayRef<char>> getBytes(Value &tensor,
                                              SmallVectorImpl<char> &buffer) {
  Attribute value;
  tensor = tensor ? stripCasts(tensor) : tensor;
  auto type = tensor ? dyn_cast<RankedTensorType>(tensor.getType())
                     : RankedTensorType();
  if (!type || !type.hasStaticShape() ||
      type.getNumElements() > kMaxConstantElements ||
      !matchPattern(tensor, m_Constant(&value)))
    return std::nullopt;
  auto bytes = getConstantBytes(value, buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  return *bytes;
}

std::optional<SmallVector<int64_t>> getConstantInts(Value tensor) {
  SmallVector<char> buffer;
  auto bytes = getBytes(tensor, buffer);
  if (!bytes)
    return std::nullopt;
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(tensor));
  if (!type || type.getWidth() > 64)
    return std::nullopt;
  return decodeIntegers(type, *bytes);
}

std::optional<SmallVector<double>> getConstantFloats(Value tensor) {
  SmallVector<char> buffer;
  auto bytes = getBytes(tensor, buffer);
  if (!bytes)
    return std::nullopt;
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(tensor));
  if (!type || type.getWidth() % 8 != 0 || type.getWidth() > 64)
    return std::nullopt;
  size_t size = type.getWidth() / 8;
  SmallVector<double> values;
  for (size_t at = 0; at + size <= bytes->size(); at += size) {
    uint64_t bits = 0;
    memcpy(&bits, bytes->data() + at, size);
    APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), bits));
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    values.push_back(value.convertToDouble());
  }
  return values;
}

//===-- elements ----------------------------------------------------------===//

/// The number of elements of a tensor that may hold a shape.
static std::optional<int64_t> getSmallCount(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.hasStaticShape() || !type.getElementType().isInteger() ||
      type.getNumElements() > kMaxElements)
    return std::nullopt;
  return type.getNumElements();
}

static SymbolicShape getConstants(ShapeValues &values, ArrayRef<int64_t> ints) {
  return llvm::map_to_vector(
      ints, [&](int64_t value) { return values.constant(value); });
}

std::optional<SymbolicShape> ShapeValues::getElements(Value tensor) {
  auto count = getSmallCount(tensor);
  if (!count)
    return std::nullopt;
  auto it = elements.find(tensor);
  if (it != elements.end())
    return it->second;
  std::optional<SymbolicShape> result;
  if (Operation *op = tensor.getDefiningOp();
      op && op->getNumResults() == 1 && depth < kMaxDepth) {
    ++depth;
    result = computeElements(op);
    --depth;
  }
  if (!result || static_cast<int64_t>(result->size()) != *count) {
    result.emplace();
    for (int64_t i = 0; i < *count; ++i)
      result->push_back(element(tensor, i));
  }
  elements[tensor] = *result;
  return result;
}

std::optional<SmallVector<int64_t>> evaluateInts(Value tensor) {
  ShapeValues values(tensor.getContext());
  auto elements = values.getElements(tensor);
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (AffineExpr element : *elements) {
    auto constant = dyn_cast<AffineConstantExpr>(element);
    if (!constant)
      return std::nullopt;
    result.push_back(constant.getValue());
  }
  return result;
}

std::optional<SymbolicShape>
ShapeValues::getBroadcastElements(Value operand, RankedTensorType type) {
  auto elements = getElements(operand);
  int64_t count = type.getNumElements();
  if (!elements)
    return std::nullopt;
  if (static_cast<int64_t>(elements->size()) == count)
    return elements;
  if (elements->size() != 1)
    return std::nullopt;
  return SymbolicShape(count, elements->front());
}

std::optional<SymbolicShape> ShapeValues::computeElements(Operation *op) {
  if (auto ints = getConstantInts(op->getResult(0)))
    return getConstants(*this, *ints);
  if (isa<UnrealizedConversionCastOp>(op) && op->getNumOperands() == 1)
    return getElements(stripCasts(op->getOperand(0)));
  auto symbolic = dyn_cast<SymbolicElementsInterface>(op);
  return symbolic ? symbolic.getSymbolicElements(*this) : std::nullopt;
}

std::optional<SymbolicShape> evaluateElements(Operation *op,
                                              ShapeValues &values) {
  if (op->hasTrait<KeepsElementOrder>())
    return values.getElements(op->getOperand(0));
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || op->getNumOperands() == 0)
    return std::nullopt;
  SmallVector<SymbolicShape> operands;
  for (Value operand : op->getOperands()) {
    auto elements = values.getBroadcastElements(operand, type);
    if (!elements)
      return std::nullopt;
    operands.push_back(std::move(*elements));
  }
  auto symbolic = cast<SymbolicElementsInterface>(op);
  SymbolicShape result;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<AffineExpr> x = llvm::map_to_vector(
        operands, [&](const SymbolicShape &elements) { return elements[i]; });
    auto value = symbolic.evaluateElement(values, x);
    result.push_back(value ? *value : values.element(op->getResult(0), i));
  }
  return result;
}

} // namespace tvm::graph
