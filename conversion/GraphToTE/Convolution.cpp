#include "dialects/Graph/GraphConvolution.h"

#include "conversion/GraphToTE/Windows.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

namespace {
/// How channels of a grouped convolution are found: channel `i` of the group
/// of a `member` is `member / perMember * channels + i`.
struct Groups {
  int64_t group = 1;
  int64_t membersPerGroup = 1;
  int64_t channelsPerGroup = 1;

  te::Index getChannel(const te::Index &member, const te::Index &i) const {
    if (group == 1)
      return i;
    return member.floorDiv(membersPerGroup) * te::Index(channelsPerGroup) + i;
  }
};
} // namespace

/// Reduction axes in the order of the weights: the spatial ones inside of the
/// input channels, or outside where those are contiguous in the data.
static ReductionAxes getAxes(Definition &d, const Window &window,
                             OpFoldResult channels, bool isChannelLast) {
  SmallVector<OpFoldResult> extents = getKernelExtents(d, window);
  extents.insert(isChannelLast ? extents.end() : extents.begin(), channels);
  return ReductionAxes(extents);
}

//===-- conv --------------------------------------------------------------===//

static FailureOr<SmallVector<Value>> defineConv(ConvOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  auto weightType = op.getWeight().getType();
  int64_t rank = weightType.getRank();
  TensorLayout layout(op.getLayout(), rank);
  KernelLayout kernel(op.getKernelLayout(), rank);
  Window window = getConvolutionWindow(op, op.getAutoPad());
  int64_t group = op.getGroup();
  if (group > 1 && (weightType.isDynamicDim(kernel.input()) ||
                    weightType.isDynamicDim(kernel.output())))
    return op.emitOpError("in groups needs weights of known channels");
  Groups groups{
      group,
      std::max<int64_t>(weightType.getDimSize(kernel.output()) / group, 1),
      weightType.getDimSize(kernel.input())};
  Type element = d.operandElement(0), wide = getComputeType(element);
  Value weight = d.operands[1];
  Value x = padSpatial(d, d.operands[0], window, layout, *dims,
                       [&] { return d.b.constant(element, 0); });
  ReductionAxes reduction =
      getAxes(d, window, d.b.dim(weight, kernel.input()), layout.isChannelLast);
  auto body = [&](te::Axes axes, te::Axes reductionAxes) {
    SmallVector<te::Index> inner = reduction.expand(reductionAxes);
    te::Index channel = layout.isChannelLast ? inner.back() : inner.front();
    te::Axes offsets = te::Axes(inner).slice(!layout.isChannelLast, rank - 2);
    te::Index output = axes[layout.channel()];
    SmallVector<te::Index> xAxes(axes), wAxes(rank, 0);
    xAxes[layout.channel()] = groups.getChannel(output, channel);
    wAxes[kernel.input()] = channel;
    wAxes[kernel.output()] = output;
    for (int64_t i = 0; i < rank - 2; ++i) {
      wAxes[kernel.spatial(i)] = offsets[i];
      xAxes[layout.spatial(i)] =
          axes[layout.spatial(i)] * te::Index(window.strides[i]) +
          offsets[i] * te::Index(window.dilations[i]);
    }
    return d.b.mul(readWide(d, x, xAxes), readWide(d, weight, wAxes));
  };
  Value sum =
      d.b.reduce(te::Combiner::Sum, wide, *dims, reduction.extents(), body);
  return SmallVector<Value>{castElements(d, sum, element)};
}

//===-- conv_transpose ----------------------------------------------------===//

/// Whether windows tile the result: every element comes from one position.
static bool isTiling(ConvTransposeOp op, const Window &window) {
  auto isZero = [](int64_t n) { return n == 0; };
  return ArrayRef<int64_t>(window.kernel) == window.strides &&
         llvm::all_of(window.dilations, [](int64_t n) { return n == 1; }) &&
         llvm::all_of(window.pads, isZero) &&
         llvm::all_of(op.getOutputPadding(), isZero);
}

