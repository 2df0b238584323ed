// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphElementwise.h"

#include "conversion/TosaToGraph/Patterns.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

template <typename Op, typename GraphOp>
static Value convertUnary(Op, typename Op::Adaptor x, Expansion &e) {
  return e.create<GraphOp>(x.getInput1());
}

/// Converts an activation whose operand has a different name.
template <typename Op, typename GraphOp>
static Value convertActivation(Op, typename Op::Adaptor x, Expansion &e) {
  return e.create<GraphOp>(x.getInput());
}

template <typename Op, typename GraphOp>
static Value convertBinary(Op, typename Op::Adaptor x, Expansion &e) {
  return e.create<GraphOp>(x.getInput1(), x.getInput2());
}

template <typename Op, typename GraphOp>
static Value convertMinMax(Op op, typename Op::Adaptor x, Expansion &e) {
  e.expectPropagation(op.getNanMode());
  return e.create<GraphOp>(x.getInput1(), x.getInput2());
}

static Value convertRsqrt(tosa::RsqrtOp, tosa::RsqrtOp::Adaptor x,
                          Expansion &e) {
  return e.create<ReciprocalOp>(e.create<SqrtOp>(x.getInput1()));
}

/// Products of narrow integers have a wider type.
static Value convertMul(tosa::MulOp op, tosa::MulOp::Adaptor x, Expansion &e) {
  DenseElementsAttr shift;
  if (!matchPattern(op.getShift(), m_Constant(&shift)))
    return e.refuse("expected a shift that is a constant");
  e.expectZero(shift.getSplatValue<APInt>().getSExtValue(), "a shift of");
  Type type = op.getType().getElementType();
  return e.create<MulOp>(e.cast(x.getInput1(), type),
                         e.cast(x.getInput2(), type));
}

/// Negatives of narrow integers saturate.
static Value convertNegate(tosa::NegateOp op, tosa::NegateOp::Adaptor x,
                           Expansion &e) {
  auto type = dyn_cast<IntegerType>(op.getType().getElementType());
  if (!type || type.getWidth() >= 32) {
    e.expectZero(op.getInput1ZeroPoint(), "a zero point of");
    e.expectZero(op.getOutputZeroPoint(), "a zero point of");
    return e.create<NegOp>(x.getInput1());
  }
  FailureOr<int64_t> outputZeroPoint = op.getOutputZeroPoint();
  if (failed(outputZeroPoint))
    return e.refuse("expected zero points that are constants");
  Type wide = IntegerType::get(op.getContext(), 32);
  Value centered = e.center(x.getInput1(), op.getInput1ZeroPoint(), wide);
  Value result = e.create<SubOp>(e.scalar(wide, *outputZeroPoint), centered);
  unsigned width = type.getWidth();
  result = e.create<MaxOp>(
      result, e.scalar(wide, APInt::getSignedMinValue(width).getSExtValue()));
  result = e.create<MinOp>(
      result, e.scalar(wide, APInt::getSignedMaxValue(width).getSExtValue()));
  return e.cast(result, type);
}

/// Whether `bound` is the smallest, or largest, value of its type.
static bool isExtreme(TypedAttr bound, bool isLargest) {
  if (auto number = dyn_cast<FloatAttr>(bound))
    return number.getValue().isInfinity() &&
           number.getValue().isNegative() != isLargest;
  APInt value = cast<IntegerAttr>(bound).getValue();
  bool isUnsigned = bound.getType().isUnsignedInteger();
  if (isLargest)
    return isUnsigned ? value.isMaxValue() : value.isMaxSignedValue();
  return isUnsigned ? value.isMinValue() : value.isMinSignedValue();
}

static Value convertClamp(tosa::ClampOp op, tosa::ClampOp::Adaptor x,
                          Expansion &e) {
  e.expectPropagation(op.getNanMode());
  auto low = cast<TypedAttr>(op.getMinValAttr());
  auto high = cast<TypedAttr>(op.getMaxValAttr());
  Value result = x.getInput();
  if (!isExtreme(low, /*isLargest=*/false))
    result = e.create<MaxOp>(result, e.scalar(low));
  if (!isExtreme(high, /*isLargest=*/true))
    result = e.create<MinOp>(result, e.scalar(high));
  return result;
}

/// `x < 0 ? ~(~x >> n) : x >> n`, since shifts are logical.
static Value convertShift(tosa::ArithmeticRightShiftOp op,
                          tosa::ArithmeticRightShiftOp::Adaptor x,
                          Expansion &e) {
  if (op.getRound())
    return e.refuse("expected round = false, got true");
  Type type = op.getType().getElementType();
  Value bits = x.getInput1(), count = x.getInput2();
  Value negative = e.create<LessOp>(bits, e.scalar(type, 0));
  Value shifted = e.create<ShiftRightOp>(bits, count);
  Value complement =
      e.create<NotOp>(e.create<ShiftRightOp>(e.create<NotOp>(bits), count));
  return e.create<WhereOp>(negative, complement, shifted);
}

