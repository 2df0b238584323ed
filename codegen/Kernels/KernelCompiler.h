// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_KERNELCOMPILER_H
#define TVM_CODEGEN_KERNELS_KERNELCOMPILER_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace tvm::codegen {

/// Options of KernelCompiler.
struct CompileOptions {
  /// The optimisation level, 0 to 3. 0 also forbids contraction and
  /// reassociation.
  unsigned optLevel = 3;
  /// Whether to return the optimised LLVM IR and the assembly.
  bool emitText = false;
  /// The folder of the object cache; empty: none. See CacheFolder.
  std::string cacheFolder;
  /// The number of modules compiled at a time; 0: one per hardware thread.
  unsigned threads = 0;
};

/// The result of compiling one module.
struct CompiledModule {
  std::string name;
  /// A relocatable object file.
  std::string object;
  /// Optimised LLVM IR and assembly; empty without CompileOptions::emitText.
  std::string llvmIR;
  std::string assembly;
  bool fromCache = false;
};

/// Compiles modules to objects. Each is compiled in its own MLIR and LLVM
/// contexts, so several are compiled at a time; the input modules are not
/// changed. The same module, target and options give the same bytes.
///
/// A module is one of these:
/// * a scheduled kernel (a public func.func with memrefs): `kernel-to-llvm`
///   runs; the object defines getKernelSymbol(name), see KernelToLLVM.h;
/// * operations of the llvm dialect only: translated directly;
/// * any other module, such as an llvm.func that contains arith, scf and llvm
///   operations: `lower-to-llvm` runs.
class KernelCompiler {
public:
  KernelCompiler(Target target, CompileOptions options)
      : target(std::move(target)), options(std::move(options)) {}

  /// Compiles a module. Fails with all diagnostics, also if LLVM crashes.
  llvm::Expected<CompiledModule> compile(mlir::ModuleOp module) const;

  /// Compiles all modules, in any order, and returns the results in the order
  /// of `modules`. `progress(done, total)` is called on one thread at a time.
  /// All failures are joined in one error.
  llvm::Expected<std::vector<CompiledModule>>
  compileAll(llvm::ArrayRef<mlir::ModuleOp> modules,
             llvm::function_ref<void(size_t done, size_t total)> progress =
                 nullptr) const;

  /// A text with everything that code depends on besides the rest of the
  /// process: `text`, the target, the options, and this build of the compiler.
  std::string describe(llvm::StringRef text) const;

  const Target &getTarget() const { return target; }
  const CompileOptions &getOptions() const { return options; }

private:
  llvm::Expected<CompiledModule> compileText(llvm::StringRef name,
                                             llvm::StringRef text) const;

  Target target;
  CompileOptions options;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_KERNELCOMPILER_H
