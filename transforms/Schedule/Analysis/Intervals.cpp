// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Intervals.h"

#include "transforms/Schedule/Analysis/Divisions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::schedule {

LogicalResult Interval::grow(int64_t count) {
  return failure(llvm::AddOverflow(size, count, size));
}

FailureOr<Interval> Interval::operator+(const Interval &other) const {
  Interval sum = {base + other.base, size,
                  isExact && other.isExact && (size == 1 || other.size == 1)};
  if (failed(sum.grow(other.size - 1)))
    return failure();
  return sum;
}

/// The distance covered by `count` steps, a number that can be negated. Nothing
/// if it does not fit in 64 bits.
static std::optional<int64_t> getReach(int64_t step, int64_t count) {
  int64_t reach;
  if (llvm::MulOverflow(step, count, reach) ||
      reach == std::numeric_limits<int64_t>::min())
    return std::nullopt;
  return reach;
}

FailureOr<Interval> Interval::operator*(int64_t factor) const {
  std::optional<int64_t> reach = getReach(factor, size - 1);
  if (!reach)
    return failure();
  AffineExpr first = base * factor;
  Interval product = {factor < 0 ? first + *reach : first, 1, isExact};
  if (failed(product.grow(std::abs(*reach))))
    return failure();
  return product;
}

Interval Interval::floorDiv(int64_t divisor) const {
  bool isAligned = base.isMultipleOf(divisor);
  int64_t steps = (size - 1) / divisor;
  if (!isAligned && (size - 1) % divisor != 0)
    ++steps;
  return {base.floorDiv(divisor), steps + 1,
          isExact && (isAligned || size == 1)};
}

Interval Interval::mod(int64_t divisor) const {
  if (size == 1)
    return {base % divisor, 1, isExact};
  // Remainders are consecutive only if the values begin at a multiple of the
  // divisor and do not wrap around. Otherwise all remainders are included.
  bool isBefore = base.isMultipleOf(divisor) && size <= divisor;
  return {getAffineConstantExpr(0, base.getContext()),
          isBefore ? size : divisor, isExact && isBefore};
}

/// The interval begins with the value at the first inner iteration.
static FailureOr<Interval> getLinear(AffineExpr expr, ArrayRef<Value> operands,
                                     llvm::function_ref<bool(Loop)> isInner) {
  MLIRContext *context = expr.getContext();
  Interval interval{expr, 1};
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto inner = affine::getForInductionVarOwner(operand);
    if (!inner || !expr.isFunctionOfDim(i) || !isInner(inner))
      continue;
    std::optional<int64_t> trips = getTripCount(inner);
    if (!trips || !isNormalized(inner))
      return failure();
    AffineExpr d = getAffineDimExpr(i, context);
    auto step = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(expr.replace(d, d + 1) - expr, operands.size(), 0));
    if (!step)
      return failure();
    auto reach = getReach(step.getValue(), std::max<int64_t>(*trips - 1, 0));
    if (!reach || failed(interval.grow(std::abs(*reach))))
      return failure();
    interval.base = interval.base.replace(
        d, getAffineConstantExpr(*reach < 0 ? *trips - 1 : 0, context));
  }
  interval.base = simplifyAffineExpr(interval.base, operands.size(), 0);
  return interval;
}

FailureOr<Interval> getInterval(AffineExpr expr, ArrayRef<Value> operands,
                                llvm::function_ref<bool(Loop)> isInner,
                                bool divisions) {
  auto linear = getLinear(expr, operands, isInner);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (succeeded(linear) || !divisions || !binary)
    return linear;
  auto lhs = getInterval(binary.getLHS(), operands, isInner, divisions);
  if (failed(lhs))
    return failure();
  if (expr.getKind() == AffineExprKind::Add) {
    auto rhs = getInterval(binary.getRHS(), operands, isInner, divisions);
    return failed(rhs) ? rhs : *lhs + *rhs;
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return failure();
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    return *lhs * constant.getValue();
  case AffineExprKind::FloorDiv:
    return lhs->floorDiv(constant.getValue());
  case AffineExprKind::Mod:
    return lhs->mod(constant.getValue());
  default:
    return failure();
  }
}

LogicalResult unite(Interval &interval, const Interval &other,
                    ArrayRef<Value> operands) {
  if (interval.isWhole() || other.isWhole()) {
    interval = Interval::getWhole(interval.base.getContext());
    return success();
  }
  auto distance = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      dropUnitLoops(other.base - interval.base, operands), operands.size(), 0));
  if (!distance)
    return failure();
  int64_t d = distance.getValue(), end;
  if (llvm::AddOverflow(d, other.size, end))
    return failure();
  end = std::max(interval.size, end);
  if (d < 0) {
    interval.base = other.base;
    if (llvm::SubOverflow(end, d, end))
      return failure();
  }
  interval.size = end;
  interval.isExact &= other.isExact;
  return success();
}

} // namespace tvm::schedule
