#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_CAPTURES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_CAPTURES_H

// Values that blocks take from outside, changed on both sides at once.

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The index of `value` among the captures of `block`; it is added where it is
/// none of them yet.
unsigned addCapture(te::BlockOp block, mlir::Value value);

/// Capture `index` becomes `value`, of another type perhaps.
void setCapture(te::BlockOp block, unsigned index, mlir::Value value);

/// Capture `index` becomes `buffer`. Subscripts of its accesses, all affine,
/// and of what the block declares of it (canMapRegions), become `map` of what
/// they are (the first dims) and of `values` (the others), which the block
/// captures too.
void setCapture(te::BlockOp block, unsigned index, mlir::Value buffer,
                mlir::AffineMap map, mlir::ValueRange values);

/// Replaces an affine load, store or prefetch by one at `map` of its subscripts
/// (the first dims) and of `values` (the others). Leaves others alone.
void rewriteSubscripts(mlir::Operation *access, mlir::AffineMap map,
                       mlir::ValueRange values);

/// Removes a capture that no region uses.
void eraseCapture(te::BlockOp block, unsigned index);

/// In bodies of blocks and outside, sizes of `buffer`, which the kernel
/// allocates, become what it was allocated with.
void replaceSizes(mlir::RewriterBase &rewriter, mlir::Value buffer);

/// The operation that allocates `buffer` in the kernel; null for arguments,
/// constants and views.
mlir::Operation *getAllocation(mlir::Value buffer);

/// Whether `value` can be used at `op`: it is defined around it and in front,
/// or by operations that can move there (`hoist`).
bool isAvailable(mlir::Value value, mlir::Operation *op);

/// Moves what defines `value` in front of `op`, for which isAvailable holds.
void hoist(mlir::Value value, mlir::Operation *op);

/// Clones what the body of `block` does into the body of another one, at the
/// builder. `mapping` has its axes; captures are added to `into` and mapped.
/// Captures that `mapping` already has stay as mapped. Subscripts are composed.
void cloneBody(mlir::OpBuilder &builder, te::BlockOp block, te::BlockOp into,
               mlir::Region &region, mlir::IRMapping &mapping,
               llvm::function_ref<bool(mlir::Operation *)> skips);

/// `expr` over arguments of the block around the builder: an argument itself or
/// an `affine.apply`, which subscripts are composed with later.
mlir::Value buildIndex(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::AffineMap map, mlir::ValueRange operands);

/// Composes the subscripts of accesses inside of `op` with `affine.apply`s.
void composeSubscripts(mlir::Operation *op);

/// Erases `affine.apply`s of `region` that nothing uses.
void eraseUnusedIndices(mlir::Region &region);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_CAPTURES_H
