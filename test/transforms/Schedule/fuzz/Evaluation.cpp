// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Execution.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::fuzz {

int64_t Interpreter::evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                              ArrayRef<int64_t> symbols) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return cast<AffineConstantExpr>(expr).getValue();
  case AffineExprKind::DimId:
    return dims[cast<AffineDimExpr>(expr).getPosition()];
  case AffineExprKind::SymbolId:
    return symbols[cast<AffineSymbolExpr>(expr).getPosition()];
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = evaluate(binary.getLHS(), dims, symbols);
  int64_t b = evaluate(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::Mod:
    return b > 0 ? ((a % b) + b) % b : 0;
  case AffineExprKind::FloorDiv:
    return b ? llvm::divideFloorSigned(a, b) : 0;
  default:
    return b ? llvm::divideCeilSigned(a, b) : 0;
  }
}

SmallVector<int64_t> Interpreter::evaluate(AffineMap map, ValueRange operands,
                                           Frame &frame) {
  SmallVector<int64_t> inputs, results;
  for (Value operand : operands)
    inputs.push_back(get(frame, operand));
  for (AffineExpr expr : map.getResults())
    results.push_back(evaluate(expr,
                               ArrayRef(inputs).take_front(map.getNumDims()),
                               ArrayRef(inputs).drop_front(map.getNumDims())));
  return results;
}

bool Interpreter::holds(IntegerSet set, ValueRange operands, Frame &frame,
                        ArrayRef<bool> skipped) {
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  for (auto [i, value] : llvm::enumerate(evaluate(map, operands, frame)))
    if ((skipped.empty() || !skipped[i]) &&
        (set.isEq(i) ? value != 0 : value < 0))
      return false;
  return true;
}

int64_t Interpreter::bound(AffineMap map, ValueRange operands, bool isUpper,
                           Frame &frame) {
  SmallVector<int64_t> values = evaluate(map, operands, frame);
  return isUpper ? *llvm::min_element(values) : *llvm::max_element(values);
}

int64_t Interpreter::wrap(int64_t value, Type type) {
  if (type.isInteger(1))
    return value & 1;
  if (type.isInteger(32) && !options.isAbstract)
    return static_cast<int32_t>(value);
  return value;
}

/// Any function of data, associative and commutative where the operation is.
static std::optional<uint64_t> evaluateAbstractly(Operation &op, uint64_t a,
                                                  uint64_t b) {
  if (op.getNumResults() != 1 || op.getResult(0).getType().isIndex() ||
      op.getResult(0).getType().isInteger(1))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<uint64_t>>(&op)
      .Case<arith::SubIOp, arith::SubFOp>([&](auto) { return mix(a, b); })
      .Case<arith::MulIOp, arith::MulFOp>(
          [&](auto) { return (a | 1) * (b | 1); })
      .Case<arith::MaxSIOp, arith::MaximumFOp>(
          [&](auto) { return a + b + 0x9E3779B97F4A7C15ull; })
      .Case([&](arith::MinimumFOp) { return a + b + 0xBF58476D1CE4E5B9ull; })
      .Case([&](arith::XOrIOp) { return a + b + 0x94D049BB133111EBull; })
      .Default([](Operation *) { return std::nullopt; });
}

void Interpreter::runArith(Operation &op, Frame &frame) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
      frame.values[constant] = integer.getInt();
    else
      frame.values[constant] =
          cast<FloatAttr>(constant.getValue()).getValueAsDouble();
    return;
  }
  int64_t a = op.getNumOperands() > 0 ? get(frame, op.getOperand(0)) : 0;
  int64_t b = op.getNumOperands() > 1 ? get(frame, op.getOperand(1)) : 0;
  auto wide = [](int64_t v) { return static_cast<uint64_t>(v); };
  if (options.isAbstract)
    if (std::optional<uint64_t> result = evaluateAbstractly(op, a, b)) {
      frame.values[op.getResult(0)] = *result;
      return;
    }
  int64_t result =
      llvm::TypeSwitch<Operation *, int64_t>(&op)
          .Case<arith::AddIOp, arith::AddFOp>(
              [&](auto) { return wide(a) + wide(b); })
          .Case<arith::SubIOp, arith::SubFOp>(
              [&](auto) { return wide(a) - wide(b); })
          .Case<arith::MulIOp, arith::MulFOp>(
              [&](auto) { return wide(a) * wide(b); })
          .Case([&](arith::DivSIOp) { return b ? a / b : 0; })
          .Case([&](arith::RemSIOp) { return b ? a % b : 0; })
          .Case<arith::MaxSIOp, arith::MaximumFOp>(
              [&](auto) { return std::max(a, b); })
          .Case([&](arith::MinimumFOp) { return std::min(a, b); })
          .Case([&](arith::AndIOp) { return a & b; })
          .Case([&](arith::XOrIOp) { return a ^ b; })
          .Case([&](arith::IndexCastOp) { return a; })
          .Case([&](arith::SelectOp select) {
            return get(frame,
                       a ? select.getTrueValue() : select.getFalseValue());
          })
          .Case([&](arith::CmpIOp compare) -> int64_t {
            // Generated programs compare subscripts to sizes; rfactor asks
            // whether a predicate holds.
            if (compare.getPredicate() == arith::CmpIPredicate::ult)
              return wide(a) < wide(b);
            if (compare.getPredicate() == arith::CmpIPredicate::sge)
              return a >= b;
            if (compare.getPredicate() == arith::CmpIPredicate::slt)
              return a < b; // of a quotient, rounded down
            if (compare.getPredicate() == arith::CmpIPredicate::eq)
              return a == b;
            fail(&op, "unknown comparison");
            return 0;
          })
          .Default([&](Operation *) {
            fail(&op, "unknown operation");
            return 0;
          });
  if (op.getNumResults() == 1)
    frame.values[op.getResult(0)] = wrap(result, op.getResult(0).getType());
}

} // namespace tvm::fuzz
