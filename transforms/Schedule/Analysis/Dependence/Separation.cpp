// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Dependence/Separation.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The range of an expression's values, both ends included.
struct Interval {
  int64_t least, most;
};

/// Facts about the differences between the values of expressions in two
/// instances. Dims of expressions are the operands of the subscripts.
class Differences {
public:
  Differences(const Access &first, const Access &second,
              ArrayRef<std::pair<Loop, Order>> orders);

  /// Derives equal dims from equal subscripts.
  void solve();
  bool isZero(AffineExpr expr) const;

private:
  struct Term {
    AffineExpr expr;
    int64_t factor; // not negative
  };
  /// Adds the terms of the sum `expr`, with their factors.
  using Sum = llvm::MapVector<AffineExpr, int64_t>;
  static bool addTerms(AffineExpr expr, int64_t factor, Sum &sum);
  bool reduce(AffineExpr equal);
  bool joinDivisions();
  std::optional<Interval> getInterval(AffineExpr expr) const;
  /// The largest possible difference, where it is bounded.
  std::optional<int64_t> getReach(AffineExpr expr) const;

  SmallVector<std::optional<Interval>> intervals; // of dims
  SmallVector<AffineExpr> equal;                  // same in both instances
  llvm::DenseSet<AffineExpr> zero;                // terms with difference 0
};
} // namespace

/// The range of a loop's variable, if it is known.
static std::optional<Interval> getInterval(Value value) {
  Loop loop = affine::getForInductionVarOwner(value);
  if (!loop || !loop.hasConstantBounds() ||
      loop.getConstantLowerBound() >= loop.getConstantUpperBound())
    return std::nullopt;
  return Interval{loop.getConstantLowerBound(),
                  loop.getConstantUpperBound() - 1};
}

/// Whether `value` is the same in both instances.
static bool isShared(Value value, ArrayRef<std::pair<Loop, Order>> orders) {
  auto isSame = [&](Loop loop) {
    return llvm::is_contained(orders, std::pair(loop, Order::Same));
  };
  if (Loop owner = affine::getForInductionVarOwner(value))
    return isSame(owner);
  for (Operation *op = value.getParentRegion()->getParentOp(); op;
       op = op->getParentOp())
    if (auto loop = dyn_cast<Loop>(op); loop && !isSame(loop))
      return false;
  return true;
}

Differences::Differences(const Access &first, const Access &second,
                         ArrayRef<std::pair<Loop, Order>> orders)
    : equal(first.map.getResults()) {
  for (auto [i, pair] :
       llvm::enumerate(llvm::zip_equal(first.operands, second.operands))) {
    auto [a, b] = pair;
    if (a == b && isShared(a, orders))
      zero.insert(getAffineDimExpr(i, first.map.getContext()));
    std::optional<Interval> x = schedule::getInterval(a);
    std::optional<Interval> y = schedule::getInterval(b);
    if (x && y)
      x = Interval{std::min(x->least, y->least), std::max(x->most, y->most)};
    intervals.push_back(y ? x : std::nullopt);
  }
}

/// Returns false where `expr` has terms that are not supported.
bool Differences::addTerms(AffineExpr expr, int64_t factor, Sum &sum) {
  if (isa<AffineConstantExpr>(expr))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && expr.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, sum) &&
           addTerms(binary.getRHS(), factor, sum);
  if (binary && expr.getKind() == AffineExprKind::Mul) {
    auto by = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return by && !llvm::MulOverflow(factor, by.getValue(), factor) &&
           addTerms(binary.getLHS(), factor, sum);
  }
  return !llvm::AddOverflow(sum[expr], factor, sum[expr]);
}

