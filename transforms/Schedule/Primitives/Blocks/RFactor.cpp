// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/ElementBlock.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/Reductions.h"
#include "transforms/Schedule/Primitives/Support/SpatialNest.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// A request. The factor loop becomes an axis of the partial results.
struct Request {
  Request(te::BlockOp block, Loop loop)
      : block(block), loop(loop), loops(getLoops(block)),
        action(("factor the reduction of '" + block.getName() + "'").str()) {}

  DiagnosedSilenceableFailure refuse(const Twine &why,
                                     Operation *culprit = nullptr) {
    auto failure =
        emitSilenceableFailure(block, "cannot " + action + ": " + why);
    if (culprit)
      failure.attachNote(culprit->getLoc()) << "here";
    return failure;
  }
  DiagnosedSilenceableFailure checkRepetition();
  DiagnosedSilenceableFailure checkLoops();
  DiagnosedSilenceableFailure checkAxis(int64_t factorAxis);
  unsigned getIter(Loop loop);
  bool isReductionLoop(Loop loop);
  bool isOfFactor(AffineExpr constraint);
  bool isUsedInBody(unsigned iter);

  SmallVector<Value> buildBuffers(RewriterBase &rewriter);
  te::BlockOp buildPartial(RewriterBase &rewriter, ValueRange buffers);
  void setPredicate(te::BlockOp partial);
  void buildPartialBody(RewriterBase &rewriter, te::BlockOp partial,
                        ValueRange buffers);
  SmallVector<Value> mapIters(te::BlockOp partial);
  SmallVector<Value> buildValues(RewriterBase &rewriter, te::BlockOp partial,
                                 ValueRange iters);
  SmallVector<Value> cloneValues(RewriterBase &rewriter, te::BlockOp partial,
                                 ValueRange iters);
  Value buildCondition(RewriterBase &rewriter, ValueRange iters);
  te::BlockOp buildFinal(RewriterBase &rewriter, ValueRange buffers);
  void buildFinalBody(RewriterBase &rewriter, te::BlockOp last,
                      ValueRange buffers);

  te::BlockOp block;
  Loop loop;
  SmallVector<Loop> loops;
  std::string action;
  unsigned position = 0; // of the new axis
  Reduction reduction;
  SpatialPredicate predicate;
};
} // namespace

bool Request::isReductionLoop(Loop other) {
  return bindsAxis(block, other.getInductionVar(), /*reduction=*/true);
}

/// The index of the axis of loop `other` among the iters of the block.
unsigned Request::getIter(Loop other) {
  return llvm::find(block.getIters(), other.getInductionVar()) -
         block.getIters().begin();
}

/// Without a remaining reduction a partial result is stored once, so loops of
/// the reduction other than `loop` have to visit each element once.
DiagnosedSilenceableFailure Request::checkRepetition() {
  if (llvm::any_of(loops, [&](Loop other) {
        return other != loop && isReductionLoop(other);
      }))
    return DiagnosedSilenceableFailure::success();
  for (const Access &access : getAccesses(block))
    for (Loop inner : loops) {
      if (!access.isWrite || !loop->isProperAncestor(inner))
        continue;
      SmallVector<std::pair<Loop, Order>> orders;
      for (Loop outer : ArrayRef(loops.begin(), llvm::find(loops, inner)))
        orders.push_back({outer, Order::Same});
      orders.push_back({inner, Order::Earlier});
      if (findConflict(access, access, orders) != Proof::None)
        return refuse("expected a loop inside of the reduction that comes to "
                      "each result once",
                      inner);
    }
  return DiagnosedSilenceableFailure::success();
}

