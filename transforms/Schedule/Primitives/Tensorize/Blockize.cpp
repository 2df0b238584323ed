// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Tensorize/TileBlock.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

/// The regions that the body reads or, with `isWrite`, writes.
static ArrayAttr getBoxes(const TileNest &nest, bool isWrite) {
  llvm::SetVector<Attribute> boxes;
  for (const TileAccess &access :
       ArrayRef(nest.accesses).drop_front(nest.numInit))
    if (access.isWrite == isWrite)
      boxes.insert(nest.getBox(access));
  return ArrayAttr::get(nest.outer.getContext(), boxes.getArrayRef());
}

/// Builds loops of the tile in `to` around the operations of region `from`. An
/// initialisation (`isInit`) does not run over reduction axes.
static void buildRegion(OpBuilder &builder, const TileNest &nest,
                        te::BlockOp tile, Region &from, Region &to,
                        bool isInit) {
  OpBuilder::InsertionGuard guard(builder);
  createRegion(builder, tile, to);
  Location loc = tile.getLoc();
  MLIRContext *context = builder.getContext();
  SmallVector<Value> variables;
  SmallVector<unsigned> kept;
  for (unsigned l = 0; l < nest.loops.size(); ++l) {
    if (isInit && nest.areReductions[l])
      continue;
    Loop loop = nest.loops[l];
    auto copy = Loop::create(builder, loop.getLoc(), 0, nest.extents[l]);
    builder.setInsertionPointToStart(copy.getBody());
    variables.push_back(copy.getInductionVar());
    kept.push_back(l);
  }
  IRMapping mapping;
  for (unsigned axis = 0; axis < tile.getNumAxes(); ++axis) {
    AffineExpr point = getAffineDimExpr(0, context) * nest.units[axis];
    SmallVector<Value> operands{to.getArgument(axis)};
    for (auto [variable, l] : llvm::zip(variables, kept)) {
      point = point +
              getAffineDimExpr(operands.size(), context) * nest.steps[axis][l];
      operands.push_back(variable);
    }
    mapping.map(from.getArgument(axis),
                buildIndex(builder, loc,
                           AffineMap::get(operands.size(), 0, point),
                           operands));
  }
  mapping.map(from.getArguments().drop_front(tile.getNumAxes()),
              to.getArguments().drop_front(tile.getNumAxes()));
  for (Operation &op : from.front().without_terminator())
    builder.clone(op, mapping);
  builder.setInsertionPointToEnd(&to.front());
  te::YieldOp::create(builder, loc);
}

DiagnosedSilenceableFailure blockize(RewriterBase &rewriter, Loop loop,
                                     te::BlockOp &block) {
  TileNest nest;
  if (auto d = getTileNest(loop, "blockize", nest); !d.succeeded())
    return d;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  block = nest.block;
  te::BlockOp tile =
      buildTileBlock(rewriter, nest, getBoxes(nest, /*isWrite=*/false),
                     getBoxes(nest, /*isWrite=*/true));
  if (!block.getInit().empty())
    buildRegion(rewriter, nest, tile, block.getInit(), tile.getInit(),
                /*isInit=*/true);
  buildRegion(rewriter, nest, tile, block.getBody(), tile.getBody(),
              /*isInit=*/false);
  composeSubscripts(tile);
  for (Region *region : {&tile.getInit(), &tile.getBody()})
    eraseUnusedIndices(*region);
  becomeTile(rewriter, nest, tile);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
