// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_KERNELEVALUATOR_H
#define TVM_CODEGEN_KERNELS_KERNELEVALUATOR_H

#include "codegen/Kernels/KernelCompiler.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>

namespace tvm::codegen {

/// Objects loaded into this process.
class KernelLibrary {
public:
  /// Loads objects. Their external functions come from the libraries that the
  /// process has loaded; fails with the names of all undefined functions.
  static llvm::Expected<std::unique_ptr<KernelLibrary>>
  load(llvm::ArrayRef<CompiledModule> modules);
  ~KernelLibrary();

  /// The address of a symbol, including hidden ones.
  llvm::Expected<void *> lookup(llvm::StringRef symbol) const;

private:
  KernelLibrary();
  struct State;
  std::unique_ptr<State> state;
};

/// The bytes of workspace that kernel `kernel` of `library`, compiled from
/// `module`, needs on one thread.
llvm::Expected<int64_t> getWorkspaceSize(const KernelLibrary &library,
                                         llvm::StringRef kernel,
                                         mlir::ModuleOp module,
                                         llvm::ArrayRef<int64_t> dims);

/// Calls the kernel at `address` on one thread; see evaluateKernel.
llvm::Error callKernel(void *address, llvm::ArrayRef<void *> buffers,
                       llvm::ArrayRef<int64_t> dims, int64_t workspaceBytes);

/// Compiles the scheduled kernel `module` for this machine and runs it once,
/// on one thread. `buffers`: one per argument of the kernel (inputs, then
/// outputs); `dims`: all dynamic dims of all arguments, in order.
llvm::Error evaluateKernel(mlir::ModuleOp module,
                           llvm::ArrayRef<void *> buffers,
                           llvm::ArrayRef<int64_t> dims,
                           const CompileOptions &options);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_KERNELEVALUATOR_H
