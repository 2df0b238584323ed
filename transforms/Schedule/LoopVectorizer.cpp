#include "transforms/Schedule/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tvm::schedule {

/// Strides of the subscripts of an access; nothing where one varies.
static std::optional<SmallVector<int64_t>>
getStrides(AffineMap map, ValueRange operands, Value variable) {
  SmallVector<AffineExpr> symbols;
  for (unsigned i = 0; i < map.getNumSymbols(); ++i)
    symbols.push_back(getAffineDimExpr(map.getNumDims() + i, map.getContext()));
  SmallVector<int64_t> strides;
  for (AffineExpr expr : map.getResults()) {
    auto stride = getStride(expr.replaceSymbols(symbols), operands, variable);
    if (!stride)
      return std::nullopt;
    strides.push_back(*stride);
  }
  return strides;
}

static bool isInvariant(ArrayRef<int64_t> strides) {
  return llvm::all_of(strides, [](int64_t stride) { return stride == 0; });
}

static bool isContiguous(ArrayRef<int64_t> strides) {
  return !strides.empty() && strides.back() == 1 &&
         isInvariant(strides.drop_back());
}

SmallVector<Value> BodyVectorizer::emit(Value firstIteration,
                                        ArrayRef<Accumulation> accumulations,
                                        ValueRange partials) {
  first = firstIteration;
  scalars.map(loop.getInductionVar(), first);
  varying.insert(loop.getInductionVar());
  for (const Accumulation &accumulation : accumulations)
    handled.insert(
        {accumulation.load, accumulation.store, accumulation.combine});
  for (Operation &op : loop.getBody()->without_terminator())
    emitOperation(op);
  SmallVector<Value> results;
  for (auto [accumulation, partial] : llvm::zip(accumulations, partials)) {
    Value value = getVector(accumulation.value);
    if (mask) {
      Value identity = arith::ConstantOp::create(
          builder, loop.getLoc(),
          DenseElementsAttr::get(cast<ShapedType>(value.getType()),
                                 Attribute(getIdentity(accumulation, builder))));
      value = arith::SelectOp::create(builder, loop.getLoc(), mask, value,
                                      identity);
    }
    results.push_back(vector::makeArithReduction(
        builder, loop.getLoc(), accumulation.kind, value, partial));
  }
  return results;
}

