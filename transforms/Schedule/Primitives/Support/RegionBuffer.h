// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REGIONBUFFER_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REGIONBUFFER_H

// Buffers for the region of another buffer that a loop reads.

#include "transforms/Schedule/Analysis/ReadRegion.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

namespace tvm::schedule {

/// Sets `buffer` to number `index` of the buffers that the block of a request
/// reads and does not write, in the order of its captures.
mlir::DiagnosedSilenceableFailure
getReadBuffer(BlockRequest &request, int64_t index, mlir::Value &buffer);

/// Requires that the region of each of `buffers` fits on a stack, or has an
/// unknown number of elements, and begins at values that are available at the
/// top of the loop's body; and that blocks only load from it. Refuses at `at`
/// with "cannot <action>: …".
mlir::DiagnosedSilenceableFailure
checkLocalRegion(Loop loop, llvm::ArrayRef<mlir::Value> buffers,
                 const ReadRegion &region, llvm::StringRef action,
                 mlir::Operation *at);

/// Whether `count` buffers of a static shape fit on a thread's stack.
bool fitsOnStack(mlir::MemRefType type, int64_t count = 1);

/// An operation in `block` that uses capture `index` other than to load, store,
/// or take a size; null if there is none.
mlir::Operation *findForeignUse(te::BlockOp block, unsigned index);

/// Builds the start of the region per dimension, as values at the builder.
llvm::SmallVector<mlir::Value> buildBases(mlir::OpBuilder &builder,
                                          mlir::Location loc,
                                          const ReadRegion &region);

/// Builds an uninitialised buffer for the region of `buffer`, at the builder,
/// on the stack if its size is known; other sizes are values in front of
/// `nest`.
mlir::Value buildLocal(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value buffer, const ReadRegion &region,
                       mlir::Operation *nest);

/// Replaces capture `index` of `block` by `buffer`, and shifts its accesses by
/// `bases`, which the block captures.
void redirect(te::BlockOp block, unsigned index, mlir::Value buffer,
              mlir::ValueRange bases);

/// Restricts `block`, whose first axes are subscripts of `buffer`, to points
/// inside of it.
void guardRegion(te::BlockOp block, mlir::Value buffer, unsigned rank);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REGIONBUFFER_H
