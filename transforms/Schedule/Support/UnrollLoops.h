// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_SUPPORT_UNROLLLOOPS_H
#define TVM_TRANSFORMS_SCHEDULE_SUPPORT_UNROLLLOOPS_H

#include "transforms/Schedule/Analysis/Loops.h"
#include "transforms/Schedule/Support/Limits.h"

namespace tvm::schedule {

/// The loops of a kind in `root`, possibly `root` itself, inner ones first.
llvm::SmallVector<Loop> findLoops(mlir::Operation *root, LoopKind kind);

/// The number of operations of the function around `root`, for `fits`.
int64_t getFunctionSize(mlir::Operation *root);

/// Whether the body of `loop`, whose trip count is known, can be unrolled in a
/// function of `size` operations, which is then increased. Otherwise emits a
/// remark with the reason why the loop `stays`.
bool fits(Loop loop, int64_t maxOperations, int64_t &size,
          llvm::StringRef stays);

/// Unrolls the marked loops in `root`, inner ones first. Loops of unknown trip
/// count stay; so do, with a remark, loops that would give the function more
/// than `maxOperations` operations.
void unrollLoops(mlir::Operation *root, int64_t maxOperations);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SUPPORT_UNROLLLOOPS_H
