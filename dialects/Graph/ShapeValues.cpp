#include "dialects/Graph/ShapeValues.h"

#include "dialects/Graph/GraphStructure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;

namespace tvm::graph {

/// Walks longer than this end in a symbol.
static constexpr int kMaxDepth = 200;

//===-- symbols -----------------------------------------------------------===//

bool ShapeValues::Symbol::operator==(const Symbol &other) const {
  return kind == other.kind && tensor == other.tensor && index == other.index &&
         operands == other.operands && factor == other.factor &&
         tensors == other.tensors;
}

AffineExpr ShapeValues::intern(Symbol symbol) {
  auto *it = llvm::find(symbols, symbol);
  unsigned position = it - symbols.begin();
  if (it == symbols.end())
    symbols.push_back(std::move(symbol));
  return getAffineSymbolExpr(position, context);
}

AffineExpr ShapeValues::constant(int64_t value) const {
  return getAffineConstantExpr(value, context);
}

AffineExpr ShapeValues::element(Value tensor, int64_t index) {
  return intern({Kind::Element, tensor, index, {}});
}

AffineExpr ShapeValues::unknown() { return intern({Kind::Unknown, {}, 0, {}}); }

static std::optional<int64_t> getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

AffineExpr ShapeValues::min(AffineExpr lhs, AffineExpr rhs) {
  if (auto difference = getConstant(lhs - rhs))
    return *difference <= 0 ? lhs : rhs;
  if (getConstant(lhs) == 0 && isNonNegative(rhs))
    return lhs;
  if (getConstant(rhs) == 0 && isNonNegative(lhs))
    return rhs;
  return intern({Kind::Min, {}, 0, {lhs, rhs}});
}

AffineExpr ShapeValues::max(AffineExpr lhs, AffineExpr rhs) {
  if (auto difference = getConstant(lhs - rhs))
    return *difference >= 0 ? lhs : rhs;
  if (getConstant(lhs) == 0 && isNonNegative(rhs))
    return rhs;
  if (getConstant(rhs) == 0 && isNonNegative(lhs))
    return lhs;
  return intern({Kind::Max, {}, 0, {lhs, rhs}});
}

AffineExpr ShapeValues::broadcast(AffineExpr lhs, AffineExpr rhs) {
  auto l = getConstant(lhs), r = getConstant(rhs);
  if (lhs == rhs || r == 1)
    return lhs;
  if (l == 1 || r)
    return rhs;
  if (l)
    return lhs;
  return intern({Kind::Broadcast, {}, 0, {lhs, rhs}});
}

AffineExpr ShapeValues::scale(AffineExpr value, float scale) {
  if (auto integer = getConstant(value)) {
    float scaled = std::floor(static_cast<float>(*integer) * scale);
    return constant(std::abs(scaled) < 1e15f ? static_cast<int64_t>(scaled)
                                             : int64_t(-1));
  }
  if (scale == std::floor(scale) && std::abs(scale) < (1 << 20))
    return value * static_cast<int64_t>(scale);
  return intern({Kind::Scale, {}, 0, {value}, scale});
}

AffineExpr ShapeValues::ifNegative(AffineExpr condition, AffineExpr then,
                                   AffineExpr other) {
  if (auto integer = getConstant(condition))
    return *integer < 0 ? then : other;
  if (isNonNegative(condition) || then == other)
    return other;
  return intern({Kind::IfNegative, {}, 0, {condition, then, other}});
}

AffineExpr ShapeValues::clampIndex(AffineExpr index, AffineExpr size,
                                   AffineExpr low, AffineExpr high) {
  // The largest positions stand for "to the end".
  auto position = getConstant(index);
  if (position && *position > std::numeric_limits<int32_t>::max())
    return high;
  if (position && *position < std::numeric_limits<int32_t>::min())
    return low;
  index = ifNegative(index, index + size, index);
  return max(low, min(index, high));
}

AffineExpr ShapeValues::countRange(Value start, Value limit, Value delta) {
  return intern({Kind::Range, {}, 0, {}, 0, {start, limit, delta}});
}

AffineExpr ShapeValues::product(ArrayRef<AffineExpr> factors) const {
  AffineExpr result = constant(1);
  for (AffineExpr factor : factors)
    result = result * factor;
  return result;
}

/// The factors of a product, its constant one apart.
static int64_t collectFactors(AffineExpr expr,
                              SmallVectorImpl<AffineExpr> &factors) {
  if (auto constant = getConstant(expr))
    return *constant;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Mul)
    return collectFactors(binary.getLHS(), factors) *
           collectFactors(binary.getRHS(), factors);
  factors.push_back(expr);
  return 1;
}

