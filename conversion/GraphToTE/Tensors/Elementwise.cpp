// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Definition.h"

#include "conversion/GraphToTE/Activations.h"
#include "conversion/GraphToTE/IntegerMath.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Compare = te::TEBuilder::Compare;

/// `function`, computed in f32 for narrower floats.
template <typename Op, ScalarFunction<Op> function>
static Value defineWide(Op op, Definition &d, ValueRange elements) {
  SmallVector<Value> wide;
  for (Value element : elements)
    wide.push_back(d.b.cast(element, getComputeType(element.getType())));
  Value result = function(op, d, wide);
  return isa<FloatType>(result.getType()) ? d.b.cast(result, d.resultElement())
                                          : result;
}

/// The value of a float constant.
static std::optional<double> getConstantFloat(Value x) {
  FloatAttr value;
  if (!matchPattern(x, m_Constant(&value)))
    return std::nullopt;
  return value.getValueAsDouble();
}

static double toDouble(const APFloat &value) { return value.convertToDouble(); }

//===-- one operand -------------------------------------------------------===//

template <typename Op, typename MathOp>
static Value defineMath(Op, Definition &d, ValueRange x) {
  return MathOp::create(d.b.builder, d.b.loc, x[0]);
}

template <typename Op, Value (*build)(te::TEBuilder &, Value)>
static Value defineBuilt(Op, Definition &d, ValueRange x) {
  return build(d.b, x[0]);
}

static Value defineAbs(AbsOp, Definition &d, ValueRange x) {
  if (isa<FloatType>(x[0].getType()))
    return math::AbsFOp::create(d.b.builder, d.b.loc, x[0]);
  if (d.isUnsigned(0))
    return x[0];
  Value zero = d.b.constant(x[0].getType(), 0);
  return d.b.select(d.b.compare(Compare::LT, x[0], zero), d.b.neg(x[0]), x[0]);
}

static Value defineNeg(NegOp, Definition &d, ValueRange x) {
  return d.b.neg(x[0]);
}

static Value defineSign(SignOp, Definition &d, ValueRange x) {
  Type type = x[0].getType();
  Value zero = d.b.constant(type, 0);
  Value isPositive = d.b.compare(Compare::GT, x[0], zero, d.isUnsigned(0));
  // Zeros and NaN are their own sign.
  Value other = x[0];
  if (!d.isUnsigned(0))
    other = d.b.select(d.b.compare(Compare::LT, x[0], zero),
                       d.b.constant(type, -1), other);
  return d.b.select(isPositive, d.b.constant(type, 1), other);
}

static Value defineRelu(ReluOp, Definition &d, ValueRange x) {
  return d.isUnsigned(0) ? x[0] : buildRelu(d.b, x[0]);
}

static Value defineNot(NotOp, Definition &d, ValueRange x) {
  Value ones = d.b.constantInt(x[0].getType(), d.isBool(0) ? 1 : -1);
  return arith::XOrIOp::create(d.b.builder, d.b.loc, x[0], ones);
}

static Value defineReciprocal(ReciprocalOp, Definition &d, ValueRange x) {
  return d.b.div(d.b.constant(x[0].getType(), 1), x[0]);
}

static Value defineMish(MishOp, Definition &d, ValueRange x) {
  return d.b.mul(x[0], buildTanh(d.b, buildSoftplus(d.b, x[0])));
}

static Value defineIsNaN(IsNaNOp, Definition &d, ValueRange x) {
  return d.b.toStorage(d.b.compare(Compare::NE, x[0], x[0]));
}

static Value defineIsInf(IsInfOp op, Definition &d, ValueRange x) {
  Value result = d.b.constantInt(d.b.builder.getI1Type(), 0);
  auto alsoEqual = [&](double infinity) {
    Value constant = d.b.constant(x[0].getType(), infinity);
    result = d.b.logicalOr(result, d.b.compare(Compare::EQ, x[0], constant));
  };
  if (op.getPositive())
    alsoEqual(HUGE_VAL);
  if (op.getNegative())
    alsoEqual(-HUGE_VAL);
  return d.b.toStorage(result);
}