/// (P2)
DiagnosedSilenceableFailure Request::checkLoops() {
  if (!llvm::is_contained(loops, loop))
    return refuse("expected a loop around it", loop);
  if (!isReductionLoop(loop))
    return refuse("expected a loop that a reduction axis is bound to", loop);
  if (!getTripCount(loop))
    return refuse("expected a loop with a constant trip count", loop);
  for (Loop other : loops) {
    if (isReductionLoop(other) &&
        bindsAxis(block, other.getInductionVar(), /*reduction=*/false))
      return refuse("expected no loop that axes of both kinds are bound to",
                    other);
    if (getLoopKind(other) != LoopKind::Serial || !isNormalized(other))
      return refuse("expected serial loops, from 0 in steps of 1", other);
    for (Value operand : other.getUpperBoundOperands())
      if (affine::getForInductionVarOwner(operand))
        return refuse("expected loops whose bounds do not depend on each "
                      "other",
                      other);
  }
  if (auto d = requireOnlyLoops(block, action); !d.succeeded())
    return d;
  if (auto d = checkRepetition(); !d.succeeded())
    return d;
  Operation *nest = getTopLevelNest(block), *other = nullptr;
  nest->walk([&](Operation *op) {
    if (isa<te::BlockOp>(op) && op != block)
      other = op;
  });
  if (other)
    return refuse("expected it to be alone in its nest", other);
  for (Value capture : block.getCaptures())
    if (isDefinedIn(nest, capture))
      return refuse(
          "expected it to use buffers and values from outside of its nest",
          capture.getDefiningOp());
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
DiagnosedSilenceableFailure Request::checkAxis(int64_t factorAxis) {
  int64_t rank = llvm::count(block.getKinds(), false);
  if (factorAxis < -rank - 1 || factorAxis > rank)
    return refuse("expected a factor axis in [" + Twine(-rank - 1) + ", " +
                  Twine(rank) + "], got " + Twine(factorAxis));
  position = factorAxis < 0 ? rank + 1 + factorAxis : factorAxis;
  return DiagnosedSilenceableFailure::success();
}

/// Whether a constraint of the predicate depends on the factor loop, an axis of
/// the partial results: these are the identity where it does not hold.
bool Request::isOfFactor(AffineExpr constraint) {
  return constraint.isFunctionOfDim(getIter(loop));
}

/// Builds the buffers of the results with one more dimension.
SmallVector<Value> Request::buildBuffers(RewriterBase &rewriter) {
  SmallVector<Value> buffers;
  rewriter.setInsertionPoint(getTopLevelNest(block));
  for (Value buffer : reduction.buffers) {
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + position, *getTripCount(loop));
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d))
        sizes.push_back(
            memref::DimOp::create(rewriter, block.getLoc(), buffer, d));
    buffers.push_back(memref::AllocOp::create(
        rewriter, block.getLoc(), MemRefType::get(shape, type.getElementType()),
        sizes));
  }
  return buffers;
}

/// Gives `region` the arguments of `block` and leaves the builder in it.
static void createRegion(OpBuilder &builder, te::BlockOp block,
                         Region &region) {
  SmallVector<Type> types(block.getNumAxes(), builder.getIndexType());
  llvm::append_range(types, block.getCaptures().getTypes());
  builder.createBlock(&region, region.end(), types,
                      SmallVector<Location>(types.size(), block.getLoc()));
}

/// Builds the block in the old nest, with an axis for the factor and one for
/// each other reduction loop.
te::BlockOp Request::buildPartial(RewriterBase &rewriter, ValueRange buffers) {
  MLIRContext *context = rewriter.getContext();
  AffineMap map = block.getBindings();
  SmallVector<AffineExpr> bindings;
  SmallVector<bool> kinds;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    if (!block.isReduction(axis))
      bindings.push_back(map.getResult(axis));
  bindings.insert(bindings.begin() + position,
                  getAffineDimExpr(getIter(loop), context));
  kinds.resize(bindings.size(), false);
  for (Loop other : loops)
    if (other != loop && isReductionLoop(other)) {
      bindings.push_back(getAffineDimExpr(getIter(other), context));
      kinds.push_back(true);
    }
  SmallVector<Value> captures(block.getCaptures());
  for (auto [old, buffer] : llvm::zip(reduction.buffers, buffers))
    llvm::replace(captures, old, Value(buffer));
  rewriter.setInsertionPoint(block);
  auto partial = te::BlockOp::create(
      rewriter, block.getLoc(),
      makeUniqueName(block, (block.getName() + "_rf").str()), block.getIters(),
      captures,
      AffineMap::get(map.getNumDims(), map.getNumSymbols(), bindings, context),
      kinds);
  setPredicate(partial);
  createRegion(rewriter, partial, partial.getBody());
  te::YieldOp::create(rewriter, block.getLoc());
  buildPartialBody(rewriter, partial, buffers);
  return partial;
}

