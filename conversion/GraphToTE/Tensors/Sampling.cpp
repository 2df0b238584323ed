// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Samples between elements at data-dependent positions: tables of positions,
// which all channels share, followed by sums over neighbouring elements.

#include "conversion/GraphToTE/Definition.h"
#include "conversion/GraphToTE/Tensors/Interpolation.h"

#include "dialects/Graph/Tensors/GraphSampling.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;
using Compare = te::TEBuilder::Compare;

/// The type in which samples of `type` are computed.
static Type getSampleType(Type type) {
  return isa<FloatType>(type) ? getComputeType(type)
                              : Float32Type::get(type.getContext());
}

//===-- grid_sample -------------------------------------------------------===//

namespace {
class GridSampler {
public:
  GridSampler(GridSampleOp op, Definition &d)
      : op(op), d(d), b(d.b), type(getComputeType(d.operandElement(1))),
        rank(cast<RankedTensorType>(op.getX().getType()).getRank() - 2) {}

  /// Positions along spatial dimension `i`: [N, O1 ... Or].
  Value createPositions(int64_t i, te::Extents dims);
  /// The element nearest to the positions.
  Value readNearest(ArrayRef<Value> positions, te::Axes axes);
  /// One of the elements around the positions, times its weight.
  Value readTap(ArrayRef<Value> positions, te::Axes axes, te::Axes taps);
  /// The number of elements along a side of an interpolation.
  int64_t getNumTaps() { return 2 * reach(); }
  int64_t getRank() const { return rank; }
  Type getValueType() { return getSampleType(d.operandElement(0)); }

private:
  int64_t reach() { return op.getMode() == ResizeMode::Cubic ? 2 : 1; }
  Value number(double value) { return b.constant(type, value); }
  Value size(int64_t i) {
    return b.value(te::Index(b.value(b.dim(d.operands[0], i + 2))), type);
  }
  Value last(int64_t i) { return b.sub(size(i), number(1)); }
  Value floor(Value x) { return math::FloorOp::create(b.builder, b.loc, x); }
  Value reflect(Value x, int64_t i);
  Value pad(Value x, int64_t i);
  Value readAt(ArrayRef<Value> tapPositions, te::Axes axes);
  Value readPosition(Value positions, te::Axes axes);

  GridSampleOp op;
  Definition &d;
  te::TEBuilder &b;
  Type type;
  int64_t rank;
};
} // namespace

/// The integer `x`, reflected at the borders of dimension `i` until it is
/// inside.
Value GridSampler::reflect(Value x, int64_t i) {
  Value low = number(op.getAlignCorners() ? 0 : -0.5);
  Value range = op.getAlignCorners() ? b.max(last(i), number(0.5)) : size(i);
  Value period = b.mul(number(2), range);
  Value distance = math::AbsFOp::create(b.builder, b.loc, b.sub(x, low));
  Value turns = floor(b.div(distance, period));
  Value rest = b.sub(distance, b.mul(turns, period));
  return b.add(low, b.min(rest, b.sub(period, rest)));
}

/// The position that is read instead of an outside position, by the padding
/// mode.
Value GridSampler::pad(Value x, int64_t i) {
  if (op.getPadding() == GridPadding::Zeros)
    return x;
  if (op.getPadding() == GridPadding::Reflection)
    x = reflect(x, i);
  return b.max(number(0), b.min(x, last(i)));
}

Value GridSampler::createPositions(int64_t i, te::Extents dims) {
  return b.compute(type, dims, [&](te::Axes axes) {
    SmallVector<te::Index> at(axes);
    at.push_back(rank - 1 - i);
    Value g = b.add(b.cast(b.read(d.operands[1], at), type), number(1));
    Value x = op.getAlignCorners()
                  ? b.mul(b.mul(g, number(0.5)), last(i))
                  : b.mul(b.sub(b.mul(g, size(i)), number(1)), number(0.5));
    if (op.getMode() == ResizeMode::Nearest)
      x = math::RoundEvenOp::create(b.builder, b.loc, x);
    return x;
  });
}

Value GridSampler::readPosition(Value positions, te::Axes axes) {
  SmallVector<te::Index> at{axes[0]};
  llvm::append_range(at, axes.drop_front(2));
  return b.read(positions, at);
}

/// The element at integer positions, in the type of the computation.
Value GridSampler::readAt(ArrayRef<Value> tapPositions, te::Axes axes) {
  SmallVector<te::Index> at{axes[0], axes[1]};
  for (auto [i, x] : llvm::enumerate(tapPositions))
    at.push_back(b.index(b.cast(pad(x, i), b.builder.getI64Type())));
  Value outside;
  if (op.getPadding() == GridPadding::Zeros)
    outside = b.constantInt(d.operandElement(0), 0);
  return b.read(d.operands[0], at, outside);
}

Value GridSampler::readNearest(ArrayRef<Value> positions, te::Axes axes) {
  return readAt(llvm::map_to_vector(
                    positions, [&](Value p) { return readPosition(p, axes); }),
                axes);
}

Value GridSampler::readTap(ArrayRef<Value> positions, te::Axes axes,
                           te::Axes taps) {
  constexpr double kCoefficient = -0.75;
  SmallVector<Value> at;
  Value weight = number(1);
  for (auto [p, tap] : llvm::zip(positions, taps)) {
    auto [position, share] =
        buildTap(b, readPosition(p, axes), tap - (reach() - 1), [&](Value x) {
          return op.getMode() == ResizeMode::Cubic
                     ? buildCubicWeight(b, x, kCoefficient)
                     : buildLinearWeight(b, x);
        });
    at.push_back(position);
    weight = b.mul(weight, share);
  }
  Value element = b.cast(readAt(at, axes), getValueType(), d.isUnsigned(0));
  return b.mul(element, b.cast(weight, getValueType()));
}

