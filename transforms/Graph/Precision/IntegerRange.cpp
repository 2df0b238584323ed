// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Precision/IntegerRange.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;

namespace tvm::graph {

/// All that integers of the type are; nothing for wider ones and floats.
static std::optional<IntegerRange> getRangeOfType(Type element) {
  auto type = dyn_cast<IntegerType>(element);
  if (!type || type.getWidth() > 32 || type.getWidth() < 8)
    return std::nullopt;
  int64_t values = int64_t(1) << type.getWidth();
  return type.isUnsigned() ? IntegerRange{0, values - 1}
                           : IntegerRange{-values / 2, values / 2 - 1};
}

static std::optional<IntegerRange> getRange(ArrayRef<int64_t> values) {
  if (values.empty())
    return std::nullopt;
  auto [low, high] = std::minmax_element(values.begin(), values.end());
  return IntegerRange{*low, *high};
}

/// The range of elements that are integers; nothing for other elements.
static std::optional<IntegerRange> getRangeOfFloats(DenseElementsAttr numbers) {
  constexpr double kMaxExact = 1 << 24; // f32 is exact up to here
  SmallVector<int64_t> values;
  for (const APFloat &number : numbers.getValues<APFloat>()) {
    double value = number.convertToDouble();
    if (!(std::abs(value) <= kMaxExact) || value != std::trunc(value))
      return std::nullopt;
    values.push_back(static_cast<int64_t>(value));
  }
  return getRange(values);
}

static std::optional<IntegerRange> getRangeOfConstant(ConstantOp op) {
  auto type = dyn_cast<IntegerType>(op.getType().getElementType());
  if (!type) {
    auto numbers = dyn_cast<DenseElementsAttr>(op.getValue());
    bool isF32 = op.getType().getElementType().isF32();
    return numbers && isF32 ? getRangeOfFloats(numbers) : std::nullopt;
  }
  SmallVector<char> buffer;
  auto bytes = getConstantBytes(op.getValue(), buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  return getRange(decodeIntegers(type, *bytes));
}

std::optional<IntegerRange> getIntegerRange(Value value) {
  auto all = getRangeOfType(getElementTypeOrSelf(value));
  std::optional<IntegerRange> range;
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    range = getRangeOfConstant(constant);
  } else if (auto cast = value.getDefiningOp<CastOp>()) {
    range = getIntegerRange(cast.getX());
  } else if (auto difference = value.getDefiningOp<SubOp>()) {
    auto a = getIntegerRange(difference.getLhs());
    auto b = getIntegerRange(difference.getRhs());
    if (a && b)
      range = IntegerRange{a->low - b->high, a->high - b->low};
  }
  // Otherwise it wraps.
  return range && (!all || range->isInside(*all)) ? range : all;
}

} // namespace tvm::graph
