// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_MARKWRITTENPASS
#include "conversion/KernelToNVVM/Passes.h.inc"

/// Whether `user` may write to the memory at `value`.
static bool mayWrite(Operation *user, Value value) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(user);
  return effects
             ? effects.getEffectOnValue<MemoryEffects::Write>(value).has_value()
             : !isMemoryEffectFree(user);
}

static bool isWritten(Value memory) {
  SmallVector<Value> values = {memory};
  while (!values.empty()) {
    Value value = values.pop_back_val();
    for (Operation *user : value.getUsers()) {
      if (mayWrite(user, value))
        return true;
      for (Value result : user->getResults())
        if (isa<MemRefType>(result.getType()))
          values.push_back(result);
    }
  }
  return false;
}

static void markWritten(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel) {
  SmallVector<int64_t> written;
  for (BlockArgument argument : kernel.getArguments())
    if (isa<MemRefType>(argument.getType()) && isWritten(argument))
      written.push_back(argument.getArgNumber());
  launch->setAttr(kWrittenAttrName,
                  DenseI64ArrayAttr::get(launch.getContext(), written));
}

namespace {
struct MarkWrittenPass : impl::MarkWrittenPassBase<MarkWrittenPass> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      if (auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
              launch, launch.getKernel()))
        markWritten(launch, kernel);
    });
  }
};
} // namespace

} // namespace tvm
