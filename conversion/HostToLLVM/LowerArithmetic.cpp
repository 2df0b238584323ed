// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/HostToLLVM/HostToLLVM.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_HOSTLOWERARITHMETICPASS
#include "conversion/HostToLLVM/Passes.h.inc"

namespace {
struct HostLowerArithmeticPass
    : impl::HostLowerArithmeticPassBase<HostLowerArithmeticPass> {
  void runOnOperation() override {
    auto host = getOperation().lookupSymbol<ModuleOp>(kHostModuleName);
    if (!host)
      return;
    OpPassManager manager(ModuleOp::getOperationName());
    auto &entry = manager.nest<LLVM::LLVMFuncOp>();
    entry.addPass(createLowerAffinePass());
    entry.addPass(arith::createArithExpandOpsPass());
    entry.addPass(createArithToLLVMConversionPass());
    entry.addPass(createReconcileUnrealizedCastsPass());
    entry.addPass(createCSEPass());
    if (failed(runPipeline(manager, host)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
