// Symbols that dimensions are made of, and arithmetic on them.

#include "dialects/Graph/ShapeValues.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;

namespace tvm::graph {

bool ShapeValues::Symbol::operator==(const Symbol &other) const {
  return kind == other.kind && tensor == other.tensor && index == other.index &&
         operands == other.operands && factor == other.factor &&
         tensors == other.tensors;
}

AffineExpr ShapeValues::intern(Symbol symbol) {
  auto *it = llvm::find(symbols, symbol);
  unsigned position = it - symbols.begin();
  if (it == symbols.end())
    symbols.push_back(std::move(symbol));
  return getAffineSymbolExpr(position, context);
}

AffineExpr ShapeValues::constant(int64_t value) const {
  return getAffineConstantExpr(value, context);
}

AffineExpr ShapeValues::element(Value tensor, int64_t index) {
  return intern({Kind::Element, tensor, index, {}});
}

AffineExpr ShapeValues::unknown() { return intern({Kind::Unknown, {}, 0, {}}); }

static std::optional<int64_t> getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

AffineExpr ShapeValues::min(AffineExpr lhs, AffineExpr rhs) {
  if (auto difference = getConstant(lhs - rhs))
    return *difference <= 0 ? lhs : rhs;
  if (getConstant(lhs) == 0 && isNonNegative(rhs))
    return lhs;
  if (getConstant(rhs) == 0 && isNonNegative(lhs))
    return rhs;
  return intern({Kind::Min, {}, 0, {lhs, rhs}});
}

AffineExpr ShapeValues::max(AffineExpr lhs, AffineExpr rhs) {
  if (auto difference = getConstant(lhs - rhs))
    return *difference >= 0 ? lhs : rhs;
  if (getConstant(lhs) == 0 && isNonNegative(rhs))
    return rhs;
  if (getConstant(rhs) == 0 && isNonNegative(lhs))
    return lhs;
  return intern({Kind::Max, {}, 0, {lhs, rhs}});
}

AffineExpr ShapeValues::broadcast(AffineExpr lhs, AffineExpr rhs) {
  auto l = getConstant(lhs), r = getConstant(rhs);
  if (lhs == rhs || r == 1)
    return lhs;
  if (l == 1 || r)
    return rhs;
  if (l)
    return lhs;
  return intern({Kind::Broadcast, {}, 0, {lhs, rhs}});
}

AffineExpr ShapeValues::scale(AffineExpr value, float scale) {
  if (auto integer = getConstant(value)) {
    float scaled = std::floor(static_cast<float>(*integer) * scale);
    return constant(std::abs(scaled) < 1e15f ? static_cast<int64_t>(scaled)
                                             : int64_t(-1));
  }
  if (scale == std::floor(scale) && std::abs(scale) < (1 << 20))
    return value * static_cast<int64_t>(scale);
  return intern({Kind::Scale, {}, 0, {value}, scale});
}

AffineExpr ShapeValues::ifNegative(AffineExpr condition, AffineExpr then,
                                   AffineExpr other) {
  if (auto integer = getConstant(condition))
    return *integer < 0 ? then : other;
  if (isNonNegative(condition) || then == other)
    return other;
  return intern({Kind::IfNegative, {}, 0, {condition, then, other}});
}

AffineExpr ShapeValues::clampIndex(AffineExpr index, AffineExpr size,
                                   AffineExpr low, AffineExpr high) {
  // The largest positions stand for "to the end".
  auto position = getConstant(index);
  if (position && *position > std::numeric_limits<int32_t>::max())
    return high;
  if (position && *position < std::numeric_limits<int32_t>::min())
    return low;
  index = ifNegative(index, index + size, index);
  return max(low, min(index, high));
}

AffineExpr ShapeValues::countRange(Value start, Value limit, Value delta) {
  return intern({Kind::Range, {}, 0, {}, 0, {start, limit, delta}});
}

AffineExpr ShapeValues::product(ArrayRef<AffineExpr> factors) const {
  AffineExpr result = constant(1);
  for (AffineExpr factor : factors)
    result = result * factor;
  return result;
}

/// The factors of a product, its constant one apart; nullopt where that
/// overflows.
static std::optional<int64_t>
collectFactors(AffineExpr expr, SmallVectorImpl<AffineExpr> &factors) {
  if (auto constant = getConstant(expr))
    return constant;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::Mul) {
    factors.push_back(expr);
    return 1;
  }
  auto lhs = collectFactors(binary.getLHS(), factors);
  auto rhs = collectFactors(binary.getRHS(), factors);
  int64_t constant = 0;
  if (!lhs || !rhs || llvm::MulOverflow(*lhs, *rhs, constant))
    return std::nullopt;
  return constant;
}

