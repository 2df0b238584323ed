// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphReduction.h"

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphReduction.cpp.inc"

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

/// A largest or smallest element is one of the data.
Precision ReduceOp::getPrecision() {
  bool selects = getKind() == ReduceKind::Max || getKind() == ReduceKind::Min;
  return selects ? Precision::Follows : Precision::Wide;
}

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

//===-- dynamic_reduce ----------------------------------------------------===//

LogicalResult DynamicReduceOp::inferReturnTypes(MLIRContext *,
                                                std::optional<Location> loc,
                                                Adaptor adaptor,
                                                SmallVectorImpl<Type> &types) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto reduced = cast<RankedTensorType>(adaptor.getReduced().getType());
  int64_t rank = adaptor.getRank();
  if (reduced.getShape() != ArrayRef<int64_t>(x.getRank())) // C1
    return emitOptionalError(loc, "expected ", x.getRank(),
                             " elements, one per dimension, got ", reduced);
  if (rank > x.getRank() || rank < 0 ||
      (adaptor.getKeepdims() && rank != x.getRank())) // C2
    return emitOptionalError(loc, "expected the rank of ", x,
                             " after reduction, got ", rank);
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  if (rank == x.getRank())
    for (int64_t i = 0; i < rank; ++i)
      if (!adaptor.getKeepdims() || x.getDimSize(i) == 1)
        shape[i] = x.getDimSize(i);
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

/// Returns, for each dimension of `op.getX()`, whether it remains.
static SmallVector<Value> buildRemains(OpBuilder &builder, DynamicReduceOp op) {
  SmallVector<Value> remains;
  Location loc = op.getLoc();
  int64_t rank = cast<RankedTensorType>(op.getX().getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    Value at = arith::ConstantIndexOp::create(builder, loc, i);
    Value reduced =
        tensor::ExtractOp::create(builder, loc, op.getReduced(), at);
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(reduced.getType(), 0));
    remains.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, reduced, zero));
  }
  return remains;
}

/// The number of dimensions that remain, behind each dimension.
static SmallVector<Value> countRemains(OpBuilder &builder, Location loc,
                                       ArrayRef<Value> remains) {
  SmallVector<Value> counts;
  Value count = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Value remain : remains) {
    Value one = arith::IndexCastUIOp::create(builder, loc,
                                             builder.getIndexType(), remain);
    count = arith::AddIOp::create(builder, loc, count, one);
    counts.push_back(count);
  }
  return counts;
}

LogicalResult
DynamicReduceOp::reifyResultShapes(OpBuilder &builder,
                                   ReifiedRankedShapedTypeDims &shapes) {
  Location loc = getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  SmallVector<Value> remains = buildRemains(builder, *this);
  SmallVector<Value> counts = countRemains(builder, loc, remains);
  SmallVector<OpFoldResult> dims;
  for (int64_t k = 0, rank = getRank(); k < rank; ++k) {
    Value size = constant(getKeepdims() ? 1 : 0);
    for (auto [i, remain] : llvm::enumerate(remains)) {
      Value isHere =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                getKeepdims() ? constant(i) : counts[i],
                                constant(getKeepdims() ? k : k + 1));
      isHere = arith::AndIOp::create(builder, loc, isHere, remain);
      Value dim = getValueOrCreateConstantIndexOp(
          builder, loc, getDim(builder, loc, getX(), i));
      size = arith::SelectOp::create(builder, loc, isHere, dim, size);
    }
    dims.push_back(size);
  }
  shapes.push_back(dims);
  foldStaticDims(builder, getOperation()->getResultTypes(), shapes);
  return success();
}

void DynamicReduceOp::buildChecks(OpBuilder &builder) {
  int64_t rank = cast<RankedTensorType>(getX().getType()).getRank();
  if (getKeepdims() || rank == 0)
    return;
  Location loc = getLoc();
  Value count = countRemains(builder, loc, buildRemains(builder, *this)).back();
  Value expected = arith::ConstantIndexOp::create(builder, loc, getRank());
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        count, expected);
  createCheck(builder, *this, isEqual,
              "expected axes that leave {0} dimensions, got {1}",
              {expected, count});
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
#include "dialects/Graph/Tensors/GraphReduction.cpp.inc"
      >();
}
