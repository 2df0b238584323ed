// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Target/TargetSpec.h"

using namespace mlir;

namespace tvm {

static void addToLLVM(OpPassManager &manager, bool reassociate) {
  ConvertVectorToLLVMPassOptions vectorOptions;
  vectorOptions.reassociateFPReductions = reassociate;
  // Counts of active lanes are at most the number of lanes
  // (vectorize-marked-loops).
  vectorOptions.force32BitVectorIndices = true;
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertVectorToLLVMPass(vectorOptions));
  manager.addPass(createKernelConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createKernelBF16BitsPass());
}

void buildExpandPipeline(OpPassManager &manager, StringRef device) {
  manager.addPass(createLowerAffinePass());
  KernelLowerFloatsPassOptions floats;
  floats.device = device.str();
  manager.addPass(createKernelLowerFloatsPass(floats));
  manager.addPass(createKernelLowerMathPass());
  manager.addPass(createKernelExpandVectorsPass());
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(arith::createArithExpandOpsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void buildLowerToLLVMPipeline(OpPassManager &manager,
                              const LowerToLLVMOptions &options) {
  buildExpandPipeline(manager, target::kCPU);
  addToLLVM(manager, !options.strict);
}

void buildKernelToLLVMPipeline(OpPassManager &manager,
                               const LowerToLLVMOptions &options) {
  manager.addPass(createKernelPlanWorkspacePass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createKernelOutlineParallelPass());
  manager.addPass(createKernelDivideFunctionsPass());
  manager.addPass(createKernelFenceStreamsPass());
  manager.addPass(createKernelHoistAllocasPass());
  manager.addPass(createKernelLowerExternsPass());
  manager.addPass(createKernelLowerABIPass());
  buildLowerToLLVMPipeline(manager, options);
}

void registerKernelToLLVMPipelines() {
  PassPipelineRegistration<LowerToLLVMOptions>(
      "lower-to-llvm", "Everything below loops to the llvm dialect",
      buildLowerToLLVMPipeline);
  PassPipelineRegistration<LowerToLLVMOptions>(
      "kernel-to-llvm", "A scheduled kernel to the llvm dialect",
      buildKernelToLLVMPipeline);
}

} // namespace tvm
