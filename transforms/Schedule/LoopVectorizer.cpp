#include "transforms/Schedule/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

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
  llvm::SmallPtrSet<Operation *, 8> handled;
  for (const Accumulation &accumulation : accumulations)
    handled.insert(
        {accumulation.load, accumulation.store, accumulation.combine});
  for (Operation &op : loop.getBody()->without_terminator())
    if (!handled.contains(&op))
      emitOperation(op);
  SmallVector<Value> results;
  for (auto [accumulation, partial] : llvm::zip(accumulations, partials)) {
    Value value = getVector(accumulation.value);
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

void BodyVectorizer::emitOperation(Operation &op) {
  bool uniform = isUniform(op);
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return emitStore(store);
  if (uniform) {
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
  if (OpTrait::hasElementwiseMappableTraits(&op))
    return emitElementwise(op);
  auto condition = dyn_cast<scf::IfOp>(op);
  if (condition && !varying.contains(condition.getCondition()))
    return emitIf(condition);
  emitLaneByLane(op);
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
  vectors.map(load.getResult(),
              vector::LoadOp::create(builder, load.getLoc(), type,
                                     load.getMemRef(), indices)
                  .getResult());
}

void BodyVectorizer::emitStore(affine::AffineStoreOp store) {
  auto strides = getStrides(store.getAffineMap(), store.getMapOperands(),
                            loop.getInductionVar());
  if (!strides || !isContiguous(*strides))
    return emitLaneByLane(*store);
  SmallVector<Value> operands =
      llvm::map_to_vector(store.getMapOperands(),
                          [&](Value v) { return scalars.lookupOrDefault(v); });
  affine::AffineVectorStoreOp::create(
      builder, store.getLoc(), getVector(store.getValueToStore()),
      store.getMemRef(), store.getAffineMap(), operands);
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

void BodyVectorizer::emitLaneByLane(Operation &op) {
  SmallVector<SmallVector<Value>> elements(op.getNumResults());
  llvm::SetVector<Value> used;
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op.isAncestor(operand.getParentRegion()->getParentOp()))
        used.insert(operand);
  });
  for (int64_t lane = 0; lane < lanes; ++lane) {
    IRMapping mapping;
    for (Value value : used)
      mapping.map(value, getScalar(value, lane));
    Operation *clone = builder.clone(op, mapping);
    for (auto [i, result] : llvm::enumerate(clone->getResults()))
      elements[i].push_back(result);
  }
  for (auto [result, values] : llvm::zip(op.getResults(), elements))
    vectors.map(result, vector::FromElementsOp::create(
                            builder, op.getLoc(),
                            VectorType::get({lanes}, result.getType()), values)
                            .getResult());
}

} // namespace tvm::schedule
