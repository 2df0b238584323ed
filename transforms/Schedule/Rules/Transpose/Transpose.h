#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_TRANSPOSE_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_TRANSPOSE_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// The strategies of a block that copies to another order, the best one first:
/// `transpose`, or `collapsed` where no tile fits. The `numOuter` outermost
/// loops stay. Empty where it is another block, or nothing is gained.
llvm::SmallVector<Strategy> chooseTranspose(te::BlockOp block,
                                            const MachineModel &machine,
                                            unsigned numOuter, int64_t tasks);

/// A loop of a copy to another order, and how many of its iterations a tile
/// takes.
struct TransposedSide {
  Loop loop;
  int64_t size;
};

/// Tiles of a nest that copies: `row` is contiguous in what it reads, `column`
/// in what it writes. A tile is innermost and is transposed in registers; the
/// next one lies behind it in what is read where `readsRowsWhole`, else in what
/// is written. A failure may leave some of that: it is a part of a rule.
mlir::LogicalResult tileTranspose(ScheduleBuilder &schedule, te::BlockOp block,
                                  TransposedSide row, TransposedSide column,
                                  bool readsRowsWhole, int64_t tasks);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TRANSPOSE_TRANSPOSE_H
