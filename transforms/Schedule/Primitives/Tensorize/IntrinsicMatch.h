// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_INTRINSICMATCH_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_INTRINSICMATCH_H

// The comparison of a tile with the declaration of a tensor intrinsic.

#include "dialects/TE/TEIntrinsics.h"
#include "transforms/Schedule/Primitives/Tensorize/TileNest.h"

#include <vector>

namespace tvm::schedule {

/// The part of a buffer that becomes an operand of the intrinsic: of capture
/// `capture`, per dimension of the buffer, `sizes` elements from `base` on,
/// `strides` apart.
struct OperandView {
  unsigned capture = 0;
  llvm::SmallVector<mlir::AffineExpr> base; // as in TileAccess
  llvm::SmallVector<int64_t> sizes, strides;
  /// The dimensions of the buffer that are dimensions of the operand.
  llvm::SmallVector<unsigned> dims;
};

/// Computes the views of the inputs and of the result, in this order. Refuses
/// where loops, subscripts or an operation differ, with a note at the
/// declaration.
mlir::DiagnosedSilenceableFailure
matchIntrinsic(const TileNest &nest, te::TensorIntrinOp intrin,
               std::vector<OperandView> &views);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_INTRINSICMATCH_H
