#include "transforms/Schedule/Primitives/IntrinsicMatch.h"

#include "dialects/TE/TEBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A place where the tile and the behaviour differ.
struct Mismatch {
  Operation *op; // of the kernel
  Operation *declared;
  std::string what;
};
using Outcome = std::optional<Mismatch>;

/// What is known of a match so far. Copied where there are alternatives.
struct State {
  SmallVector<std::optional<unsigned>> loopOf; // per axis of the behaviour
  std::vector<std::optional<OperandView>> views;
};

class Matcher {
public:
  Matcher(const TileNest &nest, te::TensorIntrinOp behaviour)
      : nest(nest), compute(behaviour.getComputation()),
        inputs(behaviour.getBehaviour().getArguments()) {
    state.loopOf.resize(compute.getNumAxes());
    state.views.resize(inputs.size() + 1);
  }

  Outcome match();
  std::vector<OperandView> getViews() const {
    std::vector<OperandView> views;
    for (const std::optional<OperandView> &view : state.views)
      views.push_back(*view);
    return views;
  }

private:
  Mismatch differ(Operation *op, Operation *declared, const Twine &what) {
    return {op, declared, what.str()};
  }
  bool isReduction(unsigned axis) const {
    return axis >= te::ComputeOp(compute).getNumSpatial();
  }
  int64_t getExtent(unsigned axis) const {
    return te::ComputeOp(compute).getStaticExtents()[axis];
  }
  std::optional<SmallVector<unsigned>> getDims(const TileAccess &access,
                                               unsigned rank) const;
  SmallVector<int64_t> toAxes(ArrayRef<int64_t> steps) const;
  std::string describe(const TileAccess &access, ArrayRef<unsigned> dims) const;
  Outcome findStore();
  Outcome bindSpatial();
  Outcome bindAxis(unsigned axis, ArrayRef<int64_t> steps);
  Outcome matchReductions();
  Outcome matchInit();
  Outcome matchStored();
  Outcome matchValue(Value value, Value declared);
  Outcome matchOperands(Operation *op, Operation *declared, bool isSwapped);
  Outcome matchRead(Operation *op, te::ReadOp read);
  Outcome matchAccumulator(Operation *op, BlockArgument accumulated);
  Outcome matchView(const TileAccess &access, AffineMap map, unsigned operand,
                    Operation *declared);

  const TileNest &nest;
  te::ComputeOp compute;
  ValueRange inputs;
  const TileAccess *store = nullptr;
  State state;
};
} // namespace

/// Dimensions of the buffer that are the operand's: those that vary, and as far
/// as that are too few, the last others.
std::optional<SmallVector<unsigned>> Matcher::getDims(const TileAccess &access,
                                                      unsigned rank) const {
  auto varies = [&](unsigned d) {
    return llvm::any_of(
        llvm::zip_equal(access.steps[d], nest.extents), [](auto step) {
          return std::get<0>(step) != 0 && std::get<1>(step) > 1;
        });
  };
  unsigned all = access.steps.size();
  size_t numVarying = llvm::count_if(llvm::seq(all), varies);
  if (numVarying > rank || rank > all)
    return std::nullopt;
  SmallVector<unsigned> dims;
  size_t numOthers = rank - numVarying;
  for (unsigned d = all; d-- > 0;)
    if (varies(d) || (numOthers > 0 && numOthers--))
      dims.push_back(d);
  return SmallVector<unsigned>(llvm::reverse(dims));
}

/// Steps per axis of the behaviour, of those that are bound.
SmallVector<int64_t> Matcher::toAxes(ArrayRef<int64_t> steps) const {
  return llvm::map_to_vector(state.loopOf, [&](std::optional<unsigned> l) {
    return l ? steps[*l] : 0;
  });
}

/// An access in the tile, as subscripts over the behaviour's axes.
std::string Matcher::describe(const TileAccess &access,
                              ArrayRef<unsigned> dims) const {
  MLIRContext *context = nest.outer.getContext();
  SmallVector<AffineExpr> results;
  for (unsigned d : dims) {
    AffineExpr expr = getAffineConstantExpr(0, context);
    for (auto [axis, step] : llvm::enumerate(toAxes(access.steps[d])))
      expr = expr + getAffineDimExpr(axis, context) * step;
    results.push_back(expr);
  }
  std::string text;
  llvm::raw_string_ostream(text)
      << AffineMap::get(state.loopOf.size(), 0, results, context);
  return text;
}

