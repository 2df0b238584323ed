// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Support/Bindings.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tvm::schedule {

/// Replaces `variable` among the operands of an affine map.
static void substituteInMap(AffineMap &map, SmallVectorImpl<Value> &operands,
                            Value variable, AffineMap replacement,
                            ValueRange replacementOperands) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims, symbols;
  SmallVector<Value> newDims, newSymbols;
  auto dimFor = [&](Value value) {
    newDims.push_back(value);
    return getAffineDimExpr(newDims.size() - 1, context);
  };
  for (unsigned i = 0; i < map.getNumInputs(); ++i) {
    Value operand = operands[i];
    AffineExpr expr;
    if (operand == variable) {
      SmallVector<AffineExpr> inner;
      for (Value value : replacementOperands)
        inner.push_back(dimFor(value));
      expr = replacement.getResult(0).replaceDims(inner);
    } else if (i < map.getNumDims()) {
      expr = dimFor(operand);
    } else {
      newSymbols.push_back(operand);
      expr = getAffineSymbolExpr(newSymbols.size() - 1, context);
    }
    (i < map.getNumDims() ? dims : symbols).push_back(expr);
  }
  map = map.replaceDimsAndSymbols(dims, symbols, newDims.size(),
                                  newSymbols.size());
  operands.assign(newDims.begin(), newDims.end());
  operands.append(newSymbols);
  affine::canonicalizeMapAndOperands(&map, &operands);
}

AffineMap getBlockMap(te::BlockOp block) {
  AffineMap map = block.getBindings();
  std::optional<IntegerSet> predicate = block.getPredicate();
  if (!predicate)
    return map;
  SmallVector<AffineExpr> results(map.getResults());
  llvm::append_range(results, predicate->getConstraints());
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

SmallVector<bool> getEqualities(te::BlockOp block) {
  SmallVector<bool> equalities;
  if (std::optional<IntegerSet> predicate = block.getPredicate())
    llvm::append_range(equalities, predicate->getEqFlags());
  return equalities;
}

/// Whether a constraint always holds.
static bool isTrue(AffineExpr expr, bool equality) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant &&
         (equality ? constant.getValue() == 0 : constant.getValue() >= 0);
}

void setBlockMap(te::BlockOp block, AffineMap map, ValueRange operands,
                 ArrayRef<bool> equalities) {
  unsigned numAxes = block.getNumAxes();
  ArrayRef<AffineExpr> results = map.getResults();
  block.setBindings(AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                   results.take_front(numAxes),
                                   map.getContext()));
  block.getItersMutable().assign(operands);
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> flags;
  for (auto [expr, equality] :
       llvm::zip_equal(results.drop_front(numAxes), equalities)) {
    if (isTrue(expr, equality))
      continue;
    constraints.push_back(expr);
    flags.push_back(equality);
  }
  if (constraints.empty())
    block.removePredicateAttr();
  else
    block.setPredicate(IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                                       constraints, flags));
}

/// Replaces `variable` where a block is bound to it or captures it.
static void substituteInBlock(te::BlockOp block, Value variable, AffineMap map,
                              ValueRange operands) {
  if (llvm::is_contained(block.getIters(), variable)) {
    SmallVector<bool> equalities = getEqualities(block);
    AffineMap whole = getBlockMap(block);
    SmallVector<Value> iters(block.getIters());
    substituteInMap(whole, iters, variable, map, operands);
    setBlockMap(block, whole, iters, equalities);
  }
  if (!llvm::is_contained(block.getCaptures(), variable))
    return;
  // The replacement of a captured variable is computed in front of the block.
  OpBuilder builder(block);
  Value value =
      affine::AffineApplyOp::create(builder, block.getLoc(), map, operands);
  block.getCapturesMutable().assign(llvm::map_to_vector(
      block.getCaptures(), [&](Value v) { return v == variable ? value : v; }));
}

static void substituteInBounds(Loop loop, Value variable, AffineMap map,
                               ValueRange operands) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  SmallVector<Value> lowerOperands(loop.getLowerBoundOperands());
  SmallVector<Value> upperOperands(loop.getUpperBoundOperands());
  substituteInMap(lower, lowerOperands, variable, map, operands);
  substituteInMap(upper, upperOperands, variable, map, operands);
  loop.setLowerBound(lowerOperands, lower);
  loop.setUpperBound(upperOperands, upper);
}

void substitute(Operation *root, Value variable, AffineMap map,
                ValueRange operands) {
  SmallVector<Operation *> users;
  for (Operation *user : variable.getUsers())
    if (root->isAncestor(user))
      users.push_back(user);
  llvm::SmallPtrSet<Operation *, 8> done;
  for (Operation *user : users) {
    if (!done.insert(user).second)
      continue;
    if (auto block = dyn_cast<te::BlockOp>(user)) {
      substituteInBlock(block, variable, map, operands);
    } else if (auto loop = dyn_cast<Loop>(user)) {
      substituteInBounds(loop, variable, map, operands);
    } else if (auto apply = dyn_cast<affine::AffineApplyOp>(user)) {
      AffineMap value = apply.getAffineMap();
      SmallVector<Value> inputs(apply.getMapOperands());
      substituteInMap(value, inputs, variable, map, operands);
      OpBuilder builder(apply);
      Value replaced =
          affine::AffineApplyOp::create(builder, apply.getLoc(), value, inputs);
      apply.replaceAllUsesWith(replaced);
      apply.erase();
    } else {
      // Other users take the computed value.
      OpBuilder builder(user);
      Value value =
          affine::AffineApplyOp::create(builder, user->getLoc(), map, operands);
      user->replaceUsesOfWith(variable, value);
    }
  }
}

void addPredicate(te::BlockOp block, AffineExpr condition,
                  ValueRange operands) {
  SmallVector<bool> equalities = getEqualities(block);
  AffineMap map = getBlockMap(block);
  unsigned numDims = map.getNumDims();
  // The operands become further dims, behind the existing ones.
  SmallVector<AffineExpr> results(map.getResults());
  results.push_back(condition.shiftDims(operands.size(), numDims));
  equalities.push_back(false);
  SmallVector<Value> iters(block.getIters().take_front(numDims));
  llvm::append_range(iters, operands);
  llvm::append_range(iters, block.getIters().drop_front(numDims));
  map = AffineMap::get(numDims + operands.size(), map.getNumSymbols(), results,
                       map.getContext());
  affine::canonicalizeMapAndOperands(&map, &iters);
  setBlockMap(block, map, iters, equalities);
}

void addUpperBound(te::BlockOp block, AffineExpr index, ValueRange operands,
                   Loop loop) {
  AffineMap bound = loop.getUpperBoundMap();
  SmallVector<Value> all(operands);
  SmallVector<AffineExpr> inputs;
  for (Value operand : loop.getUpperBoundOperands()) {
    inputs.push_back(getAffineDimExpr(all.size(), block.getContext()));
    all.push_back(operand);
  }
  AffineExpr count = bound.getResult(0).replaceDimsAndSymbols(
      ArrayRef(inputs).take_front(bound.getNumDims()),
      ArrayRef(inputs).drop_front(bound.getNumDims()));
  addPredicate(block, count - 1 - index, all);
}

std::string makeUniqueName(Operation *op, StringRef base) {
  llvm::StringSet<> names;
  op->getParentOfType<func::FuncOp>()->walk(
      [&](te::BlockOp block) { names.insert(block.getName()); });
  std::string name = base.str();
  for (int i = 1; names.contains(name); ++i)
    name = (base + "_" + Twine(i)).str();
  return name;
}

} // namespace tvm::schedule