std::optional<Interval> Differences::getInterval(AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Interval{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return intervals[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto x = getInterval(binary.getLHS()), y = getInterval(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add) {
    Interval sum;
    if (!x || !y || llvm::AddOverflow(x->least, y->least, sum.least) ||
        llvm::AddOverflow(x->most, y->most, sum.most))
      return std::nullopt;
    return sum;
  }
  if (!y || y->least != y->most)
    return std::nullopt;
  int64_t by = y->least;
  if (expr.getKind() == AffineExprKind::Mod && by > 0)
    return Interval{0, by - 1};
  if (!x)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::FloorDiv && by > 0)
    return Interval{llvm::divideFloorSigned(x->least, by),
                    llvm::divideFloorSigned(x->most, by)};
  Interval product;
  if (expr.getKind() != AffineExprKind::Mul ||
      llvm::MulOverflow(x->least, by, product.least) ||
      llvm::MulOverflow(x->most, by, product.most))
    return std::nullopt;
  return by < 0 ? Interval{product.most, product.least} : product;
}

std::optional<int64_t> Differences::getReach(AffineExpr expr) const {
  std::optional<Interval> interval = getInterval(expr);
  int64_t reach;
  if (!interval || llvm::SubOverflow(interval->most, interval->least, reach))
    return std::nullopt;
  return reach;
}

/// A term has difference 0 if all its parts have.
bool Differences::isZero(AffineExpr expr) const {
  if (isa<AffineConstantExpr>(expr) || zero.contains(expr))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary && isZero(binary.getLHS()) && isZero(binary.getRHS());
}

/// Marks the term with the largest factor as equal if the other terms cannot
/// compensate for a difference. Returns whether a term was added.
bool Differences::reduce(AffineExpr sumExpr) {
  Sum sum;
  if (!addTerms(sumExpr, 1, sum))
    return false;
  SmallVector<Term> terms;
  for (auto [expr, factor] : sum)
    if (factor != 0 && !isZero(expr)) {
      if (factor == std::numeric_limits<int64_t>::min())
        return false;
      terms.push_back({expr, std::abs(factor)});
    }
  llvm::sort(terms,
             [](const Term &a, const Term &b) { return a.factor < b.factor; });
  // Bounds of the combined difference of the terms in front of each term.
  SmallVector<std::optional<int64_t>> below = {0};
  for (const Term &term : terms) {
    std::optional<int64_t> reach = getReach(term.expr), last = below.back();
    if (!last || !reach || llvm::MulOverflow(*reach, term.factor, *reach) ||
        llvm::AddOverflow(*last, *reach, *last))
      last = std::nullopt;
    below.push_back(last);
  }
  bool isNew = false;
  for (size_t i = terms.size(); i-- > 0;) {
    if (!below[i] || *below[i] >= terms[i].factor)
      break;
    isNew |= zero.insert(terms[i].expr).second;
  }
  return isNew;
}

/// x = (x floordiv c) * c + x mod c
bool Differences::joinDivisions() {
  SmallVector<AffineExpr> joined;
  for (AffineExpr expr : zero) {
    auto division = dyn_cast<AffineBinaryOpExpr>(expr);
    if (division && expr.getKind() == AffineExprKind::FloorDiv &&
        isa<AffineConstantExpr>(division.getRHS()) &&
        isZero(division.getLHS() % division.getRHS()) &&
        !llvm::is_contained(equal, division.getLHS()))
      joined.push_back(division.getLHS());
  }
  llvm::append_range(equal, joined);
  return !joined.empty();
}

void Differences::solve() {
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (AffineExpr sum : equal)
      isNew |= reduce(sum);
    isNew |= joinDivisions();
  }
}

bool areSeparated(const Access &first, const Access &second,
                  ArrayRef<std::pair<Loop, Order>> orders) {
  // Boxes may overlap although their first elements differ.
  if (!first.map || first.map != second.map || !first.sizes.empty() ||
      !second.sizes.empty() || first.operands.size() != second.operands.size())
    return false;
  Differences differences(first, second, orders);
  differences.solve();
  return llvm::any_of(orders, [&](std::pair<Loop, Order> order) {
    Value variable = order.first.getInductionVar();
    if (order.second == Order::Same)
      return false;
    for (auto [i, pair] :
         llvm::enumerate(llvm::zip_equal(first.operands, second.operands)))
      if (std::get<0>(pair) == variable && std::get<1>(pair) == variable &&
          differences.isZero(getAffineDimExpr(i, first.map.getContext())))
        return true;
    return false;
  });
}

} // namespace tvm::schedule
