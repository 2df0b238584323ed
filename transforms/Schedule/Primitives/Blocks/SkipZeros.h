#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_SKIPZEROS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_SKIPZEROS_H

// The two kinds of zeros that `skipZeros` leaves out.

#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

namespace tvm::schedule {

/// A request: iterations of `loop` in which `block` adds zeros only.
struct SkipRequest : BlockRequest {
  SkipRequest(te::BlockOp block, Loop loop)
      : BlockRequest(block, "skip zeros that '" + block.getName() + "' adds"),
        loop(loop) {}

  /// Sets `addend`.
  mlir::DiagnosedSilenceableFailure findAddend();
  mlir::DiagnosedSilenceableFailure checkLoop();

  Loop loop;
  mlir::Value buffer; // which the block reads
  mlir::Value addend; // what the block adds to one element
};

/// Products with the zeros around what the buffer holds.
mlir::DiagnosedSilenceableFailure skipPadding(mlir::RewriterBase &rewriter,
                                              const SkipRequest &request);

/// Zeros instead of what a condition, where it holds, reads of the buffer.
mlir::DiagnosedSilenceableFailure skipCondition(mlir::RewriterBase &rewriter,
                                                const SkipRequest &request);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_SKIPZEROS_H
