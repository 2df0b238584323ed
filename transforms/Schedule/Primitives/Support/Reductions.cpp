// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `op` or an operation in it uses one of `values`, directly or through
/// other operations in its block.
static bool dependsOn(Operation *op, ArrayRef<Value> values) {
  WalkResult result = op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      if (llvm::is_contained(values, operand))
        return WalkResult::interrupt();
      Operation *definition = operand.getDefiningOp();
      if (definition && definition->getBlock() == op->getBlock() &&
          definition != op && dependsOn(definition, values))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

static SmallVector<Value> getResults(ArrayRef<affine::AffineLoadOp> loads) {
  return llvm::map_to_vector(
      loads, [](affine::AffineLoadOp load) { return load.getResult(); });
}

bool Reduction::isCombination(Operation *op) const {
  return llvm::is_contained(loads, op) || llvm::is_contained(stores, op) ||
         dependsOn(op, getResults(loads));
}

/// Subscripts as a map of the arguments of a region of `block`; null where they
/// use other values or reduction axes.
static AffineMap getPlace(te::BlockOp block, AffineMap map,
                          ValueRange operands) {
  SmallVector<AffineExpr> arguments;
  for (Value operand : operands) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument || argument.getOwner()->getParentOp() != block)
      return {};
    arguments.push_back(
        getAffineDimExpr(argument.getArgNumber(), block.getContext()));
  }
  AffineMap place = asDims(map).replaceDimsAndSymbols(
      arguments, {}, block.getNumAxes() + block.getCaptures().size(), 0);
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    if (block.isReduction(axis) && place.isFunctionOfDim(axis))
      return {};
  return simplifyAffineMap(place);
}

/// Whether a place consists of all spatial axes of `block`, in order.
static bool isAtSpatialAxes(te::BlockOp block, AffineMap place) {
  SmallVector<AffineExpr> axes;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    if (!block.isReduction(axis))
      axes.push_back(getAffineDimExpr(axis, block.getContext()));
  return place.getResults() == ArrayRef(axes);
}

namespace {
/// Compares a body with patterns over block arguments: accumulated values
/// first, then new ones.
class Matcher {
public:
  Matcher(ArrayRef<affine::AffineLoadOp> loads, ArrayRef<Value> accumulated)
      : loads(loads), accumulated(accumulated) {}

  /// Returns the new values if `stored` match `patterns`.
  std::optional<SmallVector<Value>> match(ArrayRef<Value> stored,
                                          ValueRange patterns);

private:
  bool match(Value actual, Value pattern, SmallVector<Value> &values);
  bool matchOperands(Operation *actual, Operation *pattern, bool isSwapped,
                     SmallVector<Value> &values);

  ArrayRef<affine::AffineLoadOp> loads;
  ArrayRef<Value> accumulated; // of all results
};
} // namespace

bool Matcher::matchOperands(Operation *actual, Operation *pattern,
                            bool isSwapped, SmallVector<Value> &values) {
  SmallVector<Value> attempt(values);
  unsigned count = actual->getNumOperands();
  for (unsigned i = 0; i < count; ++i)
    if (!match(actual->getOperand(isSwapped ? count - 1 - i : i),
               pattern->getOperand(i), attempt))
      return false;
  values = attempt;
  return true;
}

bool Matcher::match(Value actual, Value pattern, SmallVector<Value> &values) {
  if (auto argument = dyn_cast<BlockArgument>(pattern)) {
    unsigned number = argument.getArgNumber();
    if (number < loads.size()) {
      affine::AffineLoadOp load = loads[number];
      return actual == load.getResult();
    }
    Value &value = values[number - loads.size()];
    if (value)
      return value == actual;
    Operation *definition = actual.getDefiningOp();
    if (llvm::is_contained(accumulated, actual) ||
        (definition && dependsOn(definition, accumulated)))
      return false;
    value = actual;
    return true;
  }
  Operation *op = actual.getDefiningOp(), *expected = pattern.getDefiningOp();
  if (!op || op->getName() != expected->getName() ||
      op->getAttrDictionary() != expected->getAttrDictionary() ||
      op->getNumOperands() != expected->getNumOperands() ||
      cast<OpResult>(actual).getResultNumber() !=
          cast<OpResult>(pattern).getResultNumber() ||
      actual.getType() != pattern.getType() || expected->getNumRegions() != 0)
    return false;
  if (matchOperands(op, expected, /*isSwapped=*/false, values))
    return true;
  return op->getNumOperands() == 2 && op->hasTrait<OpTrait::IsCommutative>() &&
         matchOperands(op, expected, /*isSwapped=*/true, values);
}