//===-- activations -------------------------------------------------------===//

static Value defineElu(EluOp op, Definition &d, ValueRange x) {
  return buildElu(d.b, x[0], toDouble(op.getAlpha()));
}

static Value defineCelu(CeluOp op, Definition &d, ValueRange x) {
  // alpha * elu(x / alpha), but x itself where it is positive.
  Type type = x[0].getType();
  double alpha = toDouble(op.getAlpha());
  Value scaled = d.b.div(x[0], d.b.constant(type, alpha));
  Value exp = math::ExpOp::create(d.b.builder, d.b.loc, scaled);
  Value low =
      d.b.mul(d.b.constant(type, alpha), d.b.sub(exp, d.b.constant(type, 1)));
  Value zero = d.b.constant(type, 0);
  Value negative = d.b.select(d.b.compare(Compare::GT, low, zero), zero, low);
  return d.b.add(buildRelu(d.b, x[0]), negative);
}

static Value defineSelu(SeluOp op, Definition &d, ValueRange x) {
  Value scale = d.b.constant(x[0].getType(), toDouble(op.getBeta()));
  return d.b.mul(scale, buildElu(d.b, x[0], toDouble(op.getAlpha())));
}

static Value defineLeakyRelu(LeakyReluOp op, Definition &d, ValueRange x) {
  Value alpha = d.b.constant(x[0].getType(), toDouble(op.getAlpha()));
  return buildLeakyRelu(d.b, x[0], alpha);
}

static Value defineThresholdedRelu(ThresholdedReluOp op, Definition &d,
                                   ValueRange x) {
  return buildThresholdedRelu(d.b, x[0], toDouble(op.getAlpha()));
}

static Value defineHardSigmoid(HardSigmoidOp op, Definition &d, ValueRange x) {
  return buildHardSigmoid(d.b, x[0], toDouble(op.getAlpha()),
                          toDouble(op.getBeta()));
}

static Value defineSwish(SwishOp op, Definition &d, ValueRange x) {
  Value alpha = d.b.constant(x[0].getType(), toDouble(op.getAlpha()));
  return d.b.mul(x[0], buildSigmoid(d.b, d.b.mul(alpha, x[0])));
}

static Value defineGelu(GeluOp op, Definition &d, ValueRange x) {
  auto constant = [&](double value) {
    return d.b.constant(x[0].getType(), value);
  };
  Value bent;
  if (op.getTanh()) {
    Value cube = d.b.mul(x[0], d.b.mul(x[0], x[0]));
    Value sum = d.b.add(x[0], d.b.mul(constant(0.044715), cube));
    bent = buildTanh(d.b, d.b.mul(constant(std::sqrt(2 / M_PI)), sum));
  } else {
    Value scaled = d.b.mul(x[0], constant(M_SQRT1_2));
    bent = math::ErfOp::create(d.b.builder, d.b.loc, scaled);
  }
  return d.b.mul(d.b.mul(constant(0.5), x[0]), d.b.add(constant(1), bent));
}

static Value defineShrink(ShrinkOp op, Definition &d, ValueRange x) {
  Type type = x[0].getType();
  Type wide = isa<FloatType>(type) ? type : d.b.builder.getF64Type();
  Value value = d.b.cast(x[0], wide, d.isUnsigned(0));
  Value bias = d.b.constant(wide, toDouble(op.getBias()));
  double lambda = toDouble(op.getLambda());
  Value isLow = d.b.compare(Compare::LT, value, d.b.constant(wide, -lambda));
  Value isHigh = d.b.compare(Compare::GT, value, d.b.constant(wide, lambda));
  Value high = d.b.select(isHigh, d.b.sub(value, bias), d.b.constant(wide, 0));
  Value result = d.b.select(isLow, d.b.add(value, bias), high);
  return isa<FloatType>(type)
             ? result
             : d.b.cast(result, type, false, d.isUnsignedResult());
}

