#include "transforms/Schedule/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Rules/Rules.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_DEFAULTSCHEDULEPASS
#include "transforms/Schedule/Passes.h.inc"

/// Blocks that are alone in their nest, without a call, in program order.
static SmallVector<te::BlockOp> getSimpleBlocks(func::FuncOp function) {
  SmallVector<te::BlockOp> blocks;
  for (Operation &op : function.getBody().front()) {
    SmallVector<te::BlockOp> nested;
    op.walk([&](te::BlockOp block) { nested.push_back(block); });
    if (nested.size() == 1 && !hasCall(&op))
      blocks.push_back(nested.front());
  }
  return blocks;
}

static bool hasMarkedLoop(te::BlockOp block) {
  return llvm::any_of(getLoops(block), [](Loop loop) {
    return getLoopKind(loop) != LoopKind::Serial;
  });
}

namespace {
struct DefaultSchedulePass
    : impl::DefaultSchedulePassBase<DefaultSchedulePass> {
  using DefaultSchedulePassBase::DefaultSchedulePassBase;
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    MachineModel machine{vectorBits, numRegisters};
    bool tiled = false;
    for (te::BlockOp block : getSimpleBlocks(function))
      if (block.hasReduction())
        tiled |= succeeded(scheduleRegisterTile(block, machine));
    removeDeadBlocks(function);
    if (!tiled)
      (void)scheduleRows(getSimpleBlocks(function));
    SmallVector<te::BlockOp> rest;
    function.walk([&](te::BlockOp block) { rest.push_back(block); });
    for (te::BlockOp block : rest)
      if (!hasMarkedLoop(block))
        scheduleElementwise(block);
  }
};
} // namespace

} // namespace tvm::schedule
