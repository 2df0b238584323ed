// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphSelection.h"

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphSelection.cpp.inc"

void tvm::graph::GraphDialect::registerSelectionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphSelection.cpp.inc"
      >();
}

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

static Type getIndexType(Value any) {
  return IntegerType::get(any.getContext(), 64);
}

static bool isOneElement(Value tensor) {
  RankedTensorType type = typeOf(tensor);
  return type.hasStaticShape() && type.getNumElements() == 1;
}

static SmallVector<OpFoldResult> buildDims(OpBuilder &builder, Location loc,
                                           ShapeValues &values,
                                           const SymbolicShape &shape) {
  return llvm::map_to_vector(
      shape, [&](AffineExpr size) { return values.build(builder, loc, size); });
}

//===-- top_k -------------------------------------------------------------===//

/// The number of a tensor of one element.
static AffineExpr getOneElement(Value one, ShapeValues &values) {
  return values.getElements(one)->front();
}

LogicalResult TopKOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType x = typeOf(adaptor.getX());
  int64_t axis = adaptor.getAxis();
  if (axis < 0 || axis >= x.getRank()) // C1
    return emitOptionalError(loc, "expected an axis of ", x.getRank(),
                             " dimensions, got ", axis);
  if (!isOneElement(adaptor.getK())) // C2
    return emitOptionalError(loc, "expected one k, got ",
                             adaptor.getK().getType());
  SmallVector<int64_t> shape(x.getShape());
  shape[axis] = ShapedType::kDynamic;
  if (auto k = getConstantInts(adaptor.getK())) {
    int64_t size = x.getDimSize(axis);
    shape[axis] = k->front();
    if (k->front() < 0 ||
        (ShapedType::isStatic(size) && k->front() > size)) // C2
      return emitOptionalError(loc, "expected k from 0 to the size of axis ",
                               axis, " of ", x, ", got ", k->front());
  }
  types.push_back(x.clone(shape));
  types.push_back(x.clone(shape, getIndexType(adaptor.getX())));
  return success();
}

LogicalResult TopKOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &shapes) {
  ShapeValues values(getContext());
  SmallVector<OpFoldResult> dims = getDims(builder, getLoc(), getX());
  dims[getAxis()] =
      values.build(builder, getLoc(), getOneElement(getK(), values));
  shapes.assign(2, dims);
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

void TopKOp::buildChecks(OpBuilder &builder) {
  ShapeValues values(getContext());
  AffineExpr k = getOneElement(getK(), values);
  AffineExpr size = values.getDim(getX(), getAxis());
  if (isa<AffineConstantExpr>(k) && isa<AffineConstantExpr>(size))
    return;
  auto build = [&](AffineExpr expr) {
    return getValueOrCreateConstantIndexOp(
        builder, getLoc(), values.build(builder, getLoc(), expr));
  };
  createLimitCheck(builder, *this, "k", build(k), build(size));
}

//===-- nonzero -----------------------------------------------------------===//

FailureOr<SymbolicShape> NonzeroOp::inferShape(Adaptor adaptor,
                                               ShapeValues &values,
                                               std::optional<Location> loc) {
  if (!isOneElement(adaptor.getCount())) // C1
    return emitOptionalError(loc, "expected one count, got ",
                             adaptor.getCount().getType());
  return SymbolicShape{values.constant(typeOf(adaptor.getX()).getRank()),
                       getOneElement(adaptor.getCount(), values)};
}

//===-- unique ------------------------------------------------------------===//

LogicalResult UniqueOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  RankedTensorType x = typeOf(adaptor.getX());
  if (x.getRank() != 2) // C1
    return emitOptionalError(loc, "expected two dimensions, got ", x);
  Type index = getIndexType(adaptor.getX());
  types.assign(3, RankedTensorType::get({x.getDimSize(0)}, index));
  types.push_back(RankedTensorType::get({1}, index));
  return success();
}

LogicalResult UniqueOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  shapes.assign(3, {getDim(builder, getLoc(), getX(), 0)});
  shapes.push_back({builder.getIndexAttr(1)});
  return success();
}

//===-- non_max_suppression -----------------------------------------------===//

template <typename Adaptor>
static LogicalResult checkBoxes(std::optional<Location> loc, Adaptor op) {
  RankedTensorType boxes = typeOf(op.getBoxes()),
                   scores = typeOf(op.getScores());
  auto agree = [&](int64_t boxDim, int64_t scoreDim) {
    return succeeded(verifyCompatibleShape({boxes.getDimSize(boxDim)},
                                           {scores.getDimSize(scoreDim)}));
  };
  if (boxes.getRank() != 3 || scores.getRank() != 3 || !agree(0, 0) ||
      !agree(1, 2) ||
      failed(verifyCompatibleShape({boxes.getDimSize(2)}, {4}))) // C1
    return emitOptionalError(loc,
                             "expected boxes [batch, box, 4] and scores "
                             "[batch, class, box], got ",
                             boxes, " and ", scores);
  for (Value one :
       {op.getLimit(), op.getIouThreshold(), op.getScoreThreshold()})
    if (one && !isOneElement(one)) // C2
      return emitOptionalError(
          loc, "expected a limit and thresholds of one element, got ",
          one.getType());
  return success();
}

/// The largest shape of the result: a row of three numbers per selected box.
template <typename Adaptor>
static SymbolicShape getSelectedShape(Adaptor op, ShapeValues &values) {
  SymbolicShape scores = values.getDims(op.getScores());
  AffineExpr limit =
      values.max(values.constant(0), getOneElement(op.getLimit(), values));
  AffineExpr perClass = values.min(limit, scores[2]);
  return {values.product({scores[0], scores[1], perClass}), values.constant(3)};
}

LogicalResult NonMaxSuppressionOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,
    SmallVectorImpl<Type> &types) {
  if (failed(checkBoxes(loc, adaptor)))
    return failure();
  ShapeValues values(context);
  Type index = getIndexType(adaptor.getBoxes());
  auto shape = getStaticShape(getSelectedShape(adaptor, values));
  types.push_back(RankedTensorType::get(*shape, index));
  types.push_back(RankedTensorType::get({1}, index));
  return success();
}

LogicalResult
NonMaxSuppressionOp::reifyResultShapes(OpBuilder &builder,
                                       ReifiedRankedShapedTypeDims &shapes) {
  ShapeValues values(getContext());
  shapes.push_back(buildDims(builder, getLoc(), values,
                             getSelectedShape(Adaptor(*this), values)));
  shapes.push_back({builder.getIndexAttr(1)});
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

} // namespace tvm::graph
