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
/// Of operations that stay calls.
static constexpr StringLiteral kIsCall = "tvm.call";

namespace {
class Builder {
public:
  Builder(Location loc, PatternRewriter &rewriter, Type type)
      : b(loc, rewriter), type(type), wide(getLike(b.getF64Type())),
        integer(getLike(b.getI64Type())) {}

  /// sin(x + quarters * pi / 2).
  Value build(Value x, int64_t quarters);
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
  Value sum(ArrayRef<double> coefficients, Value square);

  ImplicitLocOpBuilder b;
  Type type, wide, integer;
};
} // namespace

/// c[0] + c[1] square + …
Value Builder::sum(ArrayRef<double> coefficients, Value square) {
  Value result = constant(coefficients.back());
  for (double c : llvm::reverse(coefficients.drop_back()))
    result = fma(result, square, constant(c));
  return result;
}

Value Builder::build(Value x, int64_t quarters) {
  x = arith::ExtFOp::create(b, wide, x);
  Value rounded = fma(x, constant(kTwoOverPi), constant(kRound));
  Value n = arith::SubFOp::create(b, rounded, constant(kRound));
  Value r = fma(n, constant(-kHalfPi), x);
  r = fma(n, constant(-kHalfPiRest), r);
  Value square = arith::MulFOp::create(b, r, r);
  Value one = constant(1);
  // A product keeps the sign of zero.
  Value sine =
      arith::MulFOp::create(b, r, fma(square, sum(kSine, square), one));
  Value cosine = fma(square, sum(kCosine, square), one);
  Value quarter = arith::BitcastOp::create(b, integer, rounded);
  if (quarters != 0)
    quarter = arith::AddIOp::create(b, quarter, constantInt(quarters));
  // An odd number of quarters: the cosine. Two more: of the other sign.
  Value odd = arith::AndIOp::create(b, quarter, constantInt(1));
  Value isOdd =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, odd, constantInt(0));
  Value half = arith::AndIOp::create(b, quarter, constantInt(2));
  constexpr int64_t kSignBit = 62; // from bit 1 to 63
  Value sign = arith::ShLIOp::create(b, half, constantInt(kSignBit));
  Value chosen = arith::SelectOp::create(b, isOdd, cosine, sine);
  Value bits = arith::BitcastOp::create(b, integer, chosen);
  Value flipped = arith::XOrIOp::create(b, bits, sign);
  Value result = arith::BitcastOp::create(b, wide, flipped);
  return arith::TruncFOp::create(b, type, result);
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

namespace {
template <typename Op> struct ExpandTrigonometry : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto vectorType = dyn_cast<VectorType>(op.getType());
    if (!getElementTypeOrSelf(op.getType()).isF32() ||
        (vectorType && vectorType.getRank() != 1) || op->hasAttr(kIsCall))
      return rewriter.notifyMatchFailure(op, "not of f32");
    Builder builder(op.getLoc(), rewriter, op.getType());
    Value x = op.getOperand();
    auto choice = scf::IfOp::create(rewriter, op.getLoc(), op.getType(),
                                    builder.isAnyLarge(x), /*withElse=*/true);
    rewriter.setInsertionPointToStart(choice.thenBlock());
    auto call = Op::create(rewriter, op.getLoc(), x);
    call->setDiscardableAttr(kIsCall, rewriter.getUnitAttr());
    scf::YieldOp::create(rewriter, op.getLoc(), call.getResult());
    rewriter.setInsertionPointToStart(choice.elseBlock());
    Builder inElse(op.getLoc(), rewriter, op.getType());
    Value result = inElse.build(x, std::is_same_v<Op, math::CosOp> ? 1 : 0);
    scf::YieldOp::create(rewriter, op.getLoc(), result);
    rewriter.replaceOp(op, choice);
    return success();
  }
};
} // namespace

void populateTrigonometryPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ExpandTrigonometry<math::SinOp>, ExpandTrigonometry<math::CosOp>>(
          patterns.getContext());
}

} // namespace tvm
