// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCHEDULES_KERNELFILES_H
#define TVM_COMPILER_SCHEDULES_KERNELFILES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <mutex>
#include <string>
#include <vector>

namespace tvm::compiler {

/// The function of a kernel's module; null if there is none.
mlir::func::FuncOp getKernel(mlir::ModuleOp module);

/// The kernel's module that `pass` is about to schedule, or has scheduled; null
/// for other passes.
mlir::ModuleOp getScheduledBy(mlir::Pass *pass, mlir::Operation *op);

/// The canonical text of a kernel at level `loops`: its function without its
/// name, its strategies and its locations. Kernels of different models with the
/// same text are the same kernel, and the same strategies apply to them.
std::string getCanonicalText(mlir::func::FuncOp kernel);
/// A hash of a canonical text, as 32 hexadecimal digits. Modules record by it
/// what is given for their kernels.
std::string hashCanonicalText(llvm::StringRef text);
std::string getCanonicalHash(mlir::func::FuncOp kernel);

/// The dictionary `name` of `model`, in which it records what is given for its
/// kernels; empty without the attribute. Fails, with a diagnostic, if the
/// attribute has another kind.
mlir::FailureOr<mlir::DictionaryAttr> getRecords(mlir::ModuleOp model,
                                                 llvm::StringRef name);

/// Writer of a file per kernel when it is scheduled.
class KernelWriter : public mlir::PassInstrumentation {
public:
  /// Adds a message to `problems` for each file that cannot be written.
  KernelWriter(std::string folder, std::vector<std::string> &problems)
      : folder(std::move(folder)), problems(problems) {}

protected:
  /// A copy of the module of `kernel` with the CPU of the module around it, so
  /// that rules choose for the same machine.
  static mlir::OwningOpRef<mlir::ModuleOp>
  copyWithMachine(mlir::ModuleOp kernel);
  /// Writes `kernel`, without locations, to `folder`/<its name><suffix>.
  void write(mlir::ModuleOp kernel, llvm::StringRef suffix);

private:
  std::string folder;
  std::vector<std::string> &problems;
  std::mutex mutex;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_KERNELFILES_H
