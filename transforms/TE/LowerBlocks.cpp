// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/TE/Passes.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Blocks/RemoveDeadBlocks.h"

using namespace mlir;

namespace tvm::te {

#define GEN_PASS_DEF_LOWERBLOCKSPASS
#include "transforms/TE/Passes.h.inc"

/// Turns operands of affine operations into dims. An axis is a symbol in its
/// block, but the values that it is bound to may not be valid symbols outside;
/// all of them are valid dims.
static void useDims(Operation *root) {
  root->walk([](Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      if (auto map = dyn_cast<AffineMapAttr>(attribute.getValue());
          map && isa<affine::AffineDialect>(op->getDialect()))
        op->setAttr(attribute.getName(),
                    AffineMapAttr::get(schedule::asDims(map.getValue())));
  });
}

/// Moves `region` of `block` in front of the block, under the predicate.
static void inlineRegion(BlockOp block, Region &region) {
  OpBuilder builder(block);
  if (std::optional<IntegerSet> predicate = block.getPredicate()) {
    SmallVector<Value> operands(block.getIters());
    IntegerSet set = *predicate;
    affine::canonicalizeSetAndOperands(&set, &operands);
    auto guard = affine::AffineIfOp::create(builder, block.getLoc(), set,
                                            operands, /*withElse=*/false);
    builder.setInsertionPointToStart(guard.getThenBlock());
  }
  IRMapping mapping;
  unsigned numAxes = block.getNumAxes();
  for (unsigned axis = 0; axis < numAxes; ++axis)
    mapping.map(region.getArgument(axis),
                affine::AffineApplyOp::create(
                    builder, block.getLoc(),
                    block.getBindings().getSubMap({axis}), block.getIters())
                    .getResult());
  for (auto [argument, capture] : llvm::zip(
           region.getArguments().drop_front(numAxes), block.getCaptures()))
    mapping.map(argument, capture);
  for (Operation &op : region.front().without_terminator())
    useDims(builder.clone(op, mapping));
}

/// Erases loops without iterations. Canonicalisation would drop bounds that
/// depend on their variables and leave loops without any bound.
static void eraseEmptyLoops(func::FuncOp function) {
  function.walk<WalkOrder::PreOrder>([](schedule::Loop loop) {
    if (loop->getNumResults() != 0 || schedule::getTripCount(loop) != 0)
      return WalkResult::advance();
    loop.erase();
    return WalkResult::skip();
  });
}

LogicalResult lowerBlocks(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  if (failed(
          schedule::decomposeReductions(rewriter, function).checkAndReport()))
    return failure();
  SmallVector<BlockOp> blocks;
  function.walk([&](BlockOp block) { blocks.push_back(block); });
  for (BlockOp block : blocks) {
    if (!block.getInit().empty())
      inlineRegion(block, block.getInit());
    inlineRegion(block, block.getBody());
    block.erase();
  }
  eraseEmptyLoops(function);
  return success();
}

namespace {
struct LowerBlocksPass : impl::LowerBlocksPassBase<LowerBlocksPass> {
  void runOnOperation() override {
    if (failed(lowerBlocks(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::te
