#include "conversion/KernelToLLVM/Exponential.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm {

/// p(r) = 1 + c[0] r + c[1] r^2 + … has the smallest possible relative error,
/// 2.1e-9, on [-1e-5, ln 2 + 1e-5] (by Remez' algorithm, then rounded to f32).
static constexpr float kCoefficients[] = {0x1.fffffap-1f, 0x1.0000c4p-1f,
                                          0x1.5537bp-3f,  0x1.575e22p-5f,
                                          0x1.feac5ap-8f, 0x1.fedc6p-10f};
static constexpr float kLog2E = 0x1.715476p+0f, kLn2 = 0x1.62e43p-1f;
/// Beyond these, n is -127 and 128, whose powers below are 0 and infinity.
static constexpr float kLowest = -88.0f, kHighest = 89.0f;
/// Floats around 1.5 * 2^23 are the integers: adding it rounds, and leaves
/// n + 127, the exponent of 2^n, in the low bits.
static constexpr float kRound = 0x1.8p+23f + 127;
/// Rounding to the nearest becomes rounding down.
static constexpr float kHalf = 0.5f;
static constexpr int64_t kMantissaBits = 23;

namespace {
class Builder {
public:
  Builder(math::ExpOp op, PatternRewriter &rewriter)
      : b(op.getLoc(), rewriter), type(op.getType()) {}
  Value build(Value x);

private:
  Value constant(double value) {
    return splat(b.getFloatAttr(getElementTypeOrSelf(type), value), type);
  }
  Value splat(TypedAttr value, Type to) {
    if (auto shaped = dyn_cast<ShapedType>(to))
      value = DenseElementsAttr::get(shaped, Attribute(value));
    return arith::ConstantOp::create(b, value);
  }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  /// `x` where `predicate` holds of it and `bound`, else `bound`; NaN stays.
  Value limit(Value x, arith::CmpFPredicate predicate, float bound) {
    Value limit = constant(bound);
    Value isInside = arith::CmpFOp::create(b, predicate, x, limit);
    return arith::SelectOp::create(b, isInside, x, limit);
  }
  Value power(Value rounded);

  ImplicitLocOpBuilder b;
  Type type;
};
} // namespace

/// 2^n of n + 127 in the low bits.
Value Builder::power(Value rounded) {
  Type i32 = b.getI32Type();
  if (auto shaped = dyn_cast<ShapedType>(type))
    i32 = shaped.clone(i32);
  Value bits = arith::BitcastOp::create(b, i32, rounded);
  Value shift = splat(b.getI32IntegerAttr(kMantissaBits), i32);
  Value exponent = arith::ShLIOp::create(b, bits, shift);
  return arith::BitcastOp::create(b, type, exponent);
}

Value Builder::build(Value x) {
  x = limit(x, arith::CmpFPredicate::UGT, kLowest);
  x = limit(x, arith::CmpFPredicate::ULT, kHighest);
  Value halves = fma(x, constant(kLog2E), constant(-kHalf));
  Value rounded = arith::AddFOp::create(b, halves, constant(kRound));
  Value n = arith::SubFOp::create(b, rounded, constant(kRound));
  Value r = fma(n, constant(-kLn2), x);
  Value p = constant(kCoefficients[std::size(kCoefficients) - 1]);
  for (float c : llvm::reverse(ArrayRef(kCoefficients).drop_back()))
    p = fma(p, r, constant(c));
  p = fma(p, r, constant(1));
  return arith::MulFOp::create(b, p, power(rounded));
}

namespace {
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not of f32");
    rewriter.replaceOp(op, Builder(op, rewriter).build(op.getOperand()));
    return success();
  }
};
} // namespace

void populateExponentialPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExp>(patterns.getContext());
}

} // namespace tvm
