// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_REUSE_COMPILEDKERNELS_H
#define TVM_COMPILER_REUSE_COMPILEDKERNELS_H

#include "codegen/Kernels/KernelCompiler.h"
#include "codegen/Kernels/ObjectCache.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::compiler {

/// The kernels of a model that need no compilation, because the cache has them:
/// under the text of their loops and of their given strategies, so that they
/// are not scheduled again either. In the module they become declarations, with
/// all that the host's code depends on: the types and the layouts of arguments,
/// and the size of the workspace.
///
/// Kernels with a given schedule are compiled each time.
class CompiledKernels {
public:
  /// `variant` distinguishes compilations that say different things about
  /// equal kernels.
  CompiledKernels(codegen::KernelCompiler compiler, llvm::StringRef variant)
      : compiler(std::move(compiler)),
        cache(this->compiler.getOptions().cacheFolder), variant(variant) {}

  /// Replaces the kernels of `model`, at level `loops`, that the cache has.
  void take(mlir::ModuleOp model);

  /// Adds the functions for workspaces of dynamic size to the declarations,
  /// when `model` is at level `scheduled`. They are no kernels to be scheduled.
  void addWorkspaces(mlir::ModuleOp model);

  /// An instrumentation of the passes from level `loops` to `scheduled`. It
  /// notes how the other kernels want their arguments.
  std::unique_ptr<mlir::PassInstrumentation> makeInstrumentation();

  /// Compiles the kernels of `model`, at level `llvm`, that were not taken, and
  /// returns the objects of all, in the order of `model`. Adds to the cache
  /// what it compiles, if `isKept`.
  llvm::Expected<std::vector<codegen::CompiledModule>>
  compile(mlir::ModuleOp model, bool isKept);

private:
  /// A kernel that is compiled now: its key, and its declaration.
  struct Unknown {
    std::string key;
    mlir::OwningOpRef<mlir::ModuleOp> declaration;
  };
  void declare(mlir::ModuleOp model);
  void keep(mlir::ModuleOp kernel, const codegen::CompiledModule &compiled);

  codegen::KernelCompiler compiler;
  codegen::ObjectCache cache;
  std::string variant;
  // Of kernels that were taken, and of others, by name.
  llvm::StringMap<std::string> objects;
  llvm::StringMap<mlir::OwningOpRef<mlir::func::FuncOp>> workspaces;
  llvm::StringMap<Unknown> unknown;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_REUSE_COMPILEDKERNELS_H
