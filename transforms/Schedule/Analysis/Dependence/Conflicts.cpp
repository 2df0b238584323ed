// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Dependence/Conflicts.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Dependence/LoopConstraints.h"
#include "transforms/Schedule/Analysis/Dependence/Separation.h"
#include "transforms/Schedule/Analysis/EmptyReductions.h"

using namespace mlir;

namespace tvm::schedule {

/// Largest number of variables in a question for the solver, whose time is not
/// bounded otherwise.
static constexpr unsigned kMaxVariables = 40;

namespace {
/// Pairs of instances as an integer set: one dim per loop around either block
/// (a shared one where both are in the same iteration), and one per value from
/// outside.
class InstancePairs {
public:
  InstancePairs(const Access &first, const Access &second,
                ArrayRef<std::pair<Loop, Order>> orders,
                ArrayRef<RelatedLoops> related)
      : first(first), second(second), orders(orders), related(related),
        context(first.op->getContext()) {}

  Proof solve();

private:
  bool isSame(Loop loop) const;
  unsigned getDim(Value value, bool isSecond);
  AffineExpr toDims(AffineExpr expr, ValueRange operands, bool isSecond);
  SmallVector<AffineExpr> compose(AffineMap map, ValueRange operands,
                                  bool isSecond);
  bool mayLeaveOut(te::BlockOp block, Loop loop) const;
  void addDomain(const Access &access, bool isSecond);
  void addSameElement();
  void addBetween(AffineExpr distance, int64_t first, int64_t second);
  void addOrder(const RelatedLoops &loops);
  void addOrders();

  const Access &first, &second;
  ArrayRef<std::pair<Loop, Order>> orders;
  ArrayRef<RelatedLoops> related;
  MLIRContext *context;
  /// (value, instance) -> dim; shared dims belong to instance 0
  DenseMap<std::pair<Value, unsigned>, unsigned> dims;
  LoopConstraints constraints;
  bool isOneElement = true;
};
} // namespace

bool InstancePairs::isSame(Loop loop) const {
  return llvm::is_contained(orders, std::pair(loop, Order::Same));
}

unsigned InstancePairs::getDim(Value value, bool isSecond) {
  // A value is shared unless it is computed in a loop whose iteration may
  // differ between the instances.
  bool isShared = true;
  if (Loop owner = affine::getForInductionVarOwner(value))
    isShared = isSame(owner);
  else
    for (Operation *op = value.getParentRegion()->getParentOp(); op;
         op = op->getParentOp())
      if (auto loop = dyn_cast<Loop>(op))
        isShared &= isSame(loop);
  unsigned instance = !isShared && isSecond;
  return dims.try_emplace({value, instance}, dims.size()).first->second;
}

AffineExpr InstancePairs::toDims(AffineExpr expr, ValueRange operands,
                                 bool isSecond) {
  SmallVector<AffineExpr> replacements;
  for (auto [i, operand] : llvm::enumerate(operands))
    replacements.push_back(
        expr.isFunctionOfDim(i)
            ? getAffineDimExpr(getDim(operand, isSecond), context)
            : getAffineConstantExpr(0, context));
  return expr.replaceDims(replacements);
}

SmallVector<AffineExpr>
InstancePairs::compose(AffineMap map, ValueRange operands, bool isSecond) {
  SmallVector<Value> values(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  map = asDims(map);
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return toDims(expr, values, isSecond);
  });
}

/// Whether an initialisation runs although `loop` may have no iterations,
/// because it is a reduction loop.
bool InstancePairs::mayLeaveOut(te::BlockOp block, Loop loop) const {
  return getTripCount(loop).value_or(0) < 1 &&
         bindsReductionOnly(block, loop.getInductionVar()) &&
         llvm::none_of(orders, [&](auto order) { return order.first == loop; });
}

