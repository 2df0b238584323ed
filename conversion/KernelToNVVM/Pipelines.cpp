// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/GPU/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/TE/Passes.h"
#include "transforms/Target/TargetSpec.h"
#include "transforms/Vectorize/Passes.h"

using namespace mlir;

namespace tvm {

static void addLaunches(OpPassManager &manager) {
  auto &function = manager.nest<func::FuncOp>();
  function.addPass(schedule::createInsertBarriersPass());
  function.addPass(schedule::createShrinkLocalsPass());
  function.addPass(schedule::createLowerBindingsPass());
  function.addPass(schedule::createLowerGPUScopesPass());
  function.addPass(te::createLowerBlocksPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  schedule::VectorizeLoopsPassOptions vectors;
  vectors.device = target::kGPU.str();
  function.addPass(schedule::createVectorizeLoopsPass(vectors));
  function.addPass(schedule::createLowerLoopKindsPass());
}

static void addKernels(OpPassManager &manager, bool strict) {
  manager.addPass(createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
  manager.addPass(createOrderOperandsPass());
  manager.addPass(createMarkWrittenPass());
  auto &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createVerifyDeviceCallsPass()); // of the math library
  kernels.addPass(createAlignBuffersPass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createLowerIntrinsicsPass());
  if (!strict)
    kernels.addPass(createAllowContractionPass());
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createVerifyDeviceCallsPass()); // of libdevice
}

void buildKernelToNVVMPipeline(OpPassManager &manager,
                               const KernelToNVVMOptions &options) {
  addLaunches(manager);
  buildExpandPipeline(manager, target::kGPU);
  addKernels(manager, options.strict);
  GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  manager.addPass(createGpuNVVMAttachTarget(target));
}

void buildKernelToPTXPipeline(OpPassManager &manager,
                              const KernelToNVVMOptions &options) {
  buildKernelToNVVMPipeline(manager, options);
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  manager.addPass(createGpuModuleToBinaryPass(binary));
}

void buildKernelToDevicePipeline(OpPassManager &manager,
                                 const KernelToNVVMOptions &options) {
  buildKernelToPTXPipeline(manager, options);
  manager.addPass(createLowerLaunchesPass());
}

void registerKernelToNVVMPipelines() {
  PassPipelineRegistration<KernelToNVVMOptions>(
      "kernel-to-nvvm",
      "A kernel with loops bound to a GPU to the nvvm dialect",
      buildKernelToNVVMPipeline);
  PassPipelineRegistration<KernelToNVVMOptions>(
      "kernel-to-ptx", "A kernel with loops bound to a GPU to PTX text",
      buildKernelToPTXPipeline);
  PassPipelineRegistration<KernelToNVVMOptions>(
      "kernel-to-device",
      "A kernel with loops bound to a GPU to code for a CPU that launches it",
      buildKernelToDevicePipeline);
}

void registerNVVMTranslation(DialectRegistry &registry) {
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  NVVM::registerConvertGpuToNVVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}

} // namespace tvm
