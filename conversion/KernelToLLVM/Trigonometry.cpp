#include "conversion/KernelToLLVM/Trigonometry.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm {

/// 2 / pi, and pi / 2 as a double and what it leaves out.
static constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
static constexpr double kHalfPi = 0x1.921fb54442d18p+0;
static constexpr double kHalfPiRest = 0x1.1a62633145c07p-54;
/// Doubles around 1.5 * 2^52 are the integers: adding it rounds, and leaves n
/// in the low bits.
static constexpr double kRound = 0x1.8p+52;
/// Below, n * (pi / 2) in two parts is exact enough.
static constexpr double kLargest = 0x1p+40;
/// 1 / 3!, 1 / 5! …, with signs: sin r = r (1 + r^2 s(r^2)). On [-pi/4, pi/4]
/// the first term left out is 7e-12.
static constexpr double kSine[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040,
                                   1.0 / 362880, -1.0 / 39916800};
/// 1 / 2!, 1 / 4! …: cos r = 1 + r^2 c(r^2). 4e-13.
static constexpr double kCosine[] = {-1.0 / 2,       1.0 / 24,
                                     -1.0 / 720,     1.0 / 40320,
                                     -1.0 / 3628800, 1.0 / 479001600};
/// -1 / 3, 1 / 5 …: atan u = u (1 + u^2 a(u^2)). On [-tan(pi/8), tan(pi/8)] the
/// first term left out is 3e-11.
static constexpr double kArcTangent[] = {
    -1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,  -1.0 / 11, 1.0 / 13,
    -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23};
/// tan(pi / 8) and tan(3 pi / 8).
static constexpr double kLow = 0x1.a827999fcef32p-2,
                        kHigh = 0x1.3504f333f9de6p+1;
/// Of operations that stay calls.
static constexpr StringLiteral kIsCall = "tvm.call";

namespace {
class Builder {
public:
  Builder(Location loc, PatternRewriter &rewriter, Type type)
      : b(loc, rewriter), type(type), wide(getLike(b.getF64Type())),
        integer(getLike(b.getI64Type())) {}

  /// sin(x + quarters * pi / 2).
  Value buildSine(Value x, int64_t quarters);
  Value buildTangent(Value x);
  Value buildArcTangent(Value x);
  /// Whether an element of `x` is too large.
  Value isAnyLarge(Value x);

private:
  Type getLike(Type element) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped ? Type(shaped.clone(element)) : element;
  }
  Value splat(TypedAttr value, Type to) {
    if (auto shaped = dyn_cast<ShapedType>(to))
      value = DenseElementsAttr::get(shaped, Attribute(value));
    return arith::ConstantOp::create(b, value);
  }
  Value constant(double value) { return splat(b.getF64FloatAttr(value), wide); }
  Value constantInt(int64_t value) {
    return splat(b.getI64IntegerAttr(value), integer);
  }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  Value select(Value condition, Value then, Value other) {
    return arith::SelectOp::create(b, condition, then, other);
  }
  /// Of a number of quarters, in the low bits.
  Value isOdd(Value quarter) {
    Value bit = arith::AndIOp::create(b, quarter, constantInt(1));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit,
                                 constantInt(0));
  }
  void reduce(Value x);
  Value sum(ArrayRef<double> coefficients, Value square);

  ImplicitLocOpBuilder b;
  Type type, wide, integer;
  Value quarter;      // of x: how often pi / 2 is in it
  Value sine, cosine; // of the rest
};
} // namespace

/// c[0] + c[1] square + …
Value Builder::sum(ArrayRef<double> coefficients, Value square) {
  Value result = constant(coefficients.back());
  for (double c : llvm::reverse(coefficients.drop_back()))
    result = fma(result, square, constant(c));
  return result;
}

void Builder::reduce(Value x) {
  x = arith::ExtFOp::create(b, wide, x);
  Value rounded = fma(x, constant(kTwoOverPi), constant(kRound));
  Value n = arith::SubFOp::create(b, rounded, constant(kRound));
  Value r = fma(n, constant(-kHalfPi), x);
  r = fma(n, constant(-kHalfPiRest), r);
  Value square = arith::MulFOp::create(b, r, r);
  Value one = constant(1);
  // A product keeps the sign of zero.
  sine = arith::MulFOp::create(b, r, fma(square, sum(kSine, square), one));
  cosine = fma(square, sum(kCosine, square), one);
  quarter = arith::BitcastOp::create(b, integer, rounded);
}