static Value defineBinarize(BinarizeOp op, Definition &d, ValueRange x) {
  // Integers are compared with the float threshold: 3 > 2.5.
  Type type = x[0].getType();
  Type wide = isa<FloatType>(type) ? type : d.b.builder.getF64Type();
  Value isAbove =
      d.b.compare(Compare::GT, d.b.cast(x[0], wide, d.isUnsigned(0)),
                  d.b.constant(wide, toDouble(op.getThreshold())));
  return d.b.select(isAbove, d.b.constant(type, 1), d.b.constant(type, 0));
}

//===-- conversions -------------------------------------------------------===//

/// The element of graph type `type` in a byte, as i32 or f32.
static Value unpack(Definition &d, Value byte, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  Value bits = d.b.cast(byte, d.b.builder.getIntegerType(width));
  if (!isa<FloatType>(type))
    return d.b.cast(bits, d.b.builder.getI32Type(), type.isUnsignedInteger());
  Value number = arith::BitcastOp::create(d.b.builder, d.b.loc, type, bits);
  return d.b.cast(number, d.b.builder.getF32Type());
}

/// The byte for `x` of graph type `type`.
static Value pack(Definition &d, Value x, Type type, bool isUnsigned) {
  auto bits = d.b.builder.getIntegerType(type.getIntOrFloatBitWidth());
  Type i8 = d.b.builder.getI8Type(), i32 = d.b.builder.getI32Type();
  Value code;
  if (isa<FloatType>(type))
    code = arith::BitcastOp::create(d.b.builder, d.b.loc, bits,
                                    d.b.cast(x, type, isUnsigned));
  else
    code = d.b.cast(d.b.cast(x, i32, isUnsigned), bits);
  return d.b.cast(code, i8, /*fromUnsigned=*/true);
}

/// Whether elements of `type` are packed into bytes.
static bool isPacked(Type type) {
  Type storage = getStorageType(type);
  return !type.isInteger(1) &&
         (isa<FloatType>(type) != isa<FloatType>(storage) ||
          type.getIntOrFloatBitWidth() != storage.getIntOrFloatBitWidth());
}

static Value defineCast(CastOp op, Definition &d, ValueRange x) {
  Type from = getElementTypeOrSelf(op.getX()), to = op.getTo();
  Value value = x[0];
  bool isUnsigned = d.isUnsigned(0);
  if (isPacked(from)) {
    value = unpack(d, value, from);
    isUnsigned = false;
  }
  if (isPacked(to))
    return pack(d, value, to, isUnsigned);
  if (!to.isInteger(1))
    return d.b.cast(value, d.resultElement(), isUnsigned, d.isUnsignedResult());
  Value wide = d.b.cast(value, getComputeType(value.getType()));
  Value zero = d.b.constant(wide.getType(), 0);
  return d.b.toStorage(d.b.compare(Compare::NE, wide, zero));
}

static Value defineBitCast(BitCastOp, Definition &d, ValueRange x) {
  if (x[0].getType() == d.resultElement())
    return x[0];
  return arith::BitcastOp::create(d.b.builder, d.b.loc, d.resultElement(),
                                  x[0]);
}

//===-- two and three operands --------------------------------------------===//

static Value defineAdd(AddOp, Definition &d, ValueRange x) {
  return d.b.add(x[0], x[1]);
}

static Value defineSub(SubOp, Definition &d, ValueRange x) {
  return d.b.sub(x[0], x[1]);
}

static Value defineMul(MulOp, Definition &d, ValueRange x) {
  return d.b.mul(x[0], x[1]);
}

static Value defineDiv(DivOp, Definition &d, ValueRange x) {
  if (isa<FloatType>(x[0].getType()))
    return d.b.div(x[0], x[1]);
  return buildIntegerDiv(d.b, x[0], x[1], d.isUnsigned(0));
}

