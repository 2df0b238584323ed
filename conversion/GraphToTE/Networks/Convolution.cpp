// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Networks/Convolution.h"

#include "dialects/Graph/Shapes/SizeRemedy.h"

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
    return refuseUnknownSizes(
        op, "expected static channel counts for a grouped convolution");
  return Groups{group, std::max<int64_t>(outputs / group, 1), channels};
}

ReductionAxes Convolution::getReduction(Definition &d, const Window &sum,
                                        OpFoldResult channels) const {
  SmallVector<OpFoldResult> extents = getKernelExtents(d, sum);
  extents.insert(layout.isChannelLast ? extents.end() : extents.begin(),
                 channels);
  return ReductionAxes(extents);
}

Convolution::Product Convolution::getProduct(te::Axes axes,
                                             te::Axes summed) const {
  const te::Index &output = axes[layout.channel()];
  const te::Index &channel =
      layout.isChannelLast ? summed.back() : summed.front();
  Product product;
  product.x.assign(axes.begin(), axes.end());
  product.x[layout.channel()] = groups.getChannel(output, channel);
  product.weight.assign(dims.size(), 0);
  product.weight[kernel.input()] = channel;
  product.weight[kernel.output()] = output;
  te::Axes offsets = summed.slice(!layout.isChannelLast, window.numDims());
  product.offsets.assign(offsets.begin(), offsets.end());
  return product;
}

Value Convolution::finish(Definition &d, Value sums) const {
  constexpr size_t kBias = 2;
  Type element = d.resultElement();
  Value result = castElements(d, sums, element);
  if (d.operands.size() <= kBias)
    return result;
  return d.b.compute(element, dims, [&](te::Axes axes) {
    Value sum = d.b.read(result, axes);
    return d.b.add(sum, d.b.read(d.operands[kBias], {axes[layout.channel()]}));
  });
}

static FailureOr<SmallVector<Value>> defineConv(ConvOp op, Definition &d) {
  if (op.isWinograd())
    return op.emitOpError("expected graph-winograd to replace a convolution "
                          "with ")
           << op.getAlgorithmAttr();
  auto conv = Convolution::get(op, d, op.getAutoPad());
  if (failed(conv))
    return failure();
  const Window &window = conv->window;
  const TensorLayout &layout = conv->layout;
  const KernelLayout &kernel = conv->kernel;
  Type wide = getComputeType(d.resultElement());
  Value weight = d.operands[1];
  Value x = padSpatial(d, d.operands[0], window, layout, conv->dims,
                       [&] { return d.b.constant(d.operandElement(0), 0); });
  ReductionAxes reduction =
      conv->getReduction(d, window, d.b.dim(weight, kernel.input()));
  auto body = [&](te::Axes axes, te::Axes reductionAxes) {
    auto product = conv->getProduct(axes, reduction.expand(reductionAxes));
    for (int64_t i = 0; i < window.numDims(); ++i) {
      const te::Index &offset = product.offsets[i];
      product.weight[kernel.spatial(i)] = offset;
      te::Index &position = product.x[layout.spatial(i)];
      position = position * te::Index(window.strides[i]) +
                 offset * te::Index(window.dilations[i]);
    }
    return d.b.mul(readFactor(d, 0, x, product.x),
                   readFactor(d, 1, weight, product.weight));
  };
  Value sum = d.b.reduce(te::Combiner::Sum, wide, conv->dims,
                         reduction.extents(), body);
  d.setRole(sum);
  return SmallVector<Value>{conv->finish(d, sum)};
}

void attachConvolutionDefinitions(MLIRContext *context) {
  attachTensor<ConvOp, defineConv>(context);
  attachTensor<ConvTransposeOp, defineConvTranspose>(context);
}

} // namespace tvm
