// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Networks/Convolution.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

#include <numeric>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

/// Whether windows tile the result, so that each element comes from one
/// position.
static bool isTiling(const Window &window, ArrayRef<int64_t> outputPadding) {
  auto isZero = [](int64_t n) { return n == 0; };
  return ArrayRef<int64_t>(window.kernel) == window.strides &&
         llvm::all_of(window.dilations, [](int64_t n) { return n == 1; }) &&
         llvm::all_of(window.pads, isZero) &&
         llvm::all_of(outputPadding, isZero);
}

/// The conjunction of `tests` and the test whether `position` is a multiple of
/// `step`.
static Value addMultipleTest(te::TEBuilder &b, Value tests,
                             const te::Index &position, int64_t step) {
  Value test = b.compare(te::TEBuilder::Compare::EQ,
                         b.value(position.mod(step)), b.value(te::Index(0)));
  return tests ? b.logicalAnd(tests, test) : test;
}

/// The data spread out by the strides, with zeros between and around its
/// elements, for an ordinary convolution of stride 1 with the mirrored kernel.
static Value spreadData(Definition &d, Value x, const Window &window,
                        const TensorLayout &layout, te::Extents dims) {
  DimMath math(d.b.builder, d.b.loc);
  Type element = d.operandElement(0);
  SmallVector<OpFoldResult> sizes = d.b.dims(x), spread = sizes;
  for (int64_t i = 0; i < window.numDims(); ++i)
    spread[layout.spatial(i)] =
        math.add(dims[layout.spatial(i)], math.constant(window.extent(i) - 1));
  return d.b.compute(element, spread, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes);
    Value isElement;
    for (int64_t i = 0; i < window.numDims(); ++i) {
      int64_t stride = window.strides[i];
      te::Index &index = indices[layout.spatial(i)];
      te::Index position =
          index - te::Index(window.extent(i) - 1 - window.pads[i]);
      index = position.floorDiv(stride);
      if (stride != 1)
        isElement = addMultipleTest(d.b, isElement, position, stride);
    }
    Value zero = d.b.constant(element, 0);
    Value value = d.b.read(x, indices, zero);
    return isElement ? d.b.select(isElement, value, zero) : value;
  });
}

/// Whether the result has several phases, sets of positions with equal
/// remainders modulo the strides. Each phase is an ordinary convolution of the
/// data; it has no taps, and is 0, where a stride leaves out the position.
static bool hasPhases(const Window &window) {
  return llvm::all_of(window.dilations, [](int64_t n) { return n == 1; }) &&
         llvm::any_of(window.strides, [](int64_t n) { return n > 1; });
}

namespace {
/// A transposed convolution, phase by phase. Position o = q * s + r of the
/// result combines, for each of its taps t, weight (r + p) mod s + t * s with
/// element q + (r + p) div s - t of the data (stride s, padding p). If the
/// kernel is not a multiple of the stride, some phases have one tap less, or
/// none.
class Phases {
public:
  Phases(Definition &d, const Convolution &conv)
      : d(d), window(conv.window), layout(conv.layout), kernel(conv.kernel),
        groups(conv.groups), dims(conv.dims), math(d.b.builder, d.b.loc) {}

  /// The result, of element type `wide`.
  Value build(Type wide);

private:
  int64_t getTaps(int64_t i) const {
    return llvm::divideCeil(window.kernel[i], window.strides[i]);
  }
  /// The number of zeros that the first window reads in front of the data.
  int64_t getBegin(int64_t i) const {
    return std::max<int64_t>(
        getTaps(i) - 1 - window.pads[i] / window.strides[i], 0);
  }
  OpFoldResult getQuotients(int64_t i) {
    return math.ceilDiv(dims[layout.spatial(i)], window.strides[i]);
  }
  Value padData(Value x);
  /// The conjunction of `tests` and the test whether `index` is in [0, size).
  Value addTest(Value tests, const te::Index &index, int64_t size);
  Value multiply(Value x, te::Axes axes, te::Axes taps, const te::Index &input);

