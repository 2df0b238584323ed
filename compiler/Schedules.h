#ifndef TVM_COMPILER_SCHEDULES_H
#define TVM_COMPILER_SCHEDULES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/Support/Error.h"

#include <mutex>
#include <string>
#include <vector>

namespace tvm::compiler {

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

/// The kernels of `model` that have a schedule.
std::vector<std::string> getScheduledKernels(mlir::ModuleOp model);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_H
