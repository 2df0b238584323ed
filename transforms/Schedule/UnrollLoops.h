#ifndef TVM_TRANSFORMS_SCHEDULE_UNROLLLOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_UNROLLLOOPS_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Loops of a kind in `root`, which may be one, inner ones first.
llvm::SmallVector<Loop> findLoops(mlir::Operation *root, LoopKind kind);

/// Largest number of operations of a function that LLVM sees after unrolling.
/// The time that LLVM takes for a function grows faster than its size.
inline constexpr int64_t kMaxUnrolledOperations = 10 << 10;

/// The same before vectors are made: a vector takes the place of an operation
/// per lane, and most conditions are decided by constants.
inline constexpr int64_t kMaxScalarOperations = 1 << 16;

/// Repeats the bodies of loops in `root` that are to be unrolled, inner ones
/// first. Loops whose trip count is unknown stay. So do, with a remark, loops
/// that would give the function more than `maxOperations` operations.
void unrollLoops(mlir::Operation *root, int64_t maxOperations);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_UNROLLLOOPS_H
