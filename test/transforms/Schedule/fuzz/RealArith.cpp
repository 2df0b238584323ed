// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of real numbers and of integers of all widths, for RunOptions with
// `isReal`.
#include "test/transforms/Schedule/fuzz/Execution.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace mlir;

namespace tvm::fuzz {

int64_t fromReal(double number) { return llvm::bit_cast<int64_t>(number); }
double toReal(int64_t bits) { return llvm::bit_cast<double>(bits); }

static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

/// The low bits of a number of this type.
static uint64_t getBits(int64_t value, Type type) {
  unsigned width = getWidth(type);
  auto bits = static_cast<uint64_t>(value);
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

/// A number of this type, with its sign; booleans are 0 and 1.
static int64_t narrow(uint64_t bits, Type type) {
  unsigned width = getWidth(type);
  if (width == 1)
    return bits & 1;
  return width >= 64 ? static_cast<int64_t>(bits)
                     : llvm::SignExtend64(bits, width);
}

int64_t Interpreter::readGlobal(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  int64_t number = allocate(op.getType(), {});
  auto elements = dyn_cast_or_null<DenseElementsAttr>(
      global.getInitialValue().value_or(Attribute()));
  if (!elements) {
    fail(op, "unknown constant");
    return number;
  }
  Buffer &buffer = buffers[number];
  buffer.isDefined.assign(buffer.data.size(), true);
  Type type = elements.getElementType();
  if (isa<FloatType>(type)) {
    for (auto [i, value] : llvm::enumerate(elements.getValues<APFloat>()))
      buffer.data[i] = fromReal(value.convertToDouble());
    return number;
  }
  for (auto [i, value] : llvm::enumerate(elements.getValues<APInt>()))
    buffer.data[i] = narrow(value.getSExtValue(), type);
  return number;
}

static std::optional<double> evaluateReal(Operation &op, double a, double b,
                                          double c) {
  using Result = std::optional<double>;
  return llvm::TypeSwitch<Operation *, Result>(&op)
      .Case([&](arith::AddFOp) { return a + b; })
      .Case([&](arith::SubFOp) { return a - b; })
      .Case([&](arith::MulFOp) { return a * b; })
      .Case([&](arith::DivFOp) { return a / b; })
      .Case([&](arith::NegFOp) { return -a; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>(
          [&](auto) { return std::max(a, b); })
      .Case<arith::MinimumFOp, arith::MinNumFOp>(
          [&](auto) { return std::min(a, b); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) { return a; })
      .Case([&](math::FmaOp) { return a * b + c; })
      .Case([&](math::ExpOp) { return std::exp(a); })
      .Case([&](math::TanhOp) { return std::tanh(a); })
      .Case([&](math::ErfOp) { return std::erf(a); })
      .Case([&](math::SqrtOp) { return std::sqrt(a); })
      .Case([&](math::RsqrtOp) { return 1 / std::sqrt(a); })
      .Case([&](math::AbsFOp) { return std::abs(a); })
      .Default([](Operation *) { return Result(); });
}

static std::optional<uint64_t> evaluateInteger(Operation &op, int64_t a,
                                               int64_t b) {
  using Result = std::optional<uint64_t>;
  Type from = op.getNumOperands() > 0 ? op.getOperand(0).getType() : Type();
  auto wide = [](int64_t v) { return static_cast<uint64_t>(v); };
  return llvm::TypeSwitch<Operation *, Result>(&op)
      .Case([&](arith::AddIOp) { return wide(a) + wide(b); })
      .Case([&](arith::SubIOp) { return wide(a) - wide(b); })
      .Case([&](arith::MulIOp) { return wide(a) * wide(b); })
      .Case([&](arith::AndIOp) { return wide(a & b); })
      .Case([&](arith::OrIOp) { return wide(a | b); })
      .Case([&](arith::XOrIOp) { return wide(a ^ b); })
      .Case([&](arith::MaxSIOp) { return wide(std::max(a, b)); })
      .Case([&](arith::MinSIOp) { return wide(std::min(a, b)); })
      .Case<arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(
          [&](auto) { return wide(a); })
      .Case<arith::ExtUIOp>([&](auto) { return getBits(a, from); })
      .Case([&](arith::CmpIOp compare) {
        auto width = getWidth(from);
        return wide(arith::applyCmpPredicate(
            compare.getPredicate(), llvm::APInt(width, getBits(a, from)),
            llvm::APInt(width, getBits(b, from))));
      })
      .Case([&](arith::CmpFOp compare) {
        return wide(arith::applyCmpPredicate(compare.getPredicate(),
                                             llvm::APFloat(toReal(a)),
                                             llvm::APFloat(toReal(b))));
      })
      .Default([](Operation *) { return Result(); });
}

static std::optional<int64_t> evaluateConstant(arith::ConstantOp constant) {
  if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
    return narrow(integer.getValue().getSExtValue(), constant.getType());
  if (auto real = dyn_cast<FloatAttr>(constant.getValue()))
    return fromReal(real.getValueAsDouble());
  return std::nullopt;
}

static std::optional<int64_t> evaluateExactly(Operation &op,
                                              ArrayRef<int64_t> operands) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return evaluateConstant(constant);
  if (op.getNumResults() != 1 || operands.empty() || operands.size() > 3)
    return std::nullopt;
  auto operand = [&](size_t i) {
    return i < operands.size() ? operands[i] : 0;
  };
  int64_t a = operand(0), b = operand(1), c = operand(2);
  if (isa<arith::SelectOp>(op))
    return a ? b : c;
  if (isa<arith::SIToFPOp>(op))
    return fromReal(static_cast<double>(a));
  Type type = op.getResult(0).getType();
  if (isa<arith::UIToFPOp>(op))
    return fromReal(
        static_cast<double>(getBits(a, op.getOperand(0).getType())));
  if (isa<FloatType>(type)) {
    auto real = evaluateReal(op, toReal(a), toReal(b), toReal(c));
    return real ? std::optional(fromReal(*real)) : std::nullopt;
  }
  auto integer = evaluateInteger(op, a, b);
  return integer ? std::optional(narrow(*integer, type)) : std::nullopt;
}

void Interpreter::runExactly(Operation &op, Frame &frame) {
  auto result = evaluateExactly(op, getAll(frame, op.getOperands()));
  if (!result)
    return fail(&op, "unknown operation");
  frame.values[op.getResult(0)] = *result;
}

} // namespace tvm::fuzz
