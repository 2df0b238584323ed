#ifndef TVM_COMPILER_SCHEDULES_SCHEDULES_H
#define TVM_COMPILER_SCHEDULES_SCHEDULES_H

#include "compiler/schedules/KernelFiles.h"

namespace tvm::compiler {

/// The module in the file at `path`, which contains a "schedule" or
/// "strategies"; null after reporting errors with the name of the kernel.
mlir::OwningOpRef<mlir::ModuleOp>
parseSchedules(llvm::StringRef path, mlir::MLIRContext *context,
               llvm::StringRef what = "schedule");

/// Writer of the schedule of each kernel: `folder`/<kernel>.mlir contains the
/// loops and their script, an empty one if there is none (-O0, GPUs), and
/// `folder`/<kernel>.scheduled.mlir the scheduled loops.
class ScheduleWriter : public KernelWriter {
public:
  using KernelWriter::KernelWriter;

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
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
