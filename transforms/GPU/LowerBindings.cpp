// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Launches.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_LOWERBINDINGSPASS
#include "transforms/GPU/Passes.h.inc"

/// The upper bound of `loop` in front of `at`.
static Value buildExtent(OpBuilder &builder, Loop loop) {
  if (std::optional<int64_t> extent = getTripCount(loop))
    return arith::ConstantIndexOp::create(builder, loop.getLoc(), *extent);
  return affine::AffineApplyOp::create(builder, loop.getLoc(),
                                       loop.getUpperBoundMap(),
                                       loop.getUpperBoundOperands());
}

/// A grid has at least one block, so nothing is launched where an extent is 0.
static void guardExtent(OpBuilder &builder, Loop loop) {
  if (getTripCount(loop))
    return;
  AffineMap bound = loop.getUpperBoundMap();
  auto set = IntegerSet::get(bound.getNumDims(), bound.getNumSymbols(),
                             {bound.getResult(0) - 1}, {false});
  auto guard = affine::AffineIfOp::create(builder, loop.getLoc(), set,
                                          loop.getUpperBoundOperands(),
                                          /*withElse=*/false);
  builder.setInsertionPointToStart(guard.getThenBlock());
}

static gpu::LaunchOp buildLaunch(OpBuilder &builder, Loop launch) {
  Location loc = launch.getLoc();
  SmallVector<Loop> blocks;
  for (Loop loop : getBoundLoops(launch))
    if (!isThreadAxis(*getBoundAxis(loop))) {
      blocks.push_back(loop);
      guardExtent(builder, loop);
    }
  SmallVector<Value> sizes;
  for (GPUAxis axis : kBlockAxes) {
    const Loop *loop = llvm::find_if(
        blocks, [&](Loop each) { return getBoundAxis(each) == axis; });
    sizes.push_back(loop != blocks.end() ? buildExtent(builder, *loop)
                                         : Value(arith::ConstantIndexOp::create(
                                               builder, loc, 1)));
  }
  for (int64_t size : getBlockSize(launch))
    sizes.push_back(arith::ConstantIndexOp::create(builder, loc, size));
  auto op = gpu::LaunchOp::create(builder, loc, sizes[0], sizes[1], sizes[2],
                                  sizes[3], sizes[4], sizes[5]);
  builder.setInsertionPointToEnd(&op.getBody().front());
  gpu::TerminatorOp::create(builder, loc);
  return op;
}

/// Returns the index of `axis`. Axes are in the order of gpu.launch's
/// arguments.
static Value getIndex(gpu::LaunchOp op, GPUAxis axis) {
  return op.getBody().getArgument(static_cast<unsigned>(axis));
}

/// Guards loops against threads beyond their extent, and statements outside of
/// thread loops against all threads but the first.
static void guardThreads(gpu::LaunchOp op, Loop launch) {
  std::array<int64_t, 3> sizes = getBlockSize(launch);
  launch->walk([&](te::BlockOp block) {
    AffineExpr dim = getAffineDimExpr(0, op.getContext());
    for (auto [axis, size] : llvm::zip(kThreadAxes, sizes)) {
      Loop loop = getLoopOfAxis(block, axis);
      int64_t extent = loop ? *getTripCount(loop) : 1;
      if (extent < size)
        addPredicate(block, extent - 1 - dim,
                     loop ? loop.getInductionVar() : getIndex(op, axis));
    }
  });
}

static void replaceLoop(RewriterBase &rewriter, Loop loop, Value index) {
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), loop, index);
  rewriter.eraseOp(loop);
}

static void lowerLaunch(RewriterBase &rewriter, Loop launch) {
  rewriter.setInsertionPoint(launch);
  SmallVector<Loop> bound = getBoundLoops(launch);
  gpu::LaunchOp op = buildLaunch(rewriter, launch);
  guardThreads(op, launch);
  rewriter.moveOpBefore(launch, op.getBody().front().getTerminator());
  for (Loop loop : llvm::reverse(bound))
    replaceLoop(rewriter, loop, getIndex(op, *getBoundAxis(loop)));
}

LogicalResult lowerBindings(Operation *function) {
  IRRewriter rewriter(function->getContext());
  WalkResult outside = function->walk([](te::BlockOp block) {
    if (getLaunch(block))
      return WalkResult::advance();
    block.emitError("expected block '")
        << block.getName() << "' to be in a loop that is bound to a GPU";
    return WalkResult::interrupt();
  });
  if (outside.wasInterrupted())
    return failure();
  for (Loop launch : getLaunches(function)) {
    if (failed(requireLaunch(launch, "run on a GPU").checkAndReport()))
      return failure();
    lowerLaunch(rewriter, launch);
  }
  return success();
}

namespace {
struct LowerBindingsPass : impl::LowerBindingsPassBase<LowerBindingsPass> {
  void runOnOperation() override {
    if (failed(lowerBindings(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
