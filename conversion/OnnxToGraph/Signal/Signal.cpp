// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms of signals, and their use in speech recognition.

#include "conversion/OnnxToGraph/ShapeHelpers.h"
#include "conversion/OnnxToGraph/Signal/Fourier.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Tensors/GraphIndexing.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Input `i`, an integer, as a scalar of i64; null where it is left out.
static Value getInteger(Node &node, Expansion &e, int i) {
  if (!node.hasInput(i))
    return {};
  return e.cast(e.reshape(node.input(i), {}), node.builder().getI64Type());
}

/// Checks a signal of real or complex numbers.
static LogicalResult checkSignal(Node &node, int64_t rank) {
  if (failed(node.requiredInput(0)))
    return failure();
  auto type = node.inputType(0);
  if (type.getRank() >= rank && isa<FloatType>(type.getElementType()) &&
      (type.getShape().back() == 1 || type.getShape().back() == 2))
    return success();
  return node.error() << "expected a signal of " << rank
                      << " or more dimensions, the last of 1 or 2 floats, got "
                      << type;
}

//===-- DFT ---------------------------------------------------------------===//

/// Chooses a transform at run time, since the axis is data: one of the
/// transforms along the axes for which the result has the declared shape.
static LogicalResult chooseTransform(Node &node, Expansion &e,
                                     FourierOptions options) {
  RankedTensorType declared = getStaticOutput(node, 0);
  if (!declared)
    return dataError(node, 2)
           << "expected a constant axis, or a result of static "
              "shape";
  int64_t rank = node.inputType(0).getRank();
  Type i64 = node.builder().getI64Type();
  Value axis = getInteger(node, e, 2), chosen;
  for (options.axis = 0; options.axis < rank - 1; ++options.axis) {
    Value y = transform(node, e, node.input(0), options);
    if (e.failed())
      return failure();
    if (!areCompatibleTypes(y.getType(), declared))
      continue;
    Value isAxis = e.create<OrOp>(
        e.create<EqualOp>(axis, node.scalar(i64, options.axis)),
        e.create<EqualOp>(axis, node.scalar(i64, options.axis - rank)));
    chosen = chosen ? e.create<WhereOp>(isAxis, y, chosen) : y;
  }
  if (!chosen)
    return node.error() << "expected a result of a transform of "
                        << node.inputType(0) << ", got " << declared;
  e.bind(0, chosen);
  return e.result();
}

static LogicalResult importDFT(Node &node) {
  if (failed(checkSignal(node, 2)))
    return failure();
  Expansion e(node);
  FourierOptions options{0, node.getInt("inverse", 0) != 0,
                         node.getInt("onesided", 0) != 0,
                         getInteger(node, e, 1)};
  auto x = node.inputType(0);
  bool isReal = x.getShape().back() == 1;
  if (options.isOneSided && isReal == options.isInverse)
    return node.error() << "expected "
                        << (options.isInverse ? "complex" : "real")
                        << " numbers with onesided, got " << x;
  bool isOld = node.opset() < 20;
  SmallVector<int64_t> axes{node.getInt("axis", isOld ? 1 : -2)};
  if (node.hasInput(2)) {
    auto constant = node.constantInts(2);
    if (!constant)
      return chooseTransform(node, e, options);
    axes = *constant;
  }
  auto axis = requireAxis(node, axes.empty() ? 0 : axes[0], x.getRank());
  if (failed(axis))
    return failure();
  if (*axis == x.getRank() - 1)
    return node.error() << "expected an axis other than the last, got "
                        << axes[0];
  options.axis = *axis;
  e.bind(0, transform(node, e, node.input(0), options));
  return e.result();
}

//===-- STFT --------------------------------------------------------------===//

/// Frames of `length` elements, `step` apart: [batch, frames, length, parts].
static Value createFrames(Node &node, Expansion &e, Value step, Value length) {
  Type i64 = node.builder().getI64Type();
  Value x = node.input(0), one = node.scalar(i64, 1);
  Value room = e.create<SubOp>(e.dim(x, 1), length);
  Value starts =
      e.create<RangeOp>(node.scalar(i64, 0), e.create<AddOp>(room, one), step);
  Value indices = e.create<AddOp>(e.unsqueeze(starts, {1}), e.count(length));
  return e.create<GatherOp>(x, indices, 1);
}