std::optional<AffineExpr> ShapeValues::divide(AffineExpr lhs,
                                              AffineExpr rhs) const {
  auto l = getConstant(lhs), r = getConstant(rhs);
  if (r == 0)
    return std::nullopt;
  if (l && r)
    return constant(*l / *r);
  SmallVector<AffineExpr> numerator, denominator;
  int64_t factor = collectFactors(lhs, numerator);
  int64_t divisor = collectFactors(rhs, denominator);
  bool exact = divisor != 0 && factor % divisor == 0;
  for (AffineExpr expr : denominator) {
    auto *it = llvm::find(numerator, expr);
    if (it == numerator.end())
      exact = false;
    else if (exact)
      numerator.erase(it);
  }
  if (exact)
    return product(numerator) * (factor / divisor);
  if (isNonNegative(lhs) && (r ? *r > 0 : isNonNegative(rhs)))
    return lhs.floorDiv(rhs);
  return std::nullopt;
}

bool ShapeValues::isNonNegative(AffineExpr expr) const {
  if (auto constant = getConstant(expr))
    return *constant >= 0;
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr))
    return isNonNegative(binary.getLHS()) && isNonNegative(binary.getRHS());
  auto symbolExpr = dyn_cast<AffineSymbolExpr>(expr);
  if (!symbolExpr)
    return false;
  const Symbol &symbol = symbols[symbolExpr.getPosition()];
  auto isNonNegativeOperand = [&](AffineExpr e) { return isNonNegative(e); };
  switch (symbol.kind) {
  case Kind::Dim:
  case Kind::Broadcast:
  case Kind::Range:
    return true;
  case Kind::Max:
    return llvm::any_of(symbol.operands, isNonNegativeOperand);
  case Kind::Min:
  case Kind::Scale:
    return symbol.factor >= 0 &&
           llvm::all_of(symbol.operands, isNonNegativeOperand);
  case Kind::IfNegative:
    return isNonNegative(symbol.operands[1]) &&
           isNonNegative(symbol.operands[2]);
  case Kind::Element:
  case Kind::Unknown:
    return false;
  }
  llvm_unreachable("all kinds handled");
}

bool ShapeValues::contains(AffineExpr expr, Kind kind) const {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    auto symbolExpr = dyn_cast<AffineSymbolExpr>(part);
    if (!symbolExpr)
      return;
    const Symbol &symbol = symbols[symbolExpr.getPosition()];
    found |= symbol.kind == kind;
    for (AffineExpr operand : symbol.operands)
      found |= contains(operand, kind);
  });
  return found;
}

