// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_RACES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_RACES_H

// Elements that several threads of a launch access.

#include "transforms/Schedule/Analysis/Cooperation.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Analysis/Launches.h"

namespace tvm::schedule {

/// Whether instances of `first` and `second` on different threads of a block,
/// ordered as `orders` says, touch the same element. `isPartial`: only threads
/// that differ along an axis that both are bound to are considered.
Proof findThreadConflict(const Access &first, const Access &second,
                         llvm::ArrayRef<std::pair<Loop, Order>> orders,
                         bool isPartial);

/// Whether `block` reduces over the bound `loop`: its threads combine their
/// values.
bool isReducedBy(te::BlockOp block, Loop loop);

/// Checks the launch around `loop`, which may be `loop` itself: it is
/// well-formed (requireLaunch); its accesses are known; no iteration of the
/// loops `bound` depends on another one; and threads exchange values only
/// through shared memory outside of their loops, which barriers order. Nothing
/// orders accesses to other memory. `isPartial`: further loops will be bound,
/// and reductions over threads lowered. Refuses with "cannot <action>: …" and
/// the two accesses.
mlir::DiagnosedSilenceableFailure requireThreads(Loop loop,
                                                 llvm::ArrayRef<Loop> bound,
                                                 const llvm::Twine &action,
                                                 bool isPartial);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_RACES_H
