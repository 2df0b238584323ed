#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPRANGES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPRANGES_H

// How far the loops of a block run that uses what an iteration of another loop
// writes.

#include "transforms/Schedule/Analysis/ReadRegion.h"

namespace tvm::schedule {

/// Values of a variable in one iteration: `size` of them from `base` on, which
/// is over `operands`.
struct LoopRange {
  mlir::AffineExpr base;
  llvm::SmallVector<mlir::Value> operands;
  int64_t size;
};

/// Whether a block in `loop` writes `buffer`.
bool isWrittenIn(Loop loop, mlir::Value buffer);

/// Whether the box begins at values that only the body of `loop` knows.
bool beginsInside(Loop loop, const ReadRegion &region);

/// Adds ranges of loops in `nest` around `block`. A loop of a spatial axis
/// whose variable, plus a constant, is a subscript of `access` runs over the
/// extent that `region`, of that buffer, has there. Loops with a range keep it.
void addRanges(te::BlockOp block, llvm::ArrayRef<Loop> nest,
               const Access &access, const ReadRegion &region,
               llvm::MutableArrayRef<std::optional<LoopRange>> ranges);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPRANGES_H
