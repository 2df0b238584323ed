// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphIndexing.h"

#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Shapes/FormatShape.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphIndexing.cpp.inc"

void tvm::graph::GraphDialect::registerIndexingOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphIndexing.cpp.inc"
      >();
}

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Whether the known dimensions of `part` other than `axis` are at most those
/// of `whole`.
static bool fitsInto(RankedTensorType part, RankedTensorType whole,
                     int64_t axis) {
  for (int64_t i = 0; i < whole.getRank(); ++i)
    if (i != axis && !part.isDynamicDim(i) && !whole.isDynamicDim(i) &&
        part.getDimSize(i) > whole.getDimSize(i))
      return false;
  return true;
}

//===-- gather ------------------------------------------------------------===//

FailureOr<SymbolicShape> GatherOp::inferShape(Adaptor adaptor,
                                              ShapeValues &values,
                                              std::optional<Location> loc) {
  SymbolicShape dims = values.getDims(adaptor.getX());
  auto axis = normalizeAxis(loc, adaptor.getAxis(), dims.size()); // C1
  if (!axis)
    return failure();
  SymbolicShape shape(dims.begin(), dims.begin() + *axis);
  llvm::append_range(shape, values.getDims(adaptor.getIndices()));
  shape.append(dims.begin() + *axis + 1, dims.end());
  return shape;
}

FailureOr<SymbolicShape>
GatherElementsOp::inferShape(Adaptor adaptor, ShapeValues &values,
                             std::optional<Location> loc) {
  auto x = typeOf(adaptor.getX()), indices = typeOf(adaptor.getIndices());
  auto axis = normalizeAxis(loc, adaptor.getAxis(), x.getRank()); // C1
  if (!axis)
    return failure();
  if (indices.getRank() != x.getRank()) // C2
    return emitOptionalError(loc, "expected indices of rank ", x.getRank(),
                             ", got ", indices);
  if (!fitsInto(indices, x, *axis)) // C3
    return emitOptionalError(loc, "expected indices of at most ", x, ", got ",
                             indices);
  return values.getDims(adaptor.getIndices());
}

FailureOr<SymbolicShape> GatherNDOp::inferShape(Adaptor adaptor,
                                                ShapeValues &values,
                                                std::optional<Location> loc) {
  SymbolicShape dims = values.getDims(adaptor.getX());
  auto type = typeOf(adaptor.getIndices());
  if (type.getRank() < 1 || type.isDynamicDim(type.getRank() - 1)) // C1
    return emitOptionalError(
        loc, "expected indices with a known last dimension, got ", type);
  int64_t count = type.getShape().back();
  int64_t batch = adaptor.getBatchDims();
  if (batch < 0 || batch >= type.getRank() ||
      batch + count > static_cast<int64_t>(dims.size())) // C2
    return emitOptionalError(loc, "expected at most ", dims.size(),
                             " batch dimensions and coordinates, got ", batch,
                             " and ", count);
  ArrayRef<int64_t> batches = typeOf(adaptor.getX()).getShape();
  if (failed(verifyCompatibleShape(batches.take_front(batch),
                                   type.getShape().take_front(batch)))) // C3
    return emitOptionalError(loc, "expected equal batch dimensions, got ",
                             adaptor.getX().getType(), " and ", type);
  SymbolicShape shape = values.getDims(adaptor.getIndices());
  shape.pop_back();
  shape.append(dims.begin() + batch + count, dims.end());
  return shape;
}

//===-- scatter -----------------------------------------------------------===//

/// `updates` shall have the element type of `x`.
static LogicalResult checkUpdates(Value x, Value updates,
                                  std::optional<Location> loc) {
  if (getElementTypeOrSelf(x) != getElementTypeOrSelf(updates))
    return emitOptionalError(loc, "expected updates of elements ",
                             getElementTypeOrSelf(x), ", got ",
                             updates.getType());
  return success();
}

/// Elements shall be numbers, or they are replaced.
static LogicalResult checkReduction(ScatterReduction kind, Value x,
                                    std::optional<Location> loc) {
  if (kind != ScatterReduction::None && !isNumber(getElementTypeOrSelf(x)))
    return emitOptionalError(loc, "expected numbers to reduce, got ",
                             x.getType());
  return success();
}

FailureOr<SymbolicShape>
ScatterElementsOp::inferShape(Adaptor adaptor, ShapeValues &values,
                              std::optional<Location> loc) {
  auto type = typeOf(adaptor.getX());
  if (!normalizeAxis(loc, adaptor.getAxis(), type.getRank()) || // C1
      failed(checkUpdates(adaptor.getX(), adaptor.getUpdates(), loc)))
    return failure();
  auto indices = typeOf(adaptor.getIndices());
  if (indices.getRank() != type.getRank() ||
      failed(verifyCompatibleShape(indices.getShape(),
                                   typeOf(adaptor.getUpdates()).getShape())))
    return emitOptionalError(loc, "expected indices and updates of rank ",
                             type.getRank(), ", got ", indices, " and ",
                             adaptor.getUpdates().getType()); // C2
  if (!fitsInto(indices, type,
                *normalizeAxis(loc, adaptor.getAxis(), type.getRank()))) // C3
    return emitOptionalError(loc, "expected indices of at most ", type,
                             ", got ", indices);
  if (failed(checkReduction(adaptor.getReduction(), adaptor.getX(), loc))) // C4
    return failure();
  return values.getDims(adaptor.getX());
}

