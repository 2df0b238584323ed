// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_ROWS_ROWS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_ROWS_ROWS_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// Number of leading axes that all blocks share: spatial axes of equal extent,
/// without the last axis of the last block.
unsigned countRowAxes(llvm::ArrayRef<te::BlockOp> blocks);

/// Whether one of the blocks, which share rows, may prefetch its next row.
bool mayPrefetchRows(llvm::ArrayRef<te::BlockOp> blocks);

/// The strategy of blocks that share rows, in program order; null where they do
/// not.
RowsAttr chooseRows(llvm::ArrayRef<te::BlockOp> blocks, int64_t tasks);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_ROWS_ROWS_H