  Definition &d;
  const Window &window;
  const TensorLayout &layout;
  const KernelLayout &kernel;
  const Groups &groups;
  te::Extents dims;
  DimMath math;
};
} // namespace

Value Phases::padData(Value x) {
  Type element = d.operandElement(0);
  SmallVector<OpFoldResult> padded = d.b.dims(x);
  for (int64_t i = 0; i < window.numDims(); ++i) {
    int64_t s = window.strides[i];
    int64_t reach = (s - 1 + window.pads[i]) / s;
    padded[layout.spatial(i)] =
        math.add(getQuotients(i), math.constant(reach + getBegin(i)));
  }
  return d.b.compute(element, padded, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes);
    for (int64_t i = 0; i < window.numDims(); ++i)
      indices[layout.spatial(i)] =
          indices[layout.spatial(i)] - te::Index(getBegin(i));
    return d.b.read(x, indices, d.b.constant(element, 0));
  });
}

/// The position of the quotient of spatial dimension `i` among axes in which
/// each quotient is followed by its remainder.
static int64_t getQuotientAxis(const TensorLayout &layout, int64_t i) {
  return layout.spatial(i) + i;
}

Value Phases::addTest(Value tests, const te::Index &index, int64_t size) {
  auto map = AffineMap::get(index.getOperands().size(), 0,
                            index.getExpr(d.b.builder.getContext()));
  Value value = affine::AffineApplyOp::create(d.b.builder, d.b.loc, map,
                                              index.getOperands());
  Value test = d.b.compare(te::TEBuilder::Compare::LT, value,
                           d.b.value(te::Index(size)), /*isUnsigned=*/true);
  return tests ? d.b.logicalAnd(tests, test) : test;
}

Value Phases::multiply(Value x, te::Axes axes, te::Axes taps,
                       const te::Index &input) {
  int64_t rank = dims.size();
  SmallVector<te::Index> xAxes(rank, 0), wAxes(rank, 0);
  Value isTap;
  xAxes[0] = axes[0];
  const te::Index &output = axes[layout.isChannelLast ? axes.size() - 1 : 1];
  xAxes[layout.channel()] = groups.getChannel(output, input);
  wAxes[kernel.input()] = input;
  wAxes[kernel.output()] = output;
  for (int64_t i = 0; i < window.numDims(); ++i) {
    int64_t s = window.strides[i], position = getQuotientAxis(layout, i);
    te::Index shifted = axes[position + 1] + te::Index(window.pads[i]);
    xAxes[layout.spatial(i)] =
        axes[position] + shifted.floorDiv(s) - taps[i] + te::Index(getBegin(i));
    wAxes[kernel.spatial(i)] = shifted.mod(s) + taps[i] * te::Index(s);
    if (window.kernel[i] % s != 0)
      isTap = addTest(isTap, wAxes[kernel.spatial(i)], window.kernel[i]);
  }
  Value weight = d.operands[1], element = readFactor(d, 0, x, xAxes);
  if (!isTap)
    return d.b.mul(element, readFactor(d, 1, weight, wAxes));
  Value tap =
      readFactor(d, 1, weight, wAxes, d.b.constant(d.operandElement(1), 0));
  return d.b.select(isTap, d.b.mul(element, tap),
                    d.b.constant(element.getType(), 0));
}

