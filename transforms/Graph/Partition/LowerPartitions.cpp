// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "transforms/Graph/Partition/PartitionTargets.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_LOWERPARTITIONSPASS
#include "transforms/Graph/Passes.h.inc"

/// Lets the function's target replace what is its own.
static LogicalResult lower(func::FuncOp function) {
  auto name = function->getAttrOfType<StringAttr>(kTargetAttrName);
  const PartitionTarget *target = lookUpPartitionTarget(name);
  if (!target)
    return function.emitError("is for target '")
           << name.getValue() << "', which nobody implements: expected one of "
           << listPartitionTargets();
  return target->lower(function);
}

/// Memory for a result of `call`.
static FailureOr<Value> createDestination(OpBuilder &builder, OpResult result) {
  auto type = cast<RankedTensorType>(result.getType());
  ValueRange dims;
  if (!type.hasStaticShape()) {
    auto users =
        llvm::make_filter_range(result.getUsers(), llvm::IsaPred<WithDimsOp>);
    if (users.empty())
      return result.getOwner()->emitOpError(
                 "expected graph.with_dims of result #")
             << result.getResultNumber() << ", whose size is unknown";
    dims = cast<WithDimsOp>(*users.begin()).getDims();
  }
  return Value(tensor::EmptyOp::create(builder, result.getLoc(), type, dims));
}

static LogicalResult replaceCall(func::CallOp call, SymbolRefAttr kernel) {
  OpBuilder builder(call);
  SmallVector<Value> outs;
  for (OpResult result : call.getResults()) {
    auto out = createDestination(builder, result);
    if (failed(out))
      return failure();
    outs.push_back(*out);
  }
  auto launch = LaunchOp::create(builder, call.getLoc(), call.getResultTypes(),
                                 kernel, call.getOperands(), outs,
                                 /*fusion=*/FusionAttr());
  call.replaceAllUsesWith(launch);
  Block *block = call->getBlock();
  call.erase();
  sortTopologically(block); // dimensions first
  return success();
}

/// Moves `function` into a module of its own: a kernel.
static SymbolRefAttr makeKernel(func::FuncOp function, SymbolTable &symbols) {
  function->removeAttr(kTargetAttrName);
  function.setPublic();
  auto kernel = ModuleOp::create(function.getLoc(), function.getName());
  symbols.remove(function);
  function->moveBefore(kernel.getBody(), kernel.getBody()->end());
  StringAttr name =
      symbols.insert(kernel, symbols.getOp()->getRegion(0).front().begin());
  return SymbolRefAttr::get(name, FlatSymbolRefAttr::get(function));
}

namespace {
struct LowerPartitionsPass
    : impl::LowerPartitionsPassBase<LowerPartitionsPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    DenseMap<StringAttr, SymbolRefAttr> kernels;
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (!function->hasAttr(kTargetAttrName))
        continue;
      if (failed(lower(function)))
        return signalPassFailure();
      StringAttr name = function.getNameAttr();
      kernels[name] = makeKernel(function, symbols);
    }
    SmallVector<func::CallOp> calls;
    getOperation().walk([&](func::CallOp call) { calls.push_back(call); });
    for (func::CallOp call : calls)
      if (auto kernel = kernels.lookup(call.getCalleeAttr().getAttr()))
        if (failed(replaceCall(call, kernel)))
          return signalPassFailure();
  }
};
} // namespace

} // namespace tvm::graph
