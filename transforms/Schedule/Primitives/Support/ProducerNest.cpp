// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/ProducerNest.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `expr`, over the iters of `block`, depends on a loop of its nest
/// that axes of the given kind are bound to.
static bool dependsOn(te::BlockOp block, AffineExpr expr, bool reduction) {
  unsigned numDims = block.getBindings().getNumDims();
  for (Loop loop : getNestLoops(block))
    for (auto [i, iter] : llvm::enumerate(block.getIters().take_front(numDims)))
      if (iter == loop.getInductionVar() && expr.isFunctionOfDim(i) &&
          bindsAxis(block, iter, reduction))
        return true;
  return false;
}

/// The loops that axes from number `first` on are bound to, in their order.
static SmallVector<Loop> getLoopsBehind(te::BlockOp block, unsigned first) {
  SmallVector<Loop> loops = getNestLoops(block);
  llvm::erase_if(loops, [&](Loop loop) {
    unsigned dim = llvm::find(block.getIters(), loop.getInductionVar()) -
                   block.getIters().begin();
    return llvm::none_of(block.getBindings().getResults().drop_front(first),
                         [&](AffineExpr e) { return e.isFunctionOfDim(dim); });
  });
  return loops;
}

/// Whether loops of spatial axes and loops of reductions are independent of
/// each other and of the loops around: in bounds, bindings and predicate.
static bool isSeparable(te::BlockOp producer) {
  SmallVector<Loop> loops = getNestLoops(producer);
  Operation *nest = getNest(producer), *steps = getTopLevelNest(producer);
  if (llvm::any_of(producer.getCaptures(),
                   [&](Value capture) { return isDefinedIn(nest, capture); }))
    return false;
  for (Loop loop : loops) {
    Value variable = loop.getInductionVar();
    if (!isNormalized(loop) ||
        bindsAxis(producer, variable, /*reduction=*/false) ==
            bindsAxis(producer, variable, /*reduction=*/true) ||
        llvm::count(producer.getIters(), variable) != 1 ||
        llvm::any_of(loop.getUpperBoundOperands(),
                     [&](Value bound) { return isDefinedIn(steps, bound); }))
      return false;
  }
  for (Value iter : producer.getIters())
    if (isDefinedIn(steps, iter) &&
        !llvm::is_contained(loops, affine::getForInductionVarOwner(iter)))
      return false;
  AffineMap map = getBlockMap(producer);
  return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
    return expr.isPureAffine() &&
           !(dependsOn(producer, expr, /*reduction=*/false) &&
             dependsOn(producer, expr, /*reduction=*/true));
  });
}

/// Whether `count` is the size of the dynamic dimension `dim` of `buffer`.
static bool isSize(Value count, Value buffer, int64_t dim) {
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>()) {
    auto type = cast<MemRefType>(buffer.getType());
    Value size = alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)];
    if (size == count)
      return true;
    auto of = size.getDefiningOp<memref::DimOp>();
    return of && of.getConstantIndex() &&
           isSize(count, of.getSource(), *of.getConstantIndex());
  }
  auto size = count.getDefiningOp<memref::DimOp>();
  return size && size.getSource() == buffer && size.getConstantIndex() == dim;
}

bool coversDim(Loop loop, Value buffer, int64_t dim) {
  auto type = cast<MemRefType>(buffer.getType());
  if (dim >= type.getRank())
    return true; // an axis that is not a subscript
  if (!type.isDynamicDim(dim))
    return getTripCount(loop) == type.getDimSize(dim);
  AffineMap bound = asDims(loop.getUpperBoundMap());
  if (bound.getNumResults() != 1)
    return false;
  auto operand = dyn_cast<AffineDimExpr>(bound.getResult(0));
  return operand && isSize(loop.getUpperBoundOperands()[operand.getPosition()],
                           buffer, dim);
}