FailureOr<SymbolicShape> ScatterNDOp::inferShape(Adaptor adaptor,
                                                 ShapeValues &values,
                                                 std::optional<Location> loc) {
  auto type = typeOf(adaptor.getX());
  auto indices = typeOf(adaptor.getIndices());
  if (failed(checkUpdates(adaptor.getX(), adaptor.getUpdates(), loc)))
    return failure();
  if (indices.getRank() < 1 || indices.isDynamicDim(indices.getRank() - 1) ||
      indices.getShape().back() > type.getRank()) // C1
    return emitOptionalError(loc,
                             "expected indices with a known last "
                             "dimension of at most ",
                             type.getRank(), ", got ", indices);
  SmallVector<int64_t> expected(indices.getShape().drop_back());
  llvm::append_range(expected,
                     type.getShape().drop_front(indices.getShape().back()));
  if (failed(verifyCompatibleShape(
          expected, typeOf(adaptor.getUpdates()).getShape()))) // C2
    return emitOptionalError(loc, "expected updates of shape [",
                             formatShape(expected), "], got ",
                             adaptor.getUpdates().getType());
  if (failed(checkReduction(adaptor.getReduction(), adaptor.getX(), loc))) // C3
    return failure();
  return values.getDims(adaptor.getX());
}

FailureOr<SymbolicShape>
TensorScatterOp::inferShape(Adaptor adaptor, ShapeValues &values,
                            std::optional<Location> loc) {
  auto type = typeOf(adaptor.getX());
  auto axis = normalizeAxis(loc, adaptor.getAxis(), type.getRank());
  if (!axis)
    return failure();
  if (*axis == 0) // C1
    return emitOptionalError(loc, "expected an axis other than the first");
  if (typeOf(adaptor.getUpdate()).getRank() != type.getRank()) // C2
    return emitOptionalError(loc, "expected an update of rank ", type.getRank(),
                             ", got ", adaptor.getUpdate().getType());
  if (failed(checkUpdates(adaptor.getX(), adaptor.getUpdate(), loc)))
    return failure();
  SmallVector<int64_t> expected(type.getShape());
  expected[*axis] = typeOf(adaptor.getUpdate()).getDimSize(*axis);
  if (!fitsInto(typeOf(adaptor.getUpdate()), type, /*axis=*/-1) ||
      failed(verifyCompatibleShape(typeOf(adaptor.getUpdate()).getShape(),
                                   expected))) // C3
    return emitOptionalError(loc, "expected an update of at most ", type,
                             ", got ", adaptor.getUpdate().getType());
  if (Value positions = adaptor.getPositions())
    if (failed(verifyCompatibleShape(typeOf(positions).getShape(),
                                     type.getShape().take_front())))
      return emitOptionalError(loc, "expected one position per batch, got ",
                               positions.getType());
  return values.getDims(adaptor.getX());
}

//===-- one_hot, reverse_sequence -----------------------------------------===//

FailureOr<SymbolicShape> OneHotOp::inferShape(Adaptor adaptor,
                                              ShapeValues &values,
                                              std::optional<Location> loc) {
  SymbolicShape shape = values.getDims(adaptor.getIndices());
  auto axis = normalizeAxis(loc, adaptor.getAxis(), shape.size() + 1); // C1
  if (!axis)
    return failure();
  auto depth = values.getElements(adaptor.getDepth());
  auto pair = typeOf(adaptor.getValues());
  if (!depth || depth->size() != 1 || pair.getRank() != 1 ||
      (!pair.isDynamicDim(0) && pair.getDimSize(0) != 2)) // C2
    return emitOptionalError(loc, "expected one depth and two values, got ",
                             adaptor.getDepth().getType(), " and ", pair);
  shape.insert(shape.begin() + *axis, depth->front());
  return shape;
}

FailureOr<SymbolicShape>
ReverseSequenceOp::inferShape(Adaptor adaptor, ShapeValues &values,
                              std::optional<Location> loc) {
  int64_t batch = adaptor.getBatchAxis(), time = adaptor.getTimeAxis();
  if (batch + time != 1 || std::abs(batch - time) != 1 ||
      typeOf(adaptor.getX()).getRank() < 2) // C1
    return emitOptionalError(loc, "expected axes 0 and 1, got ", batch, " and ",
                             time);
  ArrayRef<int64_t> sequences =
      typeOf(adaptor.getX()).getShape().slice(batch, 1);
  if (failed(verifyCompatibleShape(typeOf(adaptor.getLengths()).getShape(),
                                   sequences))) // C2
    return emitOptionalError(loc, "expected one length per sequence, got ",
                             adaptor.getLengths().getType());
  return values.getDims(adaptor.getX());
}

} // namespace tvm::graph
