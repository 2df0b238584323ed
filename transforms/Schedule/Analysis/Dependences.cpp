#include "transforms/Schedule/Analysis/Dependences.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/EmptyReductions.h"
#include "transforms/Schedule/Analysis/LoopConstraints.h"
#include "transforms/Schedule/Analysis/Separation.h"
#include "transforms/Schedule/Analysis/UndeclaredAccess.h"

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

static thread_local unsigned numIgnoring = 0;

IgnoredConflicts::IgnoredConflicts() { ++numIgnoring; }
IgnoredConflicts::~IgnoredConflicts() { --numIgnoring; }

Proof findConflict(const Access &first, const Access &second,
                   ArrayRef<std::pair<Loop, Order>> orders,
                   ArrayRef<RelatedLoops> related) {
  if (first.buffer != second.buffer || numIgnoring)
    return Proof::None;
  // The solver takes milliseconds; the arithmetic on subscripts is faster.
  if (areSeparated(first, second, orders))
    return Proof::None;
  return InstancePairs(first, second, orders, related).solve();
}

std::optional<Dependence>
findCarried(Loop loop, const MemoryUse &use,
            function_ref<bool(const Access &, const Access &)> mayIgnore) {
  SmallVector<std::pair<Loop, Order>> orders;
  for (Loop outer : getLoops(loop))
    orders.push_back({outer, Order::Same});
  orders.push_back({loop, Order::Earlier});
  return findConflictIn(loop, use, orders, mayIgnore);
}

namespace {
/// The proofs for pairs of accesses in one order. A sum reads and writes its
/// element by the same subscripts, so many pairs are equal.
class PairProofs {
public:
  explicit PairProofs(ArrayRef<std::pair<Loop, Order>> orders)
      : orders(orders) {}

  Proof get(const Access &source, const Access &sink) {
    for (const Known &known : proofs)
      if (areEqual(*known.source, source) && areEqual(*known.sink, sink))
        return known.proof;
    proofs.push_back({&source, &sink, findConflict(source, sink, orders)});
    return proofs.back().proof;
  }

private:
  struct Known {
    const Access *source, *sink;
    Proof proof;
  };

  static bool isInit(const Access &access) {
    te::BlockOp block = access.block;
    return block.getInit().isAncestor(access.op->getParentRegion());
  }
  static bool areEqual(const Access &a, const Access &b) {
    return a.block == b.block && a.buffer == b.buffer && a.map == b.map &&
           a.operands == b.operands && a.sizes == b.sizes &&
           isInit(a) == isInit(b);
  }

  ArrayRef<std::pair<Loop, Order>> orders;
  SmallVector<Known> proofs;
};
} // namespace

std::optional<Dependence>
findConflictIn(Loop loop, const MemoryUse &use,
               ArrayRef<std::pair<Loop, Order>> orders,
               function_ref<bool(const Access &, const Access &)> mayIgnore) {
  std::optional<Dependence> unknown;
  PairProofs proofs(orders);
  for (const Access &source : use.accesses)
    for (const Access &sink : use.accesses) {
      if (source.buffer != sink.buffer || (!source.isWrite && !sink.isWrite) ||
          mayIgnore(source, sink))
        continue;
      Operation *definition = source.buffer.getDefiningOp();
      if (definition && loop->isProperAncestor(definition))
        continue;
      Proof proof = proofs.get(source, sink);
      if (proof == Proof::Exists)
        return Dependence{&source, &sink, proof};
      if (proof == Proof::Unknown)
        unknown = Dependence{&source, &sink, proof};
    }
  return unknown;
}

static StringRef getName(const Dependence &dependence) {
  if (!dependence.source->isWrite)
    return "write-after-read";
  return dependence.sink->isWrite ? "write-after-write" : "read-after-write";
}

/// The verb for the access in a message.
static StringRef getVerb(const Access &access) {
  te::BlockOp block = access.block;
  if (!access.isWrite)
    return "reads";
  return block.getInit().isAncestor(access.op->getParentRegion())
             ? "initialises"
             : "writes";
}

DiagnosedSilenceableFailure refuse(Operation *at, const Twine &action,
                                   const Dependence &dependence) {
  const Access &source = *dependence.source, &sink = *dependence.sink;
  te::BlockOp from = source.block, to = sink.block;
  auto failure = emitSilenceableFailure(at, "cannot " + action + ": ");
  failure << (dependence.proof == Proof::Exists ? "it breaks a "
                                                : "no proof that there is no ")
          << getName(dependence) << " dependence of block '" << to.getName()
          << "' on block '" << from.getName() << "'";
  failure.attachNote(source.op->getLoc())
      << "'" << from.getName() << "' " << getVerb(source) << " first, here";
  failure.attachNote(sink.op->getLoc())
      << "'" << to.getName() << "' " << getVerb(sink)
      << " the same element later, here";
  return failure;
}

DiagnosedSilenceableFailure refuseOpaque(Operation *at, const Twine &action,
                                         Operation *opaque) {
  auto block = opaque->getParentOfType<te::BlockOp>();
  bool isUndeclared = block && findUndeclaredAccess(block) == opaque;
  auto failure = emitSilenceableFailure(
      at, "cannot " + action + ": no proof where " +
              (isUndeclared ? "a block may access undeclared elements"
                            : "an operation's accesses are unknown"));
  failure.attachNote(opaque->getLoc()) << "this operation";
  return failure;
}

} // namespace tvm::schedule