/// Gives `partial` the part of the predicate that does not concern the factor.
void Request::setPredicate(te::BlockOp partial) {
  std::optional<IntegerSet> set = block.getPredicate();
  if (!set)
    return;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (auto [expr, equality] :
       llvm::zip(set->getConstraints(), set->getEqFlags()))
    if (!isOfFactor(expr)) {
      constraints.push_back(expr);
      equalities.push_back(equality);
    }
  if (!constraints.empty())
    partial.setPredicate(IntegerSet::get(
        set->getNumDims(), set->getNumSymbols(), constraints, equalities));
}

/// Whether reduction axes, or constraints on the factor, depend on an iter of
/// the block.
bool Request::isUsedInBody(unsigned iter) {
  AffineMap map = block.getBindings();
  auto dependsOn = [&](AffineExpr expr) {
    return isFunctionOfInput(expr, iter, map.getNumDims());
  };
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    if (block.isReduction(axis) && dependsOn(map.getResult(axis)))
      return true;
  std::optional<IntegerSet> set = block.getPredicate();
  return set && llvm::any_of(set->getConstraints(), [&](AffineExpr expr) {
           return isOfFactor(expr) && dependsOn(expr);
         });
}

/// The values in the body of the new block that stand for iters of the old
/// block.
SmallVector<Value> Request::mapIters(te::BlockOp partial) {
  Region &region = partial.getBody();
  SmallVector<Value> iters;
  for (unsigned i = 0; i < block.getIters().size(); ++i) {
    Value value;
    for (unsigned axis = 0; axis < partial.getNumAxes(); ++axis) {
      auto dim = dyn_cast<AffineDimExpr>(partial.getBindings().getResult(axis));
      if (dim && dim.getPosition() == i)
        value = region.getArgument(axis);
    }
    if (!value)
      value = isUsedInBody(i)
                  ? Value(partial.getCaptureArgument(
                        region, addCapture(partial, block.getIters()[i])))
                  : region.getArgument(0);
    iters.push_back(value);
  }
  return iters;
}

/// Clones the values to be combined at the builder.
SmallVector<Value> Request::cloneValues(RewriterBase &rewriter,
                                        te::BlockOp partial, ValueRange iters) {
  Region &region = partial.getBody();
  AffineMap map = block.getBindings();
  IRMapping mapping;
  unsigned spatial = 0;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
    Value value;
    if (block.isReduction(axis)) {
      value =
          buildIndex(rewriter, block.getLoc(), map.getSubMap({axis}), iters);
    } else {
      value = region.getArgument(spatial < position ? spatial : spatial + 1);
      ++spatial;
    }
    mapping.map(block.getBody().getArgument(axis), value);
  }
  for (unsigned i = 0; i < block.getCaptures().size(); ++i)
    mapping.map(block.getCaptureArgument(block.getBody(), i),
                partial.getCaptureArgument(region, i));
  cloneBody(rewriter, block, partial, region, mapping,
            [&](Operation *op) { return reduction.isCombination(op); });
  return llvm::map_to_vector(
      reduction.values, [&](Value v) { return mapping.lookupOrDefault(v); });
}

