// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Coverage.h"

#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/Dependence/LoopConstraints.h"
#include "llvm/ADT/SmallSet.h"

#include <algorithm>
#include <set>

using namespace mlir;

namespace tvm::schedule {

/// Largest number of variables in a question for the solver, whose time is not
/// bounded otherwise.
static constexpr unsigned kMaxVariables = 24;
/// Largest number of divisions per part of a set that is subtracted. 18 parts
/// with up to 13 divisions need more than 24 GB; 25 parts with 5 divisions take
/// milliseconds.
static constexpr unsigned kMaxDivisions = 8;
/// Largest number of iterations whose points are listed instead of solved for.
static constexpr int64_t kMaxListed = 1 << 14;

namespace {
/// A value from outside: the value itself, or the size of `dimension` of a
/// buffer.
using Symbol = std::pair<Value, int64_t>;

/// The symbols that two sets of points have in common.
struct Symbols {
  SmallVector<Symbol> symbols;
  AffineExpr get(Value value);
  AffineExpr getSize(Value buffer, int64_t dimension);

private:
  AffineExpr getSymbol(const Symbol &symbol, MLIRContext *context);
};

/// The set of values that some axes take: the dims for which the other
/// variables have a solution.
class Points {
public:
  Points(unsigned numAxes, Symbols &symbols)
      : numAxes(numAxes), numDims(numAxes), symbols(symbols) {}

  void addBlock(te::BlockOp block, ArrayRef<unsigned> axes, unsigned numFixed);
  /// Adds the subscripts of `access` and ignores the predicate of its block.
  void addAccess(const Access &access, unsigned numFixed);
  /// Restricts the points to those where all constraints of the predicate hold,
  /// or where constraint number `violated` does not hold.
  void addPredicate(te::BlockOp block, std::optional<unsigned> violated = {});
  /// Restricts the points of the loops around `block` to those where each of
  /// `exprs`, over its iters, is at least 0.
  void addInequalities(te::BlockOp block, ArrayRef<AffineExpr> exprs);
  /// Restricts axis `axis` to values from the end of `loop` on.
  void addBehind(unsigned axis, Loop loop);
  /// Adds the indices of `buffer`, from dimension `first` on, as axes.
  void addBuffer(Value buffer, unsigned first = 0);
  std::optional<presburger::PresburgerSet> get() const;
  /// Lists all points, where there are few iterations with constant bounds.
  std::optional<std::set<SmallVector<int64_t>>> list() const;

  /// Whether axes are quotients or remainders of sums over three loops (fused,
  /// and split in three), or quotients of quotients (an extent that is split
  /// twice and rounded up). The solver does not terminate when it subtracts
  /// such sets.
  bool areHard() const;

private:
  affine::FlatAffineValueConstraints flatten() const;
  AffineExpr toDims(AffineExpr expr, ValueRange operands);
  SmallVector<AffineExpr> compose(AffineMap map, ValueRange operands);
  void addLoops(te::BlockOp block, unsigned numFixed);
  /// Makes `map(operands)` the next axes.
  void addAxes(AffineMap map, ValueRange operands);

  unsigned numAxes, numDims;
  Symbols &symbols;
  DenseMap<Value, unsigned> variables; // loops that are not fixed
  LoopConstraints constraints;
  SmallVector<AffineExpr> values; // of axes that are not free
  MLIRContext *context = nullptr;
};
} // namespace

AffineExpr Symbols::getSymbol(const Symbol &symbol, MLIRContext *context) {
  auto *it = llvm::find(symbols, symbol);
  AffineExpr expr = getAffineSymbolExpr(it - symbols.begin(), context);
  if (it == symbols.end())
    symbols.push_back(symbol);
  return expr;
}

AffineExpr Symbols::getSize(Value buffer, int64_t dimension) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(dimension))
    return getAffineConstantExpr(type.getDimSize(dimension),
                                 buffer.getContext());
  ValueRange sizes;
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    sizes = alloc.getDynamicSizes();
  else if (auto alloca = buffer.getDefiningOp<memref::AllocaOp>())
    sizes = alloca.getDynamicSizes();
  if (sizes.empty())
    return getSymbol({buffer, dimension}, buffer.getContext());
  return get(sizes[type.getDynamicDimIndex(dimension)]);
}

