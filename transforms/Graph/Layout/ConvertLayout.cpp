// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "transforms/Graph/DecisionKeeper.h"
#include "transforms/Graph/Layout/LayoutConverter.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_CONVERTLAYOUTPASS
#include "transforms/Graph/Passes.h.inc"

static void reportTransposes(func::FuncOp function, LayoutChange change) {
  bool hasLayouts = false;
  function.walk([&](Operation *op) { hasLayouts |= op->hasAttr("layout"); });
  if (!hasLayouts)
    return;
  ConstantExpressions constants;
  int count = 0;
  function.walk([&](TransposeOp op) {
    auto shape = getTensorType(op.getX()).getShape();
    count += !constants.isConstant(op) &&
             !movesUnitsOnly(shape, op.getPermutation());
  });
  function.emitRemark() << count << " run-time transpose"
                        << (count == 1 ? "" : "s")
                        << " after the conversion to "
                        << (change.isToChannelLast() ? "channel-last"
                                                     : "channel-second")
                        << " layout";
}

namespace {
struct ConvertLayoutPass : impl::ConvertLayoutPassBase<ConvertLayoutPass> {
  using ConvertLayoutPassBase::ConvertLayoutPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (layout == "auto" || layout == "nhwc" || layout == "nchw")
      return success();
    return emitError(UnknownLoc::get(context),
                     "expected layout auto, nhwc or nchw, got '")
           << layout << "'";
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    auto cpu = target::CPU::get(function);
    if (failed(cpu))
      return signalPassFailure();
    LayoutChange change(/*toChannelLast=*/layout != "nchw");
    LayoutConverter converter(function, change, /*isAsked=*/layout != "auto",
                              *cpu);
    if (failed(converter.run()))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    TransposeOp::getCanonicalizationPatterns(patterns, &getContext());
    DecisionKeeper keeper;
    if (failed(
            applyPatternsGreedily(function, std::move(patterns),
                                  GreedyRewriteConfig().setListener(&keeper))))
      return signalPassFailure();
    reportTransposes(function, change);
  }
};
} // namespace

} // namespace tvm::graph