void InstancePairs::addDomain(const Access &access, bool isSecond) {
  te::BlockOp block = access.block;
  bool isInit = block.getInit().isAncestor(access.op->getParentRegion());
  auto composeHere = [&](AffineMap map, ValueRange operands) {
    return compose(map, operands, isSecond);
  };
  for (Loop loop : getLoops(block)) {
    if (isInit && mayLeaveOut(block, loop))
      continue;
    unsigned dim = getDim(loop.getInductionVar(), isSecond);
    constraints.addLoop(loop, getAffineDimExpr(dim, context), composeHere);
  }
  std::optional<IntegerSet> predicate = block.getPredicate();
  if (!predicate)
    return;
  SmallVector<unsigned> unmet =
      isInit ? getUnmetConstraints(block) : SmallVector<unsigned>();
  AffineMap map = getConstraintMap(*predicate);
  for (auto [i, expr] : llvm::enumerate(composeHere(map, block.getIters())))
    if (!llvm::is_contained(unmet, i))
      constraints.add(expr, predicate->isEq(i));
}

void InstancePairs::addSameElement() {
  if (!first.map || !second.map) {
    isOneElement = false; // data decides: any element
    return;
  }
  // A declared region may be larger than the access itself.
  isOneElement = first.sizes.empty() && second.sizes.empty();
  for (auto [d, a] : llvm::enumerate(first.map.getResults())) {
    AffineExpr distance =
        toDims(a, first.operands, false) -
        toDims(second.map.getResult(d), second.operands, true);
    addBetween(distance, first.sizes.empty() ? 1 : first.sizes[d],
               second.sizes.empty() ? 1 : second.sizes[d]);
  }
}

/// Adds the constraint that boxes of sizes `first` and `second` overlap, the
/// first one `distance` behind the second.
void InstancePairs::addBetween(AffineExpr distance, int64_t first,
                               int64_t second) {
  if (first == 1 && second == 1)
    return constraints.add(distance, /*isEquality=*/true);
  constraints.add(second - 1 - distance);
  constraints.add(first - 1 + distance);
}

void InstancePairs::addOrder(const RelatedLoops &loops) {
  auto getIteration = [&](Loop loop, bool isSecond) -> AffineExpr {
    if (!loop)
      return getAffineConstantExpr(0, context);
    return getAffineDimExpr(getDim(loop.getInductionVar(), isSecond), context);
  };
  AffineExpr a = getIteration(loops.first, false);
  AffineExpr b = getIteration(loops.second, true);
  if (loops.order == Order::Same)
    constraints.add(b - a, /*isEquality=*/true);
  else
    constraints.add(loops.order == Order::Earlier ? b - a - 1 : a - b - 1);
}

void InstancePairs::addOrders() {
  for (auto [loop, order] : orders)
    if (order != Order::Same) // one dim already
      addOrder({loop, loop, order});
  for (const RelatedLoops &loops : related)
    addOrder(loops);
}

Proof InstancePairs::solve() {
  addDomain(first, /*isSecond=*/false);
  addDomain(second, /*isSecond=*/true);
  addSameElement();
  addOrders();
  affine::FlatAffineValueConstraints pairs =
      constraints.get(dims.size(), 0, context);
  if (pairs.getNumVars() > kMaxVariables)
    return Proof::Unknown;
  // Constraints that are left out add pairs and remove none.
  if (pairs.isIntegerEmpty())
    return Proof::None;
  bool isExact = isOneElement && constraints.isExact();
  return isExact ? Proof::Exists : Proof::Unknown;
}

Proof findConflict(const Access &first, const Access &second,
                   ArrayRef<std::pair<Loop, Order>> orders,
                   ArrayRef<RelatedLoops> related) {
  if (first.buffer != second.buffer)
    return Proof::None;
  // The solver takes milliseconds; the arithmetic on subscripts is faster.
  if (areSeparated(first, second, orders))
    return Proof::None;
  return InstancePairs(first, second, orders, related).solve();
}

} // namespace tvm::schedule
