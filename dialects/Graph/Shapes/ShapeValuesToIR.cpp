// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that compute dimensions when a model runs.

#include "dialects/Graph/Shapes/ShapeValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tvm::graph {

static Value getIndex(OpBuilder &builder, Location loc, OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(builder, loc, value);
}

static OpFoldResult simplify(Value value) {
  if (auto constant = getConstantIntValue(value))
    return Builder(value.getContext()).getIndexAttr(*constant);
  return value;
}

/// Element `index` in row-major order.
static Value extract(OpBuilder &builder, Location loc, Value tensor,
                     int64_t index) {
  SmallVector<Value> indices;
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t stride = type.getNumElements();
  for (int64_t size : type.getShape()) {
    stride /= size;
    indices.push_back(
        arith::ConstantIndexOp::create(builder, loc, index / stride % size));
  }
  return tensor::ExtractOp::create(builder, loc, tensor, indices);
}

static Value buildElement(OpBuilder &builder, Location loc, Value tensor,
                          int64_t index) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    extract(builder, loc, tensor, index));
}

/// A divisor in whose place 1 stands where it is 0.
static Value avoidZero(OpBuilder &builder, Location loc, Value divisor) {
  if (getConstantIntValue(divisor).value_or(0) != 0)
    return divisor;
  Type type = divisor.getType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, 0));
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, 1));
  Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       divisor, zero);
  return arith::SelectOp::create(builder, loc, isZero, one, divisor);
}

/// `max(0, ceil((limit - start) / delta))`.
static Value buildRange(OpBuilder &builder, Location loc,
                        ArrayRef<Value> tensors) {
  SmallVector<Value> x;
  for (Value tensor : tensors)
    x.push_back(extract(builder, loc, tensor, 0));
  Value count;
  if (auto type = dyn_cast<FloatType>(x[0].getType())) {
    if (type.getWidth() < 32)
      for (Value &value : x)
        value =
            arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    Value distance = arith::SubFOp::create(builder, loc, x[1], x[0]);
    Value steps = arith::DivFOp::create(builder, loc, distance, x[2]);
    // Truncation and one more where that was below.
    Type i64 = builder.getI64Type();
    Value whole = arith::FPToSIOp::create(builder, loc, i64, steps);
    Value back = arith::SIToFPOp::create(builder, loc, x[0].getType(), whole);
    Value isBelow = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OLT, back, steps);
    count = arith::AddIOp::create(
        builder, loc, whole,
        arith::ExtUIOp::create(builder, loc, i64, isBelow));
  } else {
    Value distance = arith::SubIOp::create(builder, loc, x[1], x[0]);
    count = arith::CeilDivSIOp::create(builder, loc, distance,
                                       avoidZero(builder, loc, x[2]));
  }
  Value index =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), count);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::MaxSIOp::create(builder, loc, index, zero);
}

/// `floor(value * factor)`.
static Value buildScale(OpBuilder &builder, Location loc, Value value,
                        float factor) {
  Type f32 = builder.getF32Type();
  Value integer =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  Value x = arith::SIToFPOp::create(builder, loc, f32, integer);
  Value scale =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(factor));
  // Values are not negative: truncation is the floor.
  Value scaled = arith::MulFOp::create(builder, loc, x, scale);
  Value result =
      arith::FPToSIOp::create(builder, loc, builder.getI64Type(), scaled);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    result);
}

static OpFoldResult buildBinary(OpBuilder &builder, Location loc,
                                AffineExprKind kind, Value lhs, Value rhs) {
  switch (kind) {
  case AffineExprKind::Add:
    return simplify(arith::AddIOp::create(builder, loc, lhs, rhs));
  case AffineExprKind::Mul:
    return simplify(arith::MulIOp::create(builder, loc, lhs, rhs));
  case AffineExprKind::FloorDiv: // of non-negative values, see divide()
    return simplify(arith::DivSIOp::create(builder, loc, lhs,
                                           avoidZero(builder, loc, rhs)));
  case AffineExprKind::Mod:
    return simplify(arith::RemSIOp::create(builder, loc, lhs, rhs));
  default:
    llvm_unreachable("expected a binary expression");
  }
}

