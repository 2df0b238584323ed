#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REGIONBUFFER_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REGIONBUFFER_H

// Buffers that hold what a loop reads of another one.

#include "transforms/Schedule/Analysis/ReadRegion.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

namespace tvm::schedule {

/// Buffer number `index` of those that the block of a request reads and does
/// not write, in the order of its captures.
mlir::DiagnosedSilenceableFailure
getReadBuffer(BlockRequest &request, int64_t index, mlir::Value &buffer);

/// The region of each of `buffers` has elements that fit on a stack, or their
/// number is not known, and begins at values that are available at the top of
/// the loop's body; blocks that read it do so by loads alone. "cannot <action>:
/// …" at `at`.
mlir::DiagnosedSilenceableFailure
checkLocalRegion(Loop loop, llvm::ArrayRef<mlir::Value> buffers,
                 const ReadRegion &region, llvm::StringRef action,
                 mlir::Operation *at);

/// Whether `count` buffers of a static shape fit on a thread's stack.
bool fitsOnStack(mlir::MemRefType type, int64_t count = 1);

/// An operation in `block` that uses capture `index` other than to load, store,
/// or take a size; null if there is none.
mlir::Operation *findForeignUse(te::BlockOp block, unsigned index);

/// Where the region begins, per dimension, as values at the builder.
llvm::SmallVector<mlir::Value> buildBases(mlir::OpBuilder &builder,
                                          mlir::Location loc,
                                          const ReadRegion &region);

/// An uninitialised buffer at the builder for the region of `buffer`, on the
/// stack if its size is known; other sizes are values in front of `nest`.
mlir::Value buildLocal(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value buffer, const ReadRegion &region,
                       mlir::Operation *nest);

/// Captures `bases` in `block` and shifts its accesses of capture `index`,
/// which becomes `buffer`, by them.
void redirect(te::BlockOp block, unsigned index, mlir::Value buffer,
              mlir::ValueRange bases);

/// Lets `block`, whose first axes are subscripts of `buffer`, run inside of it
/// only.
void guardRegion(te::BlockOp block, mlir::Value buffer, unsigned rank);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_REGIONBUFFER_H
