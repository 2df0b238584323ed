// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphResize.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphResize.cpp.inc"

void tvm::graph::GraphDialect::registerResizeOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphResize.cpp.inc"
      >();
}

namespace tvm::graph {

/// Sizes where one scale, the least or the greatest, holds for all axes.
static SymbolicShape applyPolicy(ShapeValues &values, AspectPolicy policy,
                                 ArrayRef<AffineExpr> dims,
                                 ArrayRef<AffineExpr> sizes) {
  std::optional<float> scale;
  for (auto [dim, size] : llvm::zip(dims, sizes)) {
    auto from = dyn_cast<AffineConstantExpr>(dim);
    auto to = dyn_cast<AffineConstantExpr>(size);
    if (!from || !to)
      return SymbolicShape(dims.size(), values.unknown());
    float ratio = static_cast<float>(to.getValue()) / from.getValue();
    if (!scale)
      scale = ratio;
    scale = policy == AspectPolicy::NotLarger ? std::min(*scale, ratio)
                                              : std::max(*scale, ratio);
  }
  return llvm::map_to_vector(dims, [&](AffineExpr dim) {
    int64_t size = cast<AffineConstantExpr>(dim).getValue();
    return values.constant(
        static_cast<int64_t>(std::floor(*scale * size + 0.5f)));
  });
}

/// Sizes of `dims` after resizing, or fails where C1 does not hold.
static FailureOr<SymbolicShape> resizeDims(ResizeOp::Adaptor adaptor,
                                           ShapeValues &values,
                                           ArrayRef<AffineExpr> dims) {
  if (Value operand = adaptor.getSizes()) {
    auto sizes = values.getElements(operand);
    if (!sizes || sizes->size() != dims.size())
      return failure();
    if (adaptor.getPolicy() == AspectPolicy::Stretch)
      return *sizes;
    return applyPolicy(values, adaptor.getPolicy(), dims, *sizes);
  }
  auto type = cast<RankedTensorType>(adaptor.getScales().getType());
  if (!type.hasStaticShape() ||
      type.getNumElements() != static_cast<int64_t>(dims.size()))
    return failure();
  auto scales = getConstantFloats(adaptor.getScales());
  SymbolicShape sizes;
  for (auto [i, dim] : llvm::enumerate(dims))
    sizes.push_back(scales ? values.scale(dim, (*scales)[i])
                           : values.unknown());
  return sizes;
}

/// A region has a start and an end for each axis.
static LogicalResult checkRegion(std::optional<Location> loc, Value roi,
                                 int64_t numAxes) {
  if (!roi)
    return success();
  auto type = cast<RankedTensorType>(roi.getType());
  if (failed(verifyCompatibleShape(type.getShape(), {2 * numAxes}))) // C3
    return emitOptionalError(loc, "expected a roi of ", 2 * numAxes,
                             " numbers, got ", type);
  return success();
}

FailureOr<SymbolicShape> ResizeOp::inferShape(Adaptor adaptor,
                                              ShapeValues &values,
                                              std::optional<Location> loc) {
  SymbolicShape shape = values.getDims(adaptor.getX());
  auto axes = normalizeAxes(loc, adaptor.getAxes(), shape.size()); // C2
  if (failed(axes) || failed(checkRegion(loc, adaptor.getRoi(), axes->size())))
    return failure();
  if (!adaptor.getScales() == !adaptor.getSizes()) // C1
    return emitOptionalError(loc, "expected either scales or sizes");
  SymbolicShape dims =
      llvm::map_to_vector(*axes, [&](int64_t axis) { return shape[axis]; });
  bool isEmpty = llvm::is_contained(dims, values.constant(0));
  if (isEmpty && adaptor.getPolicy() != AspectPolicy::Stretch) // C4
    return emitOptionalError(loc,
                             "expected elements to keep the aspect ratio "
                             "of, got ",
                             adaptor.getX().getType());
  auto sizes = resizeDims(adaptor, values, dims);
  if (failed(sizes)) // C1
    return emitOptionalError(loc, "expected a scale or a size for each of ",
                             axes->size(), " axes");
  for (auto [axis, size] : llvm::zip(*axes, *sizes))
    shape[axis] = size;
  return shape;
}

OpFoldResult ResizeOp::fold(FoldAdaptor) {
  if (getType() != getX().getType() ||
      getCoordinates() == CoordinateMode::TfCropAndResize)
    return {};
  auto scales = getScales() ? getConstantFloats(getScales()) : std::nullopt;
  bool isOne = scales && llvm::all_of(*scales, [](double s) { return s == 1; });
  bool isSameSize = getSizes() && getPolicy() == AspectPolicy::Stretch &&
                    cast<RankedTensorType>(getType()).hasStaticShape();
  return isOne || isSameSize ? OpFoldResult(getX()) : OpFoldResult();
}

} // namespace tvm::graph