bool BodyVectorizer::isUniform(Operation &op) {
  WalkResult result = op.walk([&](Operation *inner) {
    return llvm::any_of(inner->getOperands(),
                        [&](Value v) { return varying.contains(v); })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// `value` of the body with one element per lane.
Value BodyVectorizer::getVector(Value value) {
  if (Value vector = vectors.lookupOrNull(value))
    return vector;
  Location loc = loop.getLoc();
  auto type = VectorType::get({lanes}, value.getType());
  Value scalar = scalars.lookupOrDefault(value);
  Value vector = vector::BroadcastOp::create(builder, loc, type, scalar);
  if (!varying.contains(value))
    return vector;
  // An index that grows by a constant from lane to lane.
  int64_t stride = *getStride(value, loop.getInductionVar());
  SmallVector<Attribute> steps;
  for (int64_t lane = 0; lane < lanes; ++lane)
    steps.push_back(builder.getIndexAttr(lane * stride));
  Value offsets = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, steps));
  vector = arith::AddIOp::create(builder, loc, vector, offsets);
  vectors.map(value, vector);
  return vector;
}

Value BodyVectorizer::getLaneVariable(int64_t lane) {
  if (lane == 0)
    return first;
  AffineExpr next = builder.getAffineDimExpr(0) + lane;
  return affine::AffineApplyOp::create(builder, loop.getLoc(),
                                       AffineMap::get(1, 0, next), first);
}

/// `value` of the body at iteration `first + lane`.
Value BodyVectorizer::getScalar(Value value, int64_t lane) {
  if (!varying.contains(value))
    return scalars.lookupOrDefault(value);
  if (value == loop.getInductionVar())
    return getLaneVariable(lane);
  std::optional<int64_t> stride = isa<IndexType>(value.getType())
                                      ? getStride(value, loop.getInductionVar())
                                      : std::nullopt;
  if (stride && scalars.contains(value)) {
    AffineExpr moved = builder.getAffineDimExpr(0) + lane * *stride;
    return affine::AffineApplyOp::create(builder, loop.getLoc(),
                                         AffineMap::get(1, 0, moved),
                                         scalars.lookup(value));
  }
  return vector::ExtractOp::create(builder, loop.getLoc(), getVector(value),
                                   ArrayRef<int64_t>{lane});
}

/// Writes nothing, so that it may run for lanes that do nothing.
static bool isReadOnly(Operation &op) {
  return !op.walk([](Operation *inner) {
              if (isMemoryEffectFree(inner) ||
                  inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                  hasSingleEffect<MemoryEffects::Read>(inner))
                return WalkResult::advance();
              return WalkResult::interrupt();
            })
              .wasInterrupted();
}

void BodyVectorizer::emitOperation(Operation &op) {
  if (handled.contains(&op))
    return;
  if (auto condition = dyn_cast<affine::AffineIfOp>(op))
    if (std::optional<Guard> matched = Guard::match(condition, loop))
      return emitGuard(condition, *matched);
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return emitStore(store);
  // A guard's condition holds in some iteration, and what does not depend on
  // the iteration may run then.
  if (isUniform(op) && (!mask || isReadOnly(op))) {
    builder.clone(op, scalars);
    return;
  }
  for (Value result : op.getResults())
    varying.insert(result);
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return emitLoad(load);
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return emitLoad(load);
  // Index arithmetic that only moves on stays scalar, at the first lane.
  bool isIndex =
      op.getNumResults() == 1 && isa<IndexType>(op.getResult(0).getType());
  if (isIndex && getStride(op.getResult(0), loop.getInductionVar())) {
    builder.clone(op, scalars);
    return;
  }
  if (OpTrait::hasElementwiseMappableTraits(&op) &&
      (!mask || isSpeculatable(&op)))
    return emitElementwise(op);
  auto condition = dyn_cast<scf::IfOp>(op);
  if (condition && !varying.contains(condition.getCondition()))
    return emitIf(condition);
  emitLaneByLane(op);
}

/// Runs the operations in `op` under the mask.
void BodyVectorizer::emitGuarded(affine::AffineIfOp op) {
  for (Operation &inner : op.getThenBlock()->without_terminator())
    emitOperation(inner);
}

void BodyVectorizer::emitGuard(affine::AffineIfOp op, const Guard &matched) {
  Value outerMask = mask;
  std::optional<Guard> outerGuard = guard;
  if (guard)
    guard->intersect(matched);
  else
    guard = matched;
  auto restrictMask = [&] {
    if (matched.isInvariant())
      return;
    mask = matched.emitMask(builder, op.getLoc(), first, lanes);
    if (outerMask)
      mask = arith::AndIOp::create(builder, op.getLoc(), outerMask, mask);
  };
  if (op == only) { // and stays in force for accumulations
    restrictMask();
    return emitGuarded(op);
  }
  OpBuilder::InsertionGuard insertion(builder);
  auto nonEmpty = guard->emitNonEmpty(builder, loop);
  builder.setInsertionPointToStart(nonEmpty.getThenBlock());
  // Vectors that are made in a branch are not there behind it.
  IRMapping outside = vectors;
  restrictMask();
  emitGuarded(op);
  vectors = outside;
  mask = outerMask;
  guard = outerGuard;
}

Value BodyVectorizer::getZeros(Type elementType) {
  return arith::ConstantOp::create(
      builder, loop.getLoc(),
      builder.getZeroAttr(VectorType::get({lanes}, elementType)));
}

SmallVector<Value> BodyVectorizer::getIndices(AffineMap map,
                                              ValueRange operands) {
  SmallVector<Value> indices;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    indices.push_back(affine::AffineApplyOp::create(
        builder, loop.getLoc(), map.getSubMap({i}), operands));
  return indices;
}

/// Whether lanes that do nothing may read a contiguous access's buffer, and
/// write what they read: it holds all of them and no other thread sees it.
/// Unlike masked ones, such accesses leave the buffer in registers.
bool BodyVectorizer::mayTouchAllLanes(Value buffer, AffineMap map,
                                      ValueRange mapOperands) {
  auto alloca = buffer.getDefiningOp<memref::AllocaOp>();
  std::optional<int64_t> count = getTripCount(loop);
  if (!alloca || !count || alloca.getType().getRank() == 0)
    return false;
  for (Loop outer : getLoops(loop))
    if (getLoopKind(outer) == LoopKind::Parallel && !outer->isAncestor(alloca))
      return false;
  map = map.getSubMap({map.getNumResults() - 1});
  SmallVector<Value> operands(mapOperands);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  AffineExpr last = map.getResult(0);
  for (auto [i, operand] : llvm::enumerate(operands))
    if (operand == loop.getInductionVar() && i < map.getNumDims())
      last = last.replace(builder.getAffineDimExpr(i),
                          builder.getAffineConstantExpr(0));
  auto start = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(last, map.getNumDims(), map.getNumSymbols()));
  int64_t size = alloca.getType().getShape().back();
  return start && start.getValue() >= 0 && !ShapedType::isDynamic(size) &&
         start.getValue() + *count <= size;
}

