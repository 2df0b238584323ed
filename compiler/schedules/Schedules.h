// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The dictionary of a module before level `loops` with the schedules that are
/// given for its kernels, by their names. An entry is a dictionary, too: the
/// name of the function (`function`), the hash of its loops (`loops`,
/// getCanonicalHash), the location of the schedule (`place`), and the schedule:
/// the text of a module with the script and its instructions (`script`), or the
/// strategies (`strategies`).
inline constexpr llvm::StringLiteral kSchedulesAttrName = "tvm.schedules";

/// Records on `model` the schedules in `files`, which ScheduleWriter wrote and
/// a user may have edited or joined to modules of several. They replace
/// recorded ones for the same kernels. Reports errors.
mlir::LogicalResult recordSchedules(llvm::ArrayRef<std::string> files,
                                    mlir::ModuleOp model);

/// Gives kernels of `model`, at level `loops`, the schedules that it records,
/// and removes the record. Reports errors.
mlir::LogicalResult giveSchedules(mlir::ModuleOp model);

/// The kernels of `model`, at level `loops`, that already have a schedule or
/// strategies.
std::vector<std::string> getScheduledKernels(mlir::ModuleOp model);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_SCHEDULES_H
