#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COOPERATION_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COOPERATION_H

// Shared buffers that are made in loops of threads, as TVM's compute_at makes
// them. As loops, each iteration has a buffer of its own; as threads, they have
// one. Both are the same where every iteration would write the same: threads
// then write it together, divided by loops inside of where it is made.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Whether the memory of `buffer` is shared by the threads of a block.
bool isShared(mlir::Value buffer);

/// Whether the iterations of `loop` are threads of a block.
bool isOverThreads(Loop loop);

/// Whether what `block` writes is shared by the threads of `loop` around it:
/// it runs once for all of them, not once on each.
bool isCooperative(te::BlockOp block, Loop loop);

/// In each iteration of the loops of threads around where the shared `buffer`
/// is made, the same is written to it. "cannot <action>: …" at such a loop.
mlir::DiagnosedSilenceableFailure
requireSameOnThreads(mlir::Value buffer, const llvm::Twine &action);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_COOPERATION_H