void BodyVectorizer::emitLoad(affine::AffineLoadOp load) {
  auto strides = getStrides(load.getAffineMap(), load.getMapOperands(),
                            loop.getInductionVar());
  if (!strides || !(isContiguous(*strides) || isInvariant(*strides)))
    return emitLaneByLane(*load);
  SmallVector<Value> operands =
      llvm::map_to_vector(load.getMapOperands(),
                          [&](Value v) { return scalars.lookupOrDefault(v); });
  if (isInvariant(*strides)) {
    varying.erase(load.getResult());
    builder.clone(*load, scalars);
    return;
  }
  auto type = VectorType::get({lanes}, load.getType());
  if (mask && !mayTouchAllLanes(load.getMemRef(), load.getAffineMap(),
                                load.getMapOperands())) {
    vectors.map(load.getResult(),
                vector::MaskedLoadOp::create(
                    builder, load.getLoc(), type, load.getMemRef(),
                    getIndices(load.getAffineMap(), operands), mask,
                    getZeros(load.getType()))
                    .getResult());
    return;
  }
  vectors.map(load.getResult(),
              affine::AffineVectorLoadOp::create(builder, load.getLoc(), type,
                                                 load.getMemRef(),
                                                 load.getAffineMap(), operands)
                  .getResult());
}

void BodyVectorizer::emitLoad(memref::LoadOp load) {
  SmallVector<int64_t> strides;
  for (Value index : load.getIndices()) {
    auto stride = varying.contains(index)
                      ? getStride(index, loop.getInductionVar())
                      : std::optional<int64_t>(0);
    if (!stride)
      return emitLaneByLane(*load);
    strides.push_back(*stride);
  }
  if (!isContiguous(strides))
    return emitLaneByLane(*load);
  SmallVector<Value> indices = llvm::map_to_vector(
      load.getIndices(), [&](Value v) { return scalars.lookupOrDefault(v); });
  auto type = VectorType::get({lanes}, load.getType());
  Value loaded =
      mask ? vector::MaskedLoadOp::create(builder, load.getLoc(), type,
                                          load.getMemRef(), indices, mask,
                                          getZeros(load.getType()))
                 .getResult()
           : vector::LoadOp::create(builder, load.getLoc(), type,
                                    load.getMemRef(), indices)
                 .getResult();
  vectors.map(load.getResult(), loaded);
}

void BodyVectorizer::emitStore(affine::AffineStoreOp store) {
  auto strides = getStrides(store.getAffineMap(), store.getMapOperands(),
                            loop.getInductionVar());
  if (!strides || !isContiguous(*strides))
    return emitLaneByLane(*store);
  SmallVector<Value> operands =
      llvm::map_to_vector(store.getMapOperands(),
                          [&](Value v) { return scalars.lookupOrDefault(v); });
  Location loc = store.getLoc();
  Value value = getVector(store.getValueToStore());
  if (mask && mayTouchAllLanes(store.getMemRef(), store.getAffineMap(),
                               store.getMapOperands())) {
    Value old = affine::AffineVectorLoadOp::create(
        builder, loc, cast<VectorType>(value.getType()), store.getMemRef(),
        store.getAffineMap(), operands);
    value = arith::SelectOp::create(builder, loc, mask, value, old);
  } else if (mask) {
    vector::MaskedStoreOp::create(builder, loc, store.getMemRef(),
                                  getIndices(store.getAffineMap(), operands),
                                  mask, value);
    return;
  }
  affine::AffineVectorStoreOp::create(builder, loc, value, store.getMemRef(),
                                      store.getAffineMap(), operands);
}

