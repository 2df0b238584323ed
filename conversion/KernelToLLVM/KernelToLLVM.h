// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H
#define TVM_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "transforms/Schedule/Support/Limits.h"

#include <optional>
#include <string>

namespace tvm {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "conversion/KernelToLLVM/Passes.h.inc"

/// The number of bytes of workspace of every call: an i64 attribute of a
/// kernel's module after kernel-plan-workspace. Absent: none, or see
/// getWorkspaceFunctionName.
inline constexpr llvm::StringLiteral kWorkspaceAttrName = "kernel.workspace";

/// The name of the C function `int32_t (const tvm_args *)` that a call means
/// (te.extern): an attribute of a private function of a kernel's module,
/// without a body, from memrefs to an i32, the status.
inline constexpr llvm::StringLiteral kExternAttrName = "kernel.extern";

/// Constants that such a function gets in front of its buffers, as further
/// buffers of one dim: an attribute of the call, with texts (bytes without a
/// zero) and arrays of i64.
inline constexpr llvm::StringLiteral kConstantsAttrName = "kernel.constants";

/// The prefix of the symbols of slots, which contain the addresses of such
/// functions and are defined by the objects that call them. The name follows.
inline constexpr llvm::StringLiteral kExternSlotPrefix = "tvm_extern_";

/// The symbol of the slot for `void (*)(const char *name, int32_t status)`,
/// which a kernel calls if such a function fails.
inline constexpr llvm::StringLiteral kExternFailedSlot = "tvm_failed_extern";

/// The symbol of the compiled kernel `int32_t (const tvm_args *)`, for a kernel
/// function `name`. It is hidden: visible within one artefact.
std::string getKernelSymbol(llvm::StringRef name);

/// The name of the function for a workspace of dynamic size. After
/// kernel-plan-workspace it is a `func.func @name(%dims: index..., %threads:
/// index) -> index` beside the kernel; its arguments are all dynamic dims of
/// all memref arguments in order, and the number of threads. It is pure
/// arithmetic that may be cloned into other modules.
std::string getWorkspaceFunctionName(llvm::StringRef kernelName);

/// The (hidden) symbol of that function after kernel-lower-abi: `int64_t (const
/// int64_t *dims, int64_t threads)`.
std::string getWorkspaceSymbol(llvm::StringRef kernelName);

/// The kernel function of a kernel module: its only public func.func; null if
/// there is none.
mlir::func::FuncOp getKernelFunction(mlir::ModuleOp module);

/// Options of the pipelines below.
struct LowerToLLVMOptions : mlir::PassPipelineOptions<LowerToLLVMOptions> {
  PassOptions::Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("keep the order of declared reductions as written"),
      llvm::cl::init(false)};
};

/// Adds passes that expand narrow floats, elementary functions and vectors, as
/// far as `device` of the target lacks them, from loops down to the dialects
/// that upstream converts to the llvm dialect.
void buildExpandPipeline(mlir::OpPassManager &manager, llvm::StringRef device);

/// Adds passes from loops and all dialects below (affine, scf, vector, math,
/// memref, func, ...) to the llvm dialect.
void buildLowerToLLVMPipeline(mlir::OpPassManager &manager,
                              const LowerToLLVMOptions &options);

/// Adds passes from a scheduled kernel module to the llvm dialect: workspace,
/// parallel loops and calling convention first.
void buildKernelToLLVMPipeline(mlir::OpPassManager &manager,
                               const LowerToLLVMOptions &options);

/// Registers the named pipelines `lower-to-llvm` and `kernel-to-llvm`.
void registerKernelToLLVMPipelines();

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H