/// Floats are rounded to integers, halves to even, because `graph.cast`
/// truncates.
static Value convertCast(tosa::CastOp op, tosa::CastOp::Adaptor x,
                         Expansion &e) {
  Type to = op.getType().getElementType();
  Value input = x.getInput();
  bool rounds = isa<FloatType>(getElementTypeOrSelf(input)) &&
                isa<IntegerType>(to) && !to.isInteger(1);
  return e.cast(rounds ? e.create<RoundOp>(input) : input, to);
}

static Value convertSelect(tosa::SelectOp, tosa::SelectOp::Adaptor x,
                           Expansion &e) {
  return e.create<WhereOp>(x.getInput1(), x.getInput2(), x.getInput3());
}

static void addUnary(Patterns &patterns) {
  patterns.add<tosa::AbsOp>(convertUnary<tosa::AbsOp, AbsOp>);
  patterns.add<tosa::BitwiseNotOp>(convertUnary<tosa::BitwiseNotOp, NotOp>);
  patterns.add<tosa::CeilOp>(convertUnary<tosa::CeilOp, CeilOp>);
  patterns.add<tosa::CosOp>(convertUnary<tosa::CosOp, CosOp>);
  patterns.add<tosa::ErfOp>(convertActivation<tosa::ErfOp, ErfOp>);
  patterns.add<tosa::ExpOp>(convertUnary<tosa::ExpOp, ExpOp>);
  patterns.add<tosa::FloorOp>(convertUnary<tosa::FloorOp, FloorOp>);
  patterns.add<tosa::LogOp>(convertUnary<tosa::LogOp, LogOp>);
  patterns.add<tosa::LogicalNotOp>(convertUnary<tosa::LogicalNotOp, NotOp>);
  patterns.add<tosa::NegateOp>(convertNegate);
  patterns.add<tosa::ReciprocalOp>(
      convertUnary<tosa::ReciprocalOp, ReciprocalOp>);
  patterns.add<tosa::RsqrtOp>(convertRsqrt);
  patterns.add<tosa::SigmoidOp>(convertActivation<tosa::SigmoidOp, SigmoidOp>);
  patterns.add<tosa::SinOp>(convertUnary<tosa::SinOp, SinOp>);
  patterns.add<tosa::TanhOp>(convertActivation<tosa::TanhOp, TanhOp>);
  patterns.add<tosa::CastOp>(convertCast);
  patterns.add<tosa::ClampOp>(convertClamp);
}

static void addBinary(Patterns &patterns) {
  patterns.add<tosa::AddOp>(convertBinary<tosa::AddOp, AddOp>);
  patterns.add<tosa::SubOp>(convertBinary<tosa::SubOp, SubOp>);
  patterns.add<tosa::MulOp>(convertMul);
  patterns.add<tosa::IntDivOp>(convertBinary<tosa::IntDivOp, DivOp>);
  patterns.add<tosa::PowOp>(convertBinary<tosa::PowOp, PowOp>);
  patterns.add<tosa::MaximumOp>(convertMinMax<tosa::MaximumOp, MaxOp>);
  patterns.add<tosa::MinimumOp>(convertMinMax<tosa::MinimumOp, MinOp>);
}

static void addBits(Patterns &patterns) {
  patterns.add<tosa::BitwiseAndOp>(convertBinary<tosa::BitwiseAndOp, AndOp>);
  patterns.add<tosa::BitwiseOrOp>(convertBinary<tosa::BitwiseOrOp, OrOp>);
  patterns.add<tosa::BitwiseXorOp>(convertBinary<tosa::BitwiseXorOp, XorOp>);
  patterns.add<tosa::LogicalAndOp>(convertBinary<tosa::LogicalAndOp, AndOp>);
  patterns.add<tosa::LogicalOrOp>(convertBinary<tosa::LogicalOrOp, OrOp>);
  patterns.add<tosa::LogicalXorOp>(convertBinary<tosa::LogicalXorOp, XorOp>);
  patterns.add<tosa::LogicalLeftShiftOp>(
      convertBinary<tosa::LogicalLeftShiftOp, ShiftLeftOp>);
  patterns.add<tosa::LogicalRightShiftOp>(
      convertBinary<tosa::LogicalRightShiftOp, ShiftRightOp>);
  patterns.add<tosa::ArithmeticRightShiftOp>(convertShift);
}

void addElementwise(Patterns &patterns) {
  addUnary(patterns);
  addBinary(patterns);
  addBits(patterns);
  patterns.add<tosa::EqualOp>(convertBinary<tosa::EqualOp, EqualOp>);
  patterns.add<tosa::GreaterOp>(convertBinary<tosa::GreaterOp, GreaterOp>);
  patterns.add<tosa::GreaterEqualOp>(
      convertBinary<tosa::GreaterEqualOp, GreaterEqualOp>);
  patterns.add<tosa::SelectOp>(convertSelect);
}

} // namespace tvm::tosa_to_graph