std::optional<SmallVector<Value>> Matcher::match(ArrayRef<Value> stored,
                                                 ValueRange patterns) {
  SmallVector<Value> values(stored.size());
  for (auto [actual, pattern] : llvm::zip_equal(stored, patterns))
    if (!match(actual, pattern, values))
      return std::nullopt;
  if (llvm::is_contained(values, Value()))
    return std::nullopt;
  return values;
}

/// Returns the new values if `combiner` produces `stored` from them.
static std::optional<SmallVector<Value>>
matchCombiner(Matcher &matcher, te::Combiner combiner, ArrayRef<Value> stored) {
  Location loc = stored.front().getLoc();
  Block block;
  for (int times = 0; times < 2; ++times)
    for (Value value : stored)
      block.addArgument(value.getType(), loc);
  OpBuilder builder(loc.getContext());
  builder.setInsertionPointToEnd(&block);
  ValueRange arguments = block.getArguments();
  SmallVector<Value> patterns = te::buildCombine(
      builder, loc, combiner, arguments.take_front(stored.size()),
      arguments.drop_front(stored.size()));
  return matcher.match(stored, patterns);
}

/// Whether `constants` are the identity of `combiner`.
static bool matchIdentity(te::Combiner combiner, ArrayRef<Value> constants) {
  Block block;
  OpBuilder builder(constants.front().getContext());
  builder.setInsertionPointToEnd(&block);
  SmallVector<Type> types;
  for (Value constant : constants)
    types.push_back(constant.getType());
  SmallVector<Value> identity =
      te::buildIdentity(builder, constants.front().getLoc(), combiner, types);
  for (auto [actual, expected] : llvm::zip_equal(constants, identity)) {
    auto constant = actual.getDefiningOp<arith::ConstantOp>();
    if (!constant || constant.getValue() !=
                         expected.getDefiningOp<arith::ConstantOp>().getValue())
      return false;
  }
  return true;
}

namespace {
/// Finds the parts of the reduction in one block.
class ReductionFinder : BlockRequest {
public:
  ReductionFinder(te::BlockOp block, const Twine &action, Reduction &reduction,
                  Places places)
      : BlockRequest(block, action), reduction(reduction), places(places) {}

  DiagnosedSilenceableFailure findAccesses();
  DiagnosedSilenceableFailure findInit();
  DiagnosedSilenceableFailure findCombiners();

private:
  template <typename Access> bool isInPlace(Access access, size_t result);
  bool matchAt(unsigned first, te::Combiner combiner, unsigned count);
  bool matchDeclared();

  Reduction &reduction;
  Places places;
  SmallVector<Value> initial; // values that the initialisation stores
};
} // namespace

/// Whether an access has the subscripts at which `result` is stored.
template <typename Access>
bool ReductionFinder::isInPlace(Access access, size_t result) {
  return getPlace(block, access.getAffineMap(), access.getMapOperands()) ==
         reduction.places[result];
}

