// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Math/Exponential.h"

#include "conversion/KernelToLLVM/Math/Floats.h"

using namespace mlir;

namespace tvm {

/// p(r) = 1 + c[0] r + c[1] r^2 + … has the smallest possible relative error,
/// 2.1e-9, on [-1e-5, ln 2 + 1e-5] (by Remez' algorithm, then rounded to f32).
static constexpr float kCoefficients[] = {0x1.fffffap-1f, 0x1.0000c4p-1f,
                                          0x1.5537bp-3f,  0x1.575e22p-5f,
                                          0x1.feac5ap-8f, 0x1.fedc6p-10f};
static constexpr float kLog2E = 0x1.715476p+0f, kLn2 = 0x1.62e43p-1f;
/// Beyond these bounds, n is -127 and 128, whose powers are 0 and infinity.
static constexpr float kLowest = -88.0f, kHighest = 89.0f;
/// Floats around 1.5 * 2^23 are the integers: adding it rounds, and leaves
/// n + 127, the exponent of 2^n, in the low bits.
static constexpr float kRound = 0x1.8p+23f + 127;
/// With this offset, rounding to the nearest rounds down.
static constexpr float kHalf = 0.5f;
static constexpr int64_t kMantissaBits = 23;

/// 2^n from n + 127 in the low bits.
static Value buildPower(ImplicitLocOpBuilder &b, Value rounded) {
  Bits bits(b, getTypeLike(b.getI32Type(), rounded.getType()));
  Value low = bits.cast(b.getI32Type(), rounded);
  return bits.cast(b.getF32Type(),
                   bits.apply<arith::ShLIOp>(low, kMantissaBits));
}

static Value buildExp(ImplicitLocOpBuilder &b, Value x) {
  Floats floats(b, x.getType());
  x = floats.atMost(kHighest, floats.atLeast(kLowest, x));
  Value halves =
      floats.fma(x, floats.constant(kLog2E), floats.constant(-kHalf));
  Value rounded = arith::AddFOp::create(b, halves, floats.constant(kRound));
  Value n = arith::SubFOp::create(b, rounded, floats.constant(kRound));
  Value r = floats.fma(n, floats.constant(-kLn2), x);
  Value p = floats.polynomial(kCoefficients, r);
  p = floats.fma(p, r, floats.constant(1));
  return arith::MulFOp::create(b, p, buildPower(b, rounded));
}

namespace {
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not of f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, buildExp(b, op.getOperand()));
    return success();
  }
};
} // namespace

void populateExponentialPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExp>(patterns.getContext());
}

} // namespace tvm
