// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/InferShapes.h"

#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/Shapes/ShapeInference.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_INFERSHAPESPASS
#include "transforms/Graph/Passes.h.inc"

/// Sets unknown dimensions of `value` that `inferred` knows.
static bool refine(Value value, Type inferred) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto better = dyn_cast<RankedTensorType>(inferred);
  if (!type || !better || type == better)
    return false;
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, other] : llvm::zip(shape, better.getShape()))
    if (ShapedType::isDynamic(size))
      size = other;
  Type refined = type.clone(shape);
  bool isChanged = refined != type;
  value.setType(llvm::cast<RankedTensorType>(refined));
  return isChanged;
}

static FailureOr<bool> inferOperator(InferTypeOpInterface op) {
  SmallVector<Type> types;
  if (failed(op.inferReturnTypes(op->getContext(), op->getLoc(),
                                 op->getOperands(), op->getAttrDictionary(),
                                 op->getPropertiesStorage(), op->getRegions(),
                                 types)))
    return failure();
  if (!areCompatibleTypes(types, op->getResultTypes()))
    return op->emitOpError("is of type ")
           << op->getResultTypes() << ", inferred " << types;
  bool isChanged = false;
  for (auto [result, type] : llvm::zip(op->getResults(), types))
    isChanged |= refine(result, type);
  return isChanged;
}

/// A dimension that neither the first value nor an iteration changes is known
/// in the body.
static bool refineCarried(LoopOp loop) {
  bool isChanged = false;
  for (auto [argument, init, next] : llvm::zip(
           loop.getCarried(), loop.getInitial(), loop.getNext().getCarried()))
    if (RankedTensorType type = joinTypes(init.getType(), next.getType()))
      isChanged |= refine(argument, type);
  return isChanged;
}

/// Runs one round of inference. Values that regions yield are inferred before
/// the results of their operator.
static FailureOr<bool> inferOperators(func::FuncOp function) {
  bool isChanged = false;
  WalkResult result = function.walk([&](InferTypeOpInterface op) {
    if (!isa<GraphDialect>(op->getDialect()))
      return WalkResult::advance();
    if (auto loop = dyn_cast<LoopOp>(op.getOperation()))
      isChanged |= refineCarried(loop);
    auto isRefined = inferOperator(op);
    if (failed(isRefined))
      return WalkResult::interrupt();
    isChanged |= *isRefined;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return isChanged;
}

FailureOr<bool> inferShapes(func::FuncOp function) {
  bool isChanged = false, isChangedNow = true;
  while (isChangedNow) {
    auto round = inferOperators(function);
    if (failed(round))
      return failure();
    isChangedNow = *round;
    isChanged |= isChangedNow;
  }
  auto *terminator = function.getBody().front().getTerminator();
  function.setFunctionType(FunctionType::get(function.getContext(),
                                             function.getArgumentTypes(),
                                             terminator->getOperandTypes()));
  return isChanged;
}

namespace {
struct InferShapesPass : impl::InferShapesPassBase<InferShapesPass> {
  void runOnOperation() override {
    if (!getOperation().isExternal() && failed(inferShapes(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::graph
