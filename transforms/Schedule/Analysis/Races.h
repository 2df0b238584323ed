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

/// Checks the launch that `loop` is in, or is: it is one
/// (requireLaunch); its accesses are known; no iteration of the loops `bound`
/// depends on another one; and its threads exchange values in shared memory
/// alone, which is outside of their loops: barriers order that, nothing orders
/// accesses of others. `isPartial`: further loops will be bound, and reductions
/// over threads lowered. "cannot <action>: …" with the two accesses.
mlir::DiagnosedSilenceableFailure requireThreads(Loop loop,
                                                 llvm::ArrayRef<Loop> bound,
                                                 const llvm::Twine &action,
                                                 bool isPartial);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_RACES_H