std::optional<AffineExpr> ShapeValues::divide(AffineExpr lhs,
                                              AffineExpr rhs) const {
  auto l = getConstant(lhs), r = getConstant(rhs);
  if (r == 0)
    return std::nullopt;
  if (l && r)
    return constant(*l / *r);
  SmallVector<AffineExpr> numerator, denominator;
  auto factor = collectFactors(lhs, numerator);
  auto divisor = collectFactors(rhs, denominator);
  bool exact = factor && divisor && *divisor != 0 && *factor % *divisor == 0;
  for (AffineExpr expr : denominator) {
    auto *it = llvm::find(numerator, expr);
    if (it == numerator.end())
      exact = false;
    else if (exact)
      numerator.erase(it);
  }
  if (exact)
    return product(numerator) * (*factor / *divisor);
  if (isNonNegative(lhs) && (r ? *r > 0 : isNonNegative(rhs)))
    return lhs.floorDiv(rhs);
  return std::nullopt;
}

bool ShapeValues::isNonNegative(AffineExpr expr) const {
  if (auto constant = getConstant(expr))
    return *constant >= 0;
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr))
    return isNonNegative(binary.getLHS()) && isNonNegative(binary.getRHS());
  auto symbolExpr = dyn_cast<AffineSymbolExpr>(expr);
  if (!symbolExpr)
    return false;
  const Symbol &symbol = symbols[symbolExpr.getPosition()];
  auto isNonNegativeOperand = [&](AffineExpr e) { return isNonNegative(e); };
  switch (symbol.kind) {
  case Kind::Dim:
  case Kind::Broadcast:
  case Kind::Range:
    return true;
  case Kind::Max:
    return llvm::any_of(symbol.operands, isNonNegativeOperand);
  case Kind::Min:
  case Kind::Scale:
    return symbol.factor >= 0 &&
           llvm::all_of(symbol.operands, isNonNegativeOperand);
  case Kind::IfNegative:
    return isNonNegative(symbol.operands[1]) &&
           isNonNegative(symbol.operands[2]);
  case Kind::Element:
  case Kind::Unknown:
    return false;
  }
  llvm_unreachable("all kinds handled");
}

bool ShapeValues::contains(AffineExpr expr, Kind kind) const {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    auto symbolExpr = dyn_cast<AffineSymbolExpr>(part);
    if (!symbolExpr)
      return;
    const Symbol &symbol = symbols[symbolExpr.getPosition()];
    found |= symbol.kind == kind;
    for (AffineExpr operand : symbol.operands)
      found |= contains(operand, kind);
  });
  return found;
}

bool ShapeValues::isFunctionOf(AffineExpr expr,
                               ArrayRef<AffineExpr> known) const {
  if (llvm::is_contained(known, expr))
    return true;
  WalkResult result = expr.walk([&](AffineExpr part) {
    auto symbolExpr = dyn_cast<AffineSymbolExpr>(part);
    auto hasPart = [&](AffineExpr whole) {
      return whole
          .walk([&](AffineExpr other) {
            return other == part ? WalkResult::interrupt()
                                 : WalkResult::advance();
          })
          .wasInterrupted();
    };
    if (!symbolExpr || llvm::any_of(known, hasPart))
      return WalkResult::advance();
    ArrayRef<AffineExpr> operands = symbols[symbolExpr.getPosition()].operands;
    bool isFunction =
        !operands.empty() && llvm::all_of(operands, [&](AffineExpr operand) {
          return isFunctionOf(operand, known);
        });
    return isFunction ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

} // namespace tvm::graph