/// The condition that the constraints on the factor hold; null where there are
/// none.
Value Request::buildCondition(RewriterBase &rewriter, ValueRange iters) {
  std::optional<IntegerSet> set = block.getPredicate();
  Location loc = block.getLoc();
  Value condition;
  if (!set)
    return condition;
  for (auto [expr, equality] :
       llvm::zip(set->getConstraints(), set->getEqFlags())) {
    if (!isOfFactor(expr))
      continue;
    Value value = affine::expandAffineExpr(rewriter, loc, expr,
                                           iters.take_front(set->getNumDims()),
                                           iters.drop_front(set->getNumDims()));
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    auto predicate =
        equality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value holds = arith::CmpIOp::create(rewriter, loc, predicate, value, zero);
    condition =
        condition
            ? arith::AndIOp::create(rewriter, loc, condition, holds).getResult()
            : holds;
  }
  return condition;
}

/// Builds the values to be combined, or the identity where the predicate leaves
/// out an iteration of the factor.
SmallVector<Value> Request::buildValues(RewriterBase &rewriter,
                                        te::BlockOp partial, ValueRange iters) {
  Value condition = buildCondition(rewriter, iters);
  if (!condition)
    return cloneValues(rewriter, partial, iters);
  Location loc = block.getLoc();
  SmallVector<Type> types = llvm::map_to_vector(
      reduction.values, [](Value value) { return value.getType(); });
  auto choice = scf::IfOp::create(rewriter, loc, types, condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(rewriter, loc, cloneValues(rewriter, partial, iters));
  rewriter.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(rewriter, loc,
                       buildIdentity(rewriter, loc, reduction, types));
  return SmallVector<Value>(choice.getResults());
}

void Request::buildPartialBody(RewriterBase &rewriter, te::BlockOp partial,
                               ValueRange buffers) {
  Location loc = block.getLoc();
  unsigned numSpatial = llvm::count(partial.getKinds(), false);
  Region &region = partial.getBody();
  rewriter.setInsertionPointToStart(&region.front());
  SmallVector<Value> iters = mapIters(partial);
  SmallVector<Value> values = buildValues(rewriter, partial, iters);
  ValueRange axes = ValueRange(region.getArguments()).take_front(numSpatial);
  SmallVector<unsigned> indices = llvm::map_to_vector(
      buffers, [&](Value buffer) { return addCapture(partial, buffer); });
  auto arguments = [&](Region &region) {
    return llvm::map_to_vector(indices, [&](unsigned index) -> Value {
      return partial.getCaptureArgument(region, index);
    });
  };
  SmallVector<Value> targets = arguments(region);
  if (partial.hasReduction()) {
    SmallVector<Value> accumulated;
    for (Value target : targets)
      accumulated.push_back(
          affine::AffineLoadOp::create(rewriter, loc, target, axes));
    values = buildCombination(rewriter, loc, reduction, accumulated, values);
  }
  for (auto [value, target] : llvm::zip_equal(values, targets))
    affine::AffineStoreOp::create(rewriter, loc, value, target, axes);
  composeSubscripts(partial);
  eraseUnusedIndices(region);
  if (!partial.hasReduction())
    return;
  declareCombination(partial, reduction);
  createRegion(rewriter, partial, partial.getInit());
  buildIdentityStores(
      rewriter, loc, reduction, arguments(partial.getInit()),
      ValueRange(partial.getInit().getArguments()).take_front(numSpatial));
  te::YieldOp::create(rewriter, loc);
}

/// Builds the block that combines partial results, in a nest of its own.
te::BlockOp Request::buildFinal(RewriterBase &rewriter, ValueRange buffers) {
  rewriter.setInsertionPointAfter(getTopLevelNest(block));
  IRMapping variables = cloneSpatialLoops(rewriter, block, loops);
  auto factor = Loop::create(rewriter, loop.getLoc(), 0, *getTripCount(loop));
  rewriter.setInsertionPointToStart(factor.getBody());
  AffineMap map = block.getBindings();
  SmallVector<AffineExpr> results;
  for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
    if (!block.isReduction(axis))
      results.push_back(map.getResult(axis));
  SmallVector<bool> kinds(results.size(), false);
  results.push_back(getAffineDimExpr(map.getNumDims(), rewriter.getContext()));
  kinds.push_back(true);
  llvm::append_range(results, predicate.constraints);
  SmallVector<Value> iters = llvm::map_to_vector(
      block.getIters(), [&](Value v) { return variables.lookupOrDefault(v); });
  iters.insert(iters.begin() + map.getNumDims(), factor.getInductionVar());
  AffineMap whole = AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(),
                                   results, rewriter.getContext());
  affine::canonicalizeMapAndOperands(&whole, &iters);
  SmallVector<Value> captures(reduction.buffers);
  llvm::append_range(captures, buffers);
  auto last = te::BlockOp::create(
      rewriter, block.getLoc(), block.getName(), iters, captures,
      AffineMap::get(whole.getNumDims(), whole.getNumSymbols(),
                     whole.getResults().take_front(kinds.size()),
                     rewriter.getContext()),
      kinds);
  setBlockMap(last, whole, iters, predicate.equalities);
  buildFinalBody(rewriter, last, buffers);
  return last;
}

