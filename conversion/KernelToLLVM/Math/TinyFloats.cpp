// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Math/Bits.h"
#include "conversion/KernelToLLVM/Math/NarrowFloats.h"

using namespace mlir;

namespace tvm {

namespace {

/// A float format with a sign, an exponent and a mantissa in at most 8 bits.
/// Codes have no sign, except the only NaN of a format without -0.
struct Format {
  unsigned width;
  unsigned mantissa; // number of bits
  int bias;          // of the exponent
  int largest;       // code of the largest number
  int overflow;      // code for larger numbers
  int nan;           // code for NaN
  bool hasInfinity, hasNaN, hasNegativeZero;

  int64_t signBit() const { return int64_t(1) << (width - 1); }
  /// The number of bits of f32's mantissa that this format lacks.
  unsigned dropped() const { return 23 - mantissa; }
};

} // namespace

static std::optional<Format> getFormat(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (isa<Float8E5M2Type>(element))
    return Format{8, 2, 15, 0x7b, 0x7c, 0x7e, true, true, true};
  if (isa<Float8E4M3FNType>(element))
    return Format{8, 3, 7, 0x7e, 0x7f, 0x7f, false, true, true};
  if (isa<Float8E5M2FNUZType>(element))
    return Format{8, 2, 16, 0x7f, 0x80, 0x80, false, true, false};
  if (isa<Float8E4M3FNUZType>(element))
    return Format{8, 3, 8, 0x7f, 0x80, 0x80, false, true, false};
  if (isa<Float4E2M1FNType>(element))
    return Format{4, 1, 1, 0x7, 0x7, 0x0, false, false, true};
  return std::nullopt;
}

static bool isScale(Type type) {
  return isa<Float8E8M0FNUType>(getElementTypeOrSelf(type));
}

/// The bits of a power of two in f32.
static int64_t getPowerOfTwo(int exponent) {
  return int64_t(127 + exponent) << 23;
}

namespace {

struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    auto format = getFormat(op.getIn().getType());
    if (!format && !isScale(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "not from a tiny float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value result =
        format ? widen(b, *format, op.getIn()) : widenScale(b, op.getIn());
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    if (width > 32)
      result = arith::ExtFOp::create(b, op.getType(), result);
    else if (width < 32)
      result = arith::TruncFOp::create(b, op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }

  /// A multiplication moves the exponent, which also normalises denormals.
  static Value widen(ImplicitLocOpBuilder &b, const Format &format, Value x) {
    Type i32 = getTypeLike(b.getI32Type(), x.getType());
    Bits bits(b, i32);
    Value code = arith::ExtUIOp::create(
        b, i32, bits.cast(b.getIntegerType(format.width), x));
    Value sign = bits.apply<arith::ShLIOp>(
        bits.apply<arith::AndIOp>(code, format.signBit()), 32 - format.width);
    Value rest = bits.apply<arith::AndIOp>(code, format.signBit() - 1);
    Value shifted = bits.apply<arith::ShLIOp>(rest, format.dropped());
    Value scale = bits.cast(b.getF32Type(),
                            bits.constant(getPowerOfTwo(127 - format.bias)));
    Value result = bits.cast(
        b.getI32Type(),
        arith::MulFOp::create(b, bits.cast(b.getF32Type(), shifted), scale));
    if (format.hasInfinity) {
      Value special = bits.apply<arith::OrIOp>(shifted, 0x7f800000);
      Value isSpecial =
          bits.compare(arith::CmpIPredicate::ugt, rest, format.largest);
      result = arith::SelectOp::create(b, isSpecial, special, result);
    } else if (format.hasNaN) {
      Value compared = format.hasNegativeZero ? rest : code;
      Value isNaN =
          bits.compare(arith::CmpIPredicate::eq, compared, format.nan);
      result = bits.select(isNaN, 0x7fc00000, result);
    }
    return bits.cast(b.getF32Type(), arith::OrIOp::create(b, result, sign));
  }

  /// The code is f32's exponent; 0 is 2^-127, a denormal there.
  static Value widenScale(ImplicitLocOpBuilder &b, Value x) {
    Type i32 = getTypeLike(b.getI32Type(), x.getType());
    Bits bits(b, i32);
    Value code = arith::ExtUIOp::create(b, i32, bits.cast(b.getI8Type(), x));
    Value result = bits.apply<arith::ShLIOp>(code, 23);
    result = bits.select(bits.compare(arith::CmpIPredicate::eq, code, 0),
                         0x00400000, result);
    result = bits.select(bits.compare(arith::CmpIPredicate::eq, code, 0xff),
                         0x7fc00000, result);
    return bits.cast(b.getF32Type(), result);
  }
};

struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    auto format = getFormat(op.getType());
    Type from = getElementTypeOrSelf(op.getIn().getType());
    if ((!format && !isScale(op.getType())) || from.isF64())
      return rewriter.notifyMatchFailure(
          op, "not from at most 32 bits to a tiny float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getIn();
    if (!from.isF32())
      x = arith::ExtFOp::create(b, getTypeLike(b.getF32Type(), op.getType()),
                                x);
    Value wide = format ? narrow(b, *format, x) : narrowScale(b, x);
    Value code = arith::TruncIOp::create(
        b,
        getTypeLike(b.getIntegerType(format ? format->width : 8), op.getType()),
        wide);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), code);
    return success();
  }

