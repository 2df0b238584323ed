#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_READREGION_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_READREGION_H

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Accesses.h"

namespace tvm::schedule {

/// The box that blocks inside of a loop read of a buffer, or of several with
/// elements in the same places, at one iteration of the loop: per dimension
/// from `base` (affine in variables outside of the body) on, `size` elements.
struct ReadRegion {
  llvm::SmallVector<mlir::AffineExpr> base; // over dims = operands
  llvm::SmallVector<mlir::Value> operands;
  /// kDynamic: all of the dimension, from a base of 0 on.
  llvm::SmallVector<int64_t> size;
  /// Blocks that read, with the index of the capture.
  llvm::SmallVector<std::pair<te::BlockOp, unsigned>> readers;
  /// Whether the box may reach outside of the buffer: some read is guarded, or
  /// in a loop that may have no iterations, or the box holds more.
  bool mayExceed = false;
};

/// The elements that a box may hold beside those read at one iteration.
struct ReadRegionOptions {
  /// Loops around, in all of whose iterations together.
  llvm::ArrayRef<Loop> also;
  /// All of a dimension of dynamic size that is read over an extent that is not
  /// constant.
  bool wholeDims = false;
  /// Elements beside those that are read at quotients and remainders.
  bool divisions = false;
};

/// Refuses ("cannot <action>: …") where an access is not affine, varies
/// otherwise than linearly inside of the loop or over an extent that is not
/// constant, unless `options` allow that, or boxes of several reads cannot be
/// compared.
mlir::DiagnosedSilenceableFailure
getReadRegion(Loop loop, llvm::ArrayRef<mlir::Value> buffers,
              const llvm::Twine &action, ReadRegion &region,
              const ReadRegionOptions &options = {});

/// The same of what they write. `readers` are the blocks that write.
mlir::DiagnosedSilenceableFailure getWrittenRegion(Loop loop,
                                                   mlir::Value buffer,
                                                   const llvm::Twine &action,
                                                   ReadRegion &region);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_READREGION_H
