// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Math/Trigonometry.h"

#include "conversion/KernelToLLVM/Math/Floats.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace tvm {

/// 2 / pi; and pi / 2 as a double and the remainder of that.
static constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
static constexpr double kHalfPi = 0x1.921fb54442d18p+0;
static constexpr double kHalfPiRest = 0x1.1a62633145c07p-54;
/// Doubles around 1.5 * 2^52 are the integers: adding it rounds, and leaves n
/// in the low bits.
static constexpr double kRound = 0x1.8p+52;
/// Below this bound, n * (pi / 2) in two parts is accurate enough.
static constexpr double kLargest = 0x1p+40;
/// 1 / 3!, 1 / 5! …, with signs: sin r = r (1 + r^2 s(r^2)). On [-pi/4, pi/4]
/// the first omitted term is 7e-12.
static constexpr double kSine[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040,
                                   1.0 / 362880, -1.0 / 39916800};
/// 1 / 2!, 1 / 4! …: cos r = 1 + r^2 c(r^2). The first omitted term is 4e-13.
static constexpr double kCosine[] = {-1.0 / 2,       1.0 / 24,
                                     -1.0 / 720,     1.0 / 40320,
                                     -1.0 / 3628800, 1.0 / 479001600};
/// -1 / 3, 1 / 5 …: atan u = u (1 + u^2 a(u^2)). On [-tan(pi/8), tan(pi/8)] the
/// first omitted term is 3e-11.
static constexpr double kArcTangent[] = {
    -1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,  -1.0 / 11, 1.0 / 13,
    -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23};
/// tan(pi / 8) and tan(3 pi / 8).
static constexpr double kLow = 0x1.a827999fcef32p-2,
                        kHigh = 0x1.3504f333f9de6p+1;
/// The attribute of operations that stay calls.
static constexpr StringLiteral kIsCall = "tvm.call";

namespace {
/// A reduced argument: the number of multiples of pi / 2 in x, in the low bits,
/// and the sine and cosine of the remainder.
struct Reduced {
  Value quarters, sine, cosine;
};
} // namespace

/// Reduces `x` in f64.
static Reduced reduce(ImplicitLocOpBuilder &b, Value x) {
  Type wide = getTypeLike(b.getF64Type(), x.getType());
  Floats floats(b, wide);
  x = arith::ExtFOp::create(b, wide, x);
  Value rounded =
      floats.fma(x, floats.constant(kTwoOverPi), floats.constant(kRound));
  Value n = arith::SubFOp::create(b, rounded, floats.constant(kRound));
  Value r = floats.fma(n, floats.constant(-kHalfPi), x);
  r = floats.fma(n, floats.constant(-kHalfPiRest), r);
  Value square = arith::MulFOp::create(b, r, r);
  Value one = floats.constant(1);
  // A product keeps the sign of zero.
  Value sine = arith::MulFOp::create(
      b, r, floats.fma(square, floats.polynomial(kSine, square), one));
  Value cosine = floats.fma(square, floats.polynomial(kCosine, square), one);
  Type integer = getTypeLike(b.getI64Type(), wide);
  return {arith::BitcastOp::create(b, integer, rounded), sine, cosine};
}

static Value isOdd(Bits &bits, Value number) {
  return bits.compare(arith::CmpIPredicate::ne,
                      bits.apply<arith::AndIOp>(number, 1), 0);
}

/// sin(x + quarters * pi / 2).
static Value buildSine(ImplicitLocOpBuilder &b, Value x, int64_t quarters) {
  Reduced reduced = reduce(b, x);
  Bits bits(b, reduced.quarters.getType());
  Value quarter = reduced.quarters;
  if (quarters != 0)
    quarter = bits.apply<arith::AddIOp>(quarter, quarters);
  // An odd number of quarters gives the cosine; two more change the sign.
  Value chosen = arith::SelectOp::create(b, isOdd(bits, quarter),
                                         reduced.cosine, reduced.sine);
  constexpr int64_t kSignBit = 62; // from bit 1 to 63
  Value sign = bits.apply<arith::ShLIOp>(bits.apply<arith::AndIOp>(quarter, 2),
                                         kSignBit);
  Value flipped =
      arith::XOrIOp::create(b, bits.cast(b.getI64Type(), chosen), sign);
  return arith::TruncFOp::create(b, x.getType(),
                                 bits.cast(b.getF64Type(), flipped));
}

