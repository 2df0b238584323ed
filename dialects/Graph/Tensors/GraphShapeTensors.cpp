// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes as tensors, and tensors made from nothing.

#include "dialects/Graph/Tensors/GraphShape.h"

#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

//===-- shape, size -------------------------------------------------------===//

static std::pair<int64_t, int64_t> getShapeBounds(int64_t rank, int64_t start,
                                                  int64_t end) {
  SliceBounds bounds = getSliceBounds(rank, start, end, 1);
  return {bounds.start, bounds.start + bounds.size};
}

std::pair<int64_t, int64_t> ShapeOp::getBounds() {
  return getShapeBounds(typeOf(getX()).getRank(), getStart(), getEnd());
}

FailureOr<SymbolicShape> ShapeOp::inferShape(Adaptor adaptor,
                                             ShapeValues &values,
                                             std::optional<Location>) {
  auto [start, end] = getShapeBounds(typeOf(adaptor.getX()).getRank(),
                                     adaptor.getStart(), adaptor.getEnd());
  return SymbolicShape{values.constant(end - start)};
}

FailureOr<SymbolicShape> SizeOp::inferShape(Adaptor, ShapeValues &,
                                            std::optional<Location>) {
  return SymbolicShape();
}

//===-- range -------------------------------------------------------------===//

/// The number of elements of a range of floats.
static std::optional<int64_t> countFloats(Value start, Value limit,
                                          Value delta) {
  auto from = getConstantFloats(start), to = getConstantFloats(limit),
       by = getConstantFloats(delta);
  if (!from || !to || !by || from->empty() || to->empty() || by->empty())
    return std::nullopt;
  double count = std::ceil(((*to)[0] - (*from)[0]) / (*by)[0]);
  if (!(count < 1e15))
    return std::nullopt;
  return std::max<int64_t>(0, static_cast<int64_t>(count));
}

/// The number of elements of a range of integers whose step is known.
static std::optional<AffineExpr> countIntegers(ShapeValues &values,
                                               AffineExpr start,
                                               AffineExpr limit,
                                               AffineExpr delta) {
  auto step = dyn_cast<AffineConstantExpr>(delta);
  if (!step || step.getValue() == 0 || std::abs(step.getValue()) > (1 << 30))
    return std::nullopt;
  int64_t stride = std::abs(step.getValue());
  AffineExpr distance = step.getValue() > 0 ? limit - start : start - limit;
  distance = values.max(distance, values.constant(0));
  return (distance + (stride - 1)).floorDiv(stride);
}

Precision RangeOp::getPrecision() { return Precision::Wide; }

FailureOr<SymbolicShape> RangeOp::inferShape(Adaptor adaptor,
                                             ShapeValues &values,
                                             std::optional<Location> loc) {
  Type elementType = getElementTypeOrSelf(adaptor.getStart());
  for (Value operand : adaptor.getOperands()) {
    auto type = typeOf(operand);
    if (type.getElementType() != elementType || !type.hasStaticShape() ||
        type.getNumElements() != 1) // C1
      return emitOptionalError(loc, "expected single elements of ", elementType,
                               ", got ", type);
  }
  auto atRunTime = [&] {
    return values.countRange(adaptor.getStart(), adaptor.getLimit(),
                             adaptor.getDelta());
  };
  if (isa<FloatType>(elementType)) {
    auto count =
        countFloats(adaptor.getStart(), adaptor.getLimit(), adaptor.getDelta());
    return SymbolicShape{count ? values.constant(*count) : atRunTime()};
  }
  auto start = values.getElements(adaptor.getStart());
  auto limit = values.getElements(adaptor.getLimit());
  auto delta = values.getElements(adaptor.getDelta());
  if (!start || !limit || !delta)
    return SymbolicShape{values.unknown()};
  auto count = countIntegers(values, (*start)[0], (*limit)[0], (*delta)[0]);
  return SymbolicShape{count ? *count : atRunTime()};
}

//===-- constant_of_shape, cosine_window, eye_like, trilu -----------------===//

FailureOr<SymbolicShape>
ConstantOfShapeOp::inferShape(Adaptor adaptor, ShapeValues &values,
                              std::optional<Location> loc) {
  if (adaptor.getValue().getNumElements() != 1) // C1
    return emitOptionalError(loc, "expected a value of one element, got ",
                             adaptor.getValue().getNumElements());
  auto elements = values.getElements(adaptor.getShape());
  if (!elements || typeOf(adaptor.getShape()).getRank() != 1) // C2
    return emitOptionalError(
        loc, "expected a shape of one dimension and known size, got ",
        adaptor.getShape().getType());
  return *elements;
}

FailureOr<SymbolicShape>
CosineWindowOp::inferShape(Adaptor adaptor, ShapeValues &values,
                           std::optional<Location> loc) {
  auto elements = values.getElements(adaptor.getSize());
  if (!elements || elements->size() != 1) // C1
    return emitOptionalError(loc, "expected a size of one element, got ",
                             adaptor.getSize().getType());
  if (adaptor.getCoefficients().empty()) // C2
    return emitOptionalError(loc, "expected at least one coefficient");
  return *elements;
}

FailureOr<SymbolicShape> EyeLikeOp::inferShape(Adaptor adaptor,
                                               ShapeValues &values,
                                               std::optional<Location> loc) {
  int64_t rank = typeOf(adaptor.getX()).getRank();
  if (rank != 2) // C1
    return emitOptionalError(loc, "expected a matrix, got ", rank,
                             " dimensions");
  return values.getDims(adaptor.getX());
}

FailureOr<SymbolicShape> TriluOp::inferShape(Adaptor adaptor,
                                             ShapeValues &values,
                                             std::optional<Location> loc) {
  int64_t rank = typeOf(adaptor.getX()).getRank();
  if (rank < 2) // C1
    return emitOptionalError(loc, "expected matrices, got ", rank,
                             " dimensions");
  Value k = adaptor.getK();
  if (k &&
      (!typeOf(k).hasStaticShape() || typeOf(k).getNumElements() != 1)) // C2
    return emitOptionalError(loc, "expected a diagonal of one element, got ",
                             k.getType());
  return values.getDims(adaptor.getX());
}

} // namespace tvm::graph