/// `x` compared with `number`: `then` or `other`.
static Value select(OpBuilder &builder, Location loc,
                    arith::CmpIPredicate predicate, Value x, int64_t number,
                    Value then, Value other) {
  Value rhs = arith::ConstantIndexOp::create(builder, loc, number);
  Value condition = arith::CmpIOp::create(builder, loc, predicate, x, rhs);
  return arith::SelectOp::create(builder, loc, condition, then, other);
}

/// The value of a symbol that is no function of other expressions.
OpFoldResult ShapeValues::buildSymbol(OpBuilder &builder, Location loc,
                                      const Symbol &symbol) {
  switch (symbol.kind) {
  case Kind::Dim:
    return tensor::getMixedSize(builder, loc, symbol.tensor, symbol.index);
  case Kind::Element:
    return buildElement(builder, loc, symbol.tensor, symbol.index);
  case Kind::Range:
    return buildRange(builder, loc, symbol.tensors);
  default:
    llvm_unreachable("expected a symbol that is read");
  }
}

OpFoldResult ShapeValues::build(OpBuilder &builder, Location loc,
                                AffineExpr expr) {
  // Parts are computed once: as a tree, an expression may be exponentially
  // large.
  llvm::DenseMap<AffineExpr, OpFoldResult> built;
  auto buildSymbolOf = [&](const Symbol &symbol, ArrayRef<Value> x) {
    switch (symbol.kind) {
    case Kind::Min:
      return simplify(arith::MinSIOp::create(builder, loc, x[0], x[1]));
    case Kind::Max:
      return simplify(arith::MaxSIOp::create(builder, loc, x[0], x[1]));
    case Kind::Broadcast:
      return OpFoldResult(
          select(builder, loc, arith::CmpIPredicate::eq, x[0], 1, x[1], x[0]));
    case Kind::IfNegative:
      return OpFoldResult(
          select(builder, loc, arith::CmpIPredicate::slt, x[0], 0, x[1], x[2]));
    case Kind::Scale:
      return OpFoldResult(buildScale(builder, loc, x[0], symbol.factor));
    default:
      return buildSymbol(builder, loc, symbol);
    }
  };
  auto get = [&](auto &get, AffineExpr part) -> OpFoldResult {
    if (auto constant = dyn_cast<AffineConstantExpr>(part))
      return builder.getIndexAttr(constant.getValue());
    if (auto it = built.find(part); it != built.end())
      return it->second;
    auto getValue = [&](AffineExpr operand) {
      return getIndex(builder, loc, get(get, operand));
    };
    OpFoldResult result;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(part)) {
      Value lhs = getValue(binary.getLHS()), rhs = getValue(binary.getRHS());
      result = buildBinary(builder, loc, binary.getKind(), lhs, rhs);
    } else {
      const Symbol &symbol =
          symbols[cast<AffineSymbolExpr>(part).getPosition()];
      result =
          buildSymbolOf(symbol, llvm::map_to_vector(symbol.operands, getValue));
    }
    built[part] = result;
    return result;
  };
  return get(get, expr);
}

std::optional<SmallVector<OpFoldResult>> getShapeValues(OpBuilder &builder,
                                                        Value shapeTensor) {
  ShapeValues values(builder.getContext());
  auto elements = values.getElements(shapeTensor);
  if (!elements || llvm::any_of(*elements, [&](AffineExpr expr) {
        return values.dependsOnData(expr);
      }))
    return std::nullopt;
  SmallVector<OpFoldResult> result;
  for (AffineExpr expr : *elements)
    result.push_back(values.build(builder, shapeTensor.getLoc(), expr));
  return result;
}

} // namespace tvm::graph
