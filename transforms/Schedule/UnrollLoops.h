#ifndef TVM_TRANSFORMS_SCHEDULE_UNROLLLOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_UNROLLLOOPS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Loops of a kind in `root`, which may be one, inner ones first.
llvm::SmallVector<Loop> findLoops(mlir::Operation *root, LoopKind kind);

/// Repeats the bodies of loops in `root` that are to be unrolled, inner ones
/// first. Those stay whose trip count is unknown, and those, with a remark, with
/// which the function would come to more than 8192 operations.
void unrollLoops(mlir::Operation *root);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_UNROLLLOOPS_H
