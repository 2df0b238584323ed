// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Apply/Payload.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace tvm::schedule {

/// Requires `payload` to be inside of a function: kernels are functions.
static DiagnosedSilenceableFailure requireKernel(Operation *step,
                                                 Operation *payload) {
  if (payload->getParentOfType<func::FuncOp>())
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(step)
                 << "expected a function around '" << payload->getName() << "'";
  failure.attachNote(payload->getLoc()) << "this operation";
  return failure;
}

template <typename OpTy>
static DiagnosedSilenceableFailure getOne(Operation *step,
                                          transform::TransformState &state,
                                          Value handle, OpTy &payload) {
  auto operations = llvm::to_vector(state.getPayloadOps(handle));
  if (operations.size() != 1)
    return emitSilenceableFailure(step)
           << "expected a handle to one operation, got " << operations.size();
  payload = dyn_cast<OpTy>(operations.front());
  if (payload)
    return requireKernel(step, payload);
  auto failure = emitSilenceableFailure(step)
                 << "expected a handle to '" << OpTy::getOperationName()
                 << "', got '" << operations.front()->getName() << "'";
  failure.attachNote(operations.front()->getLoc()) << "this operation";
  return failure;
}

/// Refuses a payload inside of a block, where it is part of a computation.
static DiagnosedSilenceableFailure requireOutside(Operation *step,
                                                  Operation *payload) {
  auto block = payload->getParentOfType<te::BlockOp>();
  if (!block)
    return DiagnosedSilenceableFailure::success();
  auto failure = emitSilenceableFailure(step)
                 << "expected a loop around blocks, got one inside of '"
                 << block.getName() << "'";
  failure.attachNote(payload->getLoc()) << "this loop";
  return failure;
}

DiagnosedSilenceableFailure getPayload(Operation *step,
                                       transform::TransformState &state,
                                       Value handle, Loop &loop) {
  if (auto d = getOne(step, state, handle, loop); !d.succeeded())
    return d;
  return requireOutside(step, loop);
}

DiagnosedSilenceableFailure getPayload(Operation *step,
                                       transform::TransformState &state,
                                       Value handle, te::BlockOp &block) {
  return getOne(step, state, handle, block);
}

DiagnosedSilenceableFailure getPayload(Operation *step,
                                       transform::TransformState &state,
                                       Value handle, Operation *&target) {
  auto operations = llvm::to_vector(state.getPayloadOps(handle));
  if (operations.size() != 1)
    return emitSilenceableFailure(step)
           << "expected a handle to one operation, got " << operations.size();
  target = operations.front();
  if (isa<Loop, te::BlockOp>(target)) {
    if (auto d = requireKernel(step, target); !d.succeeded())
      return d;
    return requireOutside(step, target);
  }
  auto failure = emitSilenceableFailure(step)
                 << "expected a handle to a loop or a block, got '"
                 << target->getName() << "'";
  failure.attachNote(target->getLoc()) << "this operation";
  return failure;
}

DiagnosedSilenceableFailure getPayload(Operation *step,
                                       transform::TransformState &state,
                                       ValueRange handles,
                                       SmallVectorImpl<Loop> &loops) {
  for (Value handle : handles) {
    Loop loop;
    if (auto d = getPayload(step, state, handle, loop); !d.succeeded())
      return d;
    loops.push_back(loop);
  }
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure atStep(Operation *step,
                                   DiagnosedSilenceableFailure outcome) {
  if (!outcome.isSilenceableFailure())
    return outcome;
  SmallVector<Diagnostic> diagnostics;
  outcome.takeDiagnostics(diagnostics);
  Diagnostic &cause = diagnostics.front();
  auto failure = emitSilenceableFailure(step) << cause.str();
  failure.attachNote(cause.getLocation()) << "in the kernel, here";
  for (Diagnostic &note : cause.getNotes())
    failure.attachNote(note.getLocation()) << note.str();
  return failure;
}

} // namespace tvm::schedule
