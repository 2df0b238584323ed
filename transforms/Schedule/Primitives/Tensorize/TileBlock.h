// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEBLOCK_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEBLOCK_H

// A block with one instance per tile.

#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Primitives/Tensorize/TileNest.h"

namespace tvm::schedule {

/// Builds a block in front of the nest, without regions, bound to tiles as the
/// original is bound to points. It has the same captures and declares `reads`
/// and `writes`.
te::BlockOp buildTileBlock(mlir::OpBuilder &builder, const TileNest &nest,
                           mlir::ArrayAttr reads, mlir::ArrayAttr writes);

/// Replaces the nest's block by the contents of `tile` and removes the loops.
void becomeTile(mlir::RewriterBase &rewriter, const TileNest &nest,
                te::BlockOp tile);

/// Adds the arguments of `block` to `region`, and leaves the builder there.
void createRegion(mlir::OpBuilder &builder, te::BlockOp block,
                  mlir::Region &region);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEBLOCK_H