  /// The exponent of `x`, rounded towards zero, without the sign.
  static Value narrowScale(ImplicitLocOpBuilder &b, Value x) {
    Bits bits(b, getTypeLike(b.getI32Type(), x.getType()));
    return bits.apply<arith::ShRUIOp>(bits.cast(b.getI32Type(), x), 23);
  }

  /// The code of `x`, an f32, as i32.
  static Value narrow(ImplicitLocOpBuilder &b, const Format &format, Value x) {
    Bits bits(b, getTypeLike(b.getI32Type(), x.getType()));
    Value single = bits.cast(b.getI32Type(), x);
    Value rest = bits.apply<arith::AndIOp>(single, 0x7fffffff);
    Value isDenormal = bits.compare(arith::CmpIPredicate::ult, rest,
                                    getPowerOfTwo(1 - format.bias));
    Value result =
        arith::SelectOp::create(b, isDenormal, roundDenormal(b, format, rest),
                                roundNormal(b, format, rest));
    Value isTooLarge =
        bits.compare(arith::CmpIPredicate::ugt, result, format.largest);
    result = bits.select(isTooLarge, format.overflow, result);
    Value isNaN = bits.compare(arith::CmpIPredicate::ugt, rest, 0x7f800000);
    result = bits.select(isNaN, format.nan, result);
    Value sign = bits.apply<arith::AndIOp>(
        bits.apply<arith::ShRUIOp>(single, 32 - format.width),
        format.signBit());
    if (!format.hasNegativeZero)
      sign = bits.select(bits.compare(arith::CmpIPredicate::eq, result, 0), 0,
                         sign);
    return arith::OrIOp::create(b, result, sign);
  }

  /// Rebiases the exponent and rounds to the nearest even.
  static Value roundNormal(ImplicitLocOpBuilder &b, const Format &format,
                           Value rest) {
    Bits bits(b, rest.getType());
    int64_t half = (int64_t(1) << (format.dropped() - 1)) - 1;
    int64_t rebias = int64_t(127 - format.bias) << 23;
    Value isOdd = bits.apply<arith::AndIOp>(
        bits.apply<arith::ShRUIOp>(rest, format.dropped()), 1);
    Value rounded = arith::AddIOp::create(
        b, bits.apply<arith::AddIOp>(rest, int32_t(half - rebias)), isOdd);
    return bits.apply<arith::ShRUIOp>(rounded, format.dropped());
  }

  /// A sum that rounds at the last place of the format's denormals.
  static Value roundDenormal(ImplicitLocOpBuilder &b, const Format &format,
                             Value rest) {
    Bits bits(b, rest.getType());
    Value large = bits.constant(
        getPowerOfTwo(1 - format.bias + static_cast<int>(format.dropped())));
    Value sum = arith::AddFOp::create(b, bits.cast(b.getF32Type(), rest),
                                      bits.cast(b.getF32Type(), large));
    return arith::SubIOp::create(b, bits.cast(b.getI32Type(), sum), large);
  }
};

/// An integer that is rounded in f32 exceeds all numbers of tiny floats.
template <typename Op> struct ExpandFromInteger : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!getFormat(op.getType()) && !isScale(op.getType()))
      return rewriter.notifyMatchFailure(op, "not to a tiny float");
    Value single = Op::create(rewriter, op.getLoc(),
                              getTypeLike(rewriter.getF32Type(), op.getType()),
                              op.getIn());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), single);
    return success();
  }
};

} // namespace

void populateExpandTinyFloatPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExtension, ExpandTruncation,
               ExpandFromInteger<arith::SIToFPOp>,
               ExpandFromInteger<arith::UIToFPOp>>(patterns.getContext());
}

} // namespace tvm
