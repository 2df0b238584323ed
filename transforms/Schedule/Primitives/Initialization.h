#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_INITIALIZATION_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_INITIALIZATION_H

// A reduction is initialised in front of its outermost reduction loop, for all
// points of the spatial axes that the loop comes to.

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// An access in `loop`, which is around the reduction loops of `block` or is
/// the outermost one, that may use an element before `block` initialises it;
/// or an operation whose accesses are unknown. Null where the initialisation
/// may run in front of `loop`.
mlir::Operation *findUseBeforeInit(te::BlockOp block, Loop loop);

/// An access inside of `nest`, in an earlier iteration of `loop` than the one
/// that `block` initialises the element in; or an operation whose accesses are
/// unknown. Null where the initialisation may run for all iterations at once,
/// or no longer does.
mlir::Operation *findEarlierUse(te::BlockOp block, Loop loop, Loop nest);

/// Whether `block` initialises an element in more than one iteration of `loop`,
/// or that is not known.
bool repeatsInit(te::BlockOp block, Loop loop);

/// Refuses where the initialisation of `block` may not run in front of `loop`,
/// which is around all reduction loops of the block: (P2), (P3) of
/// decomposeReduction.
mlir::DiagnosedSilenceableFailure checkEarlierInit(te::BlockOp block,
                                                   Loop loop);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_INITIALIZATION_H
