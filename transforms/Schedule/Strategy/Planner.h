#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_PLANNER_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_PLANNER_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"
#include "llvm/ADT/MapVector.h"

namespace tvm::schedule {

/// Strategies that somebody wrote down for a kernel.
struct GivenStrategies {
  /// Strategies of blocks, by their names.
  llvm::MapVector<mlir::StringAttr, Strategy> ofBlocks;
  /// A strategy for the first block that its rule takes; null where there is
  /// none.
  Strategy ofKernel;
  /// Whether blocks without a strategy stay as they are. Rules choose for them
  /// otherwise.
  bool isComplete = false;
};

/// The strategies in `schedule.strategy` of `kernel` and of its blocks. Fails,
/// with a diagnostic, where there is no rule for one of them, or its rule
/// refuses it.
mlir::FailureOr<GivenStrategies> getGivenStrategies(mlir::func::FuncOp kernel);

/// Schedules the kernel of `schedule` by the strategies that are given, and by
/// those that rules choose for `machine`. Returns the strategies of all blocks:
/// given to the same kernel, they lead to the same schedule on any machine.
/// Fails, with a diagnostic at the kernel, where one that is given does not
/// apply.
mlir::FailureOr<BlocksAttr> scheduleKernel(ScheduleBuilder &schedule,
                                           const GivenStrategies &given,
                                           const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_PLANNER_H
