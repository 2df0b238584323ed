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

/// The function of a kernel's module; null if there is none.
mlir::func::FuncOp getKernel(mlir::ModuleOp module);

/// The kernel's module that `pass` is about to schedule, or has scheduled; null
/// for other passes.
mlir::ModuleOp getScheduledBy(mlir::Pass *pass, mlir::Operation *op);

/// The module in the file at `path`; null after reporting errors with the name
/// of the kernel.
mlir::OwningOpRef<mlir::ModuleOp> parseSchedules(llvm::StringRef path,
                                                 mlir::MLIRContext *context);

/// A copy of the module of `kernel` with the CPU of the module around it, so
/// that rules choose for the same machine.
mlir::OwningOpRef<mlir::ModuleOp> copyWithMachine(mlir::ModuleOp kernel);

/// Writes `kernel`, without locations, to `folder`/<its name><suffix>.
llvm::Error writeKernel(llvm::StringRef folder, llvm::StringRef suffix,
                        mlir::ModuleOp kernel);

/// Writer of the schedule of each kernel: `folder`/<kernel>.mlir contains the
/// loops and their script, an empty one if there is none (-O0, GPUs), and
/// `folder`/<kernel>.scheduled.mlir the scheduled loops.
class ScheduleWriter : public mlir::PassInstrumentation {
public:
  /// Adds a message to `problems` for each file that cannot be written.
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

/// Gives kernels of `model`, at level `loops`, their schedules in `files`,
/// which ScheduleWriter wrote and a user may have edited or joined to modules
/// of several. Reports errors.
mlir::LogicalResult readSchedules(llvm::ArrayRef<std::string> files,
                                  mlir::ModuleOp model);

/// The kernels of `model`, at level `loops`, that already have a schedule or
/// strategies.
std::vector<std::string> getScheduledKernels(mlir::ModuleOp model);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_SCHEDULES_H
