// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Tensorize/IntrinsicMatcher.h"

#include "dialects/TE/TEBuilder.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tvm::schedule {

Outcome IntrinsicMatcher::findStore() {
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

/// Binds `axis` to the only loop with which `steps` vary.
Outcome IntrinsicMatcher::bindAxis(unsigned axis, ArrayRef<int64_t> steps) {
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

/// Binds the spatial axes to the loops that the result determines.
Outcome IntrinsicMatcher::bindSpatial() {
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

/// The loops that no axis is bound to yet.
SmallVector<unsigned> IntrinsicMatcher::getFreeLoops() const {
  SmallVector<unsigned> loops;
  for (unsigned l = 0; l < nest.loops.size(); ++l)
    if (nest.extents[l] > 1 &&
        !llvm::is_contained(state.loopOf, std::optional<unsigned>(l)))
      loops.push_back(l);
  return loops;
}

/// Binds the axes to the loops and compares values.
Outcome IntrinsicMatcher::matchReduction(ArrayRef<unsigned> axes,
                                         ArrayRef<unsigned> loops) {
  for (auto [axis, l] : llvm::zip_equal(axes, loops)) {
    state.loopOf[axis] = l;
    if (nest.extents[l] != getExtent(axis))
      return differ(Loop(nest.loops[l]), compute,
                    "expected extent " + Twine(getExtent(axis)) + " for axis " +
                        Twine(axis) + ", got " + Twine(nest.extents[l]));
  }
  return matchValue(cast<affine::AffineStoreOp>(store->op).getValueToStore(),
                    compute.getYield().getOperand(0));
}

/// Tries reduction loops in any order of the axes.
Outcome IntrinsicMatcher::matchReductions() {
  SmallVector<unsigned> loops = getFreeLoops(), axes;
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
    return differ(Loop(nest.loops.front()), compute,
                  "expected " + Twine(axes.size()) +
                      " loops of a reduction, got " + Twine(loops.size()));
  Outcome first;
  MatchState before = state;
  do {
    state = before;
    Outcome mismatch = matchReduction(axes, loops);
    if (!mismatch)
      return std::nullopt;
    if (!first)
      first = mismatch;
  } while (std::next_permutation(loops.begin(), loops.end()));
  return first;
}

/// Requires that the initialisation stores the behaviour's identity, which is
/// the operand for the additional argument (see `addCombination`).
Outcome IntrinsicMatcher::matchInit() {
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

Outcome IntrinsicMatcher::match() {
  for (auto step :
       {&IntrinsicMatcher::findStore, &IntrinsicMatcher::bindSpatial,
        &IntrinsicMatcher::matchReductions, &IntrinsicMatcher::matchInit})
    if (Outcome mismatch = (this->*step)())
      return mismatch;
  return std::nullopt;
}

/// Lets the computation yield the result of one step of the reduction from an
/// additional argument, the old value, and then the start value.
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
  // The intrinsic is copied because other kernels may use the same declaration.
  OwningOpRef<te::TensorIntrinOp> copy =
      cast<te::TensorIntrinOp>(intrin->clone());
  addCombination(copy->getComputation());
  IntrinsicMatcher matcher(nest, *copy);
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
