#include "transforms/Schedule/Guards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace tvm::schedule {

/// `map` over dimensions only.
static AffineMap replaceSymbols(AffineMap map) {
  unsigned numDims = map.getNumDims(), numInputs = map.getNumInputs();
  SmallVector<AffineExpr> symbols;
  for (unsigned i = numDims; i < numInputs; ++i)
    symbols.push_back(getAffineDimExpr(i, map.getContext()));
  return map.replaceDimsAndSymbols({}, symbols, numInputs, 0);
}

/// Distance of the values of `expr` from one value of the variable, which is
/// dimension `position`, to the next.
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
  map = replaceSymbols(map);
  unsigned position = guard.operands.size();
  for (auto [i, operand] : llvm::enumerate(guard.operands)) {
    if (operand == loop.getInductionVar())
      position = i;
    else if (loop.getRegion().isAncestor(operand.getParentRegion()))
      return std::nullopt; // not known in front of the loop
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

affine::AffineIfOp Guard::emitNonEmpty(OpBuilder &builder, Loop loop) const {
  AffineMap bound = replaceSymbols(loop.getUpperBoundMap());
  AffineExpr count =
      bound.getResult(0).shiftDims(bound.getNumDims(), operands.size());
  SmallVector<Value> values(operands);
  llvm::append_range(values, loop.getUpperBoundOperands());
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  auto require = [&](AffineExpr expr, bool equals = false) {
    constraints.push_back(expr);
    isEquality.push_back(equals);
  };
  for (const Constraint &constraint : invariant)
    require(constraint.expr, constraint.isEquality);
  // An interval of integers is not empty if no lower bound is above an upper
  // one.
  for (AffineExpr least : lower)
    require(count - 1 - least);
  for (AffineExpr end : upper) {
    require(end - 1);
    for (AffineExpr least : lower)
      require(end - 1 - least);
  }
  if (!isa<AffineConstantExpr>(count))
    require(count - 1);
  auto set = IntegerSet::get(values.size(), 0, constraints, isEquality);
  affine::canonicalizeSetAndOperands(&set, &values);
  return affine::AffineIfOp::create(builder, loop.getLoc(), set, values,
                                    /*withElse=*/false);
}

/// Number of iterations from `first` to the least or greatest bound.
Value Guard::emitCount(OpBuilder &builder, Location loc,
                       ArrayRef<AffineExpr> bounds, Value first,
                       bool takeLeast) const {
  SmallVector<Value> values(operands);
  AffineExpr start = builder.getAffineDimExpr(values.size());
  values.push_back(first);
  SmallVector<AffineExpr> counts = llvm::map_to_vector(
      bounds, [&](AffineExpr bound) { return bound - start; });
  auto map = AffineMap::get(values.size(), 0, counts, builder.getContext());
  affine::canonicalizeMapAndOperands(&map, &values);
  if (counts.size() == 1)
    return affine::AffineApplyOp::create(builder, loc, map, values);
  if (takeLeast)
    return affine::AffineMinOp::create(builder, loc, map, values);
  return affine::AffineMaxOp::create(builder, loc, map, values);
}

Value Guard::emitMask(OpBuilder &builder, Location loc, Value first,
                      int64_t lanes) const {
  auto type = VectorType::get({lanes}, builder.getI1Type());
  auto emitFirst = [&](Value count) -> Value {
    return vector::CreateMaskOp::create(builder, loc, type, count);
  };
  auto emitConstant = [&](bool value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, value));
  };
  Value mask = upper.empty()
                   ? emitConstant(true)
                   : emitFirst(emitCount(builder, loc, upper, first, true));
  if (lower.empty())
    return mask;
  Value before = emitFirst(emitCount(builder, loc, lower, first, false));
  Value from = arith::XOrIOp::create(builder, loc, before, emitConstant(true));
  return arith::AndIOp::create(builder, loc, mask, from);
}

//===-- guards of a loop's body -------------------------------------------===//

static bool isPlainGuard(Operation &op) {
  auto guard = dyn_cast<affine::AffineIfOp>(op);
  return guard && !guard.hasElse() && guard.getNumResults() == 0;
}

void mergeEqualGuards(Loop loop) {
  affine::AffineIfOp last;
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    if (!isPlainGuard(op)) {
      last = {};
      continue;
    }
    auto guard = cast<affine::AffineIfOp>(op);
    if (!last || last.getIntegerSet() != guard.getIntegerSet() ||
        !llvm::equal(last.getOperands(), guard.getOperands())) {
      last = guard;
      continue;
    }
    Block *body = guard.getThenBlock(), *to = last.getThenBlock();
    to->getOperations().splice(to->getTerminator()->getIterator(),
                               body->getOperations(), body->begin(),
                               body->getTerminator()->getIterator());
    guard.erase();
  }
}

affine::AffineIfOp findOnlyGuard(Loop loop) {
  affine::AffineIfOp only;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isMemoryEffectFree(&op) && isSpeculatable(&op))
      continue;
    if (only || !isPlainGuard(op))
      return {};
    only = cast<affine::AffineIfOp>(op);
  }
  return only && Guard::match(only, loop) ? only : affine::AffineIfOp();
}

} // namespace tvm::schedule