void Request::buildFinalBody(RewriterBase &rewriter, te::BlockOp last,
                             ValueRange buffers) {
  Location loc = block.getLoc();
  unsigned count = buffers.size(), numSpatial = last.getNumAxes() - 1;
  createRegion(rewriter, last, last.getInit());
  ValueRange arguments = last.getInit().getArguments();
  buildIdentityStores(rewriter, loc, reduction,
                      arguments.slice(last.getNumAxes(), count),
                      arguments.take_front(numSpatial));
  te::YieldOp::create(rewriter, loc);
  createRegion(rewriter, last, last.getBody());
  arguments = last.getBody().getArguments();
  ValueRange axes = arguments.take_front(numSpatial);
  SmallVector<Value> at(axes);
  at.insert(at.begin() + position, arguments[numSpatial]);
  SmallVector<Value> accumulated, values;
  for (Value target : arguments.slice(last.getNumAxes(), count))
    accumulated.push_back(
        affine::AffineLoadOp::create(rewriter, loc, target, axes));
  for (Value source : arguments.take_back(count))
    values.push_back(affine::AffineLoadOp::create(rewriter, loc, source, at));
  values = buildCombination(rewriter, loc, reduction, accumulated, values);
  for (auto [value, target] :
       llvm::zip_equal(values, arguments.slice(last.getNumAxes(), count)))
    affine::AffineStoreOp::create(rewriter, loc, value, target, axes);
  te::YieldOp::create(rewriter, loc);
}

/// Replaces `block` by the contents of `other`, at its place.
static void takeOver(RewriterBase &rewriter, te::BlockOp block,
                     te::BlockOp other) {
  block->moveBefore(other);
  block.removePredicateAttr();
  if (std::optional<IntegerSet> predicate = other.getPredicate())
    block.setPredicate(predicate);
  block.setBindings(other.getBindings());
  block.setKinds(other.getKinds());
  block.getItersMutable().assign(other.getIters());
  block.getCapturesMutable().assign(other.getCaptures());
  block.getInit().takeBody(other.getInit());
  block.getBody().takeBody(other.getBody());
  rewriter.eraseOp(other);
}

DiagnosedSilenceableFailure rfactor(RewriterBase &rewriter, te::BlockOp block,
                                    Loop loop, int64_t factorAxis,
                                    te::BlockOp &partial) {
  Request request(block, loop);
  if (auto d = matchReduction(block, request.action, request.reduction);
      !d.succeeded())
    return d;
  if (auto d = request.checkLoops(); !d.succeeded())
    return d;
  if (auto d = request.checkAxis(factorAxis); !d.succeeded())
    return d;
  if (auto d = getSpatialPredicate(block, request.action, request.predicate);
      !d.succeeded()) // (P4)
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Value> buffers = request.buildBuffers(rewriter);
  partial = request.buildPartial(rewriter, buffers);
  te::BlockOp last = request.buildFinal(rewriter, buffers);
  takeOver(rewriter, block, last);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