/// Whether each spatial axis is bound to its own loop, at all iterations.
static bool hasLoopPerSpatialAxis(te::BlockOp producer) {
  AffineMap map = producer.getBindings();
  SmallVector<Loop> loops = getNestLoops(producer);
  for (unsigned axis = 0; axis < producer.getNumAxes(); ++axis) {
    if (producer.isReduction(axis))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(map.getResult(axis));
    Loop loop = dim ? affine::getForInductionVarOwner(
                          producer.getIters()[dim.getPosition()])
                    : Loop();
    if (!loop || !llvm::is_contained(loops, loop))
      return false;
    llvm::erase(loops, loop);
  }
  ArrayRef<AffineExpr> all = getBlockMap(producer).getResults();
  return llvm::none_of(all.drop_front(producer.getNumAxes()),
                       [&](AffineExpr constraint) {
                         return dependsOn(producer, constraint, false);
                       });
}

/// Whether the block writes all elements that its loops over them visit: it is
/// initialised there, or its other loops and its predicate let it run.
static bool writesAtAll(te::BlockOp producer, unsigned rank) {
  bool isInitialized = !producer.getInit().empty();
  ArrayRef<AffineExpr> all = getBlockMap(producer).getResults();
  return llvm::all_of(getLoopsBehind(producer, rank),
                      [&](Loop loop) {
                        return getTripCount(loop).value_or(0) > 0 ||
                               (isInitialized &&
                                bindsAxis(producer, loop.getInductionVar(),
                                          /*reduction=*/true));
                      }) &&
         llvm::all_of(all.drop_front(producer.getNumAxes()),
                      [&](AffineExpr constraint) {
                        return isInitialized && dependsOn(producer, constraint,
                                                          /*reduction=*/true);
                      });
}

/// Whether the loops of spatial axes cover all of `buffers`.
static bool coverBuffers(te::BlockOp producer, ArrayRef<Value> buffers) {
  // A buffer that is allocated here and that no other block writes needs no
  // proof: its other elements are undefined.
  if (llvm::all_of(buffers, [](Value buffer) {
        return buffer.getDefiningOp<memref::AllocOp>() != nullptr;
      }))
    return true;
  if (!writesAtAll(producer,
                   cast<MemRefType>(buffers.front().getType()).getRank()))
    return false;
  for (unsigned axis = 0; axis < producer.getNumAxes(); ++axis)
    if (!producer.isReduction(axis) &&
        !llvm::all_of(buffers, [&](Value buffer) {
          return buffer.getDefiningOp<memref::AllocOp>() ||
                 coversDim(getAxisLoop(producer, axis), buffer, axis);
        }))
      return false;
  return true;
}

/// Whether each element of `buffers` is reduced at only one point of the loops
/// of spatial axes.
static bool reducesOnce(te::BlockOp producer, ArrayRef<Value> buffers) {
  if (!producer.hasReduction())
    return true; // other points store the same value
  SmallVector<std::pair<Loop, Order>> orders;
  SmallVector<Loop> loops = getLoops(producer), nest = getNestLoops(producer);
  for (Loop loop : loops)
    if (!llvm::is_contained(nest, loop))
      orders.push_back({loop, Order::Same});
  SmallVector<Access> writes = getAccesses(producer);
  llvm::erase_if(writes, [&](const Access &access) {
    return !access.isWrite || !llvm::is_contained(buffers, access.buffer);
  });
  for (Loop loop : nest) {
    if (!bindsAxis(producer, loop.getInductionVar(), /*reduction=*/false))
      continue;
    orders.push_back({loop, Order::Earlier});
    for (const Access &first : writes)
      for (const Access &second : writes)
        if (first.buffer == second.buffer &&
            findConflict(first, second, orders) != Proof::None)
          return false;
    orders.pop_back();
  }
  return true;
}

