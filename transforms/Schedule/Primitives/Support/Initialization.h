// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_INITIALIZATION_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_INITIALIZATION_H

// Initialisations of reductions. They run in front of the outermost reduction
// loop, for all points of the spatial axes that the loop visits.

#include "transforms/Schedule/Analysis/Dependence/Dependences.h"

namespace tvm::schedule {

/// The reason why an initialisation cannot move: `use` touches an element
/// before `init`, a store of the initialisation; or the accesses of an
/// operation are unknown.
struct InitConflict {
  mlir::Operation *opaque = nullptr;
  Access use, init;
  Proof proof = Proof::Unknown;

  /// Refuses because the initialisation would come before the use or, with
  /// `isInitFirst`, no longer before it.
  mlir::DiagnosedSilenceableFailure refuse(mlir::Operation *at,
                                           const llvm::Twine &action,
                                           bool isInitFirst = false) const;
};

/// An access in `loop`, which is around the reduction loops of `block` or is
/// the outermost of them, that may use an element before `block` initialises
/// it. Nothing where the initialisation may run in front of `loop`.
std::optional<InitConflict> findUseBeforeInit(te::BlockOp block, Loop loop);

/// An access in `nest`, in an iteration of `loop` before the one in which
/// `block` initialises the element. Nothing where the initialisation may run
/// for all iterations at once, or already does.
std::optional<InitConflict> findEarlierUse(te::BlockOp block, Loop loop,
                                           Loop nest);

/// A store of the reduction in an iteration of `loop`, for which repeatsInit
/// holds, to an element that a later iteration initialises again.
InitConflict getRepeatedInit(te::BlockOp block, Loop loop);

/// Whether `block` may initialise an element in more than one iteration of
/// `loop`.
bool repeatsInit(te::BlockOp block, Loop loop);

/// Refuses where the initialisation of `block` may not run in front of `loop`,
/// which is around all reduction loops of the block: (P2), (P3) of
/// decomposeReduction.
mlir::DiagnosedSilenceableFailure checkEarlierInit(te::BlockOp block,
                                                   Loop loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_INITIALIZATION_H
