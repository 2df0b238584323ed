#include "dialects/Graph/GraphReduction.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphReduction.cpp.inc"

namespace tvm::graph {

//===-- axes --------------------------------------------------------------===//

static bool areAxes(ArrayRef<int64_t> axes, int64_t rank) {
  int64_t previous = -1;
  for (int64_t axis : axes) {
    if (axis <= previous || axis >= rank)
      return false;
    previous = axis;
  }
  return true;
}

static LogicalResult checkAxes(std::optional<Location> loc,
                               ArrayRef<int64_t> axes, Value x) {
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  if (areAxes(axes, rank))
    return success();
  return emitOptionalError(loc, "expected increasing axes of ", rank,
                           " dimensions, got [", axes, "]");
}

/// `x` without the dimensions `axes`, or with 1 there.
static Type getReducedType(Value x, ArrayRef<int64_t> axes, bool keepdims,
                           Type elementType) {
  SmallVector<int64_t> shape;
  for (auto [i, size] :
       llvm::enumerate(cast<RankedTensorType>(x.getType()).getShape())) {
    if (!llvm::is_contained(axes, static_cast<int64_t>(i)))
      shape.push_back(size);
    else if (keepdims)
      shape.push_back(1);
  }
  return RankedTensorType::get(shape, elementType);
}

static SmallVector<OpFoldResult> getReducedDims(OpBuilder &builder,
                                                Location loc, Value x,
                                                ArrayRef<int64_t> axes,
                                                bool keepdims) {
  SmallVector<OpFoldResult> dims;
  int64_t rank = cast<RankedTensorType>(x.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    if (!llvm::is_contained(axes, i))
      dims.push_back(getDim(builder, loc, x, i));
    else if (keepdims)
      dims.push_back(builder.getIndexAttr(1));
  }
  return dims;
}

//===-- reduce ------------------------------------------------------------===//

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  if (failed(checkAxes(loc, adaptor.getAxes(), adaptor.getX()))) // C1
    return failure();
  types.push_back(getReducedType(adaptor.getX(), adaptor.getAxes(),
                                 adaptor.getKeepdims(),
                                 getElementTypeOrSelf(adaptor.getX())));
  return success();
}

LogicalResult ReduceOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(
      getReducedDims(builder, getLoc(), getX(), getAxes(), getKeepdims()));
  return success();
}

/// Whether `shape` may be that of a tensor of rank `rank` after reduction.
static bool isReducedShape(ArrayRef<int64_t> shape, int64_t rank,
                           int64_t numAxes, bool keepdims) {
  int64_t expected = keepdims ? rank : rank - numAxes;
  return llvm::none_of(shape, ShapedType::isDynamic) && numAxes <= rank &&
         static_cast<int64_t>(shape.size()) == expected;
}

LogicalResult DynamicReduceOp::inferReturnTypes(MLIRContext *,
                                                std::optional<Location> loc,
                                                Adaptor adaptor,
                                                SmallVectorImpl<Type> &types) {
  auto axes = cast<RankedTensorType>(adaptor.getAxes().getType());
  if (axes.getRank() != 1 || axes.isDynamicDim(0)) // C1
    return emitOptionalError(loc, "expected axes of one static dimension, got ",
                             axes);
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (!isReducedShape(adaptor.getShape(), x.getRank(), axes.getDimSize(0),
                      adaptor.getKeepdims())) // C2
    return emitOptionalError(loc, "expected the shape of ", x, " reduced by ",
                             axes.getDimSize(0), " axes, got [",
                             adaptor.getShape(), "]");
  types.push_back(RankedTensorType::get(adaptor.getShape(),
                                        getElementTypeOrSelf(adaptor.getX())));
  return success();
}

LogicalResult
DynamicReduceOp::reifyResultShapes(OpBuilder &builder,
                                   ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(getAsIndexOpFoldResult(builder.getContext(), getShape()));
  return success();
}

//===-- arg_max, arg_min --------------------------------------------------===//

template <typename Adaptor>
static LogicalResult inferArgReduce(std::optional<Location> loc,
                                    Adaptor adaptor,
                                    SmallVectorImpl<Type> &types) {
  int64_t axis = adaptor.getAxis();
  if (failed(checkAxes(loc, axis, adaptor.getX()))) // C1
    return failure();
  Type type = IntegerType::get(adaptor.getX().getContext(), 64);
  types.push_back(
      getReducedType(adaptor.getX(), axis, adaptor.getKeepdims(), type));
  return success();
}

template <typename Op>
static LogicalResult reifyArgReduce(Op op, OpBuilder &builder,
                                    ReifiedRankedShapedTypeDims &shapes) {
  int64_t axis = op.getAxis();
  shapes.push_back(
      getReducedDims(builder, op.getLoc(), op.getX(), axis, op.getKeepdims()));
  return success();
}

LogicalResult ArgMaxOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  return inferArgReduce(loc, adaptor, types);
}

LogicalResult ArgMaxOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  return reifyArgReduce(*this, builder, shapes);
}

LogicalResult ArgMinOp::inferReturnTypes(MLIRContext *,
                                         std::optional<Location> loc,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  return inferArgReduce(loc, adaptor, types);
}

LogicalResult ArgMinOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  return reifyArgReduce(*this, builder, shapes);
}

//===-- verifiers ---------------------------------------------------------===//

template <typename Op>
static LogicalResult verifyAxes(Op op, ArrayRef<int64_t> axes) {
  int64_t rank = cast<RankedTensorType>(op.getX().getType()).getRank();
  if (areAxes(axes, rank))
    return success();
  return op.emitOpError("expected increasing axes of ")
         << rank << " dimensions, got [" << axes << "]";
}

template <typename Op> static LogicalResult verifyCumulates(Op op) {
  if (op.getKind() == ReduceKind::Sum || op.getKind() == ReduceKind::Prod)
    return success();
  return op.emitOpError("expected kind sum or prod, got ")
         << stringifyReduceKind(op.getKind());
}

LogicalResult SoftmaxOp::verify() {
  return verifyAxes(*this, getAxes()); // C1
}

LogicalResult LogSoftmaxOp::verify() {
  return verifyAxes(*this, getAxes()); // C1
}

LogicalResult HardmaxOp::verify() {
  return verifyAxes(*this, getAxes()); // C1
}

LogicalResult CumulateOp::verify() {
  int64_t axis = getAxis();
  if (failed(verifyCumulates(*this))) // C1
    return failure();
  return verifyAxes(*this, axis); // C2
}

LogicalResult DynamicCumulateOp::verify() {
  if (failed(verifyCumulates(*this))) // C1
    return failure();
  auto axis = cast<RankedTensorType>(getAxis().getType());
  if (axis.getRank() > 1 || (axis.getRank() == 1 && axis.getDimSize(0) != 1))
    return emitOpError("expected an axis of one element, got ") << axis; // C2
  return success();
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphReduction.cpp.inc"
      >();
}
