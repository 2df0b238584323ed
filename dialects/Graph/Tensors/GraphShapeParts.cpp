// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Concatenation, slices, borders and repetitions.

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/Tensors/GraphShape.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

static std::optional<int64_t> getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  return std::nullopt;
}

/// The size of operands that give a value per axis: one dimension, static.
static FailureOr<SymbolicShape> getVector(ShapeValues &values, Value tensor,
                                          std::optional<Location> loc,
                                          StringRef what) {
  auto elements = values.getElements(tensor);
  if (!elements || typeOf(tensor).getRank() != 1)
    return emitOptionalError(loc, "expected ", what,
                             " of one dimension and known size, got ",
                             tensor.getType());
  return *elements;
}

//===-- concat ------------------------------------------------------------===//

FailureOr<SymbolicShape> ConcatOp::inferShape(Adaptor adaptor,
                                              ShapeValues &values,
                                              std::optional<Location> loc) {
  if (adaptor.getInputs().empty()) // C1
    return emitOptionalError(loc, "expected at least one input");
  int64_t rank = typeOf(adaptor.getInputs()[0]).getRank();
  auto axis = normalizeAxis(loc, adaptor.getAxis(), rank); // C2
  if (!axis)
    return failure();
  SymbolicShape shape = values.getDims(adaptor.getInputs()[0]);
  for (Value input : adaptor.getInputs().drop_front()) {
    if (typeOf(input).getRank() != rank) // C1
      return emitOptionalError(loc, "expected inputs of rank ", rank, ", got ",
                               input.getType());
    for (int64_t i = 0; i < rank; ++i) {
      AffineExpr dim = values.getDim(input, i);
      auto size = getConstant(dim), other = getConstant(shape[i]);
      if (i == *axis)
        shape[i] = shape[i] + dim;
      else if (size && other && *size != *other) // C3
        return emitOptionalError(loc, "expected dimension ", i, " to be ",
                                 *other, ", got ", *size);
      else if (size)
        shape[i] = dim;
    }
  }
  return shape;
}

LogicalResult ConcatOp::verify() {
  for (Value input : getInputs())
    if (getElementTypeOrSelf(input) != getElementTypeOrSelf(getResult())) // C1
      return emitOpError("expected inputs of one element type, got ")
             << input.getType();
  return success();
}

//===-- slice -------------------------------------------------------------===//

/// The number of elements that `start:end:step` selects of `size`.
static AffineExpr getSliceSize(ShapeValues &values, AffineExpr size,
                               AffineExpr start, AffineExpr end, int64_t step) {
  auto length = getConstant(size), from = getConstant(start),
       to = getConstant(end);
  if (length && from && to)
    return values.constant(getSliceBounds(*length, *from, *to, step).size);
  AffineExpr zero = values.constant(0), one = values.constant(1);
  AffineExpr low = step > 0 ? zero : zero - one;
  AffineExpr high = step > 0 ? size : size - one;
  start = values.clampIndex(start, size, low, high);
  end = values.clampIndex(end, size, low, high);
  AffineExpr distance = values.max(step > 0 ? end - start : start - end, zero);
  int64_t stride = step > 0 ? step : -step;
  return stride == 1 ? distance : (distance + (stride - 1)).floorDiv(stride);
}

FailureOr<SymbolicShape> SliceOp::inferShape(Adaptor adaptor,
                                             ShapeValues &values,
                                             std::optional<Location> loc) {
  SymbolicShape shape = values.getDims(adaptor.getX());
  auto axes = normalizeAxes(loc, adaptor.getAxes(), shape.size()); // C2
  if (failed(axes))
    return failure();
  if (adaptor.getStarts().size() != axes->size() ||
      adaptor.getEnds().size() != axes->size() ||
      adaptor.getSteps().size() != axes->size()) // C1
    return emitOptionalError(loc, "expected a start, end and step for ",
                             axes->size(), " axes");
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    int64_t step = adaptor.getSteps()[i];
    if (step == 0) // C3
      return emitOptionalError(loc, "expected steps other than 0");
    step = std::max(step, -std::numeric_limits<int64_t>::max());
    shape[axis] = getSliceSize(values, shape[axis],
                               values.constant(adaptor.getStarts()[i]),
                               values.constant(adaptor.getEnds()[i]), step);
  }
  return shape;
}

