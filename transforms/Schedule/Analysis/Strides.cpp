// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Strides.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "transforms/Schedule/Analysis/Accesses.h"
#include "transforms/Schedule/Analysis/Divisions.h"

using namespace mlir;

namespace tvm::schedule {

std::optional<int64_t> getStride(AffineExpr expr, ValueRange operands,
                                 Value variable) {
  MLIRContext *context = expr.getContext();
  expr = resolveDivisions(expr, SmallVector<Value>(operands));
  AffineExpr next = expr;
  unsigned numInputs = operands.size();
  // The caller's map distinguishes dimensions and symbols; here all operands
  // are dimensions.
  for (auto [i, operand] : llvm::enumerate(operands)) {
    std::optional<int64_t> stride = getStride(operand, variable);
    AffineExpr d = getAffineDimExpr(i, context);
    if (!expr.isFunctionOfDim(i))
      continue;
    if (!stride)
      return std::nullopt;
    if (*stride != 0)
      next = next.replace(d, d + *stride);
  }
  if (next == expr)
    return 0;
  auto distance = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(next - expr, numInputs, 0));
  if (!distance)
    return std::nullopt;
  return distance.getValue();
}

std::optional<SmallVector<int64_t>>
getStrides(AffineMap map, ValueRange operands, Value variable) {
  SmallVector<int64_t> strides;
  for (AffineExpr expr : asDims(map).getResults()) {
    auto stride = getStride(expr, operands, variable);
    if (!stride)
      return std::nullopt;
    strides.push_back(*stride);
  }
  return strides;
}

std::optional<int64_t> getStride(Value value, Value variable) {
  if (value == variable)
    return 1;
  Operation *op = value.getDefiningOp();
  Region *body = variable.getParentRegion();
  if (!op || !body->isAncestor(op->getParentRegion()))
    return 0;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return getStride(asDims(apply.getAffineMap()).getResult(0),
                     apply.getMapOperands(), variable);
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    auto lhs = getStride(op->getOperand(0), variable);
    auto rhs = getStride(op->getOperand(1), variable);
    if (!lhs || !rhs)
      return std::nullopt;
    return isa<arith::AddIOp>(op) ? *lhs + *rhs : *lhs - *rhs;
  }
  if (isa<arith::MulIOp>(op)) {
    for (int i : {0, 1})
      if (auto factor = getConstantIntValue(op->getOperand(i)))
        if (auto stride = getStride(op->getOperand(1 - i), variable))
          return *stride * *factor;
  }
  bool isInvariant = llvm::all_of(op->getOperands(), [&](Value operand) {
    return getStride(operand, variable) == 0;
  });
  // Loads may see values that the loop stores; regions may hide uses.
  if (isInvariant && op->getNumRegions() == 0)
    return 0;
  return std::nullopt;
}

} // namespace tvm::schedule