Value Phases::build(Type wide) {
  Value x = padData(d.operands[0]);
  SmallVector<OpFoldResult> phased, extents;
  for (int64_t axis = 0; axis < static_cast<int64_t>(dims.size()); ++axis) {
    int64_t i = axis - layout.spatial(0);
    if (i < 0 || i >= window.numDims()) {
      phased.push_back(dims[axis]);
      continue;
    }
    phased.push_back(getQuotients(i));
    phased.push_back(math.constant(window.strides[i]));
    extents.push_back(math.constant(getTaps(i)));
  }
  extents.push_back(d.b.dim(d.operands[1], kernel.input()));
  ReductionAxes reduction(extents);
  Value sum = d.b.reduce(
      te::Combiner::Sum, wide, phased, reduction.extents(),
      [&](te::Axes axes, te::Axes reduced) {
        SmallVector<te::Index> inner = reduction.expand(reduced);
        return multiply(x, axes, te::Axes(inner).drop_back(), inner.back());
      });
  return d.b.compute(wide, dims, [&](te::Axes axes) {
    SmallVector<te::Index> indices;
    for (auto [axis, index] : llvm::enumerate(axes)) {
      int64_t i = static_cast<int64_t>(axis) - layout.spatial(0);
      if (i < 0 || i >= window.numDims()) {
        indices.push_back(index);
        continue;
      }
      indices.push_back(index.floorDiv(window.strides[i]));
      indices.push_back(index.mod(window.strides[i]));
    }
    return d.b.read(sum, indices);
  });
}

/// The sums, in type `wide`.
static Value sumWindows(Definition &d, const Convolution &conv,
                        ArrayRef<int64_t> outputPadding, Type wide) {
  const Window &window = conv.window;
  const TensorLayout &layout = conv.layout;
  const KernelLayout &kernel = conv.kernel;
  bool tiling = isTiling(window, outputPadding);
  if (!tiling && hasPhases(window))
    return Phases(d, conv).build(wide);
  Value weight = d.operands[1];
  Value x = tiling ? d.operands[0]
                   : spreadData(d, d.operands[0], window, layout, conv.dims);
  Window noWindow = window;
  noWindow.kernel.assign(window.numDims(), 1);
  ReductionAxes reduction = conv.getReduction(d, tiling ? noWindow : window,
                                              d.b.dim(weight, kernel.input()));
  auto body = [&](te::Axes axes, te::Axes reductionAxes) {
    auto product = conv.getProduct(axes, reduction.expand(reductionAxes));
    for (int64_t i = 0; i < window.numDims(); ++i) {
      const te::Index &offset = product.offsets[i];
      te::Index &position = product.x[layout.spatial(i)];
      te::Index last(window.kernel[i] - 1);
      product.weight[kernel.spatial(i)] =
          tiling ? position.mod(window.strides[i]) : last - offset;
      position = tiling ? position.floorDiv(window.strides[i])
                        : position + offset * window.dilations[i];
    }
    return d.b.mul(readFactor(d, 0, x, product.x),
                   readFactor(d, 1, weight, product.weight));
  };
  return d.b.reduce(te::Combiner::Sum, wide, conv.dims, reduction.extents(),
                    body);
}

namespace {
/// A transposed convolution whose strides and dilations have a common divisor,
/// the step. Only elements at multiples of the step, counted from the first
/// window, are sums, which a convolution with smaller strides and dilations
/// computes. All others are 0.
class SteppedSums {
public:
  explicit SteppedSums(const Convolution &conv) : conv(conv) {
    for (auto [stride, dilation] :
         llvm::zip(conv.window.strides, conv.window.dilations)) {
      steps.push_back(std::gcd(stride, dilation));
      strides.push_back(stride / steps.back());
      dilations.push_back(dilation / steps.back());
    }
    pads.assign(conv.window.pads.size(), 0);
  }

  bool isNeeded() const {
    return llvm::any_of(steps, [](int64_t step) { return step > 1; });
  }

  Value build(Definition &d, Type wide) const;

private:
  Convolution getInner(Definition &d) const;

  const Convolution &conv;
  SmallVector<int64_t> steps, strides, dilations, pads;
};
} // namespace

Convolution SteppedSums::getInner(Definition &d) const {
  Convolution inner = conv;
  inner.window.strides = strides;
  inner.window.dilations = dilations;
  inner.window.pads = pads;
  DimMath math(d.b.builder, d.b.loc);
  for (int64_t i = 0; i < inner.window.numDims(); ++i) {
    int64_t dim = inner.layout.spatial(i);
    inner.dims[dim] = math.add(
        math.mul(d.b.dim(d.operands[0], dim), math.constant(strides[i])),
        math.constant(inner.window.extent(i) - strides[i]));
  }
  return inner;
}