bool ShapeValues::isFunctionOf(AffineExpr expr,
                               ArrayRef<AffineExpr> known) const {
  if (llvm::is_contained(known, expr))
    return true;
  WalkResult result = expr.walk([&](AffineExpr part) {
    auto symbolExpr = dyn_cast<AffineSymbolExpr>(part);
    auto hasPart = [&](AffineExpr whole) {
      return whole
          .walk([&](AffineExpr other) {
            return other == part ? WalkResult::interrupt()
                                 : WalkResult::advance();
          })
          .wasInterrupted();
    };
    if (!symbolExpr || llvm::any_of(known, hasPart))
      return WalkResult::advance();
    ArrayRef<AffineExpr> operands = symbols[symbolExpr.getPosition()].operands;
    bool isFunction =
        !operands.empty() && llvm::all_of(operands, [&](AffineExpr operand) {
          return isFunctionOf(operand, known);
        });
    return isFunction ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

//===-- dimensions --------------------------------------------------------===//

/// The first argument of the function that has the same named dimension.
static std::pair<Value, int64_t> getNamedDim(BlockArgument argument,
                                             int64_t dim) {
  auto function =
      dyn_cast_or_null<func::FuncOp>(argument.getOwner()->getParentOp());
  auto nameOf = [&](unsigned index, int64_t i) -> StringAttr {
    auto names = function.getArgAttrOfType<ArrayAttr>(index, "graph.dims");
    if (!names || i >= static_cast<int64_t>(names.size()))
      return {};
    auto name = dyn_cast<StringAttr>(names[i]);
    return name && name.getValue() != "?" ? name : StringAttr();
  };
  if (!function || !argument.getOwner()->isEntryBlock())
    return {argument, dim};
  StringAttr name = nameOf(argument.getArgNumber(), dim);
  if (!name)
    return {argument, dim};
  for (BlockArgument other : function.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(other.getType());
    for (int64_t i = 0; type && i < type.getRank(); ++i)
      if (type.isDynamicDim(i) && nameOf(other.getArgNumber(), i) == name)
        return {other, i};
  }
  return {argument, dim};
}

AffineExpr ShapeValues::getDim(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  auto it = dims.find({tensor, dim});
  if (it != dims.end())
    return it->second;
  if (depth >= kMaxDepth)
    return intern({Kind::Dim, tensor, dim, {}});
  ++depth;
  AffineExpr expr = computeDim(tensor, dim);
  --depth;
  dims[{tensor, dim}] = expr;
  return expr;
}

AffineExpr ShapeValues::computeDim(Value tensor, int64_t dim) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    auto [value, index] = getNamedDim(argument, dim);
    return intern({Kind::Dim, value, index, {}});
  }
  Operation *op = tensor.getDefiningOp();
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
    if (cast.getInputs().size() == 1 &&
        isa<RankedTensorType>(cast.getOperand(0).getType()))
      return getDim(cast.getOperand(0), dim);
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  if (auto symbolic = dyn_cast<SymbolicShapeInterface>(op)) {
    auto shape = symbolic.getSymbolicShape(*this);
    if (succeeded(shape) && static_cast<int64_t>(shape->size()) == rank)
      return (*shape)[dim];
  }
  auto fusion = dyn_cast<FusionInterface>(op);
  bool broadcasts = fusion && op->getNumResults() == 1 &&
                    (fusion.getFusionKind() == FusionKind::ElementWise ||
                     fusion.getFusionKind() == FusionKind::Broadcast);
  if (!broadcasts)
    return intern({Kind::Dim, tensor, dim, {}});
  AffineExpr result = constant(1);
  for (Value operand : op->getOperands()) {
    int64_t offset = rank - cast<RankedTensorType>(operand.getType()).getRank();
    if (offset < 0)
      return intern({Kind::Dim, tensor, dim, {}});
    if (dim >= offset)
      result = broadcast(result, getDim(operand, dim - offset));
  }
  return getConstant(result) ? intern({Kind::Dim, tensor, dim, {}}) : result;
}

SymbolicShape ShapeValues::getDims(Value tensor) {
  SymbolicShape shape;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    shape.push_back(getDim(tensor, i));
  return shape;
}

std::optional<SmallVector<int64_t>> getStaticShape(ArrayRef<AffineExpr> shape) {
  SmallVector<int64_t> result;
  for (AffineExpr expr : shape) {
    auto constant = getConstant(expr);
    if (constant && *constant < 0)
      return std::nullopt;
    result.push_back(constant.value_or(ShapedType::kDynamic));
  }
  return result;
}

//===-- IR ----------------------------------------------------------------===//

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

OpFoldResult ShapeValues::buildSymbol(OpBuilder &builder, Location loc,
                                      const Symbol &symbol) {
  if (symbol.kind == Kind::Dim)
    return tensor::getMixedSize(builder, loc, symbol.tensor, symbol.index);
  if (symbol.kind == Kind::Element)
    return buildElement(builder, loc, symbol.tensor, symbol.index);
  if (symbol.kind == Kind::Range)
    return buildRange(builder, loc, symbol.tensors);
  SmallVector<Value> x;
  for (AffineExpr operand : symbol.operands)
    x.push_back(getIndex(builder, loc, build(builder, loc, operand)));
  auto select = [&](arith::CmpIPredicate predicate, int64_t number, Value then,
                    Value other) -> Value {
    Value rhs = arith::ConstantIndexOp::create(builder, loc, number);
    Value condition = arith::CmpIOp::create(builder, loc, predicate, x[0], rhs);
    return arith::SelectOp::create(builder, loc, condition, then, other);
  };
  switch (symbol.kind) {
  case Kind::Min:
    return simplify(arith::MinSIOp::create(builder, loc, x[0], x[1]));
  case Kind::Max:
    return simplify(arith::MaxSIOp::create(builder, loc, x[0], x[1]));
  case Kind::Broadcast:
    return select(arith::CmpIPredicate::eq, 1, x[1], x[0]);
  case Kind::IfNegative:
    return select(arith::CmpIPredicate::slt, 0, x[1], x[2]);
  case Kind::Scale:
    return buildScale(builder, loc, x[0], symbol.factor);
  case Kind::Dim:
  case Kind::Element:
  case Kind::Range:
  case Kind::Unknown:
    break;
  }
  llvm_unreachable("all kinds handled");
}

OpFoldResult ShapeValues::build(OpBuilder &builder, Location loc,
                                AffineExpr expr) {
  if (auto constant = getConstant(expr))
    return builder.getIndexAttr(*constant);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    Symbol copy = symbols[symbol.getPosition()];
    return buildSymbol(builder, loc, copy);
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = getIndex(builder, loc, build(builder, loc, binary.getLHS()));
  Value rhs = getIndex(builder, loc, build(builder, loc, binary.getRHS()));
  switch (binary.getKind()) {
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
