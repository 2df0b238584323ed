// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Networks/Convolution.h"

#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/SizeErrors.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Shapes/FormatShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// The spatial sizes of the weights, which `kernel_shape` must equal.
static FailureOr<SmallVector<int64_t>> readKernel(Node &node,
                                                  RankedTensorType weight) {
  if (weight.getRank() < 3)
    return node.error() << "expected weights of rank 3 or more, got " << weight;
  SmallVector<int64_t> kernel(weight.getShape().drop_front(2));
  SmallVector<int64_t> given = node.getInts("kernel_shape", kernel);
  if (given.size() != kernel.size() ||
      failed(verifyCompatibleShape(given, kernel)))
    return node.error() << "expected kernel_shape [" << formatShape(kernel)
                        << "], got [" << given << "]";
  return kernel;
}

/// The window that `weight` slides over `x`.
static FailureOr<WindowAttributes> readConvolution(Node &node, Value x,
                                                   Value weight) {
  auto kernel = readKernel(node, cast<RankedTensorType>(weight.getType()));
  if (failed(kernel))
    return failure();
  return readWindow(node, cast<RankedTensorType>(x.getType()), *kernel);
}

FailureOr<Value> createConvolution(Node &node, Value x, Value weight,
                                   Value bias) {
  auto window = readConvolution(node, x, weight);
  if (failed(window))
    return failure();
  auto conv = node.create<ConvOp>(
      x, weight, bias, window->strides, window->dilations, window->pads,
      StringRef(window->autoPad), node.getInt("group", 1), "NCHW", "OIHW",
      /*algorithm=*/Attribute());
  if (failed(conv))
    return failure();
  return conv->getResult();
}

static LogicalResult importConv(Node &node) {
  auto x = node.requiredInput(0), weight = node.requiredInput(1);
  if (failed(x) || failed(weight))
    return failure();
  auto conv = createConvolution(node, *x, *weight, node.input(2));
  if (failed(conv))
    return failure();
  node.setOutput(0, *conv);
  return success();
}

//===-- ConvTranspose -----------------------------------------------------===//

/// Drops sizes of batch and channels, which old models list, too.
static LogicalResult dropOuterSizes(Node &node,
                                    SmallVectorImpl<int64_t> &outputShape) {
  auto weight = node.inputType(1);
  int64_t channels = weight.isDynamicDim(1)
                         ? ShapedType::kDynamic
                         : weight.getDimSize(1) * node.getInt("group", 1);
  SmallVector<int64_t> expected{node.inputType(0).getDimSize(0), channels};
  if (failed(
          verifyCompatibleShape(ArrayRef(outputShape).take_front(2), expected)))
    return node.error() << "expected an output_shape of spatial sizes, or of "
                           "batch and channels ["
                        << formatShape(expected) << "] before these, got ["
                        << outputShape << "]";
  outputShape.erase(outputShape.begin(), outputShape.begin() + 2);
  return success();
}

/// Resolves `output_shape` and `auto_pad` to pads; negative pads become output
/// padding. Fails where that requires dynamic sizes.
static LogicalResult resolveOutputShape(Node &node, WindowAttributes &window,
                                        StringRef autoPad,
                                        SmallVectorImpl<int64_t> &padding) {
  bool isSame = autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER";
  SmallVector<int64_t> outputShape = node.getInts("output_shape", {});
  if (outputShape.empty() && !isSame)
    return success();
  size_t count = window.kernel.size();
  if (outputShape.size() == count + 2 &&
      failed(dropOuterSizes(node, outputShape)))
    return failure();
  if (!outputShape.empty() && outputShape.size() != count)
    return node.error() << "expected an output_shape of " << count
                        << " sizes, got " << outputShape.size();
  for (size_t i = 0; i < count; ++i) {
    int64_t size = node.inputType(0).getDimSize(i + 2);
    if (!outputShape.empty() && ShapedType::isDynamic(size))
      return sizeError(node)
             << "expected data of static sizes with output_shape";
    int64_t extent = (window.kernel[i] - 1) * window.dilations[i] + 1;
    int64_t stride = window.strides[i];
    int64_t total = outputShape.empty() ? extent + padding[i] - stride
                                        : stride * (size - 1) + padding[i] +
                                              extent - outputShape[i];
    padding[i] += std::max<int64_t>(-total, 0);
    total = std::max<int64_t>(total, 0);
    int64_t begin = autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
    window.pads[i] = begin;
    window.pads[i + count] = total - begin;
  }
  return success();
}

/// Converts ONNX's weights, which have the channels of all groups and the
/// results of one, to weights with the channels of one group and all results.
static FailureOr<Value> joinGroups(Node &node) {
  Value weight = node.input(1);
  auto type = node.inputType(1);
  int64_t group = node.getInt("group", 1);
  if (group <= 1)
    return weight;
  int64_t channels = type.getDimSize(0), results = type.getDimSize(1);
  if (ShapedType::isDynamic(channels) || ShapedType::isDynamic(results) ||
      channels % group != 0)
    return sizeError(node) << "expected weights with static channels in "
                           << group << " groups, got " << type;
  SmallVector<int64_t> divided{group, channels / group, results};
  SmallVector<int64_t> joined{channels / group, group * results};
  llvm::append_range(divided, type.getShape().drop_front(2));
  llvm::append_range(joined, type.getShape().drop_front(2));
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, divided.size()));
  std::swap(order[0], order[1]);
  Expansion e(node);
  Value x = e.create<TransposeOp>(e.reshape(weight, divided), order);
  Value y = e.reshape(x, joined);
  if (e.failed())
    return failure();
  return y;
}

static LogicalResult importConvTranspose(Node &node) {
  auto x = node.requiredInput(0), weight = node.requiredInput(1);
  if (failed(x) || failed(weight))
    return failure();
  auto window = readConvolution(node, *x, *weight);
  if (failed(window))
    return failure();
  size_t count = window->kernel.size();
  std::string autoPad = node.getString("auto_pad", "NOTSET");
  if (autoPad != "NOTSET" && !autoPad.empty())
    window->pads.assign(2 * count, 0);
  SmallVector<int64_t> padding =
      node.getInts("output_padding", SmallVector<int64_t>(count, 0));
  if (padding.size() != count)
    return node.error() << "expected an output_padding of " << count
                        << " sizes, got " << padding.size();
  if (failed(resolveOutputShape(node, *window, autoPad, padding)))
    return failure();
  auto joined = joinGroups(node);
  if (failed(joined))
    return failure();
  return node.replaceWith<ConvTransposeOp>(
      node.input(0), *joined, node.input(2), window->strides, window->dilations,
      window->pads, padding, node.getInt("group", 1), "NCHW", "IOHW");
}

void addConvolution(NodeImporters &importers) {
  importers.add("Conv", importConv);
  importers.add("ConvTranspose", importConvTranspose);
}

} // namespace tvm::onnx_import