AffineExpr Symbols::get(Value value) {
  IntegerAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return getAffineConstantExpr(constant.getInt(), value.getContext());
  if (auto dim = value.getDefiningOp<memref::DimOp>())
    if (std::optional<int64_t> index = dim.getConstantIndex())
      return getSize(dim.getSource(), *index);
  return getSymbol({value, -1}, value.getContext());
}

AffineExpr Points::toDims(AffineExpr expr, ValueRange operands) {
  SmallVector<AffineExpr> replacements;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto it = variables.find(operand);
    if (!expr.isFunctionOfDim(i))
      replacements.push_back(getAffineConstantExpr(0, context));
    else if (it != variables.end())
      replacements.push_back(getAffineDimExpr(it->second, context));
    else
      replacements.push_back(symbols.get(operand));
  }
  return expr.replaceDims(replacements);
}

SmallVector<AffineExpr> Points::compose(AffineMap map, ValueRange operands) {
  SmallVector<Value> composed(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &composed);
  map = asDims(map);
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return toDims(expr, composed);
  });
}

void Points::addLoops(te::BlockOp block, unsigned numFixed) {
  context = block.getContext();
  SmallVector<Loop> loops = getLoops(block);
  for (Loop loop : ArrayRef(loops).drop_front(numFixed))
    variables[loop.getInductionVar()] = numDims++;
  for (Loop loop : ArrayRef(loops).drop_front(numFixed)) {
    unsigned dim = variables.lookup(loop.getInductionVar());
    constraints.addLoop(loop, getAffineDimExpr(dim, context),
                        [&](AffineMap map, ValueRange operands) {
                          return compose(map, operands);
                        });
  }
}

void Points::addAxes(AffineMap map, ValueRange operands) {
  llvm::append_range(values, compose(map, operands));
  for (auto [axis, value] : llvm::enumerate(values))
    constraints.add(getAffineDimExpr(axis, context) - value,
                    /*isEquality=*/true);
}

void Points::addBlock(te::BlockOp block, ArrayRef<unsigned> axes,
                      unsigned numFixed) {
  addLoops(block, numFixed);
  addAxes(block.getBindings().getSubMap(axes), block.getIters());
  if (block.getPredicate())
    addPredicate(block);
}

void Points::addAccess(const Access &access, unsigned numFixed) {
  addLoops(access.block, numFixed);
  addAxes(access.map, access.operands);
}

void Points::addPredicate(te::BlockOp block, std::optional<unsigned> violated) {
  auto composeHere = [&](AffineMap map, ValueRange operands) {
    return compose(map, operands);
  };
  IntegerSet set = *block.getPredicate();
  if (!violated)
    return constraints.addSet(set, block.getIters(), composeHere);
  AffineMap map = getConstraintMap(set).getSubMap(*violated);
  constraints.add(-compose(map, block.getIters()).front() - 1);
}

void Points::addInequalities(te::BlockOp block, ArrayRef<AffineExpr> exprs) {
  addLoops(block, /*numFixed=*/0);
  AffineMap iters = block.getBindings();
  AffineMap map =
      AffineMap::get(iters.getNumDims(), iters.getNumSymbols(), exprs, context);
  for (AffineExpr value : compose(map, block.getIters()))
    constraints.add(value);
}

void Points::addBehind(unsigned axis, Loop loop) {
  for (AffineExpr bound :
       compose(loop.getUpperBoundMap(), loop.getUpperBoundOperands()))
    constraints.add(getAffineDimExpr(axis, context) - bound);
}

