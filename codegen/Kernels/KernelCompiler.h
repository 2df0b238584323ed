#ifndef TVM_CODEGEN_KERNELS_KERNELCOMPILER_H
#define TVM_CODEGEN_KERNELS_KERNELCOMPILER_H

#include "codegen/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace tvm::codegen {

/// How KernelCompiler compiles modules.
struct CompileOptions {
  /// 0 to 3. 0 forbids contraction and reassociation, too.
  unsigned optLevel = 3;
  /// Also return the optimised LLVM IR and the assembly.
  bool emitText = false;
  /// Folder of the object cache; empty: none. See getDefaultCacheFolder().
  std::string cacheFolder;
  /// Modules compiled at a time; 0: one per hardware thread.
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

/// `$TVM_MLIR_CACHE`, or `~/.cache/tvm-mlir/kernels`; empty where neither is
/// set.
std::string getDefaultCacheFolder();

/// Compiles modules to objects. Each is compiled in MLIR and LLVM contexts of
/// its own, so several are compiled at a time; the input modules are not
/// changed. The same module, target and options give the same bytes.
///
/// A module is one of these:
///  * a scheduled kernel (a public func.func with memrefs): `kernel-to-llvm`
///    runs; the object defines getKernelSymbol(name), see KernelToLLVM.h;
///  * anything else, such as an llvm.func that holds arith, scf and llvm
///    operations: `lower-to-llvm` runs;
///  * operations of the llvm dialect only: translated as they are.
class KernelCompiler {
public:
  KernelCompiler(Target target, CompileOptions options)
      : target(std::move(target)), options(std::move(options)) {}

  /// Fails with all diagnostics, also where LLVM itself crashes.
  llvm::Expected<CompiledModule> compile(mlir::ModuleOp module) const;

  /// Compiles all, in any order, and returns them in the order of `modules`.
  /// `progress(done, total)` is called on one thread at a time. All failures
  /// are joined in one error.
  llvm::Expected<std::vector<CompiledModule>>
  compileAll(llvm::ArrayRef<mlir::ModuleOp> modules,
             llvm::function_ref<void(size_t done, size_t total)> progress =
                 nullptr) const;

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
