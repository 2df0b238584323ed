#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYREMARKS_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYREMARKS_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// The category of remarks on strategies. The name of such a remark is that of
/// the rule, and its function is the kernel's.
inline constexpr llvm::StringLiteral kStrategyRemarkCategory =
    "schedule-generate";

/// The arguments of such a remark: the name of the block, and the cycles that
/// the rule estimates for it (ScheduleRule::estimate).
inline constexpr llvm::StringLiteral kBlockArgument = "Block";
inline constexpr llvm::StringLiteral kCyclesArgument = "Cycles";

/// Emits a remark for each of the strategies of `kernel`, whose blocks are not
/// scheduled yet. A block that only the schedule makes has no cycles: they are
/// part of those of the block that it is made from.
void emitStrategyRemarks(mlir::func::FuncOp kernel, BlocksAttr strategies,
                         const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_STRATEGYREMARKS_H
