// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYREMARKS_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYREMARKS_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// The category of remarks on strategies. The remark's name is the name of the
/// rule, and its function is the kernel.
inline constexpr llvm::StringLiteral kStrategyRemarkCategory =
    "schedule-generate";

/// The arguments of such a remark: the name of the block, and its estimate in
/// cycles (ScheduleRule::estimate).
inline constexpr llvm::StringLiteral kBlockArgument = "Block";
inline constexpr llvm::StringLiteral kCyclesArgument = "Cycles";

/// Emits a remark for each strategy of `kernel`, whose blocks are not scheduled
/// yet. A block that only the schedule creates has no cycles: they are included
/// in those of its origin. Strategies of a rule without estimates have no
/// cycles, either.
void emitStrategyRemarks(mlir::func::FuncOp kernel, BlocksAttr strategies,
                         const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYREMARKS_H