static LogicalResult importSTFT(Node &node) {
  constexpr int kWindow = 2, kLength = 3;
  if (failed(checkSignal(node, 3)) || failed(node.requireInputs(2)))
    return failure();
  auto x = node.inputType(0), window = node.inputType(kWindow);
  bool isOneSided = node.getInt("onesided", 1) != 0;
  if (x.getRank() != 3 || (isOneSided && x.getShape().back() == 2))
    return node.error() << "expected a signal of 3 dimensions, of real numbers "
                           "with onesided, got "
                        << x;
  if (window && window.getRank() != 1)
    return node.error() << "expected a window of one dimension, got " << window;
  Expansion e(node);
  Value length = getInteger(node, e, kLength);
  if (!length)
    length = window ? e.dim(node.input(kWindow), 0) : e.dim(node.input(0), 1);
  Value frames = createFrames(node, e, getInteger(node, e, 1), length);
  if (window)
    frames = e.create<MulOp>(frames, e.unsqueeze(node.input(kWindow), {1}));
  if (e.failed())
    return failure();
  e.bind(0, transform(node, e, frames, {2, false, isOneSided, {}}));
  return e.result();
}

//===-- MelWeightMatrix ---------------------------------------------------===//

/// Frequencies at equal distances on the mel scale, as multiples of the
/// resolution of a transform of `length`.
static Value getFilterPoints(Node &node, Expansion &e, Value bins,
                             Value length) {
  constexpr double kScale = 2595, kCorner = 700;
  Type f64 = node.builder().getF64Type(), i64 = node.builder().getI64Type();
  auto number = [&](double value) { return node.scalar(f64, value); };
  auto toMel = [&](int input) {
    Value hertz = e.cast(e.reshape(node.input(input), {}), f64);
    Value ratio =
        e.create<AddOp>(e.create<DivOp>(hertz, number(kCorner)), number(1));
    return e.create<MulOp>(e.create<LogOp>(ratio),
                           number(kScale / std::log(10.0)));
  };
  Value low = toMel(3), high = toMel(4);
  Value count = e.create<AddOp>(bins, node.scalar(i64, 2));
  Value step = e.create<DivOp>(e.create<SubOp>(high, low), e.cast(count, f64));
  Value mel =
      e.create<AddOp>(e.create<MulOp>(e.cast(e.count(count), f64), step), low);
  Value power =
      e.create<ExpOp>(e.create<MulOp>(mel, number(std::log(10.0) / kScale)));
  Value hertz =
      e.create<MulOp>(e.create<SubOp>(power, number(1)), number(kCorner));
  Value scaled = e.create<MulOp>(
      hertz, e.cast(e.create<AddOp>(length, node.scalar(i64, 1)), f64));
  Value rate = e.cast(getInteger(node, e, 2), f64);
  return e.create<FloorOp>(e.create<DivOp>(scaled, rate));
}

/// Triangles between neighbours of neighbouring points.
static LogicalResult importMelWeightMatrix(Node &node) {
  if (failed(node.requireInputs(5)))
    return failure();
  Type element = getCastableType(node.getInt("output_datatype", 1),
                                 node.builder().getContext());
  if (!element)
    return node.error() << "output_datatype "
                        << node.getInt("output_datatype", 1)
                        << " is not supported";
  Expansion e(node);
  Type f64 = node.builder().getF64Type(), i64 = node.builder().getI64Type();
  Value bins = getInteger(node, e, 0), length = getInteger(node, e, 1);
  Value points = getFilterPoints(node, e, bins, length);
  auto shifted = [&](int64_t start) {
    Value first = e.unsqueeze(node.scalar(i64, start), {0});
    Value end = e.create<AddOp>(first, e.unsqueeze(bins, {0}));
    return e.create<DynamicSliceOp>(points, first, end, Value(), Value());
  };
  Value left = shifted(0), center = shifted(1), right = shifted(2);
  Value half = e.create<AddOp>(e.create<DivOp>(length, node.scalar(i64, 2)),
                               node.scalar(i64, 1));
  Value at = e.unsqueeze(e.cast(e.count(half), f64), {1});
  Value rising =
      e.create<DivOp>(e.create<SubOp>(at, left), e.create<SubOp>(center, left));
  Value falling = e.create<DivOp>(e.create<SubOp>(right, at),
                                  e.create<SubOp>(right, center));
  // Beside a side without width the quotient is infinite, so the other side
  // decides.
  Value sides = e.create<MinOp>(rising, falling);
  Value isPeak = e.create<EqualOp>(at, center);
  Value inside = e.create<MaxOp>(sides, node.scalar(f64, 0));
  e.bind(0, e.cast(e.create<WhereOp>(isPeak, node.scalar(f64, 1), inside),
                   element));
  return e.result();
}

void addSignal(NodeImporters &importers) {
  importers.add("DFT", importDFT, 17);
  importers.add("STFT", importSTFT, 17);
  importers.add("MelWeightMatrix", importMelWeightMatrix, 17);
}

} // namespace tvm::onnx_import
