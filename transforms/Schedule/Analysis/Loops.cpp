// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/Loops.h"

#include "dialects/TE/TEBlocks.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

static StringRef getName(LoopKind kind) {
  switch (kind) {
  case LoopKind::Parallel:
    return "parallel";
  case LoopKind::Vectorized:
    return "vectorized";
  case LoopKind::Unrolled:
    return "unrolled";
  case LoopKind::VirtualThread:
    return "vthread";
  case LoopKind::Serial:
  case LoopKind::Bound: // bindLoop records the axis
    return {};
  }
  llvm_unreachable("unknown kind");
}

void setLoopKind(Loop loop, LoopKind kind) {
  if (kind == LoopKind::Serial)
    loop->removeAttr(kLoopKindAttrName);
  else
    loop->setAttr(kLoopKindAttrName,
                  StringAttr::get(loop.getContext(), getName(kind)));
}

LoopKind getLoopKind(Loop loop) {
  auto name = loop->getAttrOfType<StringAttr>(kLoopKindAttrName);
  if (!name)
    return LoopKind::Serial;
  for (LoopKind kind : {LoopKind::Parallel, LoopKind::Vectorized,
                        LoopKind::Unrolled, LoopKind::VirtualThread})
    if (name.getValue() == getName(kind))
      return kind;
  return LoopKind::Bound;
}

bool isConcurrent(Loop loop) {
  LoopKind kind = getLoopKind(loop);
  return kind == LoopKind::Parallel || kind == LoopKind::VirtualThread ||
         kind == LoopKind::Bound;
}

std::optional<int64_t> getTripCount(Loop loop) {
  std::optional<uint64_t> count = affine::getConstantTripCount(loop);
  if (!count)
    return std::nullopt;
  return static_cast<int64_t>(*count);
}

bool isDefinedIn(Operation *op, Value value) {
  return op->isAncestor(value.getParentRegion()->getParentOp());
}

SmallVector<Loop> getLoops(Operation *op) {
  SmallVector<Loop> loops;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<Loop>(parent))
      loops.push_back(loop);
  std::reverse(loops.begin(), loops.end());
  return loops;
}

bool isNormalized(Loop loop) {
  return loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 && loop.getNumIterOperands() == 0 &&
         loop.getUpperBoundMap().getNumResults() == 1;
}

bool isPerfectlyNested(Loop outer, Loop inner) {
  return inner->getParentOp() == outer &&
         llvm::hasSingleElement(outer.getBody()->without_terminator());
}

