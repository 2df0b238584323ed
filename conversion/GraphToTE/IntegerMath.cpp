// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/IntegerMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tvm {

using Compare = te::TEBuilder::Compare;

static Value isEqual(te::TEBuilder &b, Value x, int64_t value) {
  return b.compare(Compare::EQ, x, b.constantInt(x.getType(), value));
}

Value buildIntegerDiv(te::TEBuilder &b, Value lhs, Value rhs, bool isUnsigned) {
  Type type = lhs.getType();
  Value one = b.constantInt(type, 1);
  Value isZero = isEqual(b, rhs, 0);
  Value isSpecial = isZero;
  if (!isUnsigned)
    isSpecial = b.logicalOr(isZero, isEqual(b, rhs, -1));
  Value quotient = b.div(lhs, b.select(isSpecial, one, rhs), isUnsigned);
  if (!isUnsigned)
    quotient = b.select(isSpecial, b.neg(lhs), quotient);
  return b.select(isZero, b.constantInt(type, 0), quotient);
}

static Value buildIntegerRemainder(te::TEBuilder &b, Value lhs, Value rhs,
                                   bool isUnsigned) {
  // The remainder of a division by 1, 0 or -1 is 0.
  Value isSpecial = isEqual(b, rhs, 0);
  if (!isUnsigned)
    isSpecial = b.logicalOr(isSpecial, isEqual(b, rhs, -1));
  Value divisor = b.select(isSpecial, b.constantInt(rhs.getType(), 1), rhs);
  if (isUnsigned)
    return arith::RemUIOp::create(b.builder, b.loc, lhs, divisor);
  return arith::RemSIOp::create(b.builder, b.loc, lhs, divisor);
}

Value buildMod(te::TEBuilder &b, Value lhs, Value rhs, bool isUnsigned,
               bool isTruncated) {
  Value remainder;
  if (isa<FloatType>(lhs.getType()))
    remainder = arith::RemFOp::create(b.builder, b.loc, lhs, rhs);
  else
    remainder = buildIntegerRemainder(b, lhs, rhs, isUnsigned);
  if (isTruncated || isUnsigned)
    return remainder;
  Value zero = b.constant(lhs.getType(), 0);
  Value isNegative = b.compare(Compare::LT, remainder, zero);
  Value shouldBe = b.compare(Compare::LT, rhs, zero);
  Value differs = arith::XOrIOp::create(b.builder, b.loc, isNegative, shouldBe);
  Value isMoved =
      b.logicalAnd(differs, b.compare(Compare::NE, remainder, zero));
  return b.select(isMoved, b.add(remainder, rhs), remainder);
}

Value buildIntegerPow(te::TEBuilder &b, Value base, Value exponent,
                      bool isUnsigned, bool isExponentUnsigned) {
  Type type = base.getType(), exponentType = exponent.getType();
  Value one = b.constantInt(exponentType, 1);
  Value power = b.constantInt(type, 1), square = base;
  unsigned width = exponentType.getIntOrFloatBitWidth();
  for (unsigned bit = 0; bit < width; ++bit) {
    Value mask = arith::ShLIOp::create(b.builder, b.loc, one,
                                       b.constantInt(exponentType, bit));
    Value isSet = arith::AndIOp::create(b.builder, b.loc, exponent, mask);
    power = b.select(isEqual(b, isSet, 0), power, b.mul(power, square));
    square = b.mul(square, square);
  }
  if (isExponentUnsigned)
    return power;
  // Among integers, only 1 and -1 have integer powers with negative exponents.
  Value isUnit = isEqual(b, base, 1);
  if (!isUnsigned)
    isUnit = b.logicalOr(isUnit, isEqual(b, base, -1));
  Value fraction = b.select(isUnit, power, b.constantInt(type, 0));
  Value zero = b.constantInt(exponentType, 0);
  return b.select(b.compare(Compare::LT, exponent, zero), fraction, power);
}

} // namespace tvm
