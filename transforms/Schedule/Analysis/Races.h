#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_RACES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_RACES_H

// Elements that several threads of a launch touch.

#include "transforms/Schedule/Analysis/Cooperation.h"
#include "transforms/Schedule/Analysis/Dependences.h"
#include "transforms/Schedule/Analysis/Launches.h"

namespace tvm::schedule {

/// Whether instances of `first` and `second` on different threads of a block,
/// ordered as `orders` says, touch the same element. `isPartial`: threads that
/// differ along an axis both are bound to.
Proof findThreadConflict(const Access &first, const Access &second,
                         llvm::ArrayRef<std::pair<Loop, Order>> orders,
                         bool isPartial);

/// Whether `block` reduces over the bound `loop`: threads combine their values.
bool isReducedBy(te::BlockOp block, Loop loop);

/// What is asked of the launch that `loop` is in, or is: requireLaunch, known
/// accesses, requireIndependent for `bound`, requireNoRace, with `isPartial`.
mlir::DiagnosedSilenceableFailure requireThreads(Loop loop,
                                                 llvm::ArrayRef<Loop> bound,
                                                 const llvm::Twine &action,
                                                 bool isPartial);

/// No iteration of the bound `loop` depends on another one, in an iteration of
/// the loops around it. "cannot <action>: …" with the two accesses.
/// `isPartial`: but by reductions over threads, which are still to be lowered.
mlir::DiagnosedSilenceableFailure requireIndependent(Loop loop,
                                                     const MemoryUse &use,
                                                     const llvm::Twine &action,
                                                     bool isPartial);

/// Threads of `launch` exchange values in shared memory alone, which is outside
/// of their loops. Barriers order that; nothing orders accesses of others.
/// `isPartial` as above: further loops will be bound, reductions lowered.
mlir::DiagnosedSilenceableFailure requireNoRace(Loop launch,
                                                const MemoryUse &use,
                                                const llvm::Twine &action,
                                                bool isPartial);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_RACES_H
