#include "conversion/GraphToTE/Convolution.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

FailureOr<Groups> Groups::get(Operation *op, int64_t group,
                              RankedTensorType weight,
                              const KernelLayout &kernel) {
  int64_t channels = weight.getDimSize(kernel.input());
  int64_t outputs = weight.getDimSize(kernel.output());
  if (group > 1 &&
      (ShapedType::isDynamic(channels) || ShapedType::isDynamic(outputs)))
    return op->emitOpError("in groups needs weights of known channels");
  return Groups{group, std::max<int64_t>(outputs / group, 1), channels};
}

ReductionAxes getConvolutionAxes(Definition &d, const Window &window,
                                 OpFoldResult channels, bool isChannelLast) {
  SmallVector<OpFoldResult> extents = getKernelExtents(d, window);
  extents.insert(isChannelLast ? extents.end() : extents.begin(), channels);
  return ReductionAxes(extents);
}

static FailureOr<SmallVector<Value>> defineConv(ConvOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  auto weightType = op.getWeight().getType();
  int64_t rank = weightType.getRank();
  TensorLayout layout(op.getLayout(), rank);
  KernelLayout kernel(op.getKernelLayout(), rank);
  Window window = getConvolutionWindow(op, op.getAutoPad());
  auto groups = Groups::get(op, op.getGroup(), weightType, kernel);
  if (failed(groups))
    return failure();
  Type element = d.operandElement(0), wide = getComputeType(element);
  Value weight = d.operands[1];
  Value x = padSpatial(d, d.operands[0], window, layout, *dims,
                       [&] { return d.b.constant(element, 0); });
  ReductionAxes reduction = getConvolutionAxes(
      d, window, d.b.dim(weight, kernel.input()), layout.isChannelLast);
  auto body = [&](te::Axes axes, te::Axes reductionAxes) {
    SmallVector<te::Index> inner = reduction.expand(reductionAxes);
    te::Index channel = layout.isChannelLast ? inner.back() : inner.front();
    te::Axes offsets = te::Axes(inner).slice(!layout.isChannelLast, rank - 2);
    const te::Index &output = axes[layout.channel()];
    SmallVector<te::Index> xAxes(axes), wAxes(rank, 0);
    xAxes[layout.channel()] = groups->getChannel(output, channel);
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

void attachConvolutionDefinitions(MLIRContext *context) {
  attachTensor<ConvOp, defineConv>(context);
  attachTensor<ConvTransposeOp, defineConvTranspose>(context);
}

} // namespace tvm
