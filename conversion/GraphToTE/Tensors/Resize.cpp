// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resize, one axis after another: tables contain the elements of `x` for each
// element of the result, and their weights.

#include "conversion/GraphToTE/IndexArithmetic.h"
#include "conversion/GraphToTE/Tensors/Interpolation.h"

#include "dialects/Graph/Shapes/SizeRemedy.h"
#include "dialects/Graph/Tensors/GraphResize.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;
using Compare = te::TEBuilder::Compare;

namespace {

/// Scalar expressions for one axis of a resize.
class AxisSampler {
public:
  AxisSampler(ResizeOp op, Definition &d, int64_t index, int64_t axis,
              OpFoldResult outDim)
      : op(op), d(d), b(d.b), a{d.b}, index(index), axis(axis), outDim(outDim),
        f32(d.b.builder.getF32Type()) {}

  /// Whether the axis stays as it is.
  bool isIdentity();
  /// The position of nearest elements, if it is affine.
  std::optional<te::Index> getAffineNearest(const te::Index &axis);
  /// The table of the nearest elements, as integers.
  Value createNearestTable();

  /// Computes the taps: the elements per element of the result, the first one
  /// at `base + first`.
  LogicalResult initializeTaps();
  int64_t getNumTaps() const { return taps; }
  /// The tables [taps, out] of positions inside the axis, as integers, and of
  /// weights.
  Value createPositionTable();
  Value createWeightTable();
  /// `value`, or the extrapolation value if `out` is outside.
  Value extrapolate(const te::Index &out, Value value, Type type);

private:
  using Unary = Value (AxisSampler::*)(Value);
  Value number(double value) { return b.constant(f32, value); }
  Value toFloat(Value indexValue) {
    return b.cast(b.value(te::Index(indexValue), b.builder.getI64Type()), f32);
  }
  Value inSize() { return b.value(b.dim(d.operands[0], axis)); }
  Value outSize() { return b.value(outDim); }
  Value floor(Value x) { return math::FloorOp::create(b.builder, b.loc, x); }
  Value ceil(Value x) { return math::CeilOp::create(b.builder, b.loc, x); }
  Value toInt(Value x) { return b.cast(x, b.builder.getI64Type()); }
  Type getPositionType() { return a.positionType(b.dim(d.operands[0], axis)); }
  Value readFloat(Value graphOperand, int64_t i);
  std::optional<double> getConstantScale();
  Value getScale();
  Value getCommonScale();
  Value getCoordinate(Value out);
  Value getCropCoordinate(Value out);
  Value getSymmetricOffset();
  Value getBase(Value x) { return b.sub(ceil(x), number(1)); }
  Value getWeight(Value distance, Value scale);

  ResizeOp op;
  Definition &d;
  te::TEBuilder &b;
  IndexArithmetic a;
  int64_t index; // among the op's axes
  int64_t axis;  // among the dimensions
  OpFoldResult outDim;
  Type f32;
  int64_t taps = 0;
  int64_t first = 0;
};

} // namespace

//===-- scales and coordinates --------------------------------------------===//

Value AxisSampler::readFloat(Value graphOperand, int64_t i) {
  if (auto floats = getConstantFloats(graphOperand))
    return number((*floats)[i]);
  for (auto [graphValue, storage] : llvm::zip(op->getOperands(), d.operands))
    if (graphValue == graphOperand) {
      Value element = b.read(storage, {te::Index(i)});
      return b.cast(element, f32);
    }
  llvm_unreachable("expected an operand");
}

/// The scale if it is constant.
std::optional<double> AxisSampler::getConstantScale() {
  if (op.getScales()) {
    auto scales = getConstantFloats(op.getScales());
    return scales ? std::optional<double>((*scales)[index]) : std::nullopt;
  }
  auto from = getConstantIntValue(b.dim(d.operands[0], axis));
  auto to = getConstantIntValue(outDim);
  if (op.getPolicy() != AspectPolicy::Stretch || !from || !to || *from == 0)
    return std::nullopt;
  return static_cast<double>(*to) / *from;
}