Value Builder::buildSine(Value x, int64_t quarters) {
  reduce(x);
  if (quarters != 0)
    quarter = arith::AddIOp::create(b, quarter, constantInt(quarters));
  // An odd number of quarters: the cosine. Two more: of the other sign.
  Value chosen = select(isOdd(quarter), cosine, sine);
  Value half = arith::AndIOp::create(b, quarter, constantInt(2));
  constexpr int64_t kSignBit = 62; // from bit 1 to 63
  Value sign = arith::ShLIOp::create(b, half, constantInt(kSignBit));
  Value bits = arith::BitcastOp::create(b, integer, chosen);
  Value flipped = arith::XOrIOp::create(b, bits, sign);
  Value result = arith::BitcastOp::create(b, wide, flipped);
  return arith::TruncFOp::create(b, type, result);
}

Value Builder::buildTangent(Value x) {
  reduce(x);
  Value odd = isOdd(quarter), minus = arith::NegFOp::create(b, sine);
  Value result = arith::DivFOp::create(b, select(odd, cosine, sine),
                                       select(odd, minus, cosine));
  return arith::TruncFOp::create(b, type, result);
}

/// atan a is atan u + base: of small numbers u = a, of large ones -1 / a and
/// pi / 2, between these (a - 1) / (a + 1) and pi / 4.
Value Builder::buildArcTangent(Value x) {
  Value magnitude = math::AbsFOp::create(b, x);
  Value a = arith::ExtFOp::create(b, wide, magnitude);
  using P = arith::CmpFPredicate;
  Value isLow = arith::CmpFOp::create(b, P::ULT, a, constant(kLow));
  Value isHigh = arith::CmpFOp::create(b, P::OGT, a, constant(kHigh));
  Value one = constant(1), less = arith::SubFOp::create(b, a, one);
  Value more = arith::AddFOp::create(b, a, one);
  Value u = arith::DivFOp::create(
      b, select(isHigh, constant(-1), select(isLow, a, less)),
      select(isHigh, a, select(isLow, one, more)));
  Value base = select(isHigh, constant(kHalfPi),
                      select(isLow, constant(0), constant(kHalfPi / 2)));
  Value square = arith::MulFOp::create(b, u, u);
  Value result = fma(u, fma(square, sum(kArcTangent, square), one), base);
  result = arith::TruncFOp::create(b, type, result);
  return math::CopySignOp::create(b, result, x);
}

Value Builder::isAnyLarge(Value x) {
  Value magnitude = math::AbsFOp::create(b, x);
  Value limit =
      splat(b.getFloatAttr(getElementTypeOrSelf(type), kLargest), type);
  Value isLarge =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, magnitude, limit);
  if (!isa<VectorType>(type))
    return isLarge;
  return vector::ReductionOp::create(b, vector::CombiningKind::OR, isLarge);
}

/// Vectors of several dimensions are unrolled before.
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
    Builder builder(op.getLoc(), rewriter, op.getType());
    rewriter.replaceOp(op, builder.buildArcTangent(op.getOperand()));
    return success();
  }
};

/// Of periodic functions.
template <typename Op> struct ExpandPeriodic : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isExpandable(op))
      return rewriter.notifyMatchFailure(op, "not of f32");
    Location loc = op.getLoc();
    Value x = op.getOperand();
    Value isLarge = Builder(loc, rewriter, op.getType()).isAnyLarge(x);
    auto choice = scf::IfOp::create(rewriter, loc, op.getType(), isLarge,
                                    /*withElse=*/true);
    rewriter.setInsertionPointToStart(choice.thenBlock());
    auto call = Op::create(rewriter, loc, x);
    call->setDiscardableAttr(kIsCall, rewriter.getUnitAttr());
    scf::YieldOp::create(rewriter, loc, call.getResult());
    rewriter.setInsertionPointToStart(choice.elseBlock());
    Builder builder(loc, rewriter, op.getType());
    Value result;
    if constexpr (std::is_same_v<Op, math::TanOp>)
      result = builder.buildTangent(x);
    else
      result = builder.buildSine(x, std::is_same_v<Op, math::CosOp> ? 1 : 0);
    scf::YieldOp::create(rewriter, loc, result);
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
