// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_MODELPROGRAM_H
#define TVM_COMPILER_TUNING_MODELPROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::compiler {

/// A model at level `loops`, whose kernels get strategies. A kernel that has a
/// schedule already keeps it.
class ModelProgram {
public:
  /// Reads the dump at `path` (KernelPrograms::modelPath).
  static llvm::Expected<ModelProgram> read(llvm::StringRef path,
                                           mlir::MLIRContext *context);

  /// The names of the kernels with this canonical text.
  std::vector<std::string> getNames(llvm::StringRef text) const;

  /// Calls `visit` for each kernel, also for those that keep a schedule, with
  /// its name, its canonical text, and the number of its launches.
  void forEachKernel(
      llvm::function_ref<void(llvm::StringRef name, llvm::StringRef text,
                              unsigned numLaunches)>
          visit) const;

  /// Gives the kernels with this canonical text a strategy, which replaces an
  /// earlier one.
  llvm::Error setStrategy(llvm::StringRef text, llvm::StringRef strategy);

  /// Writes the model to `path`, beside its weights.
  llvm::Error write(llvm::StringRef path) const;

private:
  explicit ModelProgram(mlir::OwningOpRef<mlir::ModuleOp> model);

  mlir::OwningOpRef<mlir::ModuleOp> model;
  llvm::StringMap<llvm::SmallVector<mlir::func::FuncOp, 1>> kernels; // by text
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_MODELPROGRAM_H
