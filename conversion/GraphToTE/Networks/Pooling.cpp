// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphPooling.h"

#include "conversion/GraphToTE/Networks/Windows.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

/// The context of a pooling operator's definition.
namespace {
struct Pool {
  template <typename Op>
  Pool(Op op, Definition &d)
      : window(getPoolWindow(op)),
        layout(op.getLayout(), op.getX().getType().getRank()),
        reduction(getKernelExtents(d, window)) {}

  /// The position that the window at `axes` reads for `reductionAxes`.
  SmallVector<te::Index> getPosition(te::Axes axes,
                                     te::Axes reductionAxes) const {
    SmallVector<te::Index> position(axes);
    SmallVector<te::Index> offsets = reduction.expand(reductionAxes);
    for (int64_t i = 0; i < window.numDims(); ++i)
      position[layout.spatial(i)] =
          axes[layout.spatial(i)] * te::Index(window.strides[i]) +
          offsets[i] * te::Index(window.dilations[i]);
    return position;
  }

  Window window;
  TensorLayout layout;
  ReductionAxes reduction;
};
} // namespace

/// The smallest value of `type`.
static Value getLowest(te::TEBuilder &b, Type type, bool isUnsigned) {
  if (isa<FloatType>(type))
    return b.constant(type, -std::numeric_limits<double>::infinity());
  unsigned width = type.getIntOrFloatBitWidth();
  APInt lowest = isUnsigned ? APInt(width, 0) : APInt::getSignedMinValue(width);
  return b.constantInt(type, lowest.getSExtValue());
}

/// The type in which elements are compared. Padding is -infinity, which some
/// 8-bit floats lack.
static Type getComparedType(Definition &d) {
  auto type = dyn_cast<FloatType>(d.operandElement(0));
  if (type && !APFloat::semanticsHasInf(type.getFloatSemantics()))
    return d.b.builder.getF32Type();
  return d.operandElement(0);
}

//===-- max_pool ----------------------------------------------------------===//

static FailureOr<SmallVector<Value>> defineMaxPool(MaxPoolOp op,
                                                   Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Pool pool(op, d);
  Type element = getComparedType(d);
  bool isUnsigned = d.isUnsigned(0);
  auto lowest = [&] { return getLowest(d.b, element, isUnsigned); };
  Value x = padSpatial(d, castElements(d, d.operands[0], element), pool.window,
                       pool.layout, *dims, lowest);
  auto read = [&](te::Axes axes, te::Axes reduction) {
    return d.b.read(x, pool.getPosition(axes, reduction));
  };
  if (!isUnsigned) {
    Value largest = d.b.reduce(te::Combiner::Max, element, *dims,
                               pool.reduction.extents(), read);
    return SmallVector<Value>{castElements(d, largest, d.operandElement(0))};
  }
  return d.b.reduce(
      lowest(), *dims, pool.reduction.extents(),
      [&](te::Axes axes, te::Axes reduction) {
        return SmallVector<Value>{read(axes, reduction)};
      },
      [&](ValueRange accumulated, ValueRange values) {
        return SmallVector<Value>{
            d.b.max(accumulated[0], values[0], /*isUnsigned=*/true)};
      });
}

//===-- max_pool_with_indices ---------------------------------------------===//

/// Flat `i64` position of `indices` in a tensor of shape `dims`, dimensions in
/// `order` (slowest first).
static Value flatten(Definition &d, te::Axes indices, te::Extents dims,
                     ArrayRef<int64_t> order) {
  Value flat = d.b.value(te::Index(0));
  for (int64_t dim : order)
    flat =
        d.b.add(d.b.mul(flat, d.b.value(dims[dim])), d.b.value(indices[dim]));
  return d.b.value(te::Index(flat), d.b.builder.getI64Type());
}

/// `position`, flat and row-major, as a column-major position.
static Value toColumnMajor(Definition &d, Value position, te::Axes axes,
                           te::Extents dims) {
  int64_t rank = dims.size();
  SmallVector<te::Index> indices(axes);
  Type i64 = d.b.builder.getI64Type();
  SmallVector<int64_t> order{0, 1};
  for (int64_t dim = rank - 1; dim > 1; --dim) {
    Value size = d.b.cast(d.b.value(te::Index(d.b.value(dims[dim])), i64), i64);
    Value quotient = d.b.div(position, size);
    indices[dim] = d.b.index(d.b.sub(position, d.b.mul(quotient, size)));
    position = quotient;
    order.push_back(dim);
  }
  return flatten(d, indices, dims, order);
}

static FailureOr<SmallVector<Value>>
defineMaxPoolWithIndices(MaxPoolWithIndicesOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  if (op.getLayout() != "NCHW")
    return op.emitOpError("has a definition for layout NCHW only");
  Pool pool(op, d);
  Value x = d.operands[0];
  Type element = d.operandElement(0);
  bool isUnsigned = d.isUnsigned(0);
  // Comparisons are signed: unsigned elements are widened.
  Type compared = isUnsigned ? d.b.builder.getI64Type() : getComparedType(d);
  Type i64 = d.b.builder.getI64Type();
  SmallVector<OpFoldResult> xDims = d.b.dims(x);
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, xDims.size()));
  // Padding has the lowest value and comes after all elements.
  Value lowest = getLowest(d.b, isUnsigned ? element : compared, isUnsigned);
  auto withPosition = [&](te::Axes axes) {
    return SmallVector<Value>{d.b.cast(d.b.read(x, axes), compared, isUnsigned),
                              flatten(d, axes, xDims, order)};
  };
  SmallVector<Value> elements =
      d.b.compute(TypeRange{compared, i64}, xDims, withPosition);
  Value values =
      padSpatial(d, elements[0], pool.window, pool.layout, *dims,
                 [&] { return d.b.cast(lowest, compared, isUnsigned); });
  Value positions =
      padSpatial(d, elements[1], pool.window, pool.layout, *dims, [&] {
        return d.b.constantInt(i64, std::numeric_limits<int64_t>::max());
      });
  SmallVector<Value> best = d.b.argReduce(
      te::Combiner::ArgMax, {compared, i64}, *dims, pool.reduction.extents(),
      [&](te::Axes axes, te::Axes reduction) {
        auto position = pool.getPosition(axes, reduction);
        return SmallVector<Value>{d.b.read(values, position),
                                  d.b.read(positions, position)};
      });
  if (op.getColumnMajor())
    best[1] = d.b.compute(i64, *dims, [&](te::Axes axes) {
      return toColumnMajor(d, d.b.read(best[1], axes), axes, xDims);
    });
  return SmallVector<Value>{castElements(d, best[0], element), best[1]};
}

