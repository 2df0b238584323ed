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

/// On a kernel's module after kernel-plan-workspace: i64, the bytes that every
/// call needs. Absent: none, or see getWorkspaceFunctionName.
inline constexpr llvm::StringLiteral kWorkspaceAttrName = "kernel.workspace";

/// On a private function of a kernel's module, without a body, from memrefs
/// to an i32, the status: the name of the C function
/// `int32_t (const tvm_args *)` that a call of it means (te.extern).
inline constexpr llvm::StringLiteral kExternAttrName = "kernel.extern";

/// On a call of such a function: constants that it gets in front of its
/// buffers, as further buffers of one dim, texts of bytes (without a zero) and
/// arrays of i64.
inline constexpr llvm::StringLiteral kConstantsAttrName = "kernel.constants";

/// Prefix of the symbols of slots, which objects that call such functions
/// define and which hold the functions' addresses; then comes the name.
inline constexpr llvm::StringLiteral kExternSlotPrefix = "tvm_extern_";

/// Symbol of the slot for `void (*)(const char *name, int32_t status)`, which a
/// kernel calls where such a function fails.
inline constexpr llvm::StringLiteral kExternFailedSlot = "tvm_failed_extern";

/// Symbol of the compiled kernel `int32_t (const tvm_args *)`, for a kernel
/// function `name`. It is hidden: visible within one artefact.
std::string getKernelSymbol(llvm::StringRef name);

/// Kernels whose workspace is no constant have, after kernel-plan-workspace, a
/// `func.func @name(%dims: index..., %threads: index) -> index` beside them:
/// all dynamic dims of all memref arguments in order, and the number of
/// threads. It is pure arithmetic that may be cloned into other modules.
std::string getWorkspaceFunctionName(llvm::StringRef kernelName);

/// After kernel-lower-abi that function is
/// `int64_t (const int64_t *dims, int64_t threads)` of this (hidden) symbol.
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

/// Everything below loops to what upstream converts to the llvm dialect:
/// narrow floats, elementary functions and vectors are expanded, as far as
/// `device` of the target does not have them.
void buildExpandPipeline(mlir::OpPassManager &manager, llvm::StringRef device);

/// Everything below loops (affine, scf, vector, math, memref, func, ...) to the
/// llvm dialect.
void buildLowerToLLVMPipeline(mlir::OpPassManager &manager,
                              const LowerToLLVMOptions &options);

/// A scheduled kernel module to the llvm dialect: workspace, parallel loops and
/// calling convention first.
void buildKernelToLLVMPipeline(mlir::OpPassManager &manager,
                               const LowerToLLVMOptions &options);

/// The named pipelines `lower-to-llvm` and `kernel-to-llvm`.
void registerKernelToLLVMPipelines();

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_KERNELTOLLVM_H
