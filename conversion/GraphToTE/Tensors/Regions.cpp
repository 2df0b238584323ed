// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pooling of regions of an image.

#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Tensors/GraphSampling.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;
using Compare = te::TEBuilder::Compare;

static Value floorOf(te::TEBuilder &b, Value x) {
  return math::FloorOp::create(b.builder, b.loc, x);
}

static Value ceilOf(te::TEBuilder &b, Value x) {
  return math::CeilOp::create(b.builder, b.loc, x);
}

//===-- roi_align ---------------------------------------------------------===//

namespace {
/// Samples of the bins of regions. Side 0 means rows, side 1 columns.
class BinSampler {
public:
  BinSampler(RoiAlignOp op, Definition &d)
      : op(op), d(d), b(d.b), type(getComputeType(d.operandElement(0))) {}

  /// The position in the image of each sample of each bin of each region, [R,
  /// bins, samples]; `kOutside` and `kNone` mark samples without one.
  Value createPositions(int side, OpFoldResult regions, OpFoldResult samples);
  /// The contribution of sample `s` to an element of the result.
  Value readSample(ArrayRef<Value> positions, te::Axes axes, te::Axes s);
  /// The number of samples of a region's bins, at least 1.
  Value countSamples(te::Index region);
  Type getType() const { return type; }

private:
  static constexpr double kOutside = -1, kNone = -2;

  Value number(double value) { return b.constant(type, value); }
  Value imageSize(int side) {
    return b.value(te::Index(b.value(b.dim(d.operands[0], side + 2))), type);
  }
  Value readCorner(te::Index region, int side, bool isEnd);
  Value getBinSize(te::Index region, int side);
  Value getCount(te::Index region, int side);
  Value readCorners(te::Axes axes, Value y, Value x);

  RoiAlignOp op;
  Definition &d;
  te::TEBuilder &b;
  Type type;
};
} // namespace

/// A coordinate of a region in the image; x comes first.
Value BinSampler::readCorner(te::Index region, int side, bool isEnd) {
  int64_t column = (isEnd ? 2 : 0) + 1 - side;
  Value x = b.cast(b.read(d.operands[1], {region, column}), type);
  Value scaled = b.mul(x, number(op.getScale().convertToDouble()));
  return op.getHalfPixel() ? b.sub(scaled, number(0.5)) : scaled;
}

Value BinSampler::getBinSize(te::Index region, int side) {
  Value size =
      b.sub(readCorner(region, side, true), readCorner(region, side, false));
  if (!op.getHalfPixel())
    size = b.max(size, number(1));
  return b.div(size, number(static_cast<double>(op.getSize()[side])));
}

Value BinSampler::getCount(te::Index region, int side) {
  if (int64_t ratio = op.getSamplingRatio())
    return number(static_cast<double>(ratio));
  return ceilOf(b, getBinSize(region, side));
}

Value BinSampler::countSamples(te::Index region) {
  return b.max(b.mul(getCount(region, 0), getCount(region, 1)), number(1));
}

Value BinSampler::createPositions(int side, OpFoldResult regions,
                                  OpFoldResult samples) {
  OpFoldResult bins = b.builder.getIndexAttr(op.getSize()[side]);
  return b.compute(type, {regions, bins, samples}, [&](te::Axes at) {
    Value size = getBinSize(at[0], side), count = getCount(at[0], side);
    Value sample = b.value(at[2], type);
    Value share = b.div(b.add(sample, number(0.5)), count);
    Value x = b.add(readCorner(at[0], side, false),
                    b.mul(b.add(b.value(at[1], type), share), size));
    Value last = b.sub(imageSize(side), number(1));
    Value isOutside = b.logicalOr(b.compare(Compare::LT, x, number(-1)),
                                  b.compare(Compare::GT, x, imageSize(side)));
    Value position = b.max(number(0), b.min(x, last));
    return b.select(b.compare(Compare::LT, sample, count),
                    b.select(isOutside, number(kOutside), position),
                    number(kNone));
  });
}

/// The sum, or the maximum, of the shares of the four elements around (y, x).
Value BinSampler::readCorners(te::Axes axes, Value y, Value x) {
  IndexArithmetic a{b};
  Type i64 = b.builder.getI64Type();
  Value image = a.position(b.read(d.operands[2], {axes[0]}),
                           b.value(b.dim(d.operands[0], 0)), /*clamped=*/true);
  Value result;
  for (int corner = 0; corner < 4; ++corner) {
    SmallVector<te::Index> at{te::Index(image), axes[1]};
    Value weight = number(1);
    for (auto [side, position] : {std::pair(0, y), {1, x}}) {
      Value floor = floorOf(b, position);
      bool isNext = (corner >> side & 1) != 0;
      Value rest = b.sub(position, floor);
      weight = b.mul(weight, isNext ? rest : b.sub(number(1), rest));
      Value index = a.cast(b.cast(floor, i64));
      Value last =
          a.sub(b.value(b.dim(d.operands[0], side + 2)), a.constant(1));
      at.push_back(te::Index(a.clamp(
          isNext ? a.add(index, a.constant(1)) : index, a.constant(0), last)));
    }
    Value share = b.mul(weight, b.cast(b.read(d.operands[0], at), type));
    result = !result       ? share
             : op.getMax() ? b.max(result, share)
                           : b.add(result, share);
  }
  return result;
}

