// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tvm::schedule {

void BodyVectorizer::emitRegion(Region &region) {
  for (Operation &op : region.front().without_terminator())
    emitOperation(op);
}

void BodyVectorizer::emitGuard(affine::AffineIfOp op, const Guard &matched) {
  Value outerMask = mask;
  std::optional<Guard> outerGuard = guard;
  if (guard)
    guard->intersect(matched);
  else
    guard = matched;
  auto emitMasked = [&] {
    if (!matched.isInvariant()) {
      mask = matched.emitMask(builder, loop, first, lanes);
      if (outerMask)
        mask = arith::AndIOp::create(builder, op.getLoc(), outerMask, mask);
    }
    emitRegion(op.getThenRegion());
  };
  if (op == only) // the mask stays active for accumulations
    return emitMasked();
  OpBuilder::InsertionGuard insertion(builder);
  if (auto nonEmpty = guard->emitNonEmpty(builder, loop))
    builder.setInsertionPointToStart(nonEmpty.getThenBlock());
  // Vectors that are created in a branch are not available behind it.
  IRMapping outside = vectors;
  emitMasked();
  vectors = outside;
  mask = outerMask;
  guard = outerGuard;
}

/// Emits the operations of `from` for all lanes in `to`.
void BodyVectorizer::emitBranch(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  if (to.empty())
    builder.createBlock(&to);
  else
    builder.setInsertionPointToStart(&to.front());
  // Vectors that are created in a branch are not available behind it.
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

/// Emits a branch that all lanes take together.
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

/// The load of consecutive elements that is the only operation of `op`, under a
/// condition that all lanes share; without it, `op` yields an existing value.
/// Null for other operations, or if nothing is accumulated: a copy is faster if
/// it does not load unneeded elements.
affine::AffineLoadOp BodyVectorizer::findOnlyLoad(scf::IfOp op) {
  if (!registers.hasMasks() || op.getNumResults() != 1 ||
      varying.contains(op.getCondition()) || !hasUpdates(loop))
    return {};
  Block &block = op.getThenRegion().front();
  auto load = dyn_cast<affine::AffineLoadOp>(block.front());
  if (!load || !llvm::hasSingleElement(block.without_terminator()) ||
      op.thenYield().getOperand(0) != load.getResult() ||
      !op.getElseRegion().front().without_terminator().empty())
    return {};
  auto strides = getStrides(load.getAffineMap(), load.getMapOperands(),
                            loop.getInductionVar());
  return strides && isContiguous(*strides) ? load : affine::AffineLoadOp();
}

/// Emits a masked load instead of a branch, so that later operations need not
/// wait for the branch. Without active lanes it refers to the buffer's first
/// elements: processors take hundreds of cycles to find that no lane needs a
/// missing page.
void BodyVectorizer::emitOnlyLoad(scf::IfOp op, affine::AffineLoadOp load) {
  Location loc = op.getLoc();
  auto type = VectorType::get({lanes}, load.getType());
  Value condition = scalars.lookupOrDefault(op.getCondition());
  Value buffer = load.getMemRef();
  SmallVector<Value> subscripts;
  if (auto linear = LinearAccess::get(load)) {
    buffer = flattenBuffer(builder, loc, buffer);
    subscripts.push_back(getPosition(*linear));
  } else {
    subscripts = getSubscripts(load.getAffineMap(), load.getMapOperands());
  }
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Value &subscript : subscripts)
    subscript =
        arith::SelectOp::create(builder, loc, condition, subscript, zero);
  Value takes = vector::BroadcastOp::create(
      builder, loc, VectorType::get({lanes}, builder.getI1Type()), condition);
  if (mask)
    takes = arith::AndIOp::create(builder, loc, mask, takes);
  Value otherwise = getVector(op.elseYield().getOperand(0));
  vectors.map(op.getResult(0),
              vector::MaskedLoadOp::create(builder, loc, type, buffer,
                                           subscripts, takes, otherwise)
                  .getResult());
}

