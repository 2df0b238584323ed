#ifndef TVM_TRANSFORMS_SCHEDULE_APPLY_PAYLOAD_H
#define TVM_TRANSFORMS_SCHEDULE_APPLY_PAYLOAD_H

// From handles to operations and back, for the operations of a script.

#include "dialects/Schedule/ScheduleTraits.h"
#include "transforms/Schedule/Primitives/Primitives.h"

namespace tvm::schedule {

/// The one operation that `handle` stands for, which is a loop or a block.
mlir::DiagnosedSilenceableFailure getPayload(mlir::Operation *step,
                                             mlir::transform::TransformState &,
                                             mlir::Value handle, Loop &loop);
mlir::DiagnosedSilenceableFailure getPayload(mlir::Operation *step,
                                             mlir::transform::TransformState &,
                                             mlir::Value handle,
                                             te::BlockOp &block);

/// The one operation that `handle` stands for, which is either.
mlir::DiagnosedSilenceableFailure getPayload(mlir::Operation *step,
                                             mlir::transform::TransformState &,
                                             mlir::Value handle,
                                             mlir::Operation *&target);

/// The same for several loops.
mlir::DiagnosedSilenceableFailure
getPayload(mlir::Operation *step, mlir::transform::TransformState &,
           mlir::ValueRange handles, llvm::SmallVectorImpl<Loop> &loops);

/// Moves a refusal from the payload to the script: the error is at `step`, a
/// note at the payload.
mlir::DiagnosedSilenceableFailure
atStep(mlir::Operation *step, mlir::DiagnosedSilenceableFailure outcome);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_APPLY_PAYLOAD_H