void Points::addBuffer(Value buffer, unsigned first) {
  context = buffer.getContext();
  for (unsigned d = 0; d < numAxes; ++d) {
    AffineExpr axis = getAffineDimExpr(d, context);
    constraints.add(axis);
    constraints.add(symbols.getSize(buffer, first + d) - 1 - axis);
  }
}

static bool isDivision(AffineExpr expr) {
  return expr.getKind() == AffineExprKind::FloorDiv ||
         expr.getKind() == AffineExprKind::CeilDiv ||
         expr.getKind() == AffineExprKind::Mod;
}

/// Whether `holds` is true for a dividend anywhere in `expr`.
static bool anyDivided(AffineExpr expr,
                       function_ref<bool(AffineExpr divided)> holds) {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    found |= isDivision(part) && holds(cast<AffineBinaryOpExpr>(part).getLHS());
  });
  return found;
}

bool Points::areHard() const {
  auto isOverThree = [](AffineExpr divided) {
    llvm::SmallSet<unsigned, 4> loops;
    divided.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        loops.insert(dim.getPosition());
    });
    return loops.size() >= 3;
  };
  auto dividesAgain = [](AffineExpr divided) {
    return anyDivided(divided, [](AffineExpr) { return true; });
  };
  return llvm::any_of(
             values,
             [&](AffineExpr e) { return anyDivided(e, isOverThree); }) ||
         llvm::any_of(constraints.getExprs(), [&](AffineExpr e) {
           return anyDivided(e, dividesAgain);
         });
}

affine::FlatAffineValueConstraints Points::flatten() const {
  return constraints.get(numDims, symbols.symbols.size(), context);
}

/// The value of the pure expression `expr` at `dims`.
static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = evaluate(binary.getLHS(), dims);
  int64_t b = evaluate(binary.getRHS(), dims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::Mod:
    return llvm::mod(a, b);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(a, b);
  default:
    return llvm::divideCeilSigned(a, b);
  }
}

std::optional<std::set<SmallVector<int64_t>>> Points::list() const {
  if (!constraints.isExact() || !symbols.symbols.empty())
    return std::nullopt;
  affine::FlatAffineValueConstraints flat = flatten();
  bool areFree = values.empty();
  unsigned begin = areFree ? 0 : numAxes, end = areFree ? numAxes : numDims;
  SmallVector<int64_t> first(numDims), last(numDims);
  int64_t count = 1;
  for (unsigned d = begin; d < end; ++d) {
    auto low = flat.getConstantBound64(presburger::BoundType::LB, d);
    auto high = flat.getConstantBound64(presburger::BoundType::UB, d);
    if (!low || !high)
      return std::nullopt;
    first[d] = *low;
    last[d] = *high;
    if (*high < *low)
      return std::set<SmallVector<int64_t>>();
    if (*high - *low >= kMaxListed)
      return std::nullopt;
    count *= *high - *low + 1;
    if (count > kMaxListed)
      return std::nullopt;
  }
  std::set<SmallVector<int64_t>> points;
  SmallVector<int64_t> at(first);
  for (; count > 0; --count) {
    for (auto [d, value] : llvm::enumerate(values))
      at[d] = evaluate(value, at);
    bool holds = llvm::all_of(
        llvm::zip_equal(constraints.getExprs(), constraints.getEqualities()),
        [&](auto constraint) {
          auto [expr, isEquality] = constraint;
          int64_t value = evaluate(expr, at);
          return isEquality ? value == 0 : value >= 0;
        });
    if (holds)
      points.insert(SmallVector<int64_t>(ArrayRef(at).take_front(numAxes)));
    for (unsigned d = end; d > begin; --d) {
      if (++at[d - 1] <= last[d - 1])
        break;
      at[d - 1] = first[d - 1];
    }
  }
  return points;
}

