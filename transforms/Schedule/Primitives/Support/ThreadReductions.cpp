// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/ThreadReductions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/Reductions.h"
#include "transforms/Schedule/Primitives/Support/SpatialNest.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A block that reduces over a loop of threads.
struct ThreadReduction {
  ThreadReduction(te::BlockOp block, Loop loop, const Twine &action)
      : block(block), loop(loop), action(action.str()) {}

  DiagnosedSilenceableFailure check();
  DiagnosedSilenceableFailure findPlace();
  void lower(RewriterBase &rewriter);

private:
  DiagnosedSilenceableFailure refuse(const Twine &why, Operation *culprit);
  DiagnosedSilenceableFailure checkLoops();
  DiagnosedSilenceableFailure checkNest();
  DiagnosedSilenceableFailure checkUses();
  void buildBuffers(OpBuilder &builder);
  te::BlockOp buildLane(OpBuilder &builder, StringRef name, Value index);
  void buildIdentity(OpBuilder &builder);
  void buildValue(OpBuilder &builder);
  void buildLevel(OpBuilder &builder, int64_t width, int64_t half);
  te::BlockOp buildResult(OpBuilder &builder);
  AffineMap placeIn(te::BlockOp result, AffineMap place,
                    SmallVectorImpl<Value> &operands);

  /// Whether a thread combines several values.
  bool isRepeated() { return nest != loop || block->getParentOp() != loop; }
  Loop outermost() { return threads.empty() ? nest : threads.front(); }
  Loop startThreads(OpBuilder &builder, int64_t count);

  te::BlockOp block;
  Loop loop; // of threads
  std::string action;
  Reduction reduction;
  SpatialPredicate predicate;
  Loop nest;                 // outermost loop of the reduction
  SmallVector<Loop> threads; // loops of threads around it
  SmallVector<Value> shared;
};
} // namespace

DiagnosedSilenceableFailure ThreadReduction::refuse(const Twine &why,
                                                    Operation *culprit) {
  auto failure = emitSilenceableFailure(loop, "cannot " + action + ": " + why);
  failure.attachNote(culprit->getLoc()) << "here";
  return failure;
}

