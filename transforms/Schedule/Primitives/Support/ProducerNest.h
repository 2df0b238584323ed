#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRODUCERNEST_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRODUCERNEST_H

// The nest of a block that is computed elsewhere, for a region of its buffers.

#include "transforms/Schedule/Primitives/Support/Preconditions.h"

namespace tvm::schedule {

/// Whether each element of `buffers`, which the block of a request writes at
/// its first axes, is the same wherever and whenever it is computed: loops and
/// predicate of its reductions are apart from those of its spatial axes, which
/// run at all elements, at each of them once. `isSplit`: spatial axes are not
/// bound to loops of their own, or there are elements that the predicate leaves
/// out. All elements are proven to be written then; otherwise buffers that are
/// allocated here may have more of them.
mlir::DiagnosedSilenceableFailure
checkProducerNest(BlockRequest &request, llvm::ArrayRef<mlir::Value> buffers,
                  bool &isSplit);

/// New loops over a region, of `sizes` from `bases` on (kDynamic: those of the
/// axis, which has a loop of its own), and those of the reduction axes, with
/// what the predicate says of them; and the block in them.
te::BlockOp buildProducerNest(mlir::OpBuilder &builder, te::BlockOp producer,
                              llvm::ArrayRef<int64_t> sizes,
                              mlir::ValueRange bases);

/// The loop that spatial axis `axis`, which has one of its own, is bound to.
Loop getAxisLoop(te::BlockOp producer, unsigned axis);

/// Whether the loop that a spatial axis is bound to runs over all of dimension
/// `dim` of `buffer`.
bool coversDim(Loop loop, mlir::Value buffer, int64_t dim);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_PRODUCERNEST_H
