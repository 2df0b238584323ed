// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/Guards.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Analysis/Accesses.h"

using namespace mlir;

namespace tvm::schedule {

/// The difference between the values of `expr` at consecutive values of the
/// variable, which is dimension `position`.
static std::optional<int64_t> getDistance(AffineExpr expr, unsigned position,
                                          unsigned numDims) {
  AffineExpr variable = getAffineDimExpr(position, expr.getContext());
  auto distance = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      expr.replace(variable, variable + 1) - expr, numDims, 0));
  if (!distance)
    return std::nullopt;
  return distance.getValue();
}

std::optional<Guard> Guard::match(affine::AffineIfOp op, Loop loop) {
  if (op.hasElse() || op.getNumResults() != 0)
    return std::nullopt;
  IntegerSet set = op.getIntegerSet();
  Guard guard;
  guard.operands.assign(op.getOperands().begin(), op.getOperands().end());
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), op.getContext());
  affine::fullyComposeAffineMapAndOperands(&map, &guard.operands);
  map = asDims(map);
  unsigned position = guard.operands.size();
  for (auto [i, operand] : llvm::enumerate(guard.operands)) {
    if (operand == loop.getInductionVar())
      position = i;
    else if (loop.getRegion().isAncestor(operand.getParentRegion()))
      return std::nullopt; // unknown in front of the loop
  }
  for (auto [expr, isEquality] :
       llvm::zip_equal(map.getResults(), set.getEqFlags())) {
    if (!expr.isPureAffine())
      return std::nullopt;
    auto distance = getDistance(expr, position, map.getNumDims());
    if (!distance)
      return std::nullopt;
    AffineExpr zero = getAffineConstantExpr(0, op.getContext());
    AffineExpr rest =
        expr.replace(getAffineDimExpr(position, op.getContext()), zero);
    // distance * variable + rest >= 0
    if (*distance == 0)
      guard.invariant.push_back({rest, isEquality});
    if (*distance > 0 || (*distance < 0 && isEquality)) {
      AffineExpr least = *distance > 0 ? -rest : rest;
      guard.lower.push_back(least.ceilDiv(std::abs(*distance)));
    }
    if (*distance < 0 || (*distance > 0 && isEquality)) {
      AffineExpr most = *distance < 0 ? rest : -rest;
      guard.upper.push_back(most.floorDiv(std::abs(*distance)) + 1);
    }
  }
  return guard;
}

void Guard::intersect(const Guard &other) {
  unsigned shift = operands.size(), numDims = other.operands.size();
  auto move = [&](AffineExpr expr) { return expr.shiftDims(numDims, shift); };
  llvm::append_range(operands, other.operands);
  for (Constraint constraint : other.invariant)
    invariant.push_back({move(constraint.expr), constraint.isEquality});
  llvm::append_range(lower, llvm::map_range(other.lower, move));
  llvm::append_range(upper, llvm::map_range(other.upper, move));
}

/// Whether `set` holds in all iterations of the loops around `loop`.
static bool isImplied(IntegerSet set, ValueRange operands, Loop loop) {
  SmallVector<Operation *> loops;
  llvm::append_range(loops, getLoops(loop));
  affine::FlatAffineValueConstraints domain;
  if (failed(affine::getIndexSet(loops, &domain)))
    return false;
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    if (isEquality)
      return false;
    affine::FlatAffineValueConstraints violated(
        IntegerSet::get(set.getNumDims(), set.getNumSymbols(), {-expr - 1},
                        {false}),
        operands);
    affine::FlatAffineValueConstraints both(domain);
    both.mergeAndAlignVarsWithOther(0, &violated);
    both.append(violated);
    if (!both.isEmpty())
      return false;
  }
  return true;
}

/// The loop's trip count. Its operands follow those of the guard.
AffineExpr Guard::getCount(Loop loop) const {
  AffineMap bound = asDims(loop.getUpperBoundMap());
  return bound.getResult(0).shiftDims(bound.getNumDims(), operands.size());
}