/// Whether an operation in `region` that all lanes share must not run without
/// an active lane.
bool BodyVectorizer::needsLane(Region &region) {
  auto isInvariant = [&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
      auto strides = getStrides(load.getAffineMap(), load.getMapOperands(),
                                loop.getInductionVar());
      return strides &&
             llvm::all_of(*strides, [](int64_t s) { return s == 0; });
    }
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return getStride(operand, loop.getInductionVar()) == 0;
    });
  };
  return region
      .walk([&](Operation *op) {
        return op->getNumRegions() == 0 && !isPure(op) && isInvariant(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Emits `region` under the mask `takes` and returns its yielded values.
SmallVector<Value> BodyVectorizer::emitMaskedBranch(Region &region,
                                                    Value takes) {
  Location loc = region.getLoc();
  Value outerMask = mask;
  mask = mask ? builder.createOrFold<arith::AndIOp>(loc, mask, takes) : takes;
  auto emitAll = [&] {
    emitRegion(region);
    return llvm::map_to_vector(region.front().getTerminator()->getOperands(),
                               [&](Value value) { return getVector(value); });
  };
  SmallVector<Value> results;
  if (needsLane(region)) {
    Value any = vector::ReductionOp::create(builder, loc,
                                            vector::CombiningKind::OR, mask);
    IRMapping outside = vectors;
    results = emitWhere(any, region.front().getTerminator()->getOperandTypes(),
                        emitAll);
    vectors = outside;
  } else {
    results = emitAll();
  }
  mask = outerMask;
  return results;
}

/// Returns the results of `emit` where `condition` holds, otherwise zeros.
SmallVector<Value>
BodyVectorizer::emitWhere(Value condition, TypeRange types,
                          function_ref<SmallVector<Value>()> emit) {
  Location loc = loop.getLoc();
  SmallVector<Type> vectorTypes = llvm::map_to_vector(
      types, [&](Type type) -> Type { return VectorType::get({lanes}, type); });
  auto op = scf::IfOp::create(builder, loc, vectorTypes, condition,
                              /*withElseRegion=*/!types.empty());
  OpBuilder::InsertionGuard insertion(builder);
  builder.setInsertionPointToStart(op.thenBlock());
  SmallVector<Value> values = emit();
  if (types.empty())
    return {};
  scf::YieldOp::create(builder, loc, values);
  builder.setInsertionPointToStart(op.elseBlock());
  SmallVector<Value> zeros = llvm::map_to_vector(types, [&](Type type) {
    return getSplat(cast<TypedAttr>(builder.getZeroAttr(type)));
  });
  scf::YieldOp::create(builder, loc, zeros);
  return SmallVector<Value>(op.getResults());
}

/// Emits both branches, each under the mask of its lanes, since lanes may take
/// different branches. Constants may show that all take the same one.
void BodyVectorizer::emitMaskedIf(scf::IfOp op) {
  Location loc = op.getLoc();
  Value condition = getVector(op.getCondition());
  DenseElementsAttr known;
  if (matchPattern(condition, m_Constant(&known)) && known.isSplat()) {
    Region &taken =
        known.getSplatValue<bool>() ? op.getThenRegion() : op.getElseRegion();
    if (taken.empty())
      return;
    emitRegion(taken);
    for (auto [result, value] : llvm::zip_equal(
             op.getResults(), taken.front().getTerminator()->getOperands()))
      vectors.map(result, getVector(value));
    return;
  }
  SmallVector<Value> taken = emitMaskedBranch(op.getThenRegion(), condition);
  if (op.getElseRegion().empty())
    return;
  Value all = getSplat(builder.getBoolAttr(true));
  Value otherwise = builder.createOrFold<arith::XOrIOp>(loc, condition, all);
  SmallVector<Value> others = emitMaskedBranch(op.getElseRegion(), otherwise);
  for (auto [result, a, b] : llvm::zip_equal(op.getResults(), taken, others))
    vectors.map(
        result,
        arith::SelectOp::create(builder, loc, condition, a, b).getResult());
}

} // namespace tvm::schedule
