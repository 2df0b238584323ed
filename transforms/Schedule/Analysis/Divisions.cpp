// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Divisions.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "transforms/Schedule/Analysis/Loops.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A dividend as multiple * divisor + remainder, with bounds of the remainder.
struct Dividend {
  AffineExpr multiple, rest;
  int64_t min = 0, max = 0;

  LogicalResult add(int64_t factor, AffineExpr dim, Value operand);
};
} // namespace

/// Adds a term to the remainder.
LogicalResult Dividend::add(int64_t factor, AffineExpr dim, Value operand) {
  auto loop = affine::getForInductionVarOwner(operand);
  std::optional<int64_t> trips =
      loop && isNormalized(loop) ? getTripCount(loop) : std::nullopt;
  int64_t reach = 0;
  if (!trips ||
      llvm::MulOverflow(factor, std::max<int64_t>(*trips - 1, 0), reach))
    return failure();
  rest = rest + dim * factor;
  return failure(
      llvm::AddOverflow(reach < 0 ? min : max, reach, reach < 0 ? min : max));
}

/// Splits a linear `expr` into multiple and remainder. Fails where the
/// remainder has no bounds.
static FailureOr<Dividend> divide(AffineExpr expr, int64_t divisor,
                                  ArrayRef<Value> operands) {
  SmallVector<int64_t> terms;
  if (failed(getFlattenedAffineExpr(expr, operands.size(), 0, &terms)) ||
      terms.size() != operands.size() + 1)
    return failure();
  MLIRContext *context = expr.getContext();
  int64_t constant = llvm::mod(terms.back(), divisor);
  Dividend dividend{
      getAffineConstantExpr((terms.back() - constant) / divisor, context),
      getAffineConstantExpr(constant, context), constant, constant};
  for (auto [i, operand] : llvm::enumerate(operands)) {
    AffineExpr dim = getAffineDimExpr(i, context);
    if (terms[i] % divisor == 0)
      dividend.multiple = dividend.multiple + dim * (terms[i] / divisor);
    else if (failed(dividend.add(terms[i], dim, operand)))
      return failure();
  }
  return dividend;
}

/// `divisor` and its greatest common divisors with the factors in `expr`, the
/// largest first.
static SmallVector<int64_t> getParts(AffineExpr expr, int64_t divisor,
                                     ArrayRef<Value> operands) {
  SmallVector<int64_t> parts{divisor}, terms;
  if (succeeded(getFlattenedAffineExpr(expr, operands.size(), 0, &terms)))
    for (int64_t term : terms)
      parts.push_back(std::gcd(term, divisor));
  llvm::sort(parts, std::greater<>());
  parts.erase(llvm::unique(parts), parts.end());
  return parts;
}

/// Divides by the largest part of `divisor` that exceeds the remainder. Returns
/// the part; 0 if there is none.
static int64_t divideByPart(AffineExpr expr, int64_t divisor,
                            ArrayRef<Value> operands, Dividend &dividend) {
  for (int64_t part : getParts(expr, divisor, operands)) {
    auto divided = divide(expr, part, operands);
    if (failed(divided) || divided->min < 0 || divided->max >= part)
      continue;
    dividend = *divided;
    return part;
  }
  return 0;
}

AffineExpr resolveDivisions(AffineExpr expr, ArrayRef<Value> operands) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = resolveDivisions(binary.getLHS(), operands);
  AffineExpr rhs = resolveDivisions(binary.getRHS(), operands);
  AffineExpr rebuilt = getAffineBinaryOpExpr(binary.getKind(), lhs, rhs);
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  bool isMod = binary.getKind() == AffineExprKind::Mod;
  if ((!isMod && binary.getKind() != AffineExprKind::FloorDiv) || !divisor ||
      divisor.getValue() < 1)
    return rebuilt;
  Dividend dividend;
  int64_t part = divideByPart(lhs, divisor.getValue(), operands, dividend);
  if (part == 0)
    return rebuilt;
  int64_t count = divisor.getValue() / part;
  return isMod ? (dividend.multiple % count) * part + dividend.rest
               : dividend.multiple.floorDiv(count);
}

AffineExpr dropUnitLoops(AffineExpr expr, ArrayRef<Value> operands) {
  MLIRContext *context = expr.getContext();
  for (auto [i, operand] : llvm::enumerate(operands))
    if (auto loop = affine::getForInductionVarOwner(operand);
        loop && isNormalized(loop) && getTripCount(loop) == 1)
      expr = expr.replace(getAffineDimExpr(i, context),
                          getAffineConstantExpr(0, context));
  return expr;
}

} // namespace tvm::schedule
