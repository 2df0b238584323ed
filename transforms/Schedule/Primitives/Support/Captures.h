// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_CAPTURES_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_CAPTURES_H

// Values that blocks take from outside, changed on both sides at once.

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The index of `value` among the captures of `block`, to which it is added if
/// necessary.
unsigned addCapture(te::BlockOp block, mlir::Value value);

/// Replaces capture `index` by `value`, which may have another type.
void setCapture(te::BlockOp block, unsigned index, mlir::Value value);

/// Replaces capture `index` by `buffer`. The subscripts of its accesses, all
/// affine, and of its declared regions (canMapRegions) become `map` of the old
/// subscripts (the first dims) and of `values` (the others), which the block
/// captures too.
void setCapture(te::BlockOp block, unsigned index, mlir::Value buffer,
                mlir::AffineMap map, mlir::ValueRange values);

/// Replaces an affine load, store or prefetch by one at `map` of its subscripts
/// (the first dims) and of `values` (the others). Other operations stay.
void rewriteSubscripts(mlir::Operation *access, mlir::AffineMap map,
                       mlir::ValueRange values);

/// Removes a capture that no region uses.
void eraseCapture(te::BlockOp block, unsigned index);

/// Replaces queries of sizes of `buffer`, which the kernel allocates, by the
/// sizes of the allocation, in bodies of blocks and outside.
void replaceSizes(mlir::RewriterBase &rewriter, mlir::Value buffer);

/// The operation that allocates `buffer` in the kernel; null for arguments,
/// constants and views.
mlir::Operation *getAllocation(mlir::Value buffer);

/// Whether `value` can be used at `op`: it is defined in front of `op`, or by
/// operations that can move there (`hoist`).
bool isAvailable(mlir::Value value, mlir::Operation *op);

/// Moves the definition of `value` in front of `op`; isAvailable holds.
void hoist(mlir::Value value, mlir::Operation *op);

/// Clones the body of `block` into the body of another block, at the builder.
/// `mapping` has its axes; captures are added to `into` and mapped, unless
/// `mapping` already has them. Subscripts are composed.
void cloneBody(mlir::OpBuilder &builder, te::BlockOp block, te::BlockOp into,
               mlir::Region &region, mlir::IRMapping &mapping,
               llvm::function_ref<bool(mlir::Operation *)> skips);

/// Builds `map(operands)`, over arguments of the block around the builder: an
/// argument itself, or an `affine.apply` with which subscripts are composed
/// later.
mlir::Value buildIndex(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::AffineMap map, mlir::ValueRange operands);

/// Composes the subscripts of accesses in `op` with `affine.apply`s.
void composeSubscripts(mlir::Operation *op);

/// Erases unused `affine.apply`s of `region`.
void eraseUnusedIndices(mlir::Region &region);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_CAPTURES_H
