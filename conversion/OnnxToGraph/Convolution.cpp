#include "conversion/OnnxToGraph/Windows.h"

#include "dialects/Graph/GraphConvolution.h"
#include "dialects/Graph/GraphElementwise.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Adds the bias (input 2, one element per channel) and binds the output.
static LogicalResult finishConvolution(Node &node, Value result) {
  if (!node.hasInput(2)) {
    node.setOutput(0, result);
    return success();
  }
  auto type = cast<RankedTensorType>(result.getType());
  auto bias = alignVector(node, node.input(2), type.getRank(), 1);
  if (failed(bias))
    return failure();
  return node.replaceWith<AddOp>(result, *bias);
}

/// Spatial sizes of the weights; `kernel_shape` has to agree.
static FailureOr<SmallVector<int64_t>> readKernel(Node &node) {
  RankedTensorType weight = node.inputType(1);
  if (weight.getRank() < 3)
    return node.error() << "expected weights of rank 3 or more, got " << weight;
  SmallVector<int64_t> kernel(weight.getShape().drop_front(2));
  SmallVector<int64_t> given = node.getInts("kernel_shape", kernel);
  if (given.size() != kernel.size() ||
      failed(verifyCompatibleShape(given, kernel)))
    return node.error() << "expected kernel_shape [" << kernel << "], got ["
                        << given << "]";
  return kernel;
}

/// The window that the weights (input 1) slide over the data (input 0).
static FailureOr<WindowAttributes> readConvolution(Node &node) {
  if (failed(node.requiredInput(0)) || failed(node.requiredInput(1)))
    return failure();
  auto kernel = readKernel(node);
  if (failed(kernel))
    return failure();
  return readWindow(node, node.inputType(0), *kernel);
}

static LogicalResult importConv(Node &node) {
  auto window = readConvolution(node);
  if (failed(window))
    return failure();
  auto conv = node.create<ConvOp>(node.input(0), node.input(1), window->strides,
                                  window->dilations, window->pads,
                                  StringRef(window->autoPad),
                                  node.getInt("group", 1), "NCHW", "OIHW");
  if (failed(conv))
    return failure();
  return finishConvolution(node, conv->getResult());
}

//===-- ConvTranspose -----------------------------------------------------===//

/// Resolves `output_shape` and `auto_pad` to pads (of which negative ones
/// become output padding). Fails where that needs unknown sizes.
static LogicalResult resolveOutputShape(Node &node, WindowAttributes &window,
                                        StringRef autoPad,
                                        SmallVectorImpl<int64_t> &padding) {
  bool isSame = autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER";
  SmallVector<int64_t> outputShape = node.getInts("output_shape", {});
  if (outputShape.empty() && !isSame)
    return success();
  size_t count = window.kernel.size();
  // Old models list batch and channels, too.
  if (outputShape.size() == count + 2)
    outputShape.erase(outputShape.begin(), outputShape.begin() + 2);
  if (!outputShape.empty() && outputShape.size() != count)
    return node.error() << "expected an output_shape of " << count
                        << " sizes, got " << outputShape.size();
  for (size_t i = 0; i < count; ++i) {
    int64_t size = node.inputType(0).getDimSize(i + 2);
    if (!outputShape.empty() && ShapedType::isDynamic(size))
      return node.error() << "output_shape needs data of known sizes";
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

static LogicalResult importConvTranspose(Node &node) {
  auto window = readConvolution(node);
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
  auto conv = node.create<ConvTransposeOp>(
      node.input(0), node.input(1), window->strides, window->dilations,
      window->pads, padding, node.getInt("group", 1), "NCHW", "IOHW");
  if (failed(conv))
    return failure();
  return finishConvolution(node, conv->getResult());
}

void addConvolution(NodeImporters &importers) {
  importers.add("Conv", importConv);
  importers.add("ConvTranspose", importConvTranspose);
}

} // namespace tvm::onnx_import
