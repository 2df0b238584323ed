// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBuilder.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace tvm::te {

//===-- Index -------------------------------------------------------------===//

Index::Index(Value value)
    : expr(getAffineDimExpr(0, value.getContext())), operands({value}) {
  if (auto constantValue = getConstantIntValue(value)) {
    expr = nullptr;
    operands.clear();
    constant = *constantValue;
  }
}

Index::Index(AffineExpr expr, SmallVector<Value> operands)
    : expr(expr), operands(std::move(operands)) {}

AffineExpr Index::getExpr(MLIRContext *context) const {
  return expr ? expr : getAffineConstantExpr(constant, context);
}

Index Index::combine(AffineExprKind kind, const Index &lhs, const Index &rhs) {
  MLIRContext *context =
      lhs.expr ? lhs.expr.getContext() : rhs.expr.getContext();
  SmallVector<Value> operands = lhs.operands;
  llvm::append_range(operands, rhs.operands);
  AffineExpr shifted =
      rhs.getExpr(context).shiftDims(rhs.operands.size(), lhs.operands.size());
  return Index(getAffineBinaryOpExpr(kind, lhs.getExpr(context), shifted),
               std::move(operands));
}

Index operator+(const Index &lhs, const Index &rhs) {
  if (lhs.isConstant() && rhs.isConstant())
    return Index(lhs.constant + rhs.constant);
  return Index::combine(AffineExprKind::Add, lhs, rhs);
}

Index operator*(const Index &lhs, const Index &rhs) {
  if (lhs.isConstant() && rhs.isConstant())
    return Index(lhs.constant * rhs.constant);
  assert((lhs.isConstant() || rhs.isConstant()) && "product must be affine");
  return Index::combine(AffineExprKind::Mul, lhs, rhs);
}

Index operator-(const Index &lhs, const Index &rhs) {
  return lhs + rhs * Index(-1);
}

Index Index::floorDiv(int64_t divisor) const {
  if (isConstant())
    return Index(llvm::divideFloorSigned(constant, divisor));
  return combine(AffineExprKind::FloorDiv, *this, Index(divisor));
}

Index Index::mod(int64_t divisor) const {
  if (isConstant())
    return Index(llvm::mod(constant, divisor));
  return combine(AffineExprKind::Mod, *this, Index(divisor));
}

