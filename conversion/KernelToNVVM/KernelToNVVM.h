// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTONVVM_KERNELTONVVM_H
#define TVM_CONVERSION_KERNELTONVVM_KERNELTONVVM_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/KernelToNVVM/Passes.h.inc"

/// The attribute of a `gpu.launch_func` that lists the operands which its
/// kernel may write.
inline constexpr llvm::StringLiteral kWrittenAttrName = "kernel.written";

/// Functions of the runtime that the host's code calls; see tvm_abi.h.
inline constexpr llvm::StringLiteral kDeviceBegin = "tvm_device_begin";
inline constexpr llvm::StringLiteral kDeviceLaunch = "tvm_device_launch";
inline constexpr llvm::StringLiteral kDeviceEnd = "tvm_device_end";

/// Options of the pipelines below.
struct KernelToNVVMOptions : mlir::PassPipelineOptions<KernelToNVVMOptions> {
  PassOptions::Option<std::string> chip{
      *this, "chip", llvm::cl::desc("the GPU's architecture"),
      llvm::cl::init("sm_80")};
  PassOptions::Option<bool> strict{
      *this, "strict", llvm::cl::desc("round every product and every sum"),
      llvm::cl::init(false)};
};

/// Adds passes from a scheduled kernel of blocks to a function of the host that
/// launches and a `gpu.module` in the llvm and nvvm dialects, with its target.
void buildKernelToNVVMPipeline(mlir::OpPassManager &manager,
                               const KernelToNVVMOptions &options);

/// Adds the same passes, and serialisation to a `gpu.binary` with PTX text.
/// Needs neither a GPU nor CUDA.
void buildKernelToPTXPipeline(mlir::OpPassManager &manager,
                              const KernelToNVVMOptions &options);

/// Adds the same passes, and code for a CPU that lets the runtime run the text
/// on a device.
void buildKernelToDevicePipeline(mlir::OpPassManager &manager,
                                 const KernelToNVVMOptions &options);

/// Registers the named pipelines `kernel-to-nvvm`, `kernel-to-ptx`,
/// `kernel-to-device`.
void registerKernelToNVVMPipelines();

/// Registers upstream's interfaces and translations that PTX needs.
void registerNVVMTranslation(mlir::DialectRegistry &registry);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTONVVM_KERNELTONVVM_H