Outcome Matcher::findStore() {
  for (const TileAccess &access :
       ArrayRef(nest.accesses).drop_front(nest.numInit)) {
    if (!access.isWrite)
      continue;
    if (store)
      return differ(access.op, compute, "expected a block that stores once");
    store = &access;
  }
  if (!store)
    return differ(nest.block, compute, "expected a block that stores once");
  return std::nullopt;
}

/// The one loop that `steps` vary with is that of `axis`.
Outcome Matcher::bindAxis(unsigned axis, ArrayRef<int64_t> steps) {
  std::optional<unsigned> found;
  for (auto [l, step] : llvm::enumerate(steps)) {
    if (step == 0 || nest.extents[l] == 1)
      continue;
    if (found)
      return differ(store->op, compute,
                    "expected subscripts of the result with one loop each");
    found = l;
  }
  int64_t extent = found ? nest.extents[*found] : 1;
  Operation *at = found ? Loop(nest.loops[*found]).getOperation() : store->op;
  if (extent != getExtent(axis))
    return differ(at, compute,
                  "expected extent " + Twine(getExtent(axis)) + " for axis " +
                      Twine(axis) + ", got " + Twine(extent));
  if (found && llvm::is_contained(state.loopOf, found))
    return differ(store->op, compute,
                  "expected a loop of its own for axis " + Twine(axis));
  state.loopOf[axis] = found;
  return std::nullopt;
}

/// The result tells which loops the spatial axes are.
Outcome Matcher::bindSpatial() {
  unsigned rank = compute.getNumSpatial();
  auto dims = getDims(*store, rank);
  if (!dims)
    return differ(store->op, compute,
                  "expected a result that varies in " + Twine(rank) +
                      " dimensions");
  for (auto [axis, d] : llvm::enumerate(*dims))
    if (Outcome mismatch = bindAxis(axis, store->steps[d]))
      return mismatch;
  SmallVector<AffineExpr> axes;
  for (unsigned axis = 0; axis < rank; ++axis)
    axes.push_back(getAffineDimExpr(axis, nest.outer.getContext()));
  return matchView(
      *store,
      AffineMap::get(compute.getNumAxes(), 0, axes, nest.outer.getContext()),
      inputs.size(), compute);
}

/// Operand number `operand` at `map`, over the behaviour's axes, is what
/// `access` is in the tile.
Outcome Matcher::matchView(const TileAccess &access, AffineMap map,
                           unsigned operand, Operation *declared) {
  auto dims = getDims(access, map.getNumResults());
  if (!dims)
    return differ(access.op, declared,
                  "expected an access that varies in " +
                      Twine(map.getNumResults()) + " dimensions");
  auto shape =
      operand < inputs.size()
          ? cast<ShapedType>(inputs[operand].getType()).getShape()
          : cast<ShapedType>(compute.getResult(0).getType()).getShape();
  OperandView view{access.capture, access.base, {}, {}, *dims};
  view.sizes.assign(access.base.size(), 1);
  view.strides.assign(access.base.size(), 1);
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> zeros(map.getNumDims(),
                                getAffineConstantExpr(0, context));
  for (auto [result, d] : llvm::enumerate(*dims)) {
    AffineExpr expr = map.getResult(result);
    auto steps = *te::getSteps(expr, map.getNumDims(), 0, map.getNumDims());
    auto actual = toAxes(access.steps[d]);
    int64_t stride = 1;
    for (auto [axis, step] : llvm::enumerate(steps))
      if (step != 0 && state.loopOf[axis] && actual[axis] % step == 0)
        stride = std::max<int64_t>(actual[axis] / step, 1);
    for (auto [axis, step] : llvm::enumerate(steps)) {
      if (!state.loopOf[axis] || actual[axis] == step * stride)
        continue;
      std::string text;
      llvm::raw_string_ostream(text) << map;
      return differ(access.op, declared,
                    "expected an access at " + text + " in the tile, got " +
                        describe(access, *dims));
    }
    auto first = cast<AffineConstantExpr>(expr.replaceDims(zeros)).getValue();
    view.base[d] = access.base[d] - first * stride;
    view.sizes[d] = shape[result];
    view.strides[d] = stride;
  }
  std::optional<OperandView> &known = state.views[operand];
  if (!known) {
    known = std::move(view);
    return std::nullopt;
  }
  bool isSame = known->capture == view.capture &&
                known->strides == view.strides && known->dims == view.dims;
  for (unsigned d = 0; isSame && d < view.base.size(); ++d)
    isSame =
        simplifyAffineExpr(known->base[d] - view.base[d], nest.units.size(),
                           te::BlockOp(nest.block).getCaptures().size()) ==
        getAffineConstantExpr(0, context);
  if (isSame)
    return std::nullopt;
  return differ(access.op, declared,
                "expected an access of the same part of the buffer as others "
                "of operand " +
                    Twine(operand));
}