bool hasDivision(AffineExpr expr) {
  auto result = expr.walk([](AffineExpr inner) {
    bool isDivision = inner.getKind() == AffineExprKind::Mod ||
                      inner.getKind() == AffineExprKind::FloorDiv ||
                      inner.getKind() == AffineExprKind::CeilDiv;
    return isDivision ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

Index Index::get(AffineExpr expr, AffineMap map, ValueRange operands) {
  SmallVector<Index> indices(operands.begin(), operands.end());
  return compose(expr, map, indices);
}

Index Index::compose(AffineExpr expr, AffineMap map, ArrayRef<Index> operands) {
  MLIRContext *context = expr.getContext();
  SmallVector<AffineExpr> dims, symbols;
  SmallVector<Value> values;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    AffineExpr shifted = operand.getExpr(context).shiftDims(
        operand.operands.size(), values.size());
    llvm::append_range(values, operand.operands);
    (i < map.getNumDims() ? dims : symbols).push_back(shifted);
  }
  AffineExpr composed = simplifyAffineExpr(
      expr.replaceDimsAndSymbols(dims, symbols), values.size(), 0);
  if (auto constant = llvm::dyn_cast<AffineConstantExpr>(composed))
    return Index(constant.getValue());
  return Index(composed, std::move(values));
}

//===-- tensors -----------------------------------------------------------===//

static SmallVector<Type> tensorTypes(TypeRange elementTypes, Extents dims) {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(dims, dynamic, shape);
  return llvm::map_to_vector(elementTypes, [&](Type type) -> Type {
    return RankedTensorType::get(shape, type);
  });
}

SmallVector<Value>
TEBuilder::buildCompute(TypeRange elementTypes, Extents dims, Extents reduction,
                        std::optional<Combiner> combiner, ValueRange identity,
                        MultiReduceBody body, Combine combine) {
  SmallVector<OpFoldResult> extents(dims);
  llvm::append_range(extents, reduction);
  auto op = ComputeOp::create(builder, loc, tensorTypes(elementTypes, dims),
                              extents, dims.size(), combiner);
  op.getIdentityMutable().assign(identity);
  OpBuilder::InsertionGuard guard(builder);
  if (!identity.empty()) {
    Block *block = builder.createBlock(&op.getCombine());
    for (int copy = 0; copy < 2; ++copy)
      for (Type type : elementTypes)
        block->addArgument(type, loc);
    auto arguments = ValueRange(block->getArguments());
    SmallVector<Value> combined =
        combine(arguments.take_front(elementTypes.size()),
                arguments.drop_front(elementTypes.size()));
    YieldOp::create(builder, loc, combined);
  }
  Block *block = builder.createBlock(&op.getBody());
  SmallVector<Index> axes;
  for (size_t i = 0; i < extents.size(); ++i)
    axes.push_back(Index(block->addArgument(builder.getIndexType(), loc)));
  SmallVector<Value> yielded = body(Axes(axes).take_front(dims.size()),
                                    Axes(axes).drop_front(dims.size()));
  YieldOp::create(builder, loc, yielded);
  return SmallVector<Value>(op.getResults());
}

Value TEBuilder::compute(Type elementType, Extents dims, Body body) {
  return buildCompute(
             elementType, dims, {}, std::nullopt, {},
             [&](Axes axes, Axes) { return SmallVector<Value>{body(axes)}; },
             nullptr)
      .front();
}

SmallVector<Value> TEBuilder::compute(TypeRange elementTypes, Extents dims,
                                      MultiBody body) {
  return buildCompute(
      elementTypes, dims, {}, std::nullopt, {},
      [&](Axes axes, Axes) { return body(axes); }, nullptr);
}

Value TEBuilder::reduce(Combiner combiner, Type elementType, Extents dims,
                        Extents reduction, ReduceBody body) {
  return buildCompute(
             elementType, dims, reduction, combiner, {},
             [&](Axes axes, Axes reduceAxes) {
               return SmallVector<Value>{body(axes, reduceAxes)};
             },
             nullptr)
      .front();
}

SmallVector<Value> TEBuilder::argReduce(Combiner combiner, TypeRange types,
                                        Extents dims, Extents reduction,
                                        MultiReduceBody body) {
  return buildCompute(types, dims, reduction, combiner, {}, body, nullptr);
}

SmallVector<Value> TEBuilder::reduce(ValueRange identity, Extents dims,
                                     Extents reduction, MultiReduceBody body,
                                     Combine combine) {
  return buildCompute(identity.getTypes(), dims, reduction, std::nullopt,
                      identity, body, combine);
}

/// Builds a read of a constant whose elements are all equal.
static Value readSplat(TEBuilder &b, Value tensor) {
  auto constant = tensor.getDefiningOp<arith::ConstantOp>();
  auto splat = constant ? llvm::dyn_cast<SplatElementsAttr>(constant.getValue())
                        : SplatElementsAttr();
  if (!splat)
    return {};
  return arith::ConstantOp::create(b.builder, b.loc,
                                   splat.getSplatValue<TypedAttr>());
}

Value TEBuilder::read(Value tensor, Axes indices, Value padding) {
  if (!padding)
    if (Value element = readSplat(*this, tensor))
      return element;
  MLIRContext *context = builder.getContext();
  SmallVector<Value> operands;
  SmallVector<AffineExpr> results;
  for (const Index &index : indices) {
    SmallVector<AffineExpr> replacement;
    for (Value operand : index.getOperands()) {
      auto *it = llvm::find(operands, operand);
      replacement.push_back(getAffineDimExpr(it - operands.begin(), context));
      if (it == operands.end())
        operands.push_back(operand);
    }
    results.push_back(simplifyAffineExpr(
        index.getExpr(context).replaceDimsAndSymbols(replacement, {}),
        operands.size(), 0));
  }
  auto map = AffineMap::get(operands.size(), 0, results, context);
  Type type = llvm::cast<RankedTensorType>(tensor.getType()).getElementType();
  return ReadOp::create(builder, loc, type, tensor, operands, padding,
                        AffineMapAttr::get(map));
}

SmallVector<Value> TEBuilder::scan(OpFoldResult steps, ValueRange init,
                                   ArrayRef<bool> stacked, Step step) {
  SmallVector<Type> types;
  for (auto [state, isStacked] : llvm::zip(init, stacked)) {
    auto type = llvm::cast<RankedTensorType>(state.getType());
    SmallVector<int64_t> shape(type.getShape());
    if (isStacked)
      shape.insert(shape.begin(),
                   getConstantIntValue(steps).value_or(ShapedType::kDynamic));
    types.push_back(type.clone(shape));
  }
  auto scan = ScanOp::create(builder, loc, types, value(steps), init);
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&scan.getBody());
  Index t(block->addArgument(builder.getIndexType(), loc));
  for (Value state : init)
    block->addArgument(state.getType(), loc);
  YieldOp::create(builder, loc, step(t, block->getArguments().drop_front()));
  return SmallVector<Value>(scan.getResults());
}

void TEBuilder::moveOutside() {
  while (auto compute = dyn_cast_or_null<ComputeOp>(
             builder.getInsertionBlock()->getParentOp()))
    builder.setInsertionPoint(compute);
}

OpFoldResult TEBuilder::dim(Value tensor, int64_t dim) {
  OpBuilder::InsertionGuard guard(builder);
  moveOutside();
  return tensor::getMixedSize(builder, loc, tensor, dim);
}

SmallVector<OpFoldResult> TEBuilder::dims(Value tensor) {
  OpBuilder::InsertionGuard guard(builder);
  moveOutside();
  return tensor::getMixedSizes(builder, loc, tensor);
}

Value TEBuilder::value(const Index &index) {
  if (index.isConstant())
    return arith::ConstantIndexOp::create(builder, loc, index.getConstant());
  AffineExpr expr = index.getExpr(builder.getContext());
  if (isa<AffineDimExpr>(expr))
    return index.getOperands()[llvm::cast<AffineDimExpr>(expr).getPosition()];
  auto map = AffineMap::get(index.getOperands().size(), 0, expr);
  // The arithmetic is expanded here: operands may depend on data, which no
  // affine operation accepts.
  return affine::expandAffineMap(builder, loc, map, index.getOperands())
      ->front();
}

Value TEBuilder::value(OpFoldResult extent) {
  return getValueOrCreateConstantIndexOp(builder, loc, extent);
}

Value TEBuilder::value(const Index &index, Type type) {
  Value integer = arith::IndexCastOp::create(
      builder, loc, isa<FloatType>(type) ? builder.getI64Type() : type,
      value(index));
  return cast(integer, type);
}

Index TEBuilder::index(Value integer) {
  return Index(
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), integer)
          .getResult());
}

} // namespace tvm::te