DiagnosedSilenceableFailure ReductionFinder::findAccesses() {
  if (block.getInit().empty())
    return refuse("expected a block with an initialisation");
  for (Operation &op : block.getBody().front()) {
    auto store = dyn_cast<affine::AffineStoreOp>(op);
    if (!store && !isa<affine::AffineLoadOp, memref::LoadOp>(op) &&
        !isMemoryEffectFree(&op) &&
        !op.hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return refuse("expected only loads, and stores of results", &op);
    if (!store)
      continue;
    Value buffer = getCaptured(block, store.getMemRef());
    AffineMap place =
        getPlace(block, store.getAffineMap(), store.getMapOperands());
    if (!buffer || llvm::is_contained(reduction.buffers, buffer) || !place ||
        (places == Places::AtAxes && !isAtSpatialAxes(block, place)))
      return refuse(Twine("expected one store per result, ") +
                        (places == Places::AtAxes
                             ? "at the spatial axes in order"
                             : "at subscripts of the spatial axes"),
                    store);
    reduction.stores.push_back(store);
    reduction.buffers.push_back(buffer);
    reduction.places.push_back(place);
  }
  reduction.loads.resize(reduction.stores.size());
  Operation *other = nullptr;
  block.getBody().walk([&](Operation *op) {
    bool isNested = op->getParentOp() != block;
    if (isa<memref::StoreOp>(op) ||
        (isa<affine::AffineStoreOp>(op) && isNested))
      other = op;
    if (!isa<affine::AffineLoadOp, memref::LoadOp>(op))
      return;
    const auto *it =
        llvm::find(reduction.buffers, getCaptured(block, op->getOperand(0)));
    if (it == reduction.buffers.end())
      return;
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    size_t result = it - reduction.buffers.begin();
    auto &known = reduction.loads[result];
    if (isNested || !load || known || !isInPlace(load, result))
      other = op;
    else
      known = load;
  });
  if (other)
    return refuse("expected one load and one store per result, under no "
                  "condition",
                  other);
  for (auto [load, store] : llvm::zip(reduction.loads, reduction.stores))
    if (!load)
      return refuse(
          "expected a result that is combined with the previous value", store);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure ReductionFinder::findInit() {
  initial.resize(reduction.buffers.size());
  for (Operation &op : block.getInit().front()) {
    auto store = dyn_cast<affine::AffineStoreOp>(op);
    if (!store) {
      if (isMemoryEffectFree(&op))
        continue;
      return refuse("expected an initialisation that stores constants", &op);
    }
    const auto *it =
        llvm::find(reduction.buffers, getCaptured(block, store.getMemRef()));
    size_t result = it - reduction.buffers.begin();
    if (it == reduction.buffers.end() || !isInPlace(store, result))
      return refuse("expected an initialisation of the results", store);
    initial[result] = store.getValueToStore();
  }
  if (llvm::is_contained(initial, Value()))
    return refuse("expected an initialisation of all results");
  return DiagnosedSilenceableFailure::success();
}

bool ReductionFinder::matchAt(unsigned first, te::Combiner combiner,
                              unsigned count) {
  SmallVector<Value> stored, accumulated;
  for (affine::AffineStoreOp store : reduction.stores)
    stored.push_back(store.getValueToStore());
  accumulated = getResults(reduction.loads);
  if (first + count > stored.size() ||
      (count == 2 && !isa<IntegerType>(stored[first + 1].getType())))
    return false;
  Matcher matcher(ArrayRef(reduction.loads).slice(first, count), accumulated);
  auto values =
      matchCombiner(matcher, combiner, ArrayRef(stored).slice(first, count));
  if (!values ||
      !matchIdentity(combiner, ArrayRef(initial).slice(first, count)))
    return false;
  reduction.values.append(*values);
  reduction.combiners.push_back({combiner, count});
  return true;
}

/// Matches the declared combination of the block, for all values at once.
bool ReductionFinder::matchDeclared() {
  ArrayAttr identity = block.getIdentityAttr();
  if (!identity || identity.size() != reduction.stores.size())
    return false;
  SmallVector<Value> stored, accumulated = getResults(reduction.loads);
  for (affine::AffineStoreOp store : reduction.stores)
    stored.push_back(store.getValueToStore());
  Matcher matcher(reduction.loads, accumulated);
  Operation *yield = block.getCombine().front().getTerminator();
  auto values = matcher.match(stored, yield->getOperands());
  if (!values)
    return false;
  for (auto [value, expected] : llvm::zip_equal(initial, identity))
    if (Attribute constant;
        !matchPattern(value, m_Constant(&constant)) || constant != expected)
      return false;
  reduction.values = *values;
  reduction.combiners.clear();
  reduction.declaring = block;
  return true;
}

DiagnosedSilenceableFailure ReductionFinder::findCombiners() {
  using C = te::Combiner;
  static constexpr std::pair<C, unsigned> kCombiners[] = {
      {C::Sum, 1},    {C::Prod, 1},   {C::Min, 1},    {C::Max, 1},
      {C::MinNum, 1}, {C::MaxNum, 1}, {C::ArgMin, 2}, {C::ArgMax, 2}};
  for (unsigned first = 0; first < reduction.stores.size();
       first += reduction.combiners.back().second) {
    bool isFound = llvm::any_of(kCombiners, [&](const auto &entry) {
      return matchAt(first, entry.first, entry.second);
    });
    if (isFound)
      continue;
    if (matchDeclared())
      break;
    return refuse("expected a sum, product, minimum, maximum, argmin or argmax "
                  "that starts at its identity, or a commutative combination, "
                  "without control flow, as the block declares it",
                  reduction.stores[first]);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure matchReduction(te::BlockOp block,
                                           const Twine &action,
                                           Reduction &reduction,
                                           Places places) {
  ReductionFinder finder(block, action, reduction, places);
  if (auto d = finder.findAccesses(); !d.succeeded())
    return d;
  if (auto d = finder.findInit(); !d.succeeded())
    return d;
  return finder.findCombiners();
}

SmallVector<Value> buildCombination(OpBuilder &builder, Location loc,
                                    const Reduction &reduction,
                                    ValueRange accumulated, ValueRange values) {
  if (reduction.declaring) {
    te::BlockOp declaring = reduction.declaring;
    Block &combine = declaring.getCombine().front();
    IRMapping mapping;
    mapping.map(combine.getArguments().take_front(values.size()), accumulated);
    mapping.map(combine.getArguments().drop_front(values.size()), values);
    for (Operation &op : combine.without_terminator())
      builder.clone(op, mapping);
    return llvm::map_to_vector(
        combine.getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  }
  SmallVector<Value> results;
  for (auto [combiner, count] : reduction.combiners)
    results.append(te::buildCombine(builder, loc, combiner,
                                    accumulated.slice(results.size(), count),
                                    values.slice(results.size(), count)));
  return results;
}

SmallVector<Value> buildIdentity(OpBuilder &builder, Location loc,
                                 const Reduction &reduction, TypeRange types) {
  SmallVector<Value> identity;
  if (te::BlockOp declaring = reduction.declaring) {
    ArrayAttr constants = declaring.getIdentityAttr();
    for (Attribute value : constants)
      identity.push_back(
          arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value)));
  }
  for (auto [combiner, count] : reduction.combiners)
    identity.append(te::buildIdentity(builder, loc, combiner,
                                      types.slice(identity.size(), count)));
  return identity;
}

void declareCombination(te::BlockOp block, const Reduction &reduction) {
  te::BlockOp declaring = reduction.declaring;
  if (!declaring)
    return;
  IRMapping mapping;
  declaring.getCombine().cloneInto(&block.getCombine(), mapping);
  block.setIdentityAttr(declaring.getIdentityAttr());
}

void buildIdentityStores(OpBuilder &builder, Location loc,
                         const Reduction &reduction, ValueRange buffers,
                         ValueRange axes) {
  SmallVector<Type> types = llvm::map_to_vector(buffers, [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType();
  });
  SmallVector<Value> identity = buildIdentity(builder, loc, reduction, types);
  for (auto [value, buffer] : llvm::zip_equal(identity, buffers))
    affine::AffineStoreOp::create(builder, loc, value, buffer, axes);
}

} // namespace tvm::schedule
