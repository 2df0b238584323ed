#include "conversion/OnnxToGraph/Windows.h"

#include "dialects/Graph/GraphPooling.h"
#include "dialects/Graph/GraphReduction.h"

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

//===-- global pooling ----------------------------------------------------===//

/// Reduces all spatial dimensions to 1.
static LogicalResult importGlobalPool(Node &node, ReduceKind kind) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  int64_t rank = node.inputType(0).getRank();
  if (rank < 2)
    return node.error() << "expected data of rank 2 or more, got "
                        << node.inputType(0);
  auto axes = llvm::to_vector(llvm::seq<int64_t>(2, rank));
  return node.replaceWith<ReduceOp>(*x, kind, axes, /*keepdims=*/true);
}

static LogicalResult importGlobalAveragePool(Node &node) {
  return importGlobalPool(node, ReduceKind::Mean);
}

static LogicalResult importGlobalMaxPool(Node &node) {
  return importGlobalPool(node, ReduceKind::Max);
}

static LogicalResult importGlobalLpPool(Node &node) {
  int64_t p = node.getInt("p", 2);
  if (p != 1 && p != 2)
    return node.error() << "expected p of 1 or 2, got " << p;
  return importGlobalPool(node, p == 1 ? ReduceKind::L1 : ReduceKind::L2);
}

void addPooling(NodeImporters &importers) {
  importers.add("MaxPool", importMaxPool);
  importers.add("AveragePool", importAveragePool);
  importers.add("LpPool", importLpPool, 2);
  importers.add("GlobalAveragePool", importGlobalAveragePool);
  importers.add("GlobalMaxPool", importGlobalMaxPool);
  importers.add("GlobalLpPool", importGlobalLpPool, 2);
}

} // namespace tvm::onnx_import