static Value buildTangent(ImplicitLocOpBuilder &b, Value x) {
  Reduced reduced = reduce(b, x);
  Bits bits(b, reduced.quarters.getType());
  Value odd = isOdd(bits, reduced.quarters);
  Value minus = arith::NegFOp::create(b, reduced.sine);
  Value above = arith::SelectOp::create(b, odd, reduced.cosine, reduced.sine);
  Value below = arith::SelectOp::create(b, odd, minus, reduced.cosine);
  return arith::TruncFOp::create(b, x.getType(),
                                 arith::DivFOp::create(b, above, below));
}

/// atan a is atan u + base: u = a for small numbers, -1 / a and pi / 2 for
/// large ones, (a - 1) / (a + 1) and pi / 4 in between.
static Value buildArcTangent(ImplicitLocOpBuilder &b, Value x) {
  Type wide = getTypeLike(b.getF64Type(), x.getType());
  Floats floats(b, wide);
  Value magnitude = math::AbsFOp::create(b, x);
  Value a = arith::ExtFOp::create(b, wide, magnitude);
  using P = arith::CmpFPredicate;
  Value isLow = arith::CmpFOp::create(b, P::ULT, a, floats.constant(kLow));
  Value isHigh = arith::CmpFOp::create(b, P::OGT, a, floats.constant(kHigh));
  auto choose = [&](Value low, Value middle, Value high) -> Value {
    Value other = arith::SelectOp::create(b, isLow, low, middle);
    return arith::SelectOp::create(b, isHigh, high, other);
  };
  Value one = floats.constant(1), less = arith::SubFOp::create(b, a, one);
  Value more = arith::AddFOp::create(b, a, one);
  Value u = arith::DivFOp::create(b, choose(a, less, floats.constant(-1)),
                                  choose(one, more, a));
  Value base = choose(floats.constant(0), floats.constant(kHalfPi / 2),
                      floats.constant(kHalfPi));
  Value square = arith::MulFOp::create(b, u, u);
  Value ratio = floats.fma(square, floats.polynomial(kArcTangent, square), one);
  Value result = floats.fma(u, ratio, base);
  result = arith::TruncFOp::create(b, x.getType(), result);
  return math::CopySignOp::create(b, result, x);
}

/// Whether any element of `x` is too large.
static Value isAnyLarge(ImplicitLocOpBuilder &b, Value x) {
  Value magnitude = math::AbsFOp::create(b, x);
  Value limit = Floats(b, x.getType()).constant(kLargest);
  Value isLarge =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, magnitude, limit);
  if (!isa<VectorType>(x.getType()))
    return isLarge;
  return vector::ReductionOp::create(b, vector::CombiningKind::OR, isLarge);
}

/// Vectors of several dimensions have been unrolled.
static bool isExpandable(Operation *op) {
  Type type = op->getResult(0).getType();
  auto vectorType = dyn_cast<VectorType>(type);
  return getElementTypeOrSelf(type).isF32() && !op->hasAttr(kIsCall) &&
         (!vectorType || vectorType.getRank() == 1);
}

namespace {
struct ExpandArcTangent : OpRewritePattern<math::AtanOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::AtanOp op,
                                PatternRewriter &rewriter) const override {
    if (!isExpandable(op))
      return rewriter.notifyMatchFailure(op, "not of f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, buildArcTangent(b, op.getOperand()));
    return success();
  }
};

/// Expands periodic functions.
template <typename Op> struct ExpandPeriodic : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isExpandable(op))
      return rewriter.notifyMatchFailure(op, "not of f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getOperand();
    auto choice = scf::IfOp::create(b, op.getType(), isAnyLarge(b, x),
                                    /*withElseRegion=*/true);
    b.setInsertionPointToStart(choice.thenBlock());
    auto call = Op::create(b, x);
    call->setDiscardableAttr(kIsCall, b.getUnitAttr());
    scf::YieldOp::create(b, call.getResult());
    b.setInsertionPointToStart(choice.elseBlock());
    Value result;
    if constexpr (std::is_same_v<Op, math::TanOp>)
      result = buildTangent(b, x);
    else
      result = buildSine(b, x, std::is_same_v<Op, math::CosOp> ? 1 : 0);
    scf::YieldOp::create(b, result);
    rewriter.replaceOp(op, choice);
    return success();
  }
};
} // namespace

void populateTrigonometryPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandPeriodic<math::SinOp>, ExpandPeriodic<math::CosOp>,
               ExpandPeriodic<math::TanOp>, ExpandArcTangent>(
      patterns.getContext());
}

} // namespace tvm