void BodyVectorizer::emitElementwise(Operation &op) {
  OperationState state(op.getLoc(), op.getName());
  for (Value operand : op.getOperands())
    state.operands.push_back(getVector(operand));
  for (Type type : op.getResultTypes())
    state.types.push_back(VectorType::get({lanes}, type));
  state.attributes.append(op.getAttrs().begin(), op.getAttrs().end());
  Operation *vectorized = builder.create(state);
  vectors.map(op.getResults(), vectorized->getResults());
}

/// The operations of `from` for all lanes, in `to`.
void BodyVectorizer::emitBranch(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  if (to.empty())
    builder.createBlock(&to);
  else
    builder.setInsertionPointToStart(&to.front());
  // Vectors that are made in a branch are not there behind it.
  IRMapping outside = vectors;
  for (Operation &op : from.front().without_terminator())
    emitOperation(op);
  auto yield = cast<scf::YieldOp>(from.front().getTerminator());
  SmallVector<Value> values = llvm::map_to_vector(
      yield.getResults(), [&](Value value) { return getVector(value); });
  if (!values.empty())
    scf::YieldOp::create(builder, yield.getLoc(), values);
  vectors = outside;
}

/// All lanes take the same branch.
void BodyVectorizer::emitIf(scf::IfOp op) {
  SmallVector<Type> types =
      llvm::map_to_vector(op.getResultTypes(), [&](Type type) -> Type {
        return VectorType::get({lanes}, type);
      });
  bool hasElse = !op.getElseRegion().empty();
  auto vectorized =
      scf::IfOp::create(builder, op.getLoc(), types,
                        scalars.lookupOrDefault(op.getCondition()), hasElse);
  emitBranch(op.getThenRegion(), vectorized.getThenRegion());
  if (hasElse)
    emitBranch(op.getElseRegion(), vectorized.getElseRegion());
  vectors.map(op.getResults(), vectorized.getResults());
}

/// The results of `op` in one lane, if the mask has it; else zeros.
SmallVector<Value> BodyVectorizer::emitLane(Operation &op, int64_t lane,
                                            ValueRange used) {
  Location loc = op.getLoc();
  IRMapping mapping;
  for (Value value : used)
    mapping.map(value, getScalar(value, lane));
  if (!mask)
    return SmallVector<Value>(builder.clone(op, mapping)->getResults());
  Value runs = vector::ExtractOp::create(builder, loc, mask,
                                         ArrayRef<int64_t>{lane});
  bool hasResults = op.getNumResults() != 0;
  auto guarded = scf::IfOp::create(builder, loc, op.getResultTypes(), runs,
                                   /*withElseRegion=*/hasResults);
  OpBuilder::InsertionGuard insertion(builder);
  builder.setInsertionPointToStart(&guarded.getThenRegion().front());
  Operation *clone = builder.clone(op, mapping);
  if (!hasResults)
    return {};
  scf::YieldOp::create(builder, loc, clone->getResults());
  builder.setInsertionPointToStart(&guarded.getElseRegion().front());
  SmallVector<Value> zeros =
      llvm::map_to_vector(op.getResultTypes(), [&](Type type) -> Value {
        return arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(type));
      });
  scf::YieldOp::create(builder, loc, zeros);
  return SmallVector<Value>(guarded.getResults());
}

void BodyVectorizer::emitLaneByLane(Operation &op) {
  SmallVector<SmallVector<Value>> elements(op.getNumResults());
  llvm::SetVector<Value> used;
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op.isAncestor(operand.getParentRegion()->getParentOp()))
        used.insert(operand);
  });
  for (int64_t lane = 0; lane < lanes; ++lane)
    for (auto [i, result] :
         llvm::enumerate(emitLane(op, lane, used.getArrayRef())))
      elements[i].push_back(result);
  for (auto [result, values] : llvm::zip(op.getResults(), elements))
    vectors.map(result, vector::FromElementsOp::create(
                            builder, op.getLoc(),
                            VectorType::get({lanes}, result.getType()), values)
                            .getResult());
}

} // namespace tvm::schedule