static Value defineMod(ModOp op, Definition &d, ValueRange x) {
  return buildMod(d.b, x[0], x[1], d.isUnsigned(0), op.getTruncated());
}

/// A comparison with a constant is enough: it propagates a NaN of the other
/// operand.
template <typename Op, Compare wins>
static Value defineExtremum(Op, Definition &d, ValueRange x) {
  if (auto constant = getConstantFloat(x[1]);
      constant && !std::isnan(*constant))
    return d.b.select(d.b.compare(wins, x[1], x[0]), x[1], x[0]);
  return wins == Compare::GT ? d.b.max(x[0], x[1], d.isUnsigned(0))
                             : d.b.min(x[0], x[1], d.isUnsigned(0));
}

static Value defineFloatPow(Definition &d, Value base, Value exponent) {
  std::optional<double> constant = getConstantFloat(exponent);
  if (constant == 1)
    return base;
  if (constant == 2)
    return d.b.mul(base, base);
  if (constant == 3)
    return d.b.mul(d.b.mul(base, base), base);
  return math::PowFOp::create(d.b.builder, d.b.loc, base, exponent);
}

static Value definePow(PowOp, Definition &d, ValueRange x) {
  Type type = x[0].getType();
  bool isInteger = !isa<FloatType>(type);
  if (isInteger && !isa<FloatType>(x[1].getType()))
    return buildIntegerPow(d.b, x[0], x[1], d.isUnsigned(0), d.isUnsigned(1));
  Type wide = isInteger ? d.b.builder.getF64Type() : type;
  Value power = defineFloatPow(d, d.b.cast(x[0], wide, d.isUnsigned(0)),
                               d.b.cast(x[1], wide, d.isUnsigned(1)));
  return isInteger ? d.b.cast(power, type, false, d.isUnsignedResult()) : power;
}

static Value definePRelu(PReluOp, Definition &d, ValueRange x) {
  return d.isUnsigned(0) ? x[0] : buildLeakyRelu(d.b, x[0], x[1]);
}

template <typename Op, typename ArithOp>
static Value defineBits(Op, Definition &d, ValueRange x) {
  return ArithOp::create(d.b.builder, d.b.loc, x[0], x[1]);
}

template <typename Op, typename ArithOp>
static Value defineShift(Op, Definition &d, ValueRange x) {
  Type type = x[0].getType();
  Value width = d.b.constantInt(type, type.getIntOrFloatBitWidth());
  Value zero = d.b.constantInt(type, 0);
  Value isFar = d.b.compare(Compare::GE, x[1], width, /*isUnsigned=*/true);
  Value shifted = ArithOp::create(d.b.builder, d.b.loc, x[0],
                                  d.b.select(isFar, zero, x[1]));
  return d.b.select(isFar, zero, shifted);
}

template <typename Op, Compare predicate>
static Value defineCompare(Op, Definition &d, ValueRange x) {
  return d.b.toStorage(d.b.compare(predicate, x[0], x[1], d.isUnsigned(0)));
}

static Value defineWhere(WhereOp, Definition &d, ValueRange x) {
  return d.b.select(d.b.toBool(x[0]), x[1], x[2]);
}

//===-- registration ------------------------------------------------------===//

template <typename Op, ScalarFunction<Op> function>
static void attach(MLIRContext *context) {
  attachElementwise<Op, defineWide<Op, function>>(context);
}

template <typename Op, typename MathOp>
static void attachMath(MLIRContext *context) {
  attach<Op, defineMath<Op, MathOp>>(context);
}