/// The least or greatest ratio of sizes over all axes.
Value AxisSampler::getCommonScale() {
  Value sizes = d.operands.back();
  int64_t rank = cast<RankedTensorType>(op.getX().getType()).getRank();
  Value scale;
  for (auto [i, dim] : llvm::enumerate(op.getAxes())) {
    Value from =
        toFloat(b.value(b.dim(d.operands[0], dim < 0 ? dim + rank : dim)));
    Value to = b.cast(b.read(sizes, {te::Index(static_cast<int64_t>(i))}), f32);
    Value ratio = b.div(to, from);
    if (!scale)
      scale = ratio;
    else
      scale = op.getPolicy() == AspectPolicy::NotLarger ? b.min(scale, ratio)
                                                        : b.max(scale, ratio);
  }
  return scale;
}

Value AxisSampler::getScale() {
  if (auto scale = getConstantScale())
    return number(*scale);
  if (op.getScales())
    return readFloat(op.getScales(), index);
  if (op.getPolicy() != AspectPolicy::Stretch)
    return getCommonScale();
  return b.div(toFloat(outSize()), toFloat(inSize()));
}

bool AxisSampler::isIdentity() {
  auto from = getConstantIntValue(b.dim(d.operands[0], axis));
  auto scale = getConstantScale();
  return scale == 1 && from && from == getConstantIntValue(outDim) &&
         op.getCoordinates() != CoordinateMode::TfCropAndResize;
}

Value AxisSampler::getCropCoordinate(Value out) {
  int64_t count = op.getAxes().size();
  Value start = op.getRoi() ? readFloat(op.getRoi(), index) : number(0);
  Value end = op.getRoi() ? readFloat(op.getRoi(), index + count) : number(1);
  Value last = b.sub(toFloat(inSize()), number(1));
  Value steps = b.sub(toFloat(outSize()), number(1));
  Value isSingle = b.compare(Compare::LE, steps, number(0));
  Value middle = b.mul(b.mul(number(0.5), b.add(start, end)), last);
  Value scaled = b.div(b.mul(b.mul(out, b.sub(end, start)), last),
                       b.select(isSingle, number(1), steps));
  return b.select(isSingle, middle, b.add(b.mul(start, last), scaled));
}

/// The offset by which half_pixel_symmetric differs from half_pixel.
Value AxisSampler::getSymmetricOffset() {
  Value width = b.mul(getScale(), toFloat(inSize()));
  Value adjustment = b.div(toFloat(outSize()), width);
  Value center = b.mul(toFloat(inSize()), number(0.5));
  return b.mul(center, b.sub(number(1), adjustment));
}

/// The coordinate of element `out` of the result in the axis of `x`.
Value AxisSampler::getCoordinate(Value out) {
  Value one = number(1), half = number(0.5);
  auto halfPixel = [&] {
    return b.sub(b.div(b.add(out, half), getScale()), half);
  };
  switch (op.getCoordinates()) {
  case CoordinateMode::HalfPixel:
    return halfPixel();
  case CoordinateMode::HalfPixelSymmetric:
    return b.add(getSymmetricOffset(), halfPixel());
  case CoordinateMode::PytorchHalfPixel:
    return b.select(b.compare(Compare::GT, toFloat(outSize()), one),
                    halfPixel(), number(0));
  case CoordinateMode::AlignCorners: {
    // ONNX uses the exact length, before it is rounded to a number of elements.
    Value length = b.mul(getScale(), toFloat(inSize()));
    Value isSingle = b.compare(Compare::LE, toFloat(outSize()), one);
    Value steps = b.select(isSingle, one, b.sub(length, one));
    return b.div(b.mul(out, b.sub(toFloat(inSize()), one)), steps);
  }
  case CoordinateMode::Asymmetric:
    return b.div(out, getScale());
  case CoordinateMode::TfHalfPixel:
    return b.div(b.add(out, half), getScale());
  case CoordinateMode::TfCropAndResize:
    return getCropCoordinate(out);
  }
  llvm_unreachable("all modes handled");
}

Value AxisSampler::extrapolate(const te::Index &out, Value value, Type type) {
  if (op.getCoordinates() != CoordinateMode::TfCropAndResize)
    return value;
  Value x = getCoordinate(toFloat(b.value(out)));
  Value last = b.sub(toFloat(inSize()), number(1));
  Value isOutside = b.logicalOr(b.compare(Compare::LT, x, number(0)),
                                b.compare(Compare::GT, x, last));
  Value outside = b.cast(number(op.getExtrapolation().convertToFloat()), type);
  return b.select(isOutside, outside, value);
}

//===-- nearest -----------------------------------------------------------===//