Operation *getTopLevelNest(Operation *op) {
  while (op->getParentOp() && !isa<func::FuncOp>(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

bool hasCall(Operation *op) {
  return op->walk([](CallOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

bool isOverSteps(Operation *loop) {
  return isa<Loop>(loop) && loop->hasAttr(te::kStepsAttrName);
}

Operation *getNest(Operation *op) {
  while (op->getParentOp() && !isa<func::FuncOp>(op->getParentOp()) &&
         !isOverSteps(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

SmallVector<Loop> getNestLoops(Operation *op) {
  Operation *nest = getNest(op);
  SmallVector<Loop> loops = getLoops(op);
  llvm::erase_if(loops, [&](Loop loop) { return !nest->isAncestor(loop); });
  return loops;
}

/// Whether `value` is computed from `variable`.
static bool dependsOn(Value value, Value variable) {
  if (value == variable)
    return true;
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  return apply && llvm::any_of(apply.getOperands(), [&](Value operand) {
           return dependsOn(operand, variable);
         });
}

/// Whether the bindings may depend on `variable`: composing them tells more,
/// and takes long.
static bool mayBindAxis(te::BlockOp block, Value variable, bool reduction) {
  AffineMap bindings = block.getBindings();
  for (auto [i, iter] : llvm::enumerate(block.getIters())) {
    if (!dependsOn(iter, variable))
      continue;
    for (unsigned axis = 0; axis < block.getNumAxes(); ++axis) {
      AffineExpr result = bindings.getResult(axis);
      if (block.isReduction(axis) == reduction &&
          (i < bindings.getNumDims()
               ? result.isFunctionOfDim(i)
               : result.isFunctionOfSymbol(i - bindings.getNumDims())))
        return true;
    }
  }
  return false;
}

bool bindsAxis(te::BlockOp block, Value variable, bool reduction) {
  if (!mayBindAxis(block, variable, reduction))
    return false;
  AffineMap bindings = block.getBindings();
  SmallVector<Value> iters(block.getIters());
  // Upstream's transformations leave such operations between loops and blocks.
  if (llvm::any_of(iters, [](Value iter) {
        return iter.getDefiningOp<affine::AffineApplyOp>();
      }))
    affine::fullyComposeAffineMapAndOperands(&bindings, &iters);
  for (auto [i, iter] : llvm::enumerate(iters)) {
    if (iter != variable || i >= bindings.getNumDims())
      continue;
    for (unsigned axis = 0; axis < block.getNumAxes(); ++axis)
      if (block.isReduction(axis) == reduction &&
          bindings.getResult(axis).isFunctionOfDim(i))
        return true;
  }
  return false;
}

bool bindsReductionOnly(te::BlockOp block, Value variable) {
  return bindsAxis(block, variable, /*reduction=*/true) &&
         !bindsAxis(block, variable, /*reduction=*/false);
}

Loop getReductionLoop(te::BlockOp block) {
  for (Loop loop : getLoops(block))
    if (bindsAxis(block, loop.getInductionVar(), /*reduction=*/true))
      return loop;
  return {};
}

SmallVector<unsigned> getWrittenCaptures(te::BlockOp block) {
  llvm::SmallSetVector<unsigned, 2> written;
  if (block.hasRegions()) {
    for (auto region : block.getWrites()->getAsRange<te::RegionAttr>())
      written.insert(region.getCapture());
    return written.takeVector();
  }
  Region &body = block.getBody();
  for (unsigned i = 0; i < block.getCaptures().size(); ++i) {
    BlockArgument argument = block.getCaptureArgument(body, i);
    bool isWritten = llvm::any_of(argument.getUsers(), [&](Operation *user) {
      auto store = dyn_cast<affine::AffineStoreOp>(user);
      return (store && store.getMemRef() == argument) ||
             isa<memref::StoreOp>(user);
    });
    if (isWritten)
      written.insert(i);
  }
  return written.takeVector();
}

std::optional<unsigned> getWrittenCapture(te::BlockOp block) {
  SmallVector<unsigned> written = getWrittenCaptures(block);
  if (written.size() != 1)
    return std::nullopt;
  return written.front();
}

bool isFunctionOfInput(AffineExpr expr, unsigned input, unsigned numDims) {
  return input < numDims ? expr.isFunctionOfDim(input)
                         : expr.isFunctionOfSymbol(input - numDims);
}

bool dependsOn(te::BlockOp block, AffineExpr expr,
               function_ref<bool(Value)> isMeant) {
  unsigned numDims = block.getBindings().getNumDims();
  for (auto [i, iter] : llvm::enumerate(block.getIters()))
    if (isMeant(iter) && isFunctionOfInput(expr, i, numDims))
      return true;
  return false;
}

AffineMap asDims(AffineMap map) {
  SmallVector<AffineExpr> symbols;
  for (unsigned i = 0; i < map.getNumSymbols(); ++i)
    symbols.push_back(getAffineDimExpr(map.getNumDims() + i, map.getContext()));
  return map.replaceDimsAndSymbols({}, symbols, map.getNumInputs(), 0);
}

std::optional<int64_t> getExtreme(AffineExpr expr, ValueRange operands,
                                  presburger::BoundType type, bool areSizes) {
  unsigned numDims = operands.size();
  FlatLinearConstraints set(numDims + 1, /*numSymbols=*/0);
  for (auto [d, operand] : llvm::enumerate(operands)) {
    Loop outer = affine::getForInductionVarOwner(operand);
    if (!outer && areSizes)
      set.addBound(presburger::BoundType::LB, d, 0);
    if (!outer || !isNormalized(outer) || !getTripCount(outer))
      continue;
    set.addBound(presburger::BoundType::LB, d, 0);
    set.addBound(presburger::BoundType::UB, d, *getTripCount(outer) - 1);
  }
  if (failed(set.addBound(presburger::BoundType::EQ, numDims,
                          AffineMap::get(numDims + 1, 0, expr))))
    return std::nullopt;
  return set.getConstantBound64(type, numDims);
}

bool mayEndBelowZero(Loop loop) {
  AffineMap bound = loop.getUpperBoundMap();
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  affine::fullyComposeAffineMapAndOperands(&bound, &operands);
  // Values that are not variables of loops are sizes.
  auto least = getExtreme(asDims(bound).getResult(0), operands,
                          presburger::BoundType::LB, /*areSizes=*/true);
  return least.value_or(-1) < 0;
}

} // namespace tvm::schedule
