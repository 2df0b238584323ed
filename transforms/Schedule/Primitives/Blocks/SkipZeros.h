// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_SKIPZEROS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_SKIPZEROS_H

// The two kinds of zeros that `skipZeros` leaves out.

#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

namespace tvm::schedule {

/// A request to leave out iterations of `loop` in which `block` adds zeros.
struct SkipRequest : BlockRequest {
  SkipRequest(te::BlockOp block, Loop loop)
      : BlockRequest(block, "skip zeros that '" + block.getName() + "' adds"),
        loop(loop) {}

  /// Sets `addend`.
  mlir::DiagnosedSilenceableFailure findAddend();
  mlir::DiagnosedSilenceableFailure checkLoop();

  Loop loop;
  mlir::Value buffer; // read by the block
  mlir::Value addend; // the value that is added to one element
};

/// Leaves out products with the zero padding of the buffer.
mlir::DiagnosedSilenceableFailure skipPadding(mlir::RewriterBase &rewriter,
                                              const SkipRequest &request);

/// Leaves out iterations in which a condition selects zero instead of an
/// element of the buffer.
mlir::DiagnosedSilenceableFailure skipCondition(mlir::RewriterBase &rewriter,
                                                const SkipRequest &request);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_SKIPZEROS_H