std::optional<te::Index> AxisSampler::getAffineNearest(const te::Index &out) {
  auto scale = getConstantScale();
  if (!scale || *scale != std::floor(*scale) || *scale < 1 || *scale > 1024)
    return std::nullopt;
  // With an integer scale, no coordinate is in the middle of two elements.
  bool isCentered = op.getCoordinates() == CoordinateMode::HalfPixel &&
                    (op.getRounding() == NearestMode::RoundPreferFloor ||
                     op.getRounding() == NearestMode::RoundPreferCeil);
  bool isFloor = op.getRounding() == NearestMode::Floor &&
                 (op.getCoordinates() == CoordinateMode::Asymmetric ||
                  op.getCoordinates() == CoordinateMode::TfHalfPixel);
  if (!isCentered && !isFloor)
    return std::nullopt;
  return out.floorDiv(static_cast<int64_t>(*scale));
}

Value AxisSampler::createNearestTable() {
  return b.compute(getPositionType(), {outDim}, [&](te::Axes axes) {
    Value x = getCoordinate(toFloat(b.value(axes[0])));
    switch (op.getRounding()) {
    case NearestMode::RoundPreferFloor:
      x = ceil(b.sub(x, number(0.5)));
      break;
    case NearestMode::RoundPreferCeil:
      x = floor(b.add(x, number(0.5)));
      break;
    case NearestMode::Floor:
      x = floor(x);
      break;
    case NearestMode::Ceil:
      x = ceil(x);
      break;
    }
    Value last = b.sub(toFloat(inSize()), number(1));
    return b.cast(b.max(number(0), b.min(x, last)), getPositionType());
  });
}

//===-- interpolation -----------------------------------------------------===//

LogicalResult AxisSampler::initializeTaps() {
  int64_t reach = op.getMode() == ResizeMode::Cubic ? 2 : 1;
  first = 1 - reach;
  if (op.getAntialias()) {
    auto from = getConstantIntValue(b.dim(d.operands[0], axis));
    auto to = getConstantIntValue(outDim);
    if (!from || !to || *to == 0)
      return refuseUnknownSizes(
          op, "expected static sizes to resize with antialias");
    // The least scale that gives this size; further taps have no weight.
    double scale = std::min(1.0, static_cast<double>(*to) / *from);
    first = static_cast<int64_t>(std::floor(-reach / scale)) + 1;
  }
  taps = 2 - 2 * first;
  return success();
}

Value AxisSampler::createPositionTable() {
  OpFoldResult count = b.builder.getIndexAttr(taps);
  return b.compute(getPositionType(), {count, outDim}, [&](te::Axes axes) {
    Value base = toInt(getBase(getCoordinate(toFloat(b.value(axes[1])))));
    Value position = a.add(a.cast(base), b.value(axes[0] + te::Index(first)));
    position = a.clamp(position, a.constant(0), a.sub(inSize(), a.constant(1)));
    return b.value(te::Index(position), getPositionType());
  });
}

/// The weight of an element at `distance`.
Value AxisSampler::getWeight(Value distance, Value scale) {
  distance = math::AbsFOp::create(b.builder, b.loc, distance);
  if (op.getAntialias())
    distance = b.mul(distance, b.min(scale, number(1)));
  if (op.getMode() == ResizeMode::Cubic)
    return buildCubicWeight(b, distance,
                            op.getCubicCoefficient().convertToFloat());
  return buildLinearWeight(b, distance);
}

Value AxisSampler::createWeightTable() {
  OpFoldResult count = b.builder.getIndexAttr(taps);
  auto weightOf = [&](const te::Index &out, const te::Index &tap) {
    Value x = getCoordinate(toFloat(b.value(out)));
    Value position =
        b.add(getBase(x), toFloat(b.value(tap + te::Index(first))));
    Value weight = getWeight(b.sub(position, x), getScale());
    if (!op.getExcludeOutside())
      return weight;
    Value last = b.sub(toFloat(inSize()), number(1));
    Value isOutside = b.logicalOr(b.compare(Compare::LT, position, number(0)),
                                  b.compare(Compare::GT, position, last));
    return b.select(isOutside, number(0), weight);
  };
  Value weights = b.compute(f32, {count, outDim}, [&](te::Axes axes) {
    return weightOf(axes[1], axes[0]);
  });
  if (!op.getExcludeOutside() && !op.getAntialias())
    return weights;
  Value sums = b.reduce(te::Combiner::Sum, f32, {outDim}, {count},
                        [&](te::Axes axes, te::Axes reduction) {
                          return b.read(weights, {reduction[0], axes[0]});
                        });
  return b.compute(f32, {count, outDim}, [&](te::Axes axes) {
    return b.div(b.read(weights, axes), b.read(sums, {axes[1]}));
  });
}