//===-- average_pool, lp_pool ---------------------------------------------===//

/// The number of valid positions of the window along dimension `i`.
static Value countPositions(Definition &d, const Window &window, int64_t i,
                            const te::Index &axis, OpFoldResult size,
                            bool includePadding) {
  DimMath math(d.b.builder, d.b.loc);
  OpFoldResult begin = window.padBegin(math, i, size);
  OpFoldResult end = size;
  if (includePadding)
    end = math.sub(math.add(size, window.padTotal(math, i, size)), begin);
  auto constant = [&](int64_t n) { return d.b.value(te::Index(n)); };
  Value start =
      d.b.sub(d.b.value(axis * te::Index(window.strides[i])), d.b.value(begin));
  Value dilation = constant(window.dilations[i]);
  auto ceilDiv = [&](Value x) {
    return d.b.div(d.b.add(x, constant(window.dilations[i] - 1)), dilation);
  };
  // Offsets `first <= k < last` lie inside: start + k * dilation < end.
  Value last = d.b.min(constant(window.kernel[i]),
                       ceilDiv(d.b.sub(d.b.value(end), start)));
  if (includePadding)
    return last;
  Value first = ceilDiv(d.b.max(d.b.sub(constant(0), start), constant(0)));
  return d.b.sub(last, first);
}

/// Number of elements of the window at `axes`, as `type`.
static Value countElements(Definition &d, const Pool &pool, te::Axes axes,
                           bool includePadding, Type type) {
  bool isConstant =
      !pool.window.needsPadding() || (includePadding && !pool.window.ceilMode);
  int64_t all = 1;
  for (int64_t size : pool.window.kernel)
    all *= size;
  if (isConstant)
    return d.b.constantInt(type, all);
  Value count;
  for (int64_t i = 0; i < pool.window.numDims(); ++i) {
    int64_t dim = pool.layout.spatial(i);
    Value along = countPositions(d, pool.window, i, axes[dim],
                                 d.b.dim(d.operands[0], dim), includePadding);
    count = count ? d.b.mul(count, along) : along;
  }
  return d.b.value(te::Index(count), type);
}

static FailureOr<SmallVector<Value>> defineAveragePool(AveragePoolOp op,
                                                       Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Pool pool(op, d);
  Type element = d.operandElement(0), wide = getComputeType(element);
  Value x = padSpatial(d, d.operands[0], pool.window, pool.layout, *dims,
                       [&] { return d.b.constant(element, 0); });
  Value sum =
      d.b.reduce(te::Combiner::Sum, wide, *dims, pool.reduction.extents(),
                 [&](te::Axes axes, te::Axes reduction) {
                   return readWide(d, x, pool.getPosition(axes, reduction));
                 });
  Value mean = d.b.compute(element, *dims, [&](te::Axes axes) {
    Value count = countElements(d, pool, axes, op.getCountIncludePad(), wide);
    return d.b.cast(d.b.div(d.b.read(sum, axes), count), element);
  });
  return SmallVector<Value>{mean};
}

static FailureOr<SmallVector<Value>> defineLpPool(LpPoolOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Pool pool(op, d);
  Type element = d.operandElement(0), wide = getComputeType(element);
  int64_t p = op.getP();
  Value x = padSpatial(d, d.operands[0], pool.window, pool.layout, *dims,
                       [&] { return d.b.constant(element, 0); });
  auto power = [&](Value value, double exponent) -> Value {
    return math::PowFOp::create(d.b.builder, d.b.loc, value,
                                d.b.constant(wide, exponent));
  };
  Value sum = d.b.reduce(
      te::Combiner::Sum, wide, *dims, pool.reduction.extents(),
      [&](te::Axes axes, te::Axes reduction) -> Value {
        Value value = readWide(d, x, pool.getPosition(axes, reduction));
        if (p == 2)
          return d.b.mul(value, value);
        Value absolute = math::AbsFOp::create(d.b.builder, d.b.loc, value);
        return p == 1 ? absolute : power(absolute, p);
      });
  Value norm = d.b.compute(element, *dims, [&](te::Axes axes) {
    Value value = d.b.read(sum, axes);
    if (p == 2)
      value = math::SqrtOp::create(d.b.builder, d.b.loc, value);
    else if (p != 1)
      value = power(value, 1.0 / p);
    return d.b.cast(value, element);
  });
  return SmallVector<Value>{norm};
}

void attachPoolingDefinitions(MLIRContext *context) {
  attachTensor<MaxPoolOp, defineMaxPool>(context);
  attachTensor<MaxPoolWithIndicesOp, defineMaxPoolWithIndices>(context);
  attachTensor<AveragePoolOp, defineAveragePool>(context);
  attachTensor<LpPoolOp, defineLpPool>(context);
}

} // namespace tvm