Outcome Matcher::matchRead(Operation *op, te::ReadOp read) {
  const TileAccess *access = op ? nest.find(op) : nullptr;
  unsigned operand = cast<BlockArgument>(read.getTensor()).getArgNumber();
  te::BlockOp block = nest.block;
  if (!access)
    return differ(op ? op : block, read,
                  "expected a load of operand " + Twine(operand) + ", got " +
                      (op ? "'" + op->getName().getStringRef().str() + "'"
                          : std::string("an argument")));
  ValueRange captures = block.getCaptures();
  if (captures[access->capture] == captures[store->capture])
    return differ(op, read, "expected an input that the block does not write");
  Type type = op->getResult(0).getType();
  if (type != read.getType()) {
    std::string text;
    llvm::raw_string_ostream(text) << "expected a load of '" << read.getType()
                                   << "', got '" << type << "'";
    return differ(op, read, text);
  }
  return matchView(*access, te::getSubscripts(read), operand, read);
}

/// `op` loads what is stored.
Outcome Matcher::matchAccumulator(Operation *op, BlockArgument accumulated) {
  const TileAccess *access = op ? nest.find(op) : nullptr;
  if (!access || access->isWrite ||
      nest.getBox(*access) != nest.getBox(*store) ||
      access->steps != store->steps)
    return differ(op ? op : nest.block, compute,
                  "expected a load of what is accumulated");
  return std::nullopt;
}

Outcome Matcher::matchOperands(Operation *op, Operation *declared,
                               bool isSwapped) {
  unsigned count = op->getNumOperands();
  for (unsigned i = 0; i < count; ++i)
    if (Outcome mismatch =
            matchValue(op->getOperand(isSwapped ? count - 1 - i : i),
                       declared->getOperand(i)))
      return mismatch;
  return std::nullopt;
}

Outcome Matcher::matchValue(Value value, Value declared) {
  Operation *op = value.getDefiningOp();
  if (auto accumulated = dyn_cast<BlockArgument>(declared))
    return matchAccumulator(op, accumulated);
  Operation *expected = declared.getDefiningOp();
  if (auto read = dyn_cast<te::ReadOp>(expected))
    return matchRead(op, read);
  if (!op)
    return differ(nest.block, expected,
                  "expected '" + expected->getName().getStringRef() +
                      "', got an argument");
  if (op->getName() != expected->getName())
    return differ(op, expected,
                  "expected '" + expected->getName().getStringRef() +
                      "', got '" + op->getName().getStringRef() + "'");
  if (op->getResultTypes() != expected->getResultTypes() ||
      op->getAttrDictionary() != expected->getAttrDictionary() ||
      op->getNumOperands() != expected->getNumOperands() ||
      value != op->getResult(cast<OpResult>(declared).getResultNumber()))
    return differ(op, expected,
                  "expected '" + expected->getName().getStringRef() +
                      "' of the same type, operands and attributes");
  State before = state;
  Outcome mismatch = matchOperands(op, expected, /*isSwapped=*/false);
  if (!mismatch || !op->hasTrait<OpTrait::IsCommutative>() ||
      op->getNumOperands() != 2)
    return mismatch;
  State after = std::exchange(state, before);
  if (!matchOperands(op, expected, /*isSwapped=*/true))
    return std::nullopt;
  state = after;
  return mismatch;
}

/// The value that is stored; the behaviour combines it with one more argument
/// of its body (see `addCombination`).
Outcome Matcher::matchStored() {
  return matchValue(cast<affine::AffineStoreOp>(store->op).getValueToStore(),
                    compute.getYield().getOperand(0));
}

