// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols that dimensions are made of, and arithmetic on them.

#include "dialects/Graph/Shapes/ShapeValues.h"

#include "llvm/ADT/DenseSet.h"
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

namespace {
/// Facts about expressions that follow from those about their parts. Each part
/// is asked once: as a tree, an expression may be exponentially large.
using Facts = llvm::DenseMap<AffineExpr, bool>;
} // namespace

bool ShapeValues::isNonNegative(AffineExpr expr) const {
  Facts known;
  auto ask = [&](auto &ask, AffineExpr e) -> bool {
    if (auto it = known.find(e); it != known.end())
      return it->second;
    auto isNonNegativePart = [&](AffineExpr part) { return ask(ask, part); };
    auto decide = [&]() -> bool {
      if (auto constant = getConstant(e))
        return *constant >= 0;
      if (auto binary = dyn_cast<AffineBinaryOpExpr>(e))
        return ask(ask, binary.getLHS()) && ask(ask, binary.getRHS());
      auto symbolExpr = dyn_cast<AffineSymbolExpr>(e);
      if (!symbolExpr)
        return false;
      const Symbol &symbol = symbols[symbolExpr.getPosition()];
      switch (symbol.kind) {
      case Kind::Dim:
      case Kind::Broadcast:
      case Kind::Range:
        return true;
      case Kind::Max:
        return llvm::any_of(symbol.operands, isNonNegativePart);
      case Kind::Min:
      case Kind::Scale:
        return symbol.factor >= 0 &&
               llvm::all_of(symbol.operands, isNonNegativePart);
      case Kind::IfNegative:
        return ask(ask, symbol.operands[1]) && ask(ask, symbol.operands[2]);
      case Kind::Element:
      case Kind::Unknown:
        return false;
      }
      llvm_unreachable("all kinds handled");
    };
    bool result = decide();
    known[e] = result;
    return result;
  };
  return ask(ask, expr);
}

bool ShapeValues::contains(AffineExpr expr, Kind kind) const {
  llvm::DenseSet<AffineExpr> seen;
  SmallVector<AffineExpr> pending{expr};
  while (!pending.empty()) {
    AffineExpr part = pending.pop_back_val();
    if (!seen.insert(part).second)
      continue;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(part))
      pending.append({binary.getLHS(), binary.getRHS()});
    auto symbolExpr = dyn_cast<AffineSymbolExpr>(part);
    if (!symbolExpr)
      continue;
    const Symbol &symbol = symbols[symbolExpr.getPosition()];
    if (symbol.kind == kind)
      return true;
    llvm::append_range(pending, symbol.operands);
  }
  return false;
}

/// Adds `expr` and its affine parts to `parts`.
static void collectParts(AffineExpr expr, llvm::DenseSet<AffineExpr> &parts) {
  if (!parts.insert(expr).second)
    return;
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    collectParts(binary.getLHS(), parts);
    collectParts(binary.getRHS(), parts);
  }
}

bool ShapeValues::isFunctionOf(AffineExpr expr,
                               ArrayRef<AffineExpr> known) const {
  llvm::DenseSet<AffineExpr> given;
  for (AffineExpr whole : known)
    collectParts(whole, given);
  Facts decided;
  auto ask = [&](auto &ask, AffineExpr e) -> bool {
    if (isa<AffineConstantExpr>(e) || llvm::is_contained(known, e))
      return true;
    if (auto it = decided.find(e); it != decided.end())
      return it->second;
    auto isFunction = [&](AffineExpr part) { return ask(ask, part); };
    bool result = true;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(e)) {
      result = isFunction(binary.getLHS()) && isFunction(binary.getRHS());
    } else if (auto symbol = dyn_cast<AffineSymbolExpr>(e)) {
      ArrayRef<AffineExpr> operands = symbols[symbol.getPosition()].operands;
      result = given.contains(e) ||
               (!operands.empty() && llvm::all_of(operands, isFunction));
    }
    decided[e] = result;
    return result;
  };
  return ask(ask, expr);
}

} // namespace tvm::graph