/// Checks the loops from `nest` to the block: all are reduction loops, and each
/// thread runs all of them except `loop`.
DiagnosedSilenceableFailure ThreadReduction::checkLoops() {
  SmallVector<Loop> loops = getLoops(block);
  for (Loop each : ArrayRef<Loop>(llvm::find(loops, nest), loops.end())) {
    if (!bindsReductionOnly(block, each.getInductionVar()))
      return refuse("expected a loop of reduction axes only", each);
    if (each != loop && getBoundAxis(each))
      return refuse("expected one loop of threads that '" + block.getName() +
                        "' reduces over",
                    each);
    LoopKind kind = getLoopKind(each);
    if (each != loop && kind != LoopKind::Serial && kind != LoopKind::Unrolled)
      return refuse("expected serial loops that '" + block.getName() +
                        "' reduces over",
                    each);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure ThreadReduction::checkNest() {
  if (block.hasRegions())
    return refuse("expected a reduction that declares no regions", block);
  nest = getReductionLoop(block);
  if (auto d = checkLoops(); !d.succeeded())
    return d;
  for (Loop outer : getLoops(block))
    if (isCooperative(block, outer))
      return refuse("expected a reduction of each thread of the other loops",
                    outer);
  for (Value iter : block.getIters())
    if (!affine::isAffineForInductionVar(iter) && isDefinedIn(nest, iter))
      return refuse("expected axes that are bound to loops", block);
  return DiagnosedSilenceableFailure::success();
}

/// Checks uses: results are complete only behind the loops of the reduction.
DiagnosedSilenceableFailure ThreadReduction::checkUses() {
  for (Value buffer : reduction.buffers) {
    if (isDefinedIn(nest, buffer))
      return refuse("expected a result that is made outside of the reduction",
                    buffer.getDefiningOp());
    for (Operation *user : buffer.getUsers())
      if (user != block && nest->isAncestor(user))
        return refuse(
            "expected nothing else in the reduction to use the result "
            "of '" +
                block.getName() + "'",
            user);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure ThreadReduction::check() {
  if (auto d = checkNest(); !d.succeeded())
    return d;
  if (auto d = matchReduction(block, action, reduction, Places::OfAxes);
      !d.succeeded())
    return d;
  if (auto d = getSpatialPredicate(block, action, predicate); !d.succeeded())
    return d;
  return checkUses();
}

/// Finds the place for the shared memory: in the launch, around all loops of
/// threads.
DiagnosedSilenceableFailure ThreadReduction::findPlace() {
  for (Loop outer : getLoops(nest))
    if (isOverThreads(outer))
      threads.push_back(outer);
  if (!getLaunch(loop)->isProperAncestor(outermost()))
    return refuse("expected a loop that is bound to blocks around the threads "
                  "that reduce together",
                  block);
  return DiagnosedSilenceableFailure::success();
}

void ThreadReduction::buildBuffers(OpBuilder &builder) {
  builder.setInsertionPoint(outermost());
  SmallVector<int64_t> shape;
  for (Loop outer : threads)
    shape.push_back(*getTripCount(outer));
  shape.push_back(*getTripCount(loop));
  for (Value buffer : reduction.buffers)
    shared.push_back(memref::AllocaOp::create(
        builder, block.getLoc(),
        MemRefType::get(shape,
                        cast<MemRefType>(buffer.getType()).getElementType(),
                        AffineMap(), builder.getStringAttr("shared"))));
}

/// Builds a loop over the first `count` threads and leaves the builder in it.
Loop ThreadReduction::startThreads(OpBuilder &builder, int64_t count) {
  auto started = Loop::create(builder, loop.getLoc(), 0, count);
  bindLoop(started, *getBoundAxis(loop));
  builder.setInsertionPointToStart(started.getBody());
  return started;
}

/// Creates the arguments of `block`'s body and leaves the builder in front of
/// its end.
static ValueRange createBody(OpBuilder &builder, te::BlockOp block) {
  SmallVector<Type> types(block.getNumAxes(), builder.getIndexType());
  llvm::append_range(types, block.getCaptures().getTypes());
  Region &region = block.getBody();
  builder.createBlock(&region, region.end(), types,
                      SmallVector<Location>(types.size(), block.getLoc()));
  auto yield = te::YieldOp::create(builder, block.getLoc());
  builder.setInsertionPoint(yield);
  return region.getArguments();
}

/// Builds a block whose axes are the indices of the threads, the last one
/// `index`.
te::BlockOp ThreadReduction::buildLane(OpBuilder &builder, StringRef name,
                                       Value index) {
  SmallVector<Value> iters;
  for (Loop outer : threads)
    iters.push_back(outer.getInductionVar());
  iters.push_back(index);
  return te::BlockOp::create(
      builder, block.getLoc(),
      makeUniqueName(block, (block.getName() + name).str()), iters, shared,
      builder.getMultiDimIdentityMap(iters.size()),
      SmallVector<bool>(iters.size(), false));
}

/// Builds the identity. It is combined with the first value, and is the result
/// of a thread for which the predicate never holds.
void ThreadReduction::buildIdentity(OpBuilder &builder) {
  builder.setInsertionPoint(nest);
  Loop lanes = startThreads(builder, *getTripCount(loop));
  te::BlockOp lane = buildLane(builder, "_identity", lanes.getInductionVar());
  ValueRange arguments = createBody(builder, lane);
  buildIdentityStores(builder, block.getLoc(), reduction,
                      arguments.drop_front(lane.getNumAxes()),
                      arguments.take_front(lane.getNumAxes()));
}

/// Builds a copy of `block` with the indices of threads as further axes, at
/// which it stores or, where it is repeated, combines.
void ThreadReduction::buildValue(OpBuilder &builder) {
  builder.setInsertionPoint(block);
  AffineMap map = block.getBindings();
  unsigned numDims = map.getNumDims(), numLanes = threads.size() + 1;
  SmallVector<AffineExpr> bindings(map.getResults());
  SmallVector<Value> iters(block.getIters()), lanes;
  for (Loop outer : threads)
    lanes.push_back(outer.getInductionVar());
  lanes.push_back(loop.getInductionVar());
  for (unsigned i = 0; i < numLanes; ++i)
    bindings.push_back(builder.getAffineDimExpr(numDims + i));
  iters.insert(iters.begin() + numDims, lanes.begin(), lanes.end());
  auto value = te::BlockOp::create(
      builder, block.getLoc(),
      makeUniqueName(block, (block.getName() + "_value").str()), iters, shared,
      AffineMap::get(numDims + numLanes, map.getNumSymbols(), bindings,
                     builder.getContext()),
      SmallVector<bool>(bindings.size(), false));
  if (std::optional<IntegerSet> set = block.getPredicate())
    value.setPredicate(IntegerSet::get(numDims + numLanes, map.getNumSymbols(),
                                       set->getConstraints(),
                                       set->getEqFlags()));
  createBody(builder, value);
  Region &region = value.getBody();
  IRMapping mapping;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    mapping.map(block.getBody().getArgument(axis), region.getArgument(axis));
  cloneBody(builder, block, value, region, mapping,
            [&](Operation *op) { return reduction.isCombination(op); });
  ValueRange at =
      ValueRange(region.getArguments()).slice(block.getNumAxes(), numLanes);
  SmallVector<Value> values = llvm::map_to_vector(
      reduction.values, [&](Value v) { return mapping.lookupOrDefault(v); });
  auto lane = [&](unsigned i) { return value.getCaptureArgument(region, i); };
  if (isRepeated()) {
    SmallVector<Value> accumulated;
    for (unsigned i = 0; i < values.size(); ++i)
      accumulated.push_back(
          affine::AffineLoadOp::create(builder, block.getLoc(), lane(i), at));
    values = buildCombination(builder, block.getLoc(), reduction, accumulated,
                              values);
  }
  for (auto [i, result] : llvm::enumerate(values))
    affine::AffineStoreOp::create(builder, block.getLoc(), result, lane(i), at);
  for (Value buffer : reduction.buffers) // only the combination used them
    eraseCapture(value, addCapture(value, buffer));
}

/// Builds the combination of the last of `width` partial results with the first
/// ones, which leaves `half` of them.
void ThreadReduction::buildLevel(OpBuilder &builder, int64_t width,
                                 int64_t half) {
  OpBuilder::InsertionGuard guard(builder);
  Loop level = startThreads(builder, width - half);
  te::BlockOp lane = buildLane(builder, "_combine", level.getInductionVar());
  ValueRange arguments = createBody(builder, lane);
  ValueRange axes = arguments.take_front(lane.getNumAxes());
  ValueRange buffers = arguments.drop_front(lane.getNumAxes());
  AffineMap own = builder.getMultiDimIdentityMap(axes.size());
  SmallVector<AffineExpr> results(own.getResults());
  results.back() = results.back() + half;
  AffineMap other =
      AffineMap::get(axes.size(), 0, results, builder.getContext());
  SmallVector<Value> accumulated, values;
  for (Value buffer : buffers) {
    accumulated.push_back(affine::AffineLoadOp::create(builder, block.getLoc(),
                                                       buffer, own, axes));
    values.push_back(affine::AffineLoadOp::create(builder, block.getLoc(),
                                                  buffer, other, axes));
  }
  SmallVector<Value> combined =
      buildCombination(builder, block.getLoc(), reduction, accumulated, values);
  for (auto [value, buffer] : llvm::zip_equal(combined, buffers))
    affine::AffineStoreOp::create(builder, block.getLoc(), value, buffer, axes);
}

/// `place` in the body of `result`, whose axes are the spatial ones.
AffineMap ThreadReduction::placeIn(te::BlockOp result, AffineMap place,
                                   SmallVectorImpl<Value> &operands) {
  Region &region = result.getBody();
  SmallVector<AffineExpr> arguments;
  unsigned numAxes = block.getNumAxes(), spatial = 0;
  for (unsigned i = 0; i < place.getNumDims(); ++i) {
    bool isAxis = i < numAxes;
    unsigned own = isAxis && !block.isReduction(i) ? spatial++ : 0;
    arguments.push_back(getAffineDimExpr(operands.size(), block.getContext()));
    if (!place.isFunctionOfDim(i))
      continue;
    Value captured = isAxis ? Value() : block.getCaptures()[i - numAxes];
    operands.push_back(isAxis ? region.getArgument(own)
                              : result.getCaptureArgument(
                                    region, addCapture(result, captured)));
  }
  return place.replaceDimsAndSymbols(arguments, {}, operands.size(), 0);
}

/// Builds the store of the result, by the first thread.
te::BlockOp ThreadReduction::buildResult(OpBuilder &builder) {
  SmallVector<Value> captures(reduction.buffers);
  llvm::append_range(captures, shared);
  for (Loop outer : threads)
    captures.push_back(outer.getInductionVar());
  te::BlockOp result = buildSpatialBlock(builder, block, block.getName(), {},
                                         predicate, captures);
  SmallVector<Value> arguments(
      createBody(builder, result)); // more arguments follow
  ArrayRef<Value> indices = ArrayRef(arguments).take_back(threads.size());
  ArrayRef<Value> buffers = ArrayRef(arguments).drop_front(result.getNumAxes());
  unsigned count = reduction.buffers.size();
  AffineMap identity = builder.getMultiDimIdentityMap(threads.size());
  SmallVector<AffineExpr> at(identity.getResults());
  at.push_back(builder.getAffineConstantExpr(0));
  AffineMap first = AffineMap::get(threads.size(), 0, at, builder.getContext());
  for (unsigned i = 0; i < count; ++i) {
    Value value = affine::AffineLoadOp::create(
        builder, block.getLoc(), buffers[count + i], first, indices);
    SmallVector<Value> operands;
    AffineMap place = placeIn(result, reduction.places[i], operands);
    affine::AffineStoreOp::create(builder, block.getLoc(), value, buffers[i],
                                  place, operands);
  }
  return result;
}

void ThreadReduction::lower(RewriterBase &rewriter) {
  buildBuffers(rewriter);
  if (block.getPredicate() || isRepeated())
    buildIdentity(rewriter);
  buildValue(rewriter);
  rewriter.setInsertionPointAfter(nest);
  for (int64_t width = *getTripCount(loop); width > 1;
       width = llvm::divideCeil(width, 2))
    buildLevel(rewriter, width, llvm::divideCeil(width, 2));
  te::BlockOp result = buildResult(rewriter);
  result.setName(block.getName());
  rewriter.eraseOp(block);
}

static SmallVector<te::BlockOp> getReducedBy(Loop loop) {
  SmallVector<te::BlockOp> blocks;
  loop->walk([&](te::BlockOp block) {
    if (isReducedBy(block, loop))
      blocks.push_back(block);
  });
  return blocks;
}

DiagnosedSilenceableFailure checkThreadReductions(Loop loop,
                                                  const Twine &action) {
  for (te::BlockOp block : getReducedBy(loop))
    if (auto d = ThreadReduction(block, loop, action).check(); !d.succeeded())
      return d;
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure lowerThreadReductions(RewriterBase &rewriter,
                                                  Loop launch,
                                                  const Twine &action) {
  for (Loop loop : getBoundLoops(launch))
    for (te::BlockOp block : getReducedBy(loop)) {
      ThreadReduction request(block, loop, action);
      if (auto d = request.check(); !d.succeeded())
        return d;
      if (auto d = request.findPlace(); !d.succeeded())
        return d;
      request.lower(rewriter);
    }
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
