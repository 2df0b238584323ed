// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Math/ErrorFunction.h"

#include "conversion/KernelToLLVM/Math/Floats.h"

using namespace mlir;

namespace tvm {

/// The coefficients of p / q, with a relative error of 1.7e-8 on [0,
/// kHighest^2] (weighted least squares with weights that equalise the errors,
/// then rounded to f32 such that the computed result has the smallest error).
/// All are positive, so nothing cancels.
static constexpr float kNumerator[] = {0x1.20dd74p+0f,  0x1.846fbap-3f,
                                       0x1.af749p-5f,   0x1.e9fc08p-9f,
                                       0x1.2ae6c4p-12f, 0x1.1558f4p-19f};
static constexpr float kDenominator[] = {
    1.0f,           0x1.00ba22p-1f,  0x1.d23374p-4f,
    0x1.e8b516p-7f, 0x1.2f646ap-10f, 0x1.4105b6p-15f};
/// From 3.8325 on, erf is closer to 1 than to the next smaller float.
static constexpr float kHighest = 3.9f;

static Value buildErf(ImplicitLocOpBuilder &b, Value x) {
  Floats floats(b, x.getType());
  x = floats.atMost(kHighest, floats.atLeast(-kHighest, x));
  Value square = arith::MulFOp::create(b, x, x);
  Value p = arith::MulFOp::create(b, x, floats.polynomial(kNumerator, square));
  Value q = floats.polynomial(kDenominator, square);
  // The last digit may be too large.
  return floats.atMost(1, floats.atLeast(-1, arith::DivFOp::create(b, p, q)));
}

namespace {
struct ExpandErf : OpRewritePattern<math::ErfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not of f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, buildErf(b, op.getOperand()));
    return success();
  }
};
} // namespace

void populateErrorFunctionPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandErf>(patterns.getContext());
}

} // namespace tvm