Value SteppedSums::build(Definition &d, Type wide) const {
  Value sums = sumWindows(d, getInner(d), pads, wide);
  return d.b.compute(wide, conv.dims, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes);
    Value isSum;
    for (auto [i, step] : llvm::enumerate(steps)) {
      te::Index &index = indices[conv.layout.spatial(i)];
      te::Index position = index + te::Index(conv.window.pads[i]);
      index = position.floorDiv(step);
      if (step > 1)
        isSum = addMultipleTest(d.b, isSum, position, step);
    }
    Value zero = d.b.constant(wide, 0);
    return d.b.select(isSum, d.b.read(sums, indices, zero), zero);
  });
}

/// Whether windows do not touch each other, and leave elements of the result
/// between them that are 0.
static bool leavesGaps(const Window &window) {
  auto pairs = llvm::zip(window.kernel, window.strides);
  return llvm::all_of(window.dilations, [](int64_t n) { return n == 1; }) &&
         llvm::all_of(
             pairs, [](auto p) { return std::get<0>(p) <= std::get<1>(p); }) &&
         llvm::any_of(pairs,
                      [](auto p) { return std::get<0>(p) < std::get<1>(p); });
}

/// The sums, in type `wide`, of windows with gaps between them. The sums are
/// computed for windows side by side; the result reads its elements from these.
static Value sumSeparateWindows(Definition &d, const Convolution &conv,
                                Type wide) {
  const Window &window = conv.window;
  Convolution inner = conv;
  SmallVector<int64_t> noPads(window.pads.size(), 0);
  inner.window.strides = window.kernel;
  inner.window.pads = noPads;
  DimMath math(d.b.builder, d.b.loc);
  for (int64_t i = 0; i < window.numDims(); ++i) {
    int64_t dim = conv.layout.spatial(i);
    inner.dims[dim] =
        math.mul(d.b.dim(d.operands[0], dim), math.constant(window.kernel[i]));
  }
  SmallVector<int64_t> noPadding(window.numDims(), 0);
  Value sums = sumWindows(d, inner, noPadding, wide);
  return d.b.compute(wide, conv.dims, [&](te::Axes axes) {
    SmallVector<te::Index> indices(axes);
    Value isSum;
    for (int64_t i = 0; i < window.numDims(); ++i) {
      int64_t stride = window.strides[i], kernel = window.kernel[i];
      te::Index &index = indices[conv.layout.spatial(i)];
      te::Index position = index + te::Index(window.pads[i]);
      te::Index place = position.mod(stride);
      index = position.floorDiv(stride) * te::Index(kernel) + place;
      if (kernel < stride) {
        Value test =
            d.b.compare(te::TEBuilder::Compare::LT, d.b.value(place),
                        d.b.value(te::Index(kernel)), /*isUnsigned=*/true);
        isSum = isSum ? d.b.logicalAnd(isSum, test) : test;
      }
    }
    Value zero = d.b.constant(wide, 0);
    return d.b.select(isSum, d.b.read(sums, indices, zero), zero);
  });
}

FailureOr<SmallVector<Value>> defineConvTranspose(ConvTransposeOp op,
                                                  Definition &d) {
  auto conv = Convolution::get(op, d, "NOTSET");
  if (failed(conv))
    return failure();
  Type wide = getComputeType(d.resultElement());
  SteppedSums stepped(*conv);
  Value sums;
  if (stepped.isNeeded())
    sums = stepped.build(d, wide);
  else if (leavesGaps(conv->window))
    sums = sumSeparateWindows(d, *conv, wide);
  else
    sums = sumWindows(d, *conv, op.getOutputPadding(), wide);
  return SmallVector<Value>{conv->finish(d, sums)};
}

} // namespace tvm
