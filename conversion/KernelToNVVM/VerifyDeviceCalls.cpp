// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_VERIFYDEVICECALLSPASS
#include "conversion/KernelToNVVM/Passes.h.inc"

static LogicalResult verifyCall(CallOpInterface call) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
  if (callee && !callee.isExternal())
    return success();
  return call.emitError("expected a function that runs on a GPU, got ")
         << cast<SymbolRefAttr>(call.getCallableForCallee())
         << ", which has no body";
}

namespace {
struct VerifyDeviceCallsPass
    : impl::VerifyDeviceCallsPassBase<VerifyDeviceCallsPass> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([](CallOpInterface call) {
      return failed(verifyCall(call)) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
