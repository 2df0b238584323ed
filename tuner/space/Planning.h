// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SPACE_PLANNING_H
#define TVM_TUNER_SPACE_PLANNING_H

#include "mlir/IR/OwningOpRef.h"
#include "transforms/Schedule/Strategy/Planner.h"
#include "llvm/Support/Error.h"

namespace tvm::tuner {

using schedule::BlocksAttr;
using schedule::MachineModel;
using schedule::Strategy;

/// A copy of a kernel, alone in a module, to which rules can be applied.
class KernelCopy {
public:
  explicit KernelCopy(mlir::func::FuncOp kernel);

  mlir::func::FuncOp getKernel() { return schedule->getKernel(); }
  schedule::ScheduleBuilder &getSchedule() { return *schedule; }

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<schedule::ScheduleBuilder> schedule;
};

/// The strategies of all blocks of a kernel.
struct KernelPlan {
  BlocksAttr strategies;
  /// The SHA-256 of the scheduled kernel: equal for strategies that do the
  /// same. It includes the text of a strategy of a plug-in or a script, so
  /// these are equal only if their texts are.
  std::string digest;
};

/// The strategies of all blocks of `kernel`, if some are given and rules choose
/// the others. Fails, with the reason, if a given one does not apply. `kernel`
/// does not change, and nothing is reported to its context.
llvm::Expected<KernelPlan> planKernel(mlir::func::FuncOp kernel,
                                      const schedule::GivenStrategies &given,
                                      const MachineModel &machine);

/// The plan of `kernel`, if some blocks have the strategies in `some` and rules
/// choose the others. Strategies in `some` for blocks that other blocks
/// compute in place are left out. Fails, with the reason, if another one does
/// not apply.
llvm::Expected<KernelPlan> completeStrategies(mlir::func::FuncOp kernel,
                                              BlocksAttr some,
                                              const MachineModel &machine);

/// Fails, with the reason, unless `strategies` schedule `kernel`.
llvm::Error checkStrategies(mlir::func::FuncOp kernel, BlocksAttr strategies,
                            const MachineModel &machine);

} // namespace tvm::tuner

#endif // TVM_TUNER_SPACE_PLANNING_H
