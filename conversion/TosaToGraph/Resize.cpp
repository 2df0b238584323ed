// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphResize.h"

#include "conversion/TosaToGraph/Patterns.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

namespace {
/// A dimension: its sizes, and the position `(i * d + offset) / n` in the data
/// of element `i` of the result.
struct Axis {
  int64_t from, to, n, d, offset;

  bool isScaledBySizes() const { return to * d == from * n; }
  bool isAsymmetric() const { return offset == 0 && isScaledBySizes(); }
  bool isHalfPixel() const { return 2 * offset == d - n && isScaledBySizes(); }
  bool alignsCorners() const {
    return offset == 0 && (to - 1) * d == (from - 1) * n;
  }
};
} // namespace

static std::optional<CoordinateMode> getCoordinates(ArrayRef<Axis> axes) {
  if (llvm::all_of(axes, [](const Axis &a) { return a.isAsymmetric(); }))
    return CoordinateMode::Asymmetric;
  if (llvm::all_of(axes, [](const Axis &a) { return a.isHalfPixel(); }))
    return CoordinateMode::HalfPixel;
  if (llvm::all_of(axes, [](const Axis &a) { return a.alignsCorners(); }))
    return CoordinateMode::AlignCorners;
  return std::nullopt;
}

static SmallVector<Axis> readAxes(tosa::ResizeOp op, Expansion &e) {
  SmallVector<int64_t> scale = e.getShape(op.getScale());
  SmallVector<int64_t> offset = e.getShape(op.getOffset());
  auto from = cast<RankedTensorType>(op.getInput().getType());
  auto to = cast<RankedTensorType>(op.getType());
  SmallVector<Axis> axes;
  for (int64_t i : {0, 1}) {
    if (from.isDynamicDim(i + 1) || to.isDynamicDim(i + 1))
      e.refuse("expected known heights and widths");
    if (!e.failed())
      axes.push_back({from.getDimSize(i + 1), to.getDimSize(i + 1),
                      scale[2 * i], scale[2 * i + 1], offset[i]});
  }
  return axes;
}

static Value convertResize(tosa::ResizeOp op, tosa::ResizeOp::Adaptor x,
                           Expansion &e) {
  SmallVector<Axis> axes = readAxes(op, e);
  bool isBilinear = op.getMode() == tosa::ResizeMode::BILINEAR;
  if (isBilinear && !isa<FloatType>(getElementTypeOrSelf(x.getInput())))
    return e.refuse("expected floats to interpolate, got integers");
  auto coordinates = getCoordinates(axes);
  if (!coordinates)
    return e.refuse("expected elements that lie asymmetrically, at half pixels "
                    "or with corners on corners");
  if (e.failed())
    return {};
  return e.create<ResizeOp>(
      x.getInput(), /*roi=*/Value(), /*scales=*/Value(),
      e.constant({axes[0].to, axes[1].to}), ArrayRef<int64_t>{1, 2},
      isBilinear ? graph::ResizeMode::Linear : graph::ResizeMode::Nearest,
      *coordinates, NearestMode::RoundPreferCeil, AspectPolicy::Stretch,
      APFloat(-0.75f), APFloat(0.0f), /*exclude_outside=*/false,
      /*antialias=*/false);
}

void addResize(Patterns &patterns) {
  patterns.add<tosa::ResizeOp>(convertResize);
}

} // namespace tvm::tosa_to_graph
