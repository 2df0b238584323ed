// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tvm::schedule {

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

/// Whether `op` can be skipped for single lanes.
static bool isMaskable(Operation *op) {
  if (isPure(op) || isDivision(op) ||
      isa<scf::IfOp, affine::AffineIfOp, affine::AffinePrefetchOp>(op))
    return true;
  if (!isa<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
           memref::StoreOp>(op))
    return false;
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto buffer = dyn_cast<MemRefType>(type);
    return !buffer || buffer.getLayout().isIdentity();
  });
}

Operation *findUnmaskable(Loop loop) {
  Operation *found = nullptr;
  loop.getBody()->walk([&](Operation *op) {
    if (op->getParentOp() != loop && !isMaskable(op))
      found = op;
  });
  return found;
}

SmallVector<Value> BodyVectorizer::emit(Value firstIteration,
                                        ArrayRef<Accumulation> accumulations,
                                        ValueRange partials) {
  first = firstIteration;
  scalars.map(loop.getInductionVar(), first);
  varying.insert(loop.getInductionVar());
  for (const Accumulation &accumulation : accumulations) {
    handled.insert({accumulation.load, accumulation.store});
    handled.insert_range(accumulation.combine);
  }
  findInterleaved();
  for (Operation &op : loop.getBody()->without_terminator())
    emitOperation(op);
  SmallVector<Value> results;
  for (auto [accumulation, partial] : llvm::zip(accumulations, partials)) {
    Value value = getVector(accumulation.value);
    if (mask) {
      Value identity = getSplat(getIdentity(accumulation, builder));
      value = arith::SelectOp::create(builder, loop.getLoc(), mask, value,
                                      identity);
    }
    results.push_back(combine(accumulation, builder, value, partial));
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

/// `value` of the body as a vector with one element per lane.
Value BodyVectorizer::getVector(Value value) {
  if (Value vector = vectors.lookupOrNull(value))
    return vector;
  Value scalar = scalars.lookupOrDefault(value);
  auto type = VectorType::get({lanes}, value.getType());
  if (!varying.contains(value))
    return builder.createOrFold<vector::BroadcastOp>(loop.getLoc(), type,
                                                     scalar);
  Value vector = getMoving(scalar, *getStride(value, loop.getInductionVar()));
  vectors.map(value, vector);
  return vector;
}

/// An index vector that is `start` at lane 0 and increases by `stride` per
/// lane.
Value BodyVectorizer::getMoving(Value start, int64_t stride) {
  Location loc = loop.getLoc();
  auto type = VectorType::get({lanes}, start.getType());
  Value vector = builder.createOrFold<vector::BroadcastOp>(loc, type, start);
  if (stride == 0)
    return vector;
  SmallVector<Attribute> steps;
  for (int64_t lane = 0; lane < lanes; ++lane)
    steps.push_back(builder.getIndexAttr(lane * stride));
  Value offsets = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, steps));
  return builder.createOrFold<arith::AddIOp>(loc, vector, offsets);
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

Value BodyVectorizer::getSplat(TypedAttr element) {
  auto type = VectorType::get({lanes}, element.getType());
  return arith::ConstantOp::create(
      builder, loop.getLoc(), DenseElementsAttr::get(type, Attribute(element)));
}

/// The results of the new operation `op`, folded to constants if possible.
SmallVector<Value> BodyVectorizer::fold(Operation *op) {
  SmallVector<Value> folded;
  if (failed(builder.tryFold(op, folded)) || folded.empty())
    return op->getResults();
  op->erase();
  return folded;
}

void BodyVectorizer::emitOperation(Operation &op) {
  if (handled.contains(&op))
    return;
  if (auto condition = dyn_cast<affine::AffineIfOp>(op))
    return emitGuard(condition, *Guard::match(condition, loop));
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return emitStore(store);
  if (isUniform(op)) {
    builder.clone(op, scalars);
    return;
  }
  for (Value result : op.getResults())
    varying.insert(result);
  emitVarying(op);
}

void BodyVectorizer::emitVarying(Operation &op) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return emitLoad(load);
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return emitLoad(load);
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return emitStore(store);
  if (auto prefetch = dyn_cast<affine::AffinePrefetchOp>(op))
    return emitPrefetch(prefetch);
  if (auto condition = dyn_cast<scf::IfOp>(op)) {
    if (auto load = findOnlyLoad(condition))
      return emitOnlyLoad(condition, load);
    return varying.contains(condition.getCondition()) ? emitMaskedIf(condition)
                                                      : emitIf(condition);
  }
  // Index arithmetic with constant strides stays scalar, at the first lane.
  bool isIndex =
      op.getNumResults() == 1 && isa<IndexType>(op.getResult(0).getType());
  if (isIndex && getStride(op.getResult(0), loop.getInductionVar())) {
    scalars.map(op.getResults(), fold(builder.clone(op, scalars)));
    return;
  }
  if (OpTrait::hasElementwiseMappableTraits(&op))
    return emitElementwise(op);
  emitLaneByLane(op);
}

void BodyVectorizer::emitElementwise(Operation &op) {
  OperationState state(op.getLoc(), op.getName());
  for (Value operand : op.getOperands())
    state.operands.push_back(getVector(operand));
  if (mask && isDivision(&op))
    state.operands[1] = arith::SelectOp::create(
        builder, op.getLoc(), mask, state.operands[1],
        getSplat(
            cast<TypedAttr>(builder.getOneAttr(op.getOperand(1).getType()))));
  for (Type type : op.getResultTypes())
    state.types.push_back(VectorType::get({lanes}, type));
  state.attributes.append(op.getAttrs().begin(), op.getAttrs().end());
  vectors.map(op.getResults(), fold(builder.create(state)));
}

void BodyVectorizer::emitLaneByLane(Operation &op) {
  SmallVector<SmallVector<Value>> elements(op.getNumResults());
  llvm::SetVector<Value> used;
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!isDefinedIn(&op, operand))
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
