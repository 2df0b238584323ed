#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEBLOCK_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEBLOCK_H

// One instance of a block for a tile.

#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Primitives/Tensorize/TileNest.h"

namespace tvm::schedule {

/// A block in front of the nest, without regions, bound to tiles as the block
/// is to points, that captures what the block does and declares `reads` and
/// `writes`.
te::BlockOp buildTileBlock(mlir::OpBuilder &builder, const TileNest &nest,
                           mlir::ArrayAttr reads, mlir::ArrayAttr writes);

/// The nest's block becomes what `tile` is, at its place, and the loops go.
void becomeTile(mlir::RewriterBase &rewriter, const TileNest &nest,
                te::BlockOp tile);

/// Adds the arguments of `block` to `region`, and leaves the builder there.
void createRegion(mlir::OpBuilder &builder, te::BlockOp block,
                  mlir::Region &region);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_TILEBLOCK_H
