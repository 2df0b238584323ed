// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_TRANSPOSE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_TRANSPOSE_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// The strategies of a block that copies in another order, the best one first:
/// `transpose`, or `collapsed` where no tile fits. The `numOuter` outermost
/// loops stay. Empty for other blocks, or where nothing is gained.
llvm::SmallVector<Strategy> chooseTranspose(te::BlockOp block,
                                            const MachineModel &machine,
                                            unsigned numOuter, int64_t tasks);

/// A loop of a copy in another order, and its number of iterations in a tile.
struct TransposedSide {
  Loop loop;
  int64_t size;
};

/// Tiles a nest that copies: `row` is contiguous in the source, `column` in the
/// destination. A tile is innermost and is transposed in registers. The next
/// tile follows it in the source with `readsRowsWhole`, otherwise in the
/// destination. A failure may leave a part of the work, which the rule undoes.
mlir::LogicalResult tileTranspose(ScheduleBuilder &schedule, te::BlockOp block,
                                  TransposedSide row, TransposedSide column,
                                  bool readsRowsWhole, int64_t tasks);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_TRANSPOSE_H