static Results defineGridSample(GridSampleOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  GridSampler sampler(op, d);
  SmallVector<OpFoldResult> places(*dims);
  places.erase(places.begin() + 1);
  SmallVector<Value> positions;
  for (int64_t i = 0; i < sampler.getRank(); ++i)
    positions.push_back(sampler.createPositions(i, places));
  if (op.getMode() == ResizeMode::Nearest)
    return SmallVector<Value>{
        d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
          return sampler.readNearest(positions, axes);
        })};
  SmallVector<OpFoldResult> taps(
      sampler.getRank(), d.b.builder.getIndexAttr(sampler.getNumTaps()));
  Value sum = d.b.reduce(te::Combiner::Sum, sampler.getValueType(), *dims, taps,
                         [&](te::Axes axes, te::Axes tap) {
                           return sampler.readTap(positions, axes, tap);
                         });
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        return d.b.cast(d.b.read(sum, axes), d.resultElement(), false,
                        d.isUnsignedResult());
      })};
}

//===-- deform_columns ----------------------------------------------------===//

namespace {
class DeformSampler {
public:
  DeformSampler(DeformColumnsOp op, Definition &d)
      : op(op), d(d), b(d.b), type(getComputeType(d.operandElement(1))),
        rank(op.getKernel().size()) {
    for (int64_t size : op.getKernel())
      windowSize *= size;
  }

  /// Positions along spatial dimension `i`: [N, groups * K, O1 ... Or].
  Value createPositions(int64_t i, te::Extents dims);
  /// One of the elements around the positions, times its weight and mask.
  Value readTap(ArrayRef<Value> positions, te::Axes axes, te::Axes taps);
  int64_t getRank() const { return rank; }
  int64_t getWindowSize() const { return windowSize; }
  Type getValueType() { return getSampleType(d.operandElement(0)); }

private:
  DeformColumnsOp op;
  Definition &d;
  te::TEBuilder &b;
  Type type;
  int64_t rank, windowSize = 1;
};
} // namespace

Value DeformSampler::createPositions(int64_t i, te::Extents dims) {
  int64_t inner = 1;
  for (int64_t size : op.getKernel().drop_front(i + 1))
    inner *= size;
  return b.compute(type, dims, [&](te::Axes axes) {
    te::Index k = axes[1].mod(windowSize).floorDiv(inner);
    te::Index start = axes[i + 2] * te::Index(op.getStrides()[i]) -
                      te::Index(op.getPads()[i]);
    te::Index place =
        start + k.mod(op.getKernel()[i]) * te::Index(op.getDilations()[i]);
    SmallVector<te::Index> at(axes);
    at[1] = axes[1] * te::Index(rank) + te::Index(i);
    return b.add(b.value(place, type), b.cast(b.read(d.operands[1], at), type));
  });
}

Value DeformSampler::readTap(ArrayRef<Value> positions, te::Axes axes,
                             te::Axes taps) {
  int64_t channels = cast<RankedTensorType>(op.getX().getType()).getDimSize(1) /
                     static_cast<int64_t>(op.getGroups());
  SmallVector<te::Index> window{
      axes[0], axes[1].floorDiv(channels) * te::Index(windowSize) + axes[2]};
  llvm::append_range(window, axes.drop_front(3));
  SmallVector<te::Index> at{axes[0], axes[1]};
  Value weight = b.constant(type, 1);
  for (auto [p, tap] : llvm::zip(positions, taps)) {
    auto [position, share] = buildTap(b, b.read(p, window), tap, [&](Value x) {
      return buildLinearWeight(b, x);
    });
    at.push_back(b.index(b.cast(position, b.builder.getI64Type())));
    weight = b.mul(weight, share);
  }
  if (op.getMask())
    weight = b.mul(weight, b.cast(b.read(d.operands[2], window), type));
  Value zero = b.constant(d.operandElement(0), 0);
  Value element = b.cast(b.read(d.operands[0], at, zero), getValueType());
  return b.mul(element, b.cast(weight, getValueType()));
}

static Results defineDeformColumns(DeformColumnsOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  DeformSampler sampler(op, d);
  SmallVector<OpFoldResult> windows = d.b.dims(d.operands[1]);
  windows[1] = d.b.builder.getIndexAttr(static_cast<int64_t>(op.getGroups()) *
                                        sampler.getWindowSize());
  SmallVector<Value> positions;
  for (int64_t i = 0; i < sampler.getRank(); ++i)
    positions.push_back(sampler.createPositions(i, windows));
  SmallVector<OpFoldResult> taps(sampler.getRank(),
                                 d.b.builder.getIndexAttr(2));
  Value sum = d.b.reduce(te::Combiner::Sum, sampler.getValueType(), *dims, taps,
                         [&](te::Axes axes, te::Axes tap) {
                           return sampler.readTap(positions, axes, tap);
                         });
  return SmallVector<Value>{
      d.b.compute(d.resultElement(), *dims, [&](te::Axes axes) {
        return d.b.cast(d.b.read(sum, axes), d.resultElement());
      })};
}

void attachSamplingDefinitions(MLIRContext *context) {
  attachTensor<GridSampleOp, defineGridSample>(context);
  attachTensor<DeformColumnsOp, defineDeformColumns>(context);
}

} // namespace tvm
