// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/LinalgToTE/LinalgToTE.h"

#include "conversion/LinalgToTE/Converter.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_CONVERTLINALGTOTEPASS
#include "conversion/LinalgToTE/Passes.h.inc"

/// Generalizes all operations except `linalg.generic`, `linalg.fill` and those
/// without a general form.
static LogicalResult generalize(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  math::populateExpansionPatterns(patterns, {"fpowi"});
  if (failed(applyPatternsGreedily(function, std::move(patterns))))
    return failure();
  SmallVector<linalg::LinalgOp> named;
  function.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op))
      named.push_back(op);
  });
  IRRewriter rewriter(function.getContext());
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op); // otherwise it is refused
  }
  return success();
}

LogicalResult convertLinalgToTE(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expected one block");
  if (failed(generalize(function)))
    return failure();
  return linalg_to_te::Converter(function).convert();
}

namespace {
struct ConvertLinalgToTEPass
    : impl::ConvertLinalgToTEPassBase<ConvertLinalgToTEPass> {
  void runOnOperation() override {
    if (!getOperation().isExternal() &&
        failed(convertLinalgToTE(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