Value BinSampler::readSample(ArrayRef<Value> positions, te::Axes axes,
                             te::Axes s) {
  Value y = b.read(positions[0], {axes[0], axes[2], s[0]});
  Value x = b.read(positions[1], {axes[0], axes[3], s[1]});
  Value least = b.min(y, x);
  Value value = readCorners(axes, y, x);
  double none = op.getMax() ? -std::numeric_limits<double>::infinity() : 0;
  Value isSample = b.compare(Compare::GT, least, number(kNone));
  return b.select(b.compare(Compare::GE, least, number(0)), value,
                  b.select(isSample, number(0), number(none)));
}

static Results defineRoiAlign(RoiAlignOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  te::TEBuilder &b = d.b;
  BinSampler sampler(op, d);
  Type type = sampler.getType();
  SmallVector<OpFoldResult> samples{b.dim(d.operands[3], 0),
                                    b.dim(d.operands[4], 0)};
  SmallVector<Value> positions;
  for (int side : {0, 1})
    positions.push_back(
        sampler.createPositions(side, dims->front(), samples[side]));
  te::Combiner combiner = op.getMax() ? te::Combiner::Max : te::Combiner::Sum;
  Value pooled =
      b.reduce(combiner, type, *dims, samples, [&](te::Axes axes, te::Axes s) {
        return sampler.readSample(positions, axes, s);
      });
  return SmallVector<Value>{
      b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        Value value = b.read(pooled, axes);
        Value zero = b.constant(type, 0);
        double none = -std::numeric_limits<double>::infinity();
        Value isNone = b.compare(Compare::EQ, value, b.constant(type, none));
        value = op.getMax() ? b.select(isNone, zero, value)
                            : b.div(value, sampler.countSamples(axes[0]));
        return b.cast(value, d.resultElement());
      })};
}

//===-- max_roi_pool ------------------------------------------------------===//

namespace {
/// The range of elements in bins of regions.
class BinRange {
public:
  BinRange(MaxRoiPoolOp op, Definition &d)
      : op(op), d(d), b(d.b), type(getComputeType(d.operandElement(0))) {}

  /// Whether element `x` of a side is in a bin.
  Value contains(te::Index region, int side, te::Index bin, te::Index x);

private:
  Value number(double value) { return b.constant(type, value); }
  Value round(Value x);
  Value readCorner(te::Index region, int side, bool isEnd);

  MaxRoiPoolOp op;
  Definition &d;
  te::TEBuilder &b;
  Type type;
};
} // namespace

Value BinRange::round(Value x) {
  return math::RoundOp::create(b.builder, b.loc, x);
}

Value BinRange::readCorner(te::Index region, int side, bool isEnd) {
  int64_t column = (isEnd ? 3 : 1) + 1 - side;
  Value x = b.cast(b.read(d.operands[1], {region, column}), type);
  return round(b.mul(x, number(op.getScale().convertToDouble())));
}

Value BinRange::contains(te::Index region, int side, te::Index bin,
                         te::Index x) {
  Value start = readCorner(region, side, false);
  Value length = b.add(b.sub(readCorner(region, side, true), start), number(1));
  Value size = b.div(b.max(length, number(1)),
                     number(static_cast<double>(op.getSize()[side])));
  Value low = b.add(start, floorOf(b, b.mul(b.value(bin, type), size)));
  Value high = b.add(start, ceilOf(b, b.mul(b.value(bin + 1, type), size)));
  Value position = b.value(x, type);
  return b.logicalAnd(b.compare(Compare::LE, low, position),
                      b.compare(Compare::LT, position, high));
}

/// Reduces the rows of each bin first, then its columns.
static Results defineMaxRoiPool(MaxRoiPoolOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  te::TEBuilder &b = d.b;
  Type type = getComputeType(d.resultElement());
  BinRange range(op, d);
  auto none = [&] {
    return b.constant(type, -std::numeric_limits<double>::infinity());
  };
  SmallVector<OpFoldResult> rowDims(*dims);
  rowDims[3] = b.dim(d.operands[0], 3);
  Value rows = b.reduce(
      te::Combiner::Max, type, rowDims, b.dim(d.operands[0], 2),
      [&](te::Axes at, te::Axes y) {
        Value image = IndexArithmetic{b}.position(
            b.cast(b.read(d.operands[1], {at[0], 0}), b.builder.getI64Type()),
            b.value(b.dim(d.operands[0], 0)), /*clamped=*/true);
        Value element =
            b.read(d.operands[0], {te::Index(image), at[1], y[0], at[3]});
        return b.select(range.contains(at[0], 0, at[2], y[0]),
                        b.cast(element, type), none());
      });
  Value bins = b.reduce(
      te::Combiner::Max, type, *dims, rowDims[3], [&](te::Axes at, te::Axes x) {
        Value element = b.read(rows, {at[0], at[1], at[2], x[0]});
        return b.select(range.contains(at[0], 1, at[3], x[0]), element, none());
      });
  return SmallVector<Value>{
      b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        Value value = b.read(bins, axes);
        Value isNone = b.compare(Compare::EQ, value, none());
        return b.cast(b.select(isNone, b.constant(type, 0), value),
                      d.resultElement());
      })};
}

void attachRegionDefinitions(MLIRContext *context) {
  attachTensor<RoiAlignOp, defineRoiAlign>(context);
  attachTensor<MaxRoiPoolOp, defineMaxRoiPool>(context);
}

} // namespace tvm
