// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Tensorize/TileBlock.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"

using namespace mlir;

namespace tvm::schedule {

te::BlockOp buildTileBlock(OpBuilder &builder, const TileNest &nest,
                           ArrayAttr reads, ArrayAttr writes) {
  te::BlockOp block = nest.block;
  SmallVector<AffineExpr> results(nest.outer.getResults());
  for (auto [axis, unit] : llvm::enumerate(nest.units))
    results[axis] = simplifyAffineExpr(results[axis].floorDiv(unit),
                                       nest.outer.getNumDims(), 0);
  AffineMap map = AffineMap::get(nest.outer.getNumDims(), 0, results,
                                 nest.outer.getContext());
  auto tile = te::BlockOp::create(builder, block.getLoc(), block.getName(),
                                  nest.operands, block.getCaptures(),
                                  map.getSliceMap(0, block.getNumAxes()),
                                  block.getKinds());
  tile->setDiscardableAttrs(block->getDiscardableAttrDictionary());
  SmallVector<Value> operands(nest.operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  setBlockMap(tile, map, operands, nest.equalities);
  tile.setReadsAttr(reads);
  tile.setWritesAttr(writes);
  return tile;
}

void becomeTile(RewriterBase &rewriter, const TileNest &nest,
                te::BlockOp tile) {
  te::BlockOp block = nest.block;
  block->moveBefore(tile);
  block.getInit().takeBody(tile.getInit());
  block.getBody().takeBody(tile.getBody());
  block.getItersMutable().assign(tile.getIters());
  block.getCapturesMutable().assign(tile.getCaptures());
  block.setBindings(tile.getBindings());
  block.setKinds(tile.getKinds());
  block.setPredicateAttr(tile.getPredicateAttr());
  block.setReadsAttr(tile.getReadsAttr());
  block.setWritesAttr(tile.getWritesAttr());
  rewriter.eraseOp(tile);
  rewriter.eraseOp(Loop(nest.loops.front()));
}

void createRegion(OpBuilder &builder, te::BlockOp block, Region &region) {
  Block *body = builder.createBlock(&region);
  for (unsigned i = 0; i < block.getNumAxes(); ++i)
    body->addArgument(builder.getIndexType(), block.getLoc());
  for (Value capture : block.getCaptures())
    body->addArgument(capture.getType(), capture.getLoc());
}

} // namespace tvm::schedule
