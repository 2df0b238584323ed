// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Math/NarrowFloats.h"

#include "conversion/KernelToLLVM/Math/Bits.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace tvm {

namespace {

struct TruncateF64 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type result = op.getType();
    if (!getElementTypeOrSelf(op.getIn().getType()).isF64() ||
        getElementTypeOrSelf(result).getIntOrFloatBitWidth() >= 32)
      return rewriter.notifyMatchFailure(op, "not from f64 to a narrow float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type f32 = getTypeLike(b.getF32Type(), result);
    Value near = arith::TruncFOp::create(b, f32, op.getIn());
    Value back = arith::ExtFOp::create(b, op.getIn().getType(), near);
    Value isInexact =
        arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, op.getIn());
    Value isAbove = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                          math::AbsFOp::create(b, back),
                                          math::AbsFOp::create(b, op.getIn()));
    Type i32 = getTypeLike(b.getI32Type(), result);
    Bits bits(b, i32);
    Value nearBits = bits.cast(b.getI32Type(), near);
    // Rounds towards zero, then to odd.
    Value below = arith::SubIOp::create(
        b, nearBits, arith::ExtUIOp::create(b, i32, isAbove));
    Value odd = arith::OrIOp::create(b, below,
                                     arith::ExtUIOp::create(b, i32, isInexact));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, result, bits.cast(b.getF32Type(), odd));
    return success();
  }
};

/// Upstream only expands extensions of bf16 to f32.
struct ExtendBF16ToF64 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn().getType()).isBF16() ||
        !getElementTypeOrSelf(op.getType()).isF64())
      return rewriter.notifyMatchFailure(op, "not from bf16 to f64");
    Type f32 = getTypeLike(rewriter.getF32Type(), op.getType());
    Value wide = arith::ExtFOp::create(rewriter, op.getLoc(), f32, op.getIn());
    rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), wide);
    return success();
  }
};

/// A multiplication moves the exponent, which also normalises denormals.
struct ExpandExtF16 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn().getType()).isF16())
      return rewriter.notifyMatchFailure(op, "not from f16");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type i32 = getTypeLike(b.getI32Type(), op.getType());
    Bits bits(b, i32);
    Value half =
        arith::ExtUIOp::create(b, i32, bits.cast(b.getI16Type(), op.getIn()));
    Value sign =
        bits.apply<arith::ShLIOp>(bits.apply<arith::AndIOp>(half, 0x8000), 16);
    Value rest = bits.apply<arith::AndIOp>(half, 0x7fff);
    Value shifted = bits.apply<arith::ShLIOp>(rest, 13);
    Value scale = bits.cast(b.getF32Type(), bits.constant(0x77800000)); // 2^112
    Value finite = bits.cast(
        b.getI32Type(),
        arith::MulFOp::create(b, bits.cast(b.getF32Type(), shifted), scale));
    Value special = bits.apply<arith::OrIOp>(shifted, 0x7f800000);
    Value isSpecial = bits.compare(arith::CmpIPredicate::uge, rest, 0x7c00);
    Value magnitude = arith::SelectOp::create(b, isSpecial, special, finite);
    Value result =
        bits.cast(b.getF32Type(), arith::OrIOp::create(b, magnitude, sign));
    if (result.getType() != op.getType())
      result = arith::ExtFOp::create(b, op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandTruncF16 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF16() ||
        !getElementTypeOrSelf(op.getIn().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not from f32 to f16");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type i32 = getTypeLike(b.getI32Type(), op.getType());
    Bits bits(b, i32);
    Value single = bits.cast(b.getI32Type(), op.getIn());
    Value sign = bits.apply<arith::ShRUIOp>(
        bits.apply<arith::AndIOp>(single, 0x80000000), 16);
    Value rest = bits.apply<arith::AndIOp>(single, 0x7fffffff);
    // A normal result: rebias the exponent and round to nearest even.
    Value isOdd =
        bits.apply<arith::AndIOp>(bits.apply<arith::ShRUIOp>(rest, 13), 1);
    Value rounded = arith::AddIOp::create(
        b, bits.apply<arith::AddIOp>(rest, int32_t(0xc8000fff)), isOdd);
    Value result = bits.apply<arith::ShRUIOp>(rounded, 13);
    // A denormal result: the sum with 0.5 rounds at the last digit of f16.
    Value half = bits.constant(0x3f000000);
    Value sum = arith::AddFOp::create(b, bits.cast(b.getF32Type(), rest),
                                      bits.cast(b.getF32Type(), half));
    Value denormal =
        arith::SubIOp::create(b, bits.cast(b.getI32Type(), sum), half);
    result = arith::SelectOp::create(
        b, bits.compare(arith::CmpIPredicate::ult, rest, 0x38800000), denormal,
        result);
    result =
        bits.select(bits.compare(arith::CmpIPredicate::uge, rest, 0x47800000),
                    0x7c00, result);
    result =
        bits.select(bits.compare(arith::CmpIPredicate::ugt, rest, 0x7f800000),
                    0x7e00, result);
    Value narrow =
        arith::TruncIOp::create(b, getTypeLike(b.getI16Type(), op.getType()),
                                arith::OrIOp::create(b, result, sign));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), narrow);
    return success();
  }
};

} // namespace

void populateF64Patterns(RewritePatternSet &patterns) {
  patterns.add<TruncateF64, ExtendBF16ToF64>(patterns.getContext());
}

void populateExpandF16Patterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExtF16, ExpandTruncF16>(patterns.getContext());
}

} // namespace tvm