static void attachMathFunctions(MLIRContext *context) {
  attachMath<AcosOp, math::AcosOp>(context);
  attachMath<AcoshOp, math::AcoshOp>(context);
  attachMath<AsinOp, math::AsinOp>(context);
  attachMath<AsinhOp, math::AsinhOp>(context);
  attachMath<AtanOp, math::AtanOp>(context);
  attachMath<AtanhOp, math::AtanhOp>(context);
  attachMath<CeilOp, math::CeilOp>(context);
  attachMath<CosOp, math::CosOp>(context);
  attachMath<CoshOp, math::CoshOp>(context);
  attachMath<ErfOp, math::ErfOp>(context);
  attachMath<ExpOp, math::ExpOp>(context);
  attachMath<FloorOp, math::FloorOp>(context);
  attachMath<LogOp, math::LogOp>(context);
  attachMath<RoundOp, math::RoundEvenOp>(context);
  attachMath<SinOp, math::SinOp>(context);
  attachMath<SinhOp, math::SinhOp>(context);
  attachMath<SqrtOp, math::SqrtOp>(context);
  attachMath<TanOp, math::TanOp>(context);
  attachMath<TanhOp, math::TanhOp>(context);
}

static void attachUnary(MLIRContext *context) {
  attach<AbsOp, defineAbs>(context);
  attach<BinarizeOp, defineBinarize>(context);
  attach<CeluOp, defineCelu>(context);
  attach<EluOp, defineElu>(context);
  attach<GeluOp, defineGelu>(context);
  attach<HardSigmoidOp, defineHardSigmoid>(context);
  attach<IsInfOp, defineIsInf>(context);
  attach<IsNaNOp, defineIsNaN>(context);
  attach<LeakyReluOp, defineLeakyRelu>(context);
  attach<MishOp, defineMish>(context);
  attach<NegOp, defineNeg>(context);
  attach<NotOp, defineNot>(context);
  attach<ReciprocalOp, defineReciprocal>(context);
  attach<ReluOp, defineRelu>(context);
  attach<SeluOp, defineSelu>(context);
  attach<ShrinkOp, defineShrink>(context);
  attach<SigmoidOp, defineBuilt<SigmoidOp, buildSigmoid>>(context);
  attach<SignOp, defineSign>(context);
  attach<SoftplusOp, defineBuilt<SoftplusOp, buildSoftplus>>(context);
  attach<SoftsignOp, defineBuilt<SoftsignOp, buildSoftsign>>(context);
  attach<SwishOp, defineSwish>(context);
  attach<ThresholdedReluOp, defineThresholdedRelu>(context);
  attachElementwise<BitCastOp, defineBitCast>(context);
  attachElementwise<CastOp, defineCast>(context);
}

static void attachBinary(MLIRContext *context) {
  attach<AddOp, defineAdd>(context);
  attach<DivOp, defineDiv>(context);
  attach<MaxOp, defineExtremum<MaxOp, Compare::GT>>(context);
  attach<MinOp, defineExtremum<MinOp, Compare::LT>>(context);
  attach<ModOp, defineMod>(context);
  attach<MulOp, defineMul>(context);
  attach<PReluOp, definePRelu>(context);
  attach<PowOp, definePow>(context);
  attach<SubOp, defineSub>(context);
  attach<AndOp, defineBits<AndOp, arith::AndIOp>>(context);
  attach<OrOp, defineBits<OrOp, arith::OrIOp>>(context);
  attach<XorOp, defineBits<XorOp, arith::XOrIOp>>(context);
  attach<ShiftLeftOp, defineShift<ShiftLeftOp, arith::ShLIOp>>(context);
  attach<ShiftRightOp, defineShift<ShiftRightOp, arith::ShRUIOp>>(context);
  attach<EqualOp, defineCompare<EqualOp, Compare::EQ>>(context);
  attach<LessOp, defineCompare<LessOp, Compare::LT>>(context);
  attach<LessEqualOp, defineCompare<LessEqualOp, Compare::LE>>(context);
  attach<GreaterOp, defineCompare<GreaterOp, Compare::GT>>(context);
  attach<GreaterEqualOp, defineCompare<GreaterEqualOp, Compare::GE>>(context);
  attachElementwise<WhereOp, defineWhere>(context);
}

void attachElementwiseDefinitions(MLIRContext *context) {
  attachMathFunctions(context);
  attachUnary(context);
  attachBinary(context);
}

} // namespace tvm
