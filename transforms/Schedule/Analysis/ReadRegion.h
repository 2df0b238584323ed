// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_READREGION_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_READREGION_H

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// The box that blocks inside of a loop read from a buffer in one iteration of
/// the loop, or from several buffers with corresponding elements. Each
/// dimension has `size` elements from `base` on, which is affine in variables
/// outside of the body.
struct ReadRegion {
  llvm::SmallVector<mlir::AffineExpr> base; // over dims = operands
  llvm::SmallVector<mlir::Value> operands;
  /// Extents in elements. kDynamic: all of the dimension, with a base of 0.
  llvm::SmallVector<int64_t> size;
  /// Blocks that read, each with the index of its capture.
  llvm::SmallVector<std::pair<te::BlockOp, unsigned>> readers;
  /// Whether the box may reach outside of the buffer, because a read is
  /// guarded, in a loop that may have no iterations, or covered by a larger
  /// box.
  bool mayExceed = false;
};

/// Permissions for a box to contain more elements than one iteration reads.
struct ReadRegionOptions {
  /// Outer loops whose iterations are all included.
  llvm::ArrayRef<Loop> also;
  /// Whether a dimension of dynamic size is included completely if it is read
  /// over an extent that is not constant.
  bool wholeDims = false;
  /// Whether elements between reads at quotients and remainders are included.
  bool divisions = false;
};

/// Computes `region`. Refuses with "cannot <action>: …" where an access is not
/// affine, is not linear inside of the loop, has an extent that is not constant
/// (unless `options` allow it), or where the boxes of several reads cannot be
/// compared.
mlir::DiagnosedSilenceableFailure
getReadRegion(Loop loop, llvm::ArrayRef<mlir::Value> buffers,
              const llvm::Twine &action, ReadRegion &region,
              const ReadRegionOptions &options = {});

/// Computes the region that the blocks write. `readers` are the writing blocks.
mlir::DiagnosedSilenceableFailure getWrittenRegion(Loop loop,
                                                   mlir::Value buffer,
                                                   const llvm::Twine &action,
                                                   ReadRegion &region);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_READREGION_H