//===-- definition --------------------------------------------------------===//

namespace {
struct ResizedAxis {
  AxisSampler sampler;
  int64_t axis;
};
} // namespace

static Results defineNearest(ResizeOp op, Definition &d, te::Extents dims,
                             MutableArrayRef<ResizedAxis> resized) {
  SmallVector<Value> tables;
  for (ResizedAxis &axis : resized)
    tables.push_back(axis.sampler.getAffineNearest(te::Index(0))
                         ? Value()
                         : axis.sampler.createNearestTable());
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), dims, [&](te::Axes axes) {
        SmallVector<te::Index> indices(axes);
        for (auto [table, axis] : llvm::zip(tables, resized)) {
          const te::Index &out = axes[axis.axis];
          indices[axis.axis] = table ? d.b.index(d.b.read(table, {out}))
                                     : *axis.sampler.getAffineNearest(out);
        }
        Value value = d.b.read(d.operands[0], indices);
        for (ResizedAxis &axis : resized)
          value = axis.sampler.extrapolate(axes[axis.axis], value,
                                           d.resultElement());
        return value;
      })};
}

/// Interpolates `x` along one axis, in the compute type.
static Value interpolate(Definition &d, Value x, Type type, te::Extents dims,
                         ResizedAxis &resized) {
  te::TEBuilder &b = d.b;
  AxisSampler &sampler = resized.sampler;
  Value positions = sampler.createPositionTable();
  Value weights = sampler.createWeightTable();
  auto term = [&](te::Axes axes, const te::Index &tap) {
    const te::Index &out = axes[resized.axis];
    SmallVector<te::Index> indices(axes);
    indices[resized.axis] = b.index(b.read(positions, {tap, out}));
    Value element = b.cast(b.read(x, indices), type, d.isUnsigned(0));
    return b.mul(element, b.cast(b.read(weights, {tap, out}), type));
  };
  constexpr int64_t kMaxUnrolled = 4;
  if (sampler.getNumTaps() > kMaxUnrolled) {
    Value sum = b.reduce(te::Combiner::Sum, type, dims,
                         {b.builder.getIndexAttr(sampler.getNumTaps())},
                         [&](te::Axes axes, te::Axes reduction) {
                           return term(axes, reduction[0]);
                         });
    return b.compute(type, dims, [&](te::Axes axes) {
      return sampler.extrapolate(axes[resized.axis], b.read(sum, axes), type);
    });
  }
  return b.compute(type, dims, [&](te::Axes axes) {
    Value sum = term(axes, te::Index(0));
    for (int64_t tap = 1; tap < sampler.getNumTaps(); ++tap)
      sum = b.add(sum, term(axes, te::Index(tap)));
    return sampler.extrapolate(axes[resized.axis], sum, type);
  });
}

static Results defineResize(ResizeOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  int64_t rank = dims->size();
  SmallVector<ResizedAxis> resized;
  for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
    int64_t dim = axis < 0 ? axis + rank : axis;
    AxisSampler sampler(op, d, i, dim, (*dims)[dim]);
    if (!sampler.isIdentity())
      resized.push_back({sampler, dim});
  }
  if (op.getMode() == ResizeMode::Nearest)
    return defineNearest(op, d, *dims, resized);
  Type type = d.resultElement();
  if (!isa<FloatType>(type) || type.getIntOrFloatBitWidth() < 32)
    type = d.b.builder.getF32Type();
  Value x = d.operands[0];
  SmallVector<OpFoldResult> shape = d.b.dims(x);
  for (ResizedAxis &axis : resized) {
    if (failed(axis.sampler.initializeTaps()))
      return failure();
    shape[axis.axis] = (*dims)[axis.axis];
    x = interpolate(d, x, type, shape, axis);
  }
  bool isUnsigned = d.isUnsigned(0);
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        return d.b.cast(d.b.read(x, axes), d.resultElement(), isUnsigned,
                        isUnsigned);
      })};
}

void attachResizeDefinitions(MLIRContext *context) {
  attachTensor<ResizeOp, defineResize>(context);
}

} // namespace tvm
