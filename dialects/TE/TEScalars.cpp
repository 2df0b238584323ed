// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar arithmetic of TEBuilder, and the meaning of combiners.

#include "dialects/TE/TEBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

#include <cmath>

using namespace mlir;

namespace tvm::te {

Value TEBuilder::constant(Type type, double value) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(floatType, value));
  return constantInt(type, static_cast<int64_t>(value));
}

Value TEBuilder::constantInt(Type type, int64_t value) {
  if (isa<FloatType>(type))
    return constant(type, static_cast<double>(value));
  unsigned width = type.getIntOrFloatBitWidth();
  APInt bits(64, static_cast<uint64_t>(value));
  return arith::ConstantOp::create(
      builder, loc, IntegerAttr::get(type, bits.sextOrTrunc(width)));
}

template <typename FloatOp, typename IntOp>
static Value binary(TEBuilder &b, Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return FloatOp::create(b.builder, b.loc, lhs, rhs);
  return IntOp::create(b.builder, b.loc, lhs, rhs);
}

Value TEBuilder::add(Value lhs, Value rhs) {
  return binary<arith::AddFOp, arith::AddIOp>(*this, lhs, rhs);
}

Value TEBuilder::sub(Value lhs, Value rhs) {
  return binary<arith::SubFOp, arith::SubIOp>(*this, lhs, rhs);
}

Value TEBuilder::mul(Value lhs, Value rhs) {
  return binary<arith::MulFOp, arith::MulIOp>(*this, lhs, rhs);
}

Value TEBuilder::div(Value lhs, Value rhs, bool isUnsigned) {
  if (isUnsigned)
    return binary<arith::DivFOp, arith::DivUIOp>(*this, lhs, rhs);
  return binary<arith::DivFOp, arith::DivSIOp>(*this, lhs, rhs);
}

Value TEBuilder::min(Value lhs, Value rhs, bool isUnsigned) {
  if (isUnsigned)
    return binary<arith::MinimumFOp, arith::MinUIOp>(*this, lhs, rhs);
  return binary<arith::MinimumFOp, arith::MinSIOp>(*this, lhs, rhs);
}

Value TEBuilder::max(Value lhs, Value rhs, bool isUnsigned) {
  if (isUnsigned)
    return binary<arith::MaximumFOp, arith::MaxUIOp>(*this, lhs, rhs);
  return binary<arith::MaximumFOp, arith::MaxSIOp>(*this, lhs, rhs);
}

Value TEBuilder::neg(Value x) {
  if (isa<FloatType>(x.getType()))
    return arith::NegFOp::create(builder, loc, x);
  return sub(constantInt(x.getType(), 0), x);
}

static arith::CmpFPredicate floatPredicate(TEBuilder::Compare predicate) {
  switch (predicate) {
  case TEBuilder::Compare::EQ:
    return arith::CmpFPredicate::OEQ;
  case TEBuilder::Compare::NE:
    return arith::CmpFPredicate::UNE;
  case TEBuilder::Compare::LT:
    return arith::CmpFPredicate::OLT;
  case TEBuilder::Compare::LE:
    return arith::CmpFPredicate::OLE;
  case TEBuilder::Compare::GT:
    return arith::CmpFPredicate::OGT;
  case TEBuilder::Compare::GE:
    return arith::CmpFPredicate::OGE;
  }
  llvm_unreachable("all predicates handled");
}

static arith::CmpIPredicate intPredicate(TEBuilder::Compare predicate,
                                         bool isUnsigned) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case TEBuilder::Compare::EQ:
    return P::eq;
  case TEBuilder::Compare::NE:
    return P::ne;
  case TEBuilder::Compare::LT:
    return isUnsigned ? P::ult : P::slt;
  case TEBuilder::Compare::LE:
    return isUnsigned ? P::ule : P::sle;
  case TEBuilder::Compare::GT:
    return isUnsigned ? P::ugt : P::sgt;
  case TEBuilder::Compare::GE:
    return isUnsigned ? P::uge : P::sge;
  }
  llvm_unreachable("all predicates handled");
}

