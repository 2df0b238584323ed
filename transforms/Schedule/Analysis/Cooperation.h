// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COOPERATION_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COOPERATION_H

// Shared buffers that are allocated in loops of threads, as TVM's compute_at
// places them. A loop gives each iteration its own buffer, threads have one in
// common. Both agree where every iteration would write the same values: the
// threads then divide the writing loops, which are inside of the allocation,
// among themselves.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Whether the threads of a GPU block share the memory of `buffer`.
bool isShared(mlir::Value buffer);

/// Whether the iterations of `loop` are threads of a GPU block.
bool isOverThreads(Loop loop);

/// Whether the threads of `loop` around `block` share the buffers that it
/// writes: the block runs once for all of them, not once per thread.
bool isCooperative(te::BlockOp block, Loop loop);

/// Checks that all iterations of the loops of threads around the allocation of
/// the shared `buffer` write the same values to it. Refuses with "cannot
/// <action>: …" at such a loop.
mlir::DiagnosedSilenceableFailure
requireSameOnThreads(mlir::Value buffer, const llvm::Twine &action);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COOPERATION_H
