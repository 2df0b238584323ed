// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of shapes that element-wise operators compute.

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir;

namespace tvm::graph {

using Element = std::optional<AffineExpr>;

static std::optional<int64_t> getNumber(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

//===-- one operand -------------------------------------------------------===//

Element AbsOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  return values.isNonNegative(x[0]) ? Element(x[0]) : std::nullopt;
}

Element NegOp::evaluateElement(ShapeValues &, ArrayRef<AffineExpr> x) {
  return -x[0];
}

/// Of a bool.
Element NotOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  if (!getElementTypeOrSelf(getResult()).isInteger(1))
    return std::nullopt;
  return values.constant(1) - x[0];
}

/// Narrow integers may change.
Element CastOp::evaluateElement(ShapeValues &, ArrayRef<AffineExpr> x) {
  Type from = getElementTypeOrSelf(getX()), to = getElementTypeOrSelf(getTo());
  bool isKept =
      from == to || (to.isInteger() && to.getIntOrFloatBitWidth() >= 32);
  return isKept ? Element(x[0]) : std::nullopt;
}

//===-- two operands ------------------------------------------------------===//

Element AddOp::evaluateElement(ShapeValues &, ArrayRef<AffineExpr> x) {
  return x[0] + x[1];
}

Element SubOp::evaluateElement(ShapeValues &, ArrayRef<AffineExpr> x) {
  return x[0] - x[1];
}

Element MulOp::evaluateElement(ShapeValues &, ArrayRef<AffineExpr> x) {
  return x[0] * x[1];
}

Element DivOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  return values.divide(x[0], x[1]);
}

Element ModOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  auto divisor = getNumber(x[1]);
  if (!divisor || *divisor <= 0 || !values.isNonNegative(x[0]))
    return std::nullopt;
  return x[0] % *divisor;
}

Element MinOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  return values.min(x[0], x[1]);
}

Element MaxOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  return values.max(x[0], x[1]);
}

Element AndOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  auto lhs = getNumber(x[0]), rhs = getNumber(x[1]);
  return lhs && rhs ? Element(values.constant(*lhs & *rhs)) : std::nullopt;
}

Element OrOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  auto lhs = getNumber(x[0]), rhs = getNumber(x[1]);
  return lhs && rhs ? Element(values.constant(*lhs | *rhs)) : std::nullopt;
}

//===-- comparisons -------------------------------------------------------===//

/// A comparison that `holds` for some differences of the operands.
static Element compare(ShapeValues &values, ArrayRef<AffineExpr> x,
                       function_ref<bool(int64_t)> holds) {
  auto difference = getNumber(x[0] - x[1]);
  return difference ? Element(values.constant(holds(*difference)))
                    : std::nullopt;
}

Element EqualOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  // A dimension is no negative number.
  auto differ = [&](AffineExpr size, AffineExpr other) {
    auto number = getNumber(other);
    return number && *number < 0 && values.isNonNegative(size);
  };
  if (differ(x[0], x[1]) || differ(x[1], x[0]))
    return values.constant(0);
  return compare(values, x, [](int64_t n) { return n == 0; });
}

Element LessOp::evaluateElement(ShapeValues &values, ArrayRef<AffineExpr> x) {
  return compare(values, x, [](int64_t n) { return n < 0; });
}

Element LessEqualOp::evaluateElement(ShapeValues &values,
                                     ArrayRef<AffineExpr> x) {
  return compare(values, x, [](int64_t n) { return n <= 0; });
}

Element GreaterOp::evaluateElement(ShapeValues &values,
                                   ArrayRef<AffineExpr> x) {
  return compare(values, x, [](int64_t n) { return n > 0; });
}

Element GreaterEqualOp::evaluateElement(ShapeValues &values,
                                        ArrayRef<AffineExpr> x) {
  return compare(values, x, [](int64_t n) { return n >= 0; });
}

//===-- three operands ----------------------------------------------------===//

Element WhereOp::evaluateElement(ShapeValues &, ArrayRef<AffineExpr> x) {
  if (x[1] == x[2])
    return x[1];
  auto condition = getNumber(x[0]);
  if (!condition)
    return std::nullopt;
  return *condition == 0 ? x[2] : x[1];
}

} // namespace tvm::graph