/// The data spread out by the strides, with zeros between and around its
/// elements, so that an ordinary convolution of stride 1 (with the kernel
/// mirrored) reads all it needs.
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
      if (stride == 1)
        continue;
      Value isMultiple =
          d.b.compare(te::TEBuilder::Compare::EQ,
                      d.b.value(position.mod(stride)), d.b.value(te::Index(0)));
      isElement =
          isElement ? d.b.logicalAnd(isElement, isMultiple) : isMultiple;
    }
    Value zero = d.b.constant(element, 0);
    Value value = d.b.read(x, indices, zero);
    return isElement ? d.b.select(isElement, value, zero) : value;
  });
}

static FailureOr<SmallVector<Value>> defineConvTranspose(ConvTransposeOp op,
                                                         Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  auto xType = op.getX().getType(), weightType = op.getWeight().getType();
  int64_t rank = weightType.getRank(), group = op.getGroup();
  TensorLayout layout(op.getLayout(), rank);
  KernelLayout kernel(op.getKernelLayout(), rank);
  Window window = getConvolutionWindow(op, "NOTSET");
  int64_t channels = xType.getDimSize(layout.channel());
  if (ShapedType::isDynamic(channels))
    channels = weightType.getDimSize(kernel.input());
  int64_t outputs = weightType.getDimSize(kernel.output());
  if (group > 1 &&
      (ShapedType::isDynamic(channels) || ShapedType::isDynamic(outputs)))
    return op.emitOpError("in groups needs weights of known channels");
  Groups groups{group, std::max<int64_t>(outputs, 1), channels / group};
  bool tiling = isTiling(op, window);
  Type element = d.operandElement(0), wide = getComputeType(element);
  Value weight = d.operands[1];
  Value x = tiling ? d.operands[0]
                   : spreadData(d, d.operands[0], window, layout, *dims);
  Window noWindow = window;
  noWindow.kernel.assign(rank - 2, 1);
  OpFoldResult groupChannels =
      group == 1 ? d.b.dim(weight, kernel.input())
                 : OpFoldResult(d.b.builder.getIndexAttr(channels / group));
  ReductionAxes reduction = getAxes(d, tiling ? noWindow : window,
                                    groupChannels, layout.isChannelLast);
  auto body = [&](te::Axes axes, te::Axes reductionAxes) {
    SmallVector<te::Index> inner = reduction.expand(reductionAxes);
    te::Index i = layout.isChannelLast ? inner.back() : inner.front();
    te::Axes offsets = te::Axes(inner).slice(!layout.isChannelLast, rank - 2);
    te::Index output = axes[layout.channel()];
    te::Index channel = groups.getChannel(output, i);
    SmallVector<te::Index> xAxes(axes), wAxes(rank, 0);
    xAxes[layout.channel()] = channel;
    wAxes[kernel.input()] = channel;
    wAxes[kernel.output()] =
        group == 1 ? output : output.mod(groups.membersPerGroup);
    for (int64_t j = 0; j < rank - 2; ++j) {
      te::Index &position = xAxes[layout.spatial(j)];
      te::Index last(window.kernel[j] - 1);
      wAxes[kernel.spatial(j)] =
          tiling ? position.mod(window.strides[j]) : last - offsets[j];
      position = tiling ? position.floorDiv(window.strides[j])
                        : position + offsets[j] * window.dilations[j];
    }
    return d.b.mul(readWide(d, x, xAxes), readWide(d, weight, wAxes));
  };
  Value sum =
      d.b.reduce(te::Combiner::Sum, wide, *dims, reduction.extents(), body);
  return SmallVector<Value>{castElements(d, sum, element)};
}

void attachConvolutionDefinitions(MLIRContext *context) {
  attachTensor<ConvOp, defineConv>(context);
  attachTensor<ConvTransposeOp, defineConvTranspose>(context);
}

} // namespace tvm
