// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_PLANNER_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_PLANNER_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"
#include "transforms/Schedule/Strategy/Search.h"
#include "llvm/ADT/MapVector.h"

namespace tvm::schedule {

/// Strategies that a user or a tuner wrote down for a kernel.
struct GivenStrategies {
  /// The strategies of blocks, by the names of these.
  llvm::MapVector<mlir::StringAttr, Strategy> ofBlocks;
  /// The strategy for the first block that its rule takes, or null.
  Strategy ofKernel;
  /// Whether blocks without a given strategy stay as they are. Otherwise rules
  /// choose their strategies.
  bool isComplete = false;
  /// Whether what has no effect is left out: parameters that change nothing,
  /// and strategies of blocks that no longer exist at the end, because the
  /// strategy of another block computes them in place. Otherwise it is an
  /// error.
  bool skipsIdle = false;
};

/// The strategies in `schedule.strategy` of `kernel` and of its blocks. Fails,
/// with a diagnostic, where there is no rule for one of them, or its rule
/// refuses it.
mlir::FailureOr<GivenStrategies> getGivenStrategies(mlir::func::FuncOp kernel);

/// Schedules the kernel of `schedule` by the given strategies, and by
/// strategies that rules choose for `machine`, after they estimated at most
/// `maxEstimates` strategies; with 0, each block has the default strategy of
/// the first rule that takes it. Returns the strategies of all blocks, which
/// give the same schedule for the same kernel on any machine. Fails, with a
/// diagnostic at the kernel, where a given strategy does not apply.
mlir::FailureOr<BlocksAttr>
scheduleKernel(ScheduleBuilder &schedule, const GivenStrategies &given,
               const MachineModel &machine,
               unsigned maxEstimates = kMaxEstimates);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_PLANNER_H
