#include "conversion/OnnxToGraph/Windows.h"

#include "dialects/Graph/GraphPooling.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// The window of a pooling node, and its data.
static FailureOr<WindowAttributes> readPool(Node &node) {
  if (failed(node.requiredInput(0)))
    return failure();
  return readWindow(node, node.inputType(0), node.getInts("kernel_shape", {}));
}

static LogicalResult importMaxPool(Node &node) {
  auto window = readPool(node);
  if (failed(window))
    return failure();
  if (!node.hasOutput(1))
    return node.replaceWith<MaxPoolOp>(
        node.input(0), window->kernel, window->strides, window->dilations,
        window->pads, window->ceilMode, StringRef(window->autoPad), "NCHW");
  return node.replaceWith<MaxPoolWithIndicesOp>(
      node.input(0), window->kernel, window->strides, window->dilations,
      window->pads, node.getInt("storage_order", 0) != 0, window->ceilMode,
      StringRef(window->autoPad), "NCHW");
}

static LogicalResult importAveragePool(Node &node) {
  auto window = readPool(node);
  if (failed(window))
    return failure();
  return node.replaceWith<AveragePoolOp>(
      node.input(0), window->kernel, window->strides, window->dilations,
      window->pads, node.getInt("count_include_pad", 0) != 0, window->ceilMode,
      StringRef(window->autoPad), "NCHW");
}

static LogicalResult importLpPool(Node &node) {
  auto window = readPool(node);
  if (failed(window))
    return failure();
  return node.replaceWith<LpPoolOp>(
      node.input(0), window->kernel, window->strides, window->dilations,
      window->pads, node.getInt("p", 2), window->ceilMode,
      StringRef(window->autoPad), "NCHW");
}

void addPooling(NodeImporters &importers) {
  importers.add("MaxPool", importMaxPool);
  importers.add("AveragePool", importAveragePool);
  importers.add("LpPool", importLpPool, 2);
}

} // namespace tvm::onnx_import