DiagnosedSilenceableFailure checkProducerNest(BlockRequest &request,
                                              ArrayRef<Value> buffers,
                                              bool &isSplit) {
  te::BlockOp producer = request.block;
  if (!isSeparable(producer))
    return request.refuse(
        "expected loops from 0 in steps of 1, whose bounds are known outside "
        "of its nest, and a predicate, that concern spatial axes or reduction "
        "axes, not both");
  isSplit = !hasLoopPerSpatialAxis(producer);
  if (!isSplit && coverBuffers(producer, buffers))
    return DiagnosedSilenceableFailure::success();
  unsigned numFixed = getLoops(producer).size() - getNestLoops(producer).size();
  auto rank = cast<MemRefType>(buffers.front().getType()).getRank();
  isSplit = true;
  if (llvm::count(producer.getKinds(), false) != rank ||
      !llvm::all_of(buffers, [&](Value buffer) {
        return coversBuffer(producer, buffer, numFixed);
      }))
    return request.refuse(
        "expected a loop of its own per spatial axis, or a proof that its "
        "loops come to all elements of its result");
  if (!reducesOnce(producer, buffers))
    return request.refuse(
        "expected a loop of its own per spatial axis, or a proof that its "
        "loops come to each element of its result once");
  return DiagnosedSilenceableFailure::success();
}

Loop getAxisLoop(te::BlockOp producer, unsigned axis) {
  auto dim = cast<AffineDimExpr>(producer.getBindings().getResult(axis));
  return affine::getForInductionVarOwner(
      producer.getIters()[dim.getPosition()]);
}

te::BlockOp buildProducerNest(OpBuilder &builder, te::BlockOp producer,
                              ArrayRef<int64_t> sizes, ValueRange bases) {
  Location loc = producer.getLoc();
  MLIRContext *context = builder.getContext();
  SmallVector<Value> iters;
  SmallVector<AffineExpr> results;
  auto add = [&](Value value) {
    iters.push_back(value);
    return getAffineDimExpr(iters.size() - 1, context);
  };
  auto enter = [&](Loop loop) {
    builder.setInsertionPointToStart(loop.getBody());
    return add(loop.getInductionVar());
  };
  auto copyLoop = [&](Loop original) {
    return Loop::create(builder, loc, original.getLowerBoundOperands(),
                        original.getLowerBoundMap(),
                        original.getUpperBoundOperands(),
                        original.getUpperBoundMap(), original.getStepAsInt());
  };
  for (auto [axis, size, base] : llvm::enumerate(sizes, bases)) {
    AffineExpr offset = add(base);
    Loop loop = ShapedType::isDynamic(size)
                    ? copyLoop(getAxisLoop(producer, axis))
                    : Loop::create(builder, loc, 0, size);
    results.push_back(offset + enter(loop));
  }
  IRMapping variables;
  for (Loop original : getLoopsBehind(producer, sizes.size())) {
    Loop loop = copyLoop(original);
    builder.setInsertionPointToStart(loop.getBody());
    variables.map(original.getInductionVar(), loop.getInductionVar());
  }
  // The remaining constraints are over other iters than the region's.
  AffineMap map = getBlockMap(producer);
  SmallVector<AffineExpr> replacements;
  for (Value iter : producer.getIters())
    replacements.push_back(isDefinedIn(getNest(producer), iter) &&
                                   !variables.contains(iter)
                               ? getAffineConstantExpr(0, context)
                               : add(variables.lookupOrDefault(iter)));
  SmallVector<bool> equalities, old = getEqualities(producer);
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    bool isConstraint = i >= producer.getNumAxes();
    if (i < sizes.size() ||
        (isConstraint && dependsOn(producer, expr, /*reduction=*/false)))
      continue;
    results.push_back(expr.replaceDimsAndSymbols(
        ArrayRef(replacements).take_front(map.getNumDims()),
        ArrayRef(replacements).drop_front(map.getNumDims())));
    if (isConstraint)
      equalities.push_back(old[i - producer.getNumAxes()]);
  }
  auto block = cast<te::BlockOp>(builder.clone(*producer));
  block.setName(makeUniqueName(producer, producer.getName()));
  setBlockMap(block, AffineMap::get(iters.size(), 0, results, context), iters,
              equalities);
  return block;
}

} // namespace tvm::schedule