Value TEBuilder::compare(Compare predicate, Value lhs, Value rhs,
                         bool isUnsigned) {
  if (isa<FloatType>(lhs.getType()))
    return arith::CmpFOp::create(builder, loc, floatPredicate(predicate), lhs,
                                 rhs);
  return arith::CmpIOp::create(builder, loc,
                               intPredicate(predicate, isUnsigned), lhs, rhs);
}

Value TEBuilder::select(Value condition, Value then, Value other) {
  return arith::SelectOp::create(builder, loc, condition, then, other);
}

Value TEBuilder::logicalAnd(Value lhs, Value rhs) {
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

Value TEBuilder::logicalOr(Value lhs, Value rhs) {
  return arith::OrIOp::create(builder, loc, lhs, rhs);
}

Value TEBuilder::logicalNot(Value x) {
  return arith::XOrIOp::create(builder, loc, x, constantInt(x.getType(), -1));
}

Value TEBuilder::toStorage(Value i1) {
  return arith::ExtUIOp::create(builder, loc, builder.getI8Type(), i1);
}

Value TEBuilder::toBool(Value i8) {
  return compare(Compare::NE, i8, constantInt(i8.getType(), 0));
}

/// Conversion of a float to an integer that truncates and saturates; NaN
/// becomes 0.
static Value floatToInt(TEBuilder &b, Value x, IntegerType to,
                        bool toUnsigned) {
  unsigned width = to.getWidth();
  auto fromType = cast<FloatType>(x.getType());
  if (fromType.getWidth() < 32) {
    x = arith::ExtFOp::create(b.builder, b.loc, b.builder.getF32Type(), x);
    fromType = cast<FloatType>(x.getType());
  }
  double high =
      toUnsigned ? std::ldexp(1.0, width) : std::ldexp(1.0, width - 1);
  double low = toUnsigned ? 0.0 : -std::ldexp(1.0, width - 1);
  APInt maximum =
      toUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt minimum =
      toUnsigned ? APInt(width, 0) : APInt::getSignedMinValue(width);
  auto integer = [&](const APInt &bits) -> Value {
    return arith::ConstantOp::create(b.builder, b.loc,
                                     IntegerAttr::get(to, bits));
  };
  using C = TEBuilder::Compare;
  Value tooHigh = b.compare(C::GE, x, b.constant(fromType, high));
  Value tooLow = b.compare(C::LE, x, b.constant(fromType, low));
  Value isNaN = b.compare(C::NE, x, x);
  Value outside = b.logicalOr(b.logicalOr(tooHigh, tooLow), isNaN);
  Value safe = b.select(outside, b.constant(fromType, 0), x);
  Value converted;
  if (toUnsigned)
    converted = arith::FPToUIOp::create(b.builder, b.loc, to, safe);
  else
    converted = arith::FPToSIOp::create(b.builder, b.loc, to, safe);
  converted = b.select(tooHigh, integer(maximum), converted);
  return b.select(tooLow, integer(minimum), converted);
}

static Value intToInt(TEBuilder &b, Value x, IntegerType to,
                      bool fromUnsigned) {
  unsigned from = x.getType().getIntOrFloatBitWidth();
  if (to.getWidth() == from)
    return x;
  if (to.getWidth() < from)
    return arith::TruncIOp::create(b.builder, b.loc, to, x);
  if (fromUnsigned)
    return arith::ExtUIOp::create(b.builder, b.loc, to, x);
  return arith::ExtSIOp::create(b.builder, b.loc, to, x);
}

Value TEBuilder::cast(Value x, Type to, bool fromUnsigned, bool toUnsigned) {
  Type from = x.getType();
  if (from == to)
    return x;
  if (isa<FloatType>(from)) {
    if (auto integer = dyn_cast<IntegerType>(to))
      return floatToInt(*this, x, integer, toUnsigned);
    unsigned fromWidth = from.getIntOrFloatBitWidth();
    unsigned toWidth = to.getIntOrFloatBitWidth();
    if (toWidth > fromWidth)
      return arith::ExtFOp::create(builder, loc, to, x);
    if (toWidth < fromWidth)
      return arith::TruncFOp::create(builder, loc, to, x);
    // f16 and bf16 have the same width; f32 represents both exactly.
    return cast(cast(x, builder.getF32Type()), to);
  }
  if (auto integer = dyn_cast<IntegerType>(to))
    return intToInt(*this, x, integer, fromUnsigned);
  if (fromUnsigned || from.isInteger(1))
    return arith::UIToFPOp::create(builder, loc, to, x);
  return arith::SIToFPOp::create(builder, loc, to, x);
}

//===-- combiners ---------------------------------------------------------===//

static arith::AtomicRMWKind rmwKind(Combiner combiner, Type type) {
  using K = arith::AtomicRMWKind;
  bool isFloat = isa<FloatType>(type);
  switch (combiner) {
  case Combiner::Sum:
    return isFloat ? K::addf : K::addi;
  case Combiner::Prod:
    return isFloat ? K::mulf : K::muli;
  case Combiner::Min:
  case Combiner::MinNum:
  case Combiner::ArgMin:
    return isFloat ? K::minimumf : K::mins;
  case Combiner::Max:
  case Combiner::MaxNum:
  case Combiner::ArgMax:
    return isFloat ? K::maximumf : K::maxs;
  }
  llvm_unreachable("all combiners handled");
}

SmallVector<Value> buildIdentity(OpBuilder &builder, Location loc,
                                 Combiner combiner, TypeRange types) {
  TypedAttr start = arith::getIdentityValueAttr(rmwKind(combiner, types[0]),
                                                types[0], builder, loc);
  SmallVector<Value> identity{arith::ConstantOp::create(builder, loc, start)};
  if (combiner == Combiner::ArgMin || combiner == Combiner::ArgMax)
    identity.push_back(arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(
            types[1],
            APInt::getSignedMaxValue(types[1].getIntOrFloatBitWidth()))));
  return identity;
}

