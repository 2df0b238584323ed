#include "transforms/Schedule/Analysis/Coverage.h"

#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Schedule/Analysis/Accesses.h"

using namespace mlir;

namespace tvm::schedule {

/// More variables than this are not handed to the solver, whose time is not
/// bounded otherwise.
static constexpr unsigned kMaxVariables = 24;

namespace {
/// A value from outside: itself, or size `dimension` of a buffer.
using Symbol = std::pair<Value, int64_t>;

/// What two sets of points have in common.
struct Symbols {
  SmallVector<Symbol> symbols;
  AffineExpr get(Value value);
  AffineExpr getSize(Value buffer, int64_t dimension);

private:
  AffineExpr getSymbol(const Symbol &symbol, MLIRContext *context);
};

/// Values of some axes: those dims for which the others have a solution.
class Points {
public:
  Points(unsigned numAxes, Symbols &symbols)
      : numAxes(numAxes), numDims(numAxes), symbols(symbols) {}

  void addBlock(te::BlockOp block, ArrayRef<unsigned> axes, unsigned numFixed);
  /// From dimension `first` on.
  void addBuffer(Value buffer, unsigned first = 0);
  std::optional<presburger::PresburgerSet> get() const;

private:
  AffineExpr toDims(AffineExpr expr, ValueRange operands);
  void addMap(AffineMap map, ValueRange operands,
              function_ref<void(AffineExpr)> use);
  void addConstraint(AffineExpr expr, bool equality);
  void addLoop(Loop loop);

  unsigned numAxes, numDims;
  Symbols &symbols;
  DenseMap<Value, unsigned> variables; // of loops that are not fixed
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  MLIRContext *context = nullptr;
  bool isExact = true;
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

void Points::addConstraint(AffineExpr expr, bool equality) {
  isExact &= expr.isPureAffine();
  constraints.push_back(expr);
  equalities.push_back(equality);
}

void Points::addMap(AffineMap map, ValueRange operands,
                    function_ref<void(AffineExpr)> use) {
  SmallVector<Value> values(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  map = asDims(map);
  for (AffineExpr expr : map.getResults())
    use(toDims(expr, values));
}

void Points::addLoop(Loop loop) {
  AffineExpr iv =
      getAffineDimExpr(variables.lookup(loop.getInductionVar()), context);
  addMap(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
         [&](AffineExpr bound) {
           addConstraint(iv - bound, false);
           if (loop.getStepAsInt() != 1)
             addConstraint((iv - bound) % loop.getStepAsInt(), true);
         });
  addMap(loop.getUpperBoundMap(), loop.getUpperBoundOperands(),
         [&](AffineExpr bound) { addConstraint(bound - 1 - iv, false); });
}

void Points::addBlock(te::BlockOp block, ArrayRef<unsigned> axes,
                      unsigned numFixed) {
  context = block.getContext();
  SmallVector<Loop> loops = getLoops(block);
  for (Loop loop : ArrayRef(loops).drop_front(numFixed))
    variables[loop.getInductionVar()] = numDims++;
  for (Loop loop : ArrayRef(loops).drop_front(numFixed))
    addLoop(loop);
  unsigned dim = 0;
  addMap(block.getBindings().getSubMap(axes), block.getIters(),
         [&](AffineExpr value) {
           addConstraint(getAffineDimExpr(dim++, context) - value, true);
         });
  std::optional<IntegerSet> set = block.getPredicate();
  if (!set)
    return;
  const bool *flag = set->getEqFlags().begin();
  addMap(AffineMap::get(set->getNumDims(), set->getNumSymbols(),
                        set->getConstraints(), context),
         block.getIters(),
         [&](AffineExpr value) { addConstraint(value, *flag++); });
}

void Points::addBuffer(Value buffer, unsigned first) {
  context = buffer.getContext();
  for (unsigned d = 0; d < numAxes; ++d) {
    AffineExpr axis = getAffineDimExpr(d, context);
    addConstraint(axis, false);
    addConstraint(symbols.getSize(buffer, first + d) - 1 - axis, false);
  }
}

std::optional<presburger::PresburgerSet> Points::get() const {
  using presburger::VarKind;
  if (!isExact)
    return std::nullopt;
  SmallVector<AffineExpr> all(constraints);
  SmallVector<bool> flags(equalities);
  if (all.empty()) { // a set needs a constraint
    all.push_back(getAffineConstantExpr(0, context));
    flags.push_back(true);
  }
  affine::FlatAffineValueConstraints flat(
      IntegerSet::get(numDims, symbols.symbols.size(), all, flags));
  if (flat.getNumVars() > kMaxVariables)
    return std::nullopt;
  flat.resetIds();
  flat.convertVarKind(VarKind::SetDim, numAxes, numDims, VarKind::Local, 0);
  flat.simplify();
  return presburger::PresburgerSet(flat);
}

static bool includes(const Points &all, const Points &some) {
  std::optional<presburger::PresburgerSet> larger = all.get(),
                                           smaller = some.get();
  if (!larger || !smaller)
    return false;
  return smaller
      ->subtract(
          presburger::PresburgerSet(larger->computeReprWithOnlyDivLocals()))
      .isIntegerEmpty();
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

bool coversBlock(te::BlockOp block, ArrayRef<unsigned> axes, te::BlockOp other,
                 ArrayRef<unsigned> otherAxes, unsigned numFixed) {
  Symbols symbols;
  Points all(axes.size(), symbols), some(axes.size(), symbols);
  all.addBlock(block, axes, numFixed);
  some.addBlock(other, otherAxes, numFixed);
  return includes(all, some);
}

} // namespace tvm::schedule
