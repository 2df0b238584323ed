// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_ELEMENTWISE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_ELEMENTWISE_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// The loops around `block` alone. Loops around several blocks or calls (such
/// as the steps of a scan) may carry values between iterations.
llvm::SmallVector<Loop> getOwnLoops(te::BlockOp block);

/// The loops of getOwnLoops that are not unrolled. The last one is for vectors.
llvm::SmallVector<Loop> getOwnRows(te::BlockOp block);

/// The strategy of a block that no special rule takes: `elementwise`, or
/// `reduction` where it reduces.
Strategy chooseElementwise(te::BlockOp block, const MachineModel &machine,
                           int64_t tasks);

/// The strategies around the `elementwise` that chooseElementwise has for a
/// block, which need not exist any more when the space is used.
std::unique_ptr<StrategySpace>
makeElementwiseSpace(te::BlockOp block, const MachineModel &machine);

/// Vectorizes the innermost of the block's own loops and runs the outer spatial
/// loops on threads. With `streamsStores`, stores bypass the caches. Fails,
/// having changed nothing, where the block has no loops of its own.
mlir::LogicalResult scheduleOwnLoops(ScheduleBuilder &schedule,
                                     te::BlockOp block, bool streamsStores,
                                     int64_t tasks);

std::unique_ptr<ScheduleRule> createReductionRule();

/// Number of elements of a row that `reduction` reduces side by side, for a
/// block that reduces rows to several results. Nothing for other blocks, or
/// where no divisor of the row is faster.
std::optional<int64_t> chooseReductionParts(te::BlockOp block,
                                            const MachineModel &machine);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_ELEMENTWISE_H
