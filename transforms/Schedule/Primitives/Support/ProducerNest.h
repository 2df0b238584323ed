// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRODUCERNEST_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRODUCERNEST_H

// The nest of a block that is computed elsewhere for a region of its buffers.

#include "transforms/Schedule/Primitives/Support/Preconditions.h"

namespace tvm::schedule {

/// Requires that each element of `buffers`, which the block of a request writes
/// at its first axes, has the same value wherever and whenever it is computed:
/// loops and predicate of its reductions are independent of its spatial axes,
/// which visit each element exactly once. `isSplit` is set if spatial axes are
/// not bound to their own loops, or the predicate leaves out elements. In this
/// case all elements are proven to be written; otherwise buffers that are
/// allocated here may have more elements.
mlir::DiagnosedSilenceableFailure
checkProducerNest(BlockRequest &request, llvm::ArrayRef<mlir::Value> buffers,
                  bool &isSplit);

/// Builds the block in new loops over a region, of `sizes` from `bases` on
/// (kDynamic: the full loop of the axis), and in copies of its reduction loops,
/// with the constraints of the predicate on these.
te::BlockOp buildProducerNest(mlir::OpBuilder &builder, te::BlockOp producer,
                              llvm::ArrayRef<int64_t> sizes,
                              mlir::ValueRange bases);

/// The loop that spatial axis `axis` alone is bound to.
Loop getAxisLoop(te::BlockOp producer, unsigned axis);

/// Whether the loop of a spatial axis covers dimension `dim` of `buffer`.
bool coversDim(Loop loop, mlir::Value buffer, int64_t dim);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRODUCERNEST_H
