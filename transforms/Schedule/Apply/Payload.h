// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_APPLY_PAYLOAD_H
#define TVM_TRANSFORMS_SCHEDULE_APPLY_PAYLOAD_H

// Conversion between handles and operations for the operations of a script.

#include "dialects/Schedule/ScheduleTraits.h"
#include "transforms/Schedule/Primitives/Primitives.h"

namespace tvm::schedule {

/// Sets `loop` or `block` to the one operation that `handle` stands for. Fails
/// at `step` where there is none, several, or one of another kind.
mlir::DiagnosedSilenceableFailure getPayload(mlir::Operation *step,
                                             mlir::transform::TransformState &,
                                             mlir::Value handle, Loop &loop);
mlir::DiagnosedSilenceableFailure getPayload(mlir::Operation *step,
                                             mlir::transform::TransformState &,
                                             mlir::Value handle,
                                             te::BlockOp &block);

/// Sets `target` to the one loop or block that `handle` stands for.
mlir::DiagnosedSilenceableFailure getPayload(mlir::Operation *step,
                                             mlir::transform::TransformState &,
                                             mlir::Value handle,
                                             mlir::Operation *&target);

/// Sets `loops` to the loops that `handles` stand for, one each.
mlir::DiagnosedSilenceableFailure
getPayload(mlir::Operation *step, mlir::transform::TransformState &,
           mlir::ValueRange handles, llvm::SmallVectorImpl<Loop> &loops);

/// Moves a refusal from the payload to the script: the error is at `step`, a
/// note at the payload.
mlir::DiagnosedSilenceableFailure
atStep(mlir::Operation *step, mlir::DiagnosedSilenceableFailure outcome);

/// Applies an operation that changes its `block`.
template <typename OpTy, typename Change>
mlir::DiagnosedSilenceableFailure
applyToBlock(OpTy op, mlir::transform::TransformState &state, Change change) {
  te::BlockOp block;
  if (auto d = getPayload(op, state, op.getBlock(), block); !d.succeeded())
    return d;
  return atStep(op, change(block));
}

/// Applies an operation that changes its `block` at its `loop`.
template <typename OpTy, typename Change>
mlir::DiagnosedSilenceableFailure
applyAtLoop(OpTy op, mlir::transform::TransformState &state, Change change) {
  te::BlockOp block;
  Loop loop;
  if (auto d = getPayload(op, state, op.getBlock(), block); !d.succeeded())
    return d;
  if (auto d = getPayload(op, state, op.getLoop(), loop); !d.succeeded())
    return d;
  return atStep(op, change(block, loop));
}

/// Applies an operation that builds another block, its result, at its `loop`.
template <typename OpTy, typename Build>
mlir::DiagnosedSilenceableFailure
buildAtLoop(OpTy op, mlir::transform::TransformResults &results,
            mlir::transform::TransformState &state, Build build) {
  te::BlockOp built;
  auto outcome = applyAtLoop(op, state, [&](te::BlockOp block, Loop loop) {
    return build(block, loop, built);
  });
  if (outcome.succeeded())
    results.set(op->getResult(0), {built.getOperation()});
  return outcome;
}

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_APPLY_PAYLOAD_H
