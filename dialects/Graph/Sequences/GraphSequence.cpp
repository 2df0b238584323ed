// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Sequences/GraphSequence.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Sequences/GraphSequence.cpp.inc"

void tvm::graph::GraphDialect::registerSequenceOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Sequences/GraphSequence.cpp.inc"
      >();
}

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// The number of elements of `sequence` and `more`.
static SymbolicShape getLength(Value sequence, int64_t more,
                               ShapeValues &values) {
  return {values.getDim(sequence, 0) + more};
}

static LogicalResult checkPosition(Value position,
                                   std::optional<Location> loc) {
  RankedTensorType type = typeOf(position);
  if (type.hasStaticShape() && type.getNumElements() == 1)
    return success();
  return emitOptionalError(loc, "expected one position, got ", type);
}

/// The dimensions that `shape` lists.
static FailureOr<SymbolicShape> readShape(Value shape, ShapeValues &values,
                                          std::optional<Location> loc) {
  RankedTensorType type = typeOf(shape);
  if (type.getRank() == 1 && type.hasStaticShape())
    if (auto elements = values.getElements(shape))
      return *elements;
  return emitOptionalError(loc, "expected a list of dimensions, got ", type);
}

//===-- making sequences --------------------------------------------------===//

FailureOr<SymbolicShape> SequenceOp::inferShape(Adaptor adaptor,
                                                ShapeValues &values,
                                                std::optional<Location>) {
  return SymbolicShape{values.constant(adaptor.getElements().size())};
}

FailureOr<SymbolicShape>
SequenceInsertOp::inferShape(Adaptor adaptor, ShapeValues &values,
                             std::optional<Location> loc) {
  if (failed(checkPosition(adaptor.getPosition(), loc))) // C1
    return failure();
  return getLength(adaptor.getSequence(), 1, values);
}

FailureOr<SymbolicShape>
SequenceEraseOp::inferShape(Adaptor adaptor, ShapeValues &values,
                            std::optional<Location> loc) {
  if (failed(checkPosition(adaptor.getPosition(), loc))) // C1
    return failure();
  // A run that erases from nothing gets as far as the operator.
  AffineExpr rest = getLength(adaptor.getSequence(), -1, values).front();
  return SymbolicShape{values.max(rest, values.constant(0))};
}

FailureOr<SymbolicShape>
SequenceSplitOp::inferShape(Adaptor adaptor, ShapeValues &values,
                            std::optional<Location> loc) {
  int64_t rank = typeOf(adaptor.getX()).getRank(), axis = adaptor.getAxis();
  if (axis < 0 || axis >= rank) // C1
    return emitOptionalError(loc, "expected an axis of ", rank,
                             " dimensions, got ", axis);
  if (typeOf(adaptor.getSizes()).getRank() != 1) // C2
    return emitOptionalError(loc, "expected a list of sizes, got ",
                             adaptor.getSizes().getType());
  return SymbolicShape{values.getDim(adaptor.getSizes(), 0)};
}

//===-- reading elements --------------------------------------------------===//

FailureOr<SymbolicShape>
SequenceShapeOp::inferShape(Adaptor adaptor, ShapeValues &values,
                            std::optional<Location> loc) {
  if (failed(checkPosition(adaptor.getPosition(), loc))) // C1
    return failure();
  int64_t rank = adaptor.getRank();
  if (rank < 0) // C2
    return emitOptionalError(loc, "expected a rank, got ", rank);
  return SymbolicShape{values.constant(rank)};
}

FailureOr<SymbolicShape> SequenceAtOp::inferShape(Adaptor adaptor,
                                                  ShapeValues &values,
                                                  std::optional<Location> loc) {
  if (failed(checkPosition(adaptor.getPosition(), loc))) // C1
    return failure();
  return readShape(adaptor.getShape(), values, loc); // C1
}

static LogicalResult checkAxis(int64_t axis, int64_t rank,
                               std::optional<Location> loc) {
  if (axis >= 0 && axis < rank)
    return success();
  return emitOptionalError(loc, "expected an axis of ", rank,
                           " dimensions, got ", axis);
}

FailureOr<SymbolicShape>
SequenceConcatShapeOp::inferShape(Adaptor adaptor, ShapeValues &values,
                                  std::optional<Location> loc) {
  int64_t elementRank = adaptor.getRank();
  int64_t rank = elementRank + adaptor.getNewAxis();
  if (failed(checkAxis(adaptor.getAxis(), rank, loc))) // C1
    return failure();
  return SymbolicShape{values.constant(rank)};
}

FailureOr<SymbolicShape>
SequenceConcatOp::inferShape(Adaptor adaptor, ShapeValues &values,
                             std::optional<Location> loc) {
  auto shape = readShape(adaptor.getShape(), values, loc); // C1
  if (failed(shape) ||
      failed(checkAxis(adaptor.getAxis(), shape->size(), loc))) // C1
    return failure();
  return shape;
}

} // namespace tvm::graph
