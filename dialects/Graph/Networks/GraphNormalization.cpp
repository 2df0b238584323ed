// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphNormalization.h"

#include "dialects/Graph/Shapes/FormatShape.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::graph {

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `value` is a vector of `size` elements, as far as that is known.
static bool isVectorOf(Value value, int64_t size) {
  RankedTensorType type = typeOf(value);
  return type.getRank() == 1 &&
         (type.isDynamicDim(0) || ShapedType::isDynamic(size) ||
          type.getDimSize(0) == size);
}

Precision BatchNormOp::getPrecision() { return Precision::Wide; }

static LogicalResult checkBatchNorm(std::optional<Location> loc,
                                    BatchNormOp::Adaptor op) {
  RankedTensorType x = typeOf(op.getX());
  if (x.getRank() < 2) // C1
    return emitOptionalError(loc, "expected data of rank 2 or more, got ", x);
  int64_t channels =
      x.getDimSize(TensorLayout(op.getLayout(), x.getRank()).channel());
  for (Value vector : op.getOperands().drop_front())
    if (!isVectorOf(vector, channels)) // C2
      return emitOptionalError(loc, "expected a vector of ",
                               formatSize(channels), " elements, got ",
                               vector.getType());
  return success();
}

/// C1 and C2 of layer and RMS normalisation.
static LogicalResult checkAxis(std::optional<Location> loc, Value value,
                               int64_t axis, ValueRange parameters) {
  RankedTensorType x = typeOf(value);
  if (axis < 0 || axis >= x.getRank())
    return emitOptionalError(loc, "expected an axis from 0 to ",
                             x.getRank() - 1, ", got ", axis);
  for (Value parameter : parameters) {
    RankedTensorType type = typeOf(parameter);
    auto shape = broadcastShapes(x.getShape(), type.getShape());
    if (!shape || type.getRank() > x.getRank() ||
        failed(verifyCompatibleShape(*shape, x.getShape())))
      return emitOptionalError(loc, "cannot broadcast ", type, " to ", x);
  }
  return success();
}

static LogicalResult checkLayerNorm(std::optional<Location> loc,
                                    LayerNormOp::Adaptor op) {
  return checkAxis(loc, op.getX(), op.getAxis(), op.getOperands().drop_front());
}

static LogicalResult checkRMSNorm(std::optional<Location> loc,
                                  RMSNormOp::Adaptor op) {
  return checkAxis(loc, op.getX(), op.getAxis(), op.getScale());
}

static LogicalResult checkGroupNorm(std::optional<Location> loc,
                                    GroupNormOp::Adaptor op) {
  RankedTensorType x = typeOf(op.getX());
  if (x.getRank() < 3)
    return emitOptionalError(loc, "expected data of rank 3 or more, got ", x);
  int64_t channels =
      x.getDimSize(TensorLayout(op.getLayout(), x.getRank()).channel());
  int64_t groups = op.getNumGroups();
  if (ShapedType::isDynamic(channels) || groups < 1 ||
      channels % groups != 0) // C1
    return emitOptionalError(loc, "expected a multiple of ", groups,
                             " channels, got ", x);
  for (Value vector : op.getOperands().drop_front())
    if (!isVectorOf(vector, channels) && !isVectorOf(vector, groups)) // C2
      return emitOptionalError(loc, "expected a vector of ", channels, " or ",
                               groups, " elements, got ", vector.getType());
  return success();
}

static LogicalResult checkLRN(std::optional<Location> loc, LRNOp::Adaptor op) {
  if (typeOf(op.getX()).getRank() < 2 ||
      static_cast<int64_t>(op.getSize()) < 1) // C1
    return emitOptionalError(
        loc, "expected data of rank 2 or more and a positive size, got ",
        op.getX().getType(), " and ", static_cast<int64_t>(op.getSize()));
  return success();
}

} // namespace tvm::graph

#define GET_OP_CLASSES
#include "dialects/Graph/Networks/GraphNormalization.cpp.inc"

void tvm::graph::GraphDialect::registerNormalizationOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Networks/GraphNormalization.cpp.inc"
      >();
}
