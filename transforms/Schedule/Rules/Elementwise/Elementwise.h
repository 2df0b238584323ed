#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_ELEMENTWISE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_ELEMENTWISE_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// Loops around `block` alone; those around several blocks or calls (the steps
/// of a scan) may carry values from one iteration to the next.
llvm::SmallVector<Loop> getOwnLoops(te::BlockOp block);

/// Those of them that are not repeated: the last one is for lanes.
llvm::SmallVector<Loop> getOwnRows(te::BlockOp block);

/// The strategy of a block that is nothing special: `elementwise`, or
/// `reduction` where it reduces.
Strategy chooseElementwise(te::BlockOp block, const MachineModel &machine,
                           int64_t tasks);

/// Vectors in the innermost of the block's own loops, threads over the outer
/// spatial ones, perhaps with stores around the caches. Fails, having changed
/// nothing, where the block has no loops of its own.
mlir::LogicalResult scheduleOwnLoops(ScheduleBuilder &schedule,
                                     te::BlockOp block, bool streamsStores,
                                     int64_t tasks);

std::unique_ptr<ScheduleRule> createReductionRule();

/// Number of elements of a row that `reduction` reduces beside each other, of a
/// block that reduces rows to several results; nothing where it is another
/// block, or no number that divides the row is worth it.
std::optional<int64_t> chooseReductionParts(te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_ELEMENTWISE_ELEMENTWISE_H
