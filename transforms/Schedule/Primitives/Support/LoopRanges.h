// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPRANGES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPRANGES_H

// Ranges of the loops of a consumer, for the elements that one iteration of
// another loop writes.

#include "transforms/Schedule/Analysis/ReadRegion.h"

namespace tvm::schedule {

/// The values of a variable in one iteration: `size` values from `base` on,
/// which is over `operands`.
struct LoopRange {
  mlir::AffineExpr base;
  llvm::SmallVector<mlir::Value> operands;
  int64_t size;
};

/// Whether a block in `loop` writes `buffer`.
bool isWrittenIn(Loop loop, mlir::Value buffer);

/// Whether the box begins at values that are defined in the body of `loop`.
bool beginsInside(Loop loop, const ReadRegion &region);

/// Adds ranges of loops in `nest` around `block`. A loop of a spatial axis
/// whose variable, plus a constant, is a subscript of `access` runs over the
/// extent of `region`, a region of that buffer, in that dimension. Loops that
/// have a range keep it.
void addRanges(te::BlockOp block, llvm::ArrayRef<Loop> nest,
               const Access &access, const ReadRegion &region,
               llvm::MutableArrayRef<std::optional<LoopRange>> ranges);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_LOOPRANGES_H