/// Combines (value, index) pairs: the better value wins, of equal ones the
/// smaller index; NaN is better than any number.
static SmallVector<Value> combineArg(TEBuilder &b, Combiner combiner,
                                     ValueRange accumulated,
                                     ValueRange values) {
  using C = TEBuilder::Compare;
  C better = combiner == Combiner::ArgMin ? C::LT : C::GT;
  Value isBetter = b.compare(better, values[0], accumulated[0]);
  Value isEqual = b.compare(C::EQ, values[0], accumulated[0]);
  if (isa<FloatType>(values[0].getType())) {
    Value isNaN = b.compare(C::NE, values[0], values[0]);
    Value wasNaN = b.compare(C::NE, accumulated[0], accumulated[0]);
    isBetter = b.logicalOr(isBetter, b.logicalAnd(isNaN, b.logicalNot(wasNaN)));
    isEqual = b.logicalOr(isEqual, b.logicalAnd(isNaN, wasNaN));
  }
  Value isEarlier = b.compare(C::LT, values[1], accumulated[1]);
  Value take = b.logicalOr(isBetter, b.logicalAnd(isEqual, isEarlier));
  return {b.select(take, values[0], accumulated[0]),
          b.select(take, values[1], accumulated[1])};
}

/// The new value where it is better than the accumulated one, which therefore
/// never becomes NaN. Machines without a NaN-propagating maximum have this as
/// one instruction.
static Value combineNum(TEBuilder &b, Combiner combiner, Value accumulated,
                        Value value) {
  using C = TEBuilder::Compare;
  C better = combiner == Combiner::MinNum ? C::LT : C::GT;
  return b.select(b.compare(better, value, accumulated), value, accumulated);
}

SmallVector<Value> buildCombine(OpBuilder &builder, Location loc,
                                Combiner combiner, ValueRange accumulated,
                                ValueRange values) {
  TEBuilder b(builder, loc);
  if (combiner == Combiner::ArgMin || combiner == Combiner::ArgMax)
    return combineArg(b, combiner, accumulated, values);
  if (combiner == Combiner::MinNum || combiner == Combiner::MaxNum)
    return {combineNum(b, combiner, accumulated[0], values[0])};
  return {arith::getReductionOp(rmwKind(combiner, values[0].getType()), builder,
                                loc, accumulated[0], values[0])};
}

} // namespace tvm::te
