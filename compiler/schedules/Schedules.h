#ifndef TVM_COMPILER_SCHEDULES_SCHEDULES_H
#define TVM_COMPILER_SCHEDULES_SCHEDULES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/Support/Error.h"

#include <mutex>
#include <string>
#include <vector>

namespace tvm::compiler {

/// The function of a kernel's module; null where there is none.
mlir::func::FuncOp getKernel(mlir::ModuleOp module);

/// The kernel's module that `pass` is about to schedule, or has scheduled; null
/// for other passes.
mlir::ModuleOp getScheduledBy(mlir::Pass *pass, mlir::Operation *op);

/// The module in the file at `path`; null after reporting what is wrong, with
/// the name of the kernel that it is wrong in.
mlir::OwningOpRef<mlir::ModuleOp> parseSchedules(llvm::StringRef path,
                                                 mlir::MLIRContext *context);

/// A copy of the module of `kernel` that says for which CPU it is, as the
/// module around it does: rules choose for the same one there.
mlir::OwningOpRef<mlir::ModuleOp> copyWithMachine(mlir::ModuleOp kernel);

/// Writes `kernel`, without locations, to `folder`/<its name><suffix>.
llvm::Error writeKernel(llvm::StringRef folder, llvm::StringRef suffix,
                        mlir::ModuleOp kernel);

/// Writes the schedule of every kernel: `folder`/<kernel>.mlir, the loops and
/// the script that schedules them, an empty one where there is none (-O0,
/// GPUs), and `folder`/<kernel>.scheduled.mlir, what becomes of them.
class ScheduleWriter : public mlir::PassInstrumentation {
public:
  /// A message per file that could not be written is added to `problems`.
  ScheduleWriter(std::string folder, std::vector<std::string> &problems)
      : folder(std::move(folder)), problems(problems) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;

private:
  void write(mlir::ModuleOp kernel, llvm::StringRef suffix);

  std::string folder;
  std::vector<std::string> &problems;
  std::mutex mutex;
};

/// Gives kernels of `model`, at level `loops`, the schedules that `files` hold
/// for them: each is one that ScheduleWriter wrote, perhaps edited, or a module
/// of several. Reports what is wrong.
mlir::LogicalResult readSchedules(llvm::ArrayRef<std::string> files,
                                  mlir::ModuleOp model);

/// The kernels of `model`, at level `loops`, that have a schedule or strategies
/// already.
std::vector<std::string> getScheduledKernels(mlir::ModuleOp model);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_SCHEDULES_H