/// Reduction loops may be in another order than the axes.
Outcome Matcher::matchReductions() {
  SmallVector<unsigned> loops, axes;
  for (unsigned l = 0; l < nest.loops.size(); ++l)
    if (nest.extents[l] > 1 &&
        !llvm::is_contained(state.loopOf, std::optional<unsigned>(l)))
      loops.push_back(l);
  for (unsigned axis = compute.getNumSpatial(); axis < compute.getNumAxes();
       ++axis)
    if (getExtent(axis) > 1)
      axes.push_back(axis);
  for (unsigned l : loops)
    if (!nest.areReductions[l])
      return differ(Loop(nest.loops[l]), compute,
                    "expected loops that the result varies with, or of a "
                    "reduction");
  if (loops.size() != axes.size())
    return differ(nest.loops.front(), compute,
                  "expected " + Twine(axes.size()) +
                      " loops of a reduction, got " + Twine(loops.size()));
  Outcome first;
  State before = state;
  do {
    state = before;
    Outcome mismatch;
    for (auto [axis, l] : llvm::zip_equal(axes, loops)) {
      state.loopOf[axis] = l;
      if (!mismatch && nest.extents[l] != getExtent(axis))
        mismatch =
            differ(Loop(nest.loops[l]), compute,
                   "expected extent " + Twine(getExtent(axis)) + " for axis " +
                       Twine(axis) + ", got " + Twine(nest.extents[l]));
    }
    if (!mismatch)
      mismatch = matchStored();
    if (!mismatch)
      return std::nullopt;
    if (!first)
      first = mismatch;
  } while (std::next_permutation(loops.begin(), loops.end()));
  return first;
}

/// The initialisation stores the behaviour's identity, which is the operand of
/// the block argument's (see `addCombination`).
Outcome Matcher::matchInit() {
  if (compute.getNumReduction() == 0 && te::BlockOp(nest.block).hasReduction())
    return differ(nest.block, compute,
                  "expected a block without reduction axes");
  if (nest.numInit == 0)
    return std::nullopt;
  const TileAccess &init = nest.accesses.front();
  if (nest.numInit != 1)
    return differ(nest.accesses[1].op, compute,
                  "expected one store in the initialisation");
  Value value = cast<affine::AffineStoreOp>(init.op).getValueToStore();
  Attribute actual, declared;
  matchPattern(value, m_Constant(&actual));
  matchPattern(compute.getYield().getOperand(1), m_Constant(&declared));
  if (!actual || actual != declared) {
    std::string text;
    llvm::raw_string_ostream(text) << declared;
    return differ(init.op, compute, "expected the start value " + text);
  }
  return std::nullopt;
}

Outcome Matcher::match() {
  for (auto step : {&Matcher::findStore, &Matcher::bindSpatial,
                    &Matcher::matchReductions, &Matcher::matchInit})
    if (Outcome mismatch = (this->*step)())
      return mismatch;
  return std::nullopt;
}

/// Lets the computation yield what a step of the reduction leaves, of what an
/// additional argument was before; then what that is at the start.
static void addCombination(te::ComputeOp compute) {
  if (compute.getNumReduction() == 0)
    return;
  Block &body = compute.getBody().front();
  te::YieldOp yield = compute.getYield();
  OpBuilder builder(yield);
  Location loc = compute.getLoc();
  Value value = yield.getOperand(0);
  Value accumulated = body.addArgument(value.getType(), loc);
  Value combined, identity;
  if (compute.getCombiner()) {
    te::Combiner combiner = *compute.getCombiner();
    combined =
        te::buildCombine(builder, loc, combiner, accumulated, value).front();
    identity =
        te::buildIdentity(builder, loc, combiner, value.getType()).front();
  } else {
    IRMapping mapping;
    Block &combine = compute.getCombine().front();
    mapping.map(combine.getArgument(0), accumulated);
    mapping.map(combine.getArgument(1), value);
    for (Operation &op : combine.without_terminator())
      builder.clone(op, mapping);
    combined = mapping.lookupOrDefault(combine.getTerminator()->getOperand(0));
    identity = compute.getIdentity().front();
  }
  yield->setOperands({combined, identity});
}

DiagnosedSilenceableFailure matchIntrinsic(const TileNest &nest,
                                           te::TensorIntrinOp intrin,
                                           std::vector<OperandView> &views) {
  // A copy: other kernels may be compared with the same declaration.
  OwningOpRef<te::TensorIntrinOp> copy =
      cast<te::TensorIntrinOp>(intrin->clone());
  addCombination(copy->getComputation());
  Matcher matcher(nest, *copy);
  if (Outcome mismatch = matcher.match()) {
    auto failure = emitSilenceableFailure(
        mismatch->op, "cannot tensorize with @" + intrin.getSymName() + ": " +
                          mismatch->what);
    failure.attachNote(mismatch->declared->getLoc()) << "declared here";
    return failure;
  }
  views = matcher.getViews();
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