std::optional<presburger::PresburgerSet> Points::get() const {
  using presburger::VarKind;
  if (!constraints.isExact())
    return std::nullopt;
  affine::FlatAffineValueConstraints flat = flatten();
  if (flat.getNumVars() > kMaxVariables)
    return std::nullopt;
  flat.resetIds();
  flat.convertVarKind(VarKind::SetDim, numAxes, numDims, VarKind::Local, 0);
  flat.simplify();
  return presburger::PresburgerSet(flat);
}

static bool includes(const Points &all, const Points &some) {
  auto listed = all.list(), wanted = listed ? some.list() : std::nullopt;
  if (listed && wanted)
    return std::includes(listed->begin(), listed->end(), wanted->begin(),
                         wanted->end());
  if (all.areHard())
    return false;
  std::optional<presburger::PresburgerSet> larger = all.get(),
                                           smaller = some.get();
  if (!larger || !smaller)
    return false;
  presburger::PresburgerSet divided(larger->computeReprWithOnlyDivLocals());
  bool isLong = llvm::any_of(divided.getAllDisjuncts(), [](const auto &part) {
    return part.getNumLocalVars() > kMaxDivisions;
  });
  return !isLong && smaller->subtract(divided).isIntegerEmpty();
}

bool coversBuffer(te::BlockOp block, Value buffer, unsigned numFixed) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  Symbols symbols;
  Points all(rank, symbols), some(rank, symbols);
  all.addBlock(block, llvm::to_vector(llvm::seq<unsigned>(rank)), numFixed);
  some.addBuffer(buffer);
  return includes(all, some);
}

bool staysInside(te::BlockOp block, unsigned axis, Value buffer) {
  Symbols symbols;
  Points all(1, symbols), some(1, symbols);
  all.addBuffer(buffer, axis);
  some.addBlock(block, {axis}, /*numFixed=*/0);
  return includes(all, some);
}

bool staysInside(const Access &access) {
  Symbols symbols;
  unsigned rank = access.map.getNumResults();
  Points all(rank, symbols), some(rank, symbols);
  all.addBuffer(access.buffer);
  some.addAccess(access, /*numFixed=*/0);
  return includes(all, some);
}

bool endsWith(const Access &access, unsigned dim, Loop loop) {
  if (!access.map || !access.sizes.empty())
    return false;
  Symbols symbols;
  Points behind(access.map.getNumResults(), symbols);
  behind.addAccess(access, /*numFixed=*/0);
  behind.addBehind(dim, loop);
  std::optional<presburger::PresburgerSet> set = behind.get();
  return set && set->isIntegerEmpty();
}

bool areApart(const Access &kept, const Access &other, unsigned numFixed) {
  te::BlockOp block = kept.block;
  unsigned rank = kept.map.getNumResults();
  for (unsigned i = 0; i < block.getPredicate()->getNumConstraints(); ++i) {
    Symbols symbols;
    Points inside(rank, symbols), outside(rank, symbols);
    inside.addAccess(kept, numFixed);
    inside.addPredicate(block);
    outside.addAccess(other, numFixed);
    outside.addPredicate(block, /*violated=*/i);
    // Two sets in one space, with all symbols.
    auto first = inside.get(), second = outside.get();
    if (!first || !second || !first->intersect(*second).isIntegerEmpty())
      return false;
  }
  return true;
}

bool implies(te::BlockOp block, AffineExpr expr, AffineExpr other) {
  Symbols symbols;
  Points counterexamples(/*numAxes=*/0, symbols);
  counterexamples.addInequalities(block, {expr, -other - 1});
  std::optional<presburger::PresburgerSet> set = counterexamples.get();
  return set && set->isIntegerEmpty();
}

bool coversBlock(te::BlockOp block, ArrayRef<unsigned> axes, te::BlockOp other,
                 ArrayRef<unsigned> otherAxes, unsigned numFixed) {
  Symbols symbols;
  Points all(axes.size(), symbols), some(axes.size(), symbols);
  all.addBlock(block, axes, numFixed);
  some.addBlock(other, otherAxes, numFixed);
  return includes(all, some);
}

} // namespace tvm::schedule