affine::AffineIfOp Guard::emitIf(OpBuilder &builder, Loop loop,
                                 ArrayRef<Constraint> constraints,
                                 bool withElse) const {
  SmallVector<Value> values(operands);
  llvm::append_range(values, loop.getUpperBoundOperands());
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> isEquality;
  for (const Constraint &constraint : constraints) {
    exprs.push_back(constraint.expr);
    isEquality.push_back(constraint.isEquality);
  }
  if (exprs.empty())
    return {};
  auto set = IntegerSet::get(values.size(), 0, exprs, isEquality);
  affine::canonicalizeSetAndOperands(&set, &values);
  if (isImplied(set, values, loop))
    return {};
  return affine::AffineIfOp::create(builder, loop.getLoc(), set, values,
                                    withElse);
}

affine::AffineIfOp Guard::emitNonEmpty(OpBuilder &builder, Loop loop) const {
  AffineExpr count = getCount(loop);
  SmallVector<Constraint> constraints(invariant);
  // An interval of integers is not empty if no lower bound exceeds an upper
  // bound.
  for (AffineExpr least : lower)
    constraints.push_back({count - 1 - least, false});
  for (AffineExpr end : upper) {
    constraints.push_back({end - 1, false});
    for (AffineExpr least : lower)
      constraints.push_back({end - 1 - least, false});
  }
  if (!isa<AffineConstantExpr>(count))
    constraints.push_back({count - 1, false});
  return emitIf(builder, loop, constraints, /*withElse=*/false);
}

affine::AffineIfOp Guard::emitFull(OpBuilder &builder, Loop loop) const {
  SmallVector<Constraint> constraints;
  for (AffineExpr least : lower)
    constraints.push_back({-least, false});
  for (AffineExpr end : upper)
    constraints.push_back({end - getCount(loop), false});
  return emitIf(builder, loop, constraints, /*withElse=*/true);
}

/// The number of the `lanes` iterations from `first` on that are less than the
/// least (upper) or greatest (lower) of the bounds. It is clamped to the range
/// from 0 to `lanes` where it may not fit in 32 bits.
Value Guard::emitCount(OpBuilder &builder, Loop loop,
                       ArrayRef<AffineExpr> bounds, Value first, int64_t lanes,
                       bool isUpper) const {
  Location loc = loop.getLoc();
  SmallVector<Value> values(operands);
  AffineExpr start = builder.getAffineDimExpr(values.size());
  values.push_back(first);
  SmallVector<AffineExpr> counts = llvm::map_to_vector(
      bounds, [&](AffineExpr bound) { return bound - start; });
  counts.push_back(builder.getAffineConstantExpr(isUpper ? lanes : 0));
  auto map = AffineMap::get(values.size(), 0, counts, builder.getContext());
  affine::canonicalizeMapAndOperands(&map, &values);
  Value count =
      isUpper
          ? affine::AffineMinOp::create(builder, loc, map, values).getResult()
          : affine::AffineMaxOp::create(builder, loc, map, values).getResult();
  // The interval is within the loop, and therefore close to `first`.
  if (getTripCount(loop))
    return count;
  Value limit =
      arith::ConstantIndexOp::create(builder, loc, isUpper ? 0 : lanes);
  if (isUpper)
    return arith::MaxSIOp::create(builder, loc, count, limit);
  return arith::MinSIOp::create(builder, loc, count, limit);
}

Value Guard::emitMask(OpBuilder &builder, Loop loop, Value first,
                      int64_t lanes) const {
  Location loc = loop.getLoc();
  auto type = VectorType::get({lanes}, builder.getI1Type());
  auto emitFirst = [&](ArrayRef<AffineExpr> bounds, bool isUpper) -> Value {
    Value count = emitCount(builder, loop, bounds, first, lanes, isUpper);
    return vector::CreateMaskOp::create(builder, loc, type, count);
  };
  Value all = arith::ConstantOp::create(builder, loc,
                                        DenseElementsAttr::get(type, true));
  Value mask = upper.empty() ? all : emitFirst(upper, /*isUpper=*/true);
  if (lower.empty())
    return mask;
  Value before = emitFirst(lower, /*isUpper=*/false);
  Value from = arith::XOrIOp::create(builder, loc, before, all);
  return arith::AndIOp::create(builder, loc, mask, from);
}

} // namespace tvm::schedule
