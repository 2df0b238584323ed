// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass as a plug-in: x * 2 -> x + x. add_twice.py is the same in Python.
//   mlir-opt-22 --load-pass-plugin=libadd_twice.so
//       --pass-pipeline='builtin.module(func.func(add-twice))' FILE.mlir

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

static LogicalResult matchAndRewrite(arith::MulFOp op,
                                     PatternRewriter &rewriter) {
  Value x = op.getLhs();
  FloatAttr factor;
  if (!matchPattern(op.getRhs(), m_Constant(&factor)) ||
      factor.getValueAsDouble() != 2)
    return rewriter.notifyMatchFailure(op, "expected a product with 2");
  rewriter.replaceOpWithNewOp<arith::AddFOp>(op, x, x, op.getFastmath());
  return success();
}

namespace {
struct AddTwicePass
    : public PassWrapper<AddTwicePass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AddTwicePass)

  StringRef getArgument() const override { return "add-twice"; }
  StringRef getDescription() const override { return "x * 2 -> x + x"; }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(matchAndRewrite);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "add-twice", "0.1.0",
          [] { PassRegistration<AddTwicePass>(); }};
}