FailureOr<SymbolicShape>
DynamicSliceOp::inferShape(Adaptor adaptor, ShapeValues &values,
                           std::optional<Location> loc) {
  SymbolicShape shape = values.getDims(adaptor.getX());
  auto starts = getVector(values, adaptor.getStarts(), loc, "starts");
  auto ends = getVector(values, adaptor.getEnds(), loc, "ends");
  if (failed(starts) || failed(ends))
    return failure();
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(starts->size()));
  SmallVector<int64_t> steps(starts->size(), 1);
  auto takeConstants = [&](Value operand, SmallVector<int64_t> &to) {
    auto constants = operand ? getConstantInts(operand) : to;
    if (constants)
      to = *constants;
    return constants.has_value();
  };
  bool isKnown = takeConstants(adaptor.getAxes(), axes);
  bool hasSteps = takeConstants(adaptor.getSteps(), steps);
  auto normal = normalizeAxes(loc, axes, shape.size());
  if (failed(normal))
    return failure();
  if (ends->size() != starts->size() || normal->size() != starts->size() ||
      steps.size() != starts->size()) // C1
    return emitOptionalError(loc, "expected as many ends, axes and steps as "
                                  "starts");
  if (!isKnown)
    return SymbolicShape(shape.size(), values.unknown());
  for (auto [i, axis] : llvm::enumerate(*normal)) {
    bool isUsable = hasSteps && steps[i] != 0 && std::abs(steps[i]) < (1 << 30);
    shape[axis] = isUsable ? getSliceSize(values, shape[axis], (*starts)[i],
                                          (*ends)[i], steps[i])
                           : values.unknown();
  }
  return shape;
}

//===-- pad ---------------------------------------------------------------===//

FailureOr<SymbolicShape> PadOp::inferShape(Adaptor adaptor, ShapeValues &values,
                                           std::optional<Location> loc) {
  SymbolicShape shape = values.getDims(adaptor.getX());
  if (adaptor.getLow().size() != shape.size() ||
      adaptor.getHigh().size() != shape.size()) // C1
    return emitOptionalError(loc, "expected padding of ", shape.size(),
                             " dimensions");
  for (size_t i = 0; i < shape.size(); ++i)
    shape[i] = shape[i] + adaptor.getLow()[i] + adaptor.getHigh()[i];
  return shape;
}

template <typename Op> static LogicalResult verifyPadValue(Op op) {
  Value value = op.getValue();
  if (!value)
    return success();
  auto type = typeOf(value);
  if (!type.hasStaticShape() || type.getNumElements() != 1 ||
      type.getElementType() != getElementTypeOrSelf(op.getX())) // C2
    return op.emitOpError("expected a padding value of one element of ")
           << getElementTypeOrSelf(op.getX()) << ", got " << type;
  return success();
}

LogicalResult PadOp::verify() { return verifyPadValue(*this); }
LogicalResult DynamicPadOp::verify() { return verifyPadValue(*this); }

FailureOr<SymbolicShape> DynamicPadOp::inferShape(Adaptor adaptor,
                                                  ShapeValues &values,
                                                  std::optional<Location> loc) {
  SymbolicShape shape = values.getDims(adaptor.getX());
  auto pads = getVector(values, adaptor.getPads(), loc, "pads");
  if (failed(pads))
    return failure();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(shape.size()));
  std::optional<SmallVector<int64_t>> constants = axes;
  if (adaptor.getAxes())
    constants = getConstantInts(adaptor.getAxes());
  size_t count = constants ? constants->size() : pads->size() / 2;
  if (pads->size() != 2 * count) // C1
    return emitOptionalError(loc, "expected ", 2 * count, " pads, got ",
                             pads->size());
  if (!constants)
    return SymbolicShape(shape.size(), values.unknown());
  auto normal = normalizeAxes(loc, *constants, shape.size());
  if (failed(normal))
    return failure();
  for (auto [i, axis] : llvm::enumerate(*normal))
    shape[axis] = shape[axis] + (*pads)[i] + (*pads)[i + count];
  return shape;
}

//===-- expand, tile ------------------------------------------------------===//

FailureOr<SymbolicShape> ExpandOp::inferShape(Adaptor adaptor,
                                              ShapeValues &values,
                                              std::optional<Location> loc) {
  auto target = getVector(values, adaptor.getShape(), loc, "a shape"); // C1
  if (failed(target))
    return failure();
  SymbolicShape dims = values.getDims(adaptor.getX());
  SymbolicShape shape(std::max(dims.size(), target->size()),
                      values.constant(1));
  llvm::copy(dims, shape.end() - dims.size());
  auto *place = shape.end() - target->size();
  for (AffineExpr element : *target) {
    auto size = getConstant(*place), other = getConstant(element);
    if (other && *other < 0)
      return emitOptionalError(loc, "cannot expand to a dimension of ", *other);
    if (size && other && *size != *other && *size != 1 && *other != 1) // C2
      return emitOptionalError(loc, "cannot expand a dimension of ", *size,
                               " to ", *other);
    *place = values.broadcast(*place, element);
    ++place;
  }
  return shape;
}

FailureOr<SymbolicShape> TileOp::inferShape(Adaptor adaptor,
                                            ShapeValues &values,
                                            std::optional<Location> loc) {
  auto repeats = getVector(values, adaptor.getRepeats(), loc, "repeats");
  if (failed(repeats))
    return failure();
  SymbolicShape shape = values.getDims(adaptor.getX());
  if (repeats->size() != shape.size()) // C1
    return emitOptionalError(loc, "expected ", shape.size(), " repeats, got ",
                             repeats->size());
  for (size_t i = 0; i < shape.size(); ++i)
    shape[i] = shape[i] * (*repeats)[i];
  return shape;
}

} // namespace tvm::graph
