// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_DEPENDENCES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_DEPENDENCES_H

// Dependences between instances of blocks: conflicts whose order matters.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Dependence/Conflicts.h"

namespace tvm::schedule {

/// A pair of accesses whose order must be kept, source first.
struct Dependence {
  const Access *source, *sink;
  Proof proof; // Exists or Unknown
};

/// A dependence from an iteration of `loop` to a later one, in one iteration of
/// the loops around it. Buffers allocated in the loop are private to an
/// iteration. `mayIgnore` excludes pairs.
std::optional<Dependence>
findCarried(Loop loop, const MemoryUse &use,
            llvm::function_ref<bool(const Access &, const Access &)> mayIgnore);

/// A conflict between any two of the accesses, ordered as `orders` says.
/// Buffers allocated in `loop` are private to an iteration.
std::optional<Dependence> findConflictIn(
    Loop loop, const MemoryUse &use,
    llvm::ArrayRef<std::pair<Loop, Order>> orders,
    llvm::function_ref<bool(const Access &, const Access &)> mayIgnore);

/// A refusal "cannot <action>: ..." with the two accesses as notes.
mlir::DiagnosedSilenceableFailure refuse(mlir::Operation *at,
                                         const llvm::Twine &action,
                                         const Dependence &dependence);

/// A refusal "cannot <action>: ..." because the accesses of `opaque` are
/// unknown.
mlir::DiagnosedSilenceableFailure refuseOpaque(mlir::Operation *at,
                                               const llvm::Twine &action,
                                               mlir::Operation *opaque);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_DEPENDENCE_DEPENDENCES_H
