// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELEXPANDVECTORSPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

namespace {
struct KernelExpandVectorsPass
    : impl::KernelExpandVectorsPassBase<KernelExpandVectorsPass> {
  void runOnOperation() override {
    bool hasMasks = false, hasReductions = false, hasTransfers = false;
    getOperation()->walk([&](Operation *op) {
      hasMasks |= isa<vector::MaskOp>(op);
      hasReductions |= isa<vector::MultiDimReductionOp>(op);
      hasTransfers |=
          isa<vector::TransferReadOp, vector::TransferWriteOp, vector::PrintOp>(
              op);
    });
    OpPassManager passes(ModuleOp::getOperationName());
    if (hasMasks)
      passes.addNestedPass<func::FuncOp>(vector::createLowerVectorMaskPass());
    if (hasReductions)
      passes.addNestedPass<func::FuncOp>(
          vector::createLowerVectorMultiReductionPass());
    if (hasTransfers || hasReductions)
      passes.addPass(createConvertVectorToSCFPass(
          VectorTransferToSCFOptions().enableFullUnroll()));
    if (failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
