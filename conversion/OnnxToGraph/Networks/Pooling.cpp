// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Networks/Windows.h"
#include "conversion/OnnxToGraph/SizeErrors.h"

#include "dialects/Graph/Networks/GraphPooling.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"

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
  if (node.getInt("p", 2) < 1)
    return node.error() << "expected a positive p, got " << node.getInt("p", 2);
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

//===-- MaxUnpool ---------------------------------------------------------===//

/// The static shape of the data before pooling.
static FailureOr<SmallVector<int64_t>> getUnpooledShape(Node &node) {
  auto kernel = node.getInts("kernel_shape", {});
  auto window = readWindow(node, node.inputType(0), kernel);
  if (failed(window))
    return failure();
  SmallVector<int64_t> shape(node.inputType(0).getShape());
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return sizeError(node) << "expected data of static shape, got "
                           << node.inputType(0);
  size_t count = kernel.size();
  for (size_t i = 0; i < count; ++i) {
    int64_t &size = shape[i + 2];
    size = (size - 1) * window->strides[i] + kernel[i] - window->pads[i] -
           window->pads[i + count];
    if (size < 0)
      return node.error() << "expected pads that leave a size, got " << size
                          << " for dimension " << i + 2;
  }
  return shape;
}

/// Value `x` as a vector.
static FailureOr<Value> flatten(Node &node, Value x) {
  auto reshape = node.create<ReshapeOp>(x, node.constant({-1}), false);
  if (failed(reshape))
    return failure();
  return reshape->getResult();
}

/// Pads `x` at the ends of its dimensions to `shape`.
static LogicalResult growToShape(Node &node, Value x, ArrayRef<int64_t> shape) {
  if (!node.hasInput(2)) {
    node.setOutput(0, x);
    return success();
  }
  auto given = node.constantInts(2);
  RankedTensorType declared = node.declaredOutputType(0);
  if (!given && declared && declared.hasStaticShape())
    given = llvm::to_vector(declared.getShape());
  if (!given || given->size() != shape.size())
    return sizeError(node, 2) << "expected an output_shape of " << shape.size()
                              << " sizes that are known";
  SmallVector<int64_t> low(shape.size(), 0), high;
  for (auto [size, target] : llvm::zip(shape, *given))
    high.push_back(target - size);
  return node.replaceWith<PadOp>(x, Value(), low, high, PadMode::Constant);
}

/// Writes elements to the positions in `Indices` of a tensor of zeros.
static LogicalResult importMaxUnpool(Node &node) {
  auto x = node.requiredInput(0), indices = node.requiredInput(1);
  if (failed(x) || failed(indices))
    return failure();
  auto shape = getUnpooledShape(node);
  auto values = flatten(node, *x), positions = flatten(node, *indices);
  if (failed(shape) || failed(values) || failed(positions))
    return failure();
  Type element = node.inputType(0).getElementType();
  auto type =
      RankedTensorType::get(ShapedType::getNumElements(*shape), element);
  Value zeros =
      ConstantOp::create(node.builder(), node.loc(),
                         cast<TypedAttr>(DenseElementsAttr::get(
                             type, node.builder().getZeroAttr(element))));
  auto scattered = node.create<ScatterElementsOp>(zeros, *positions, *values, 0,
                                                  ScatterReduction::None);
  if (failed(scattered))
    return failure();
  auto result = node.create<ReshapeOp>(scattered->getResult(),
                                       node.constant(*shape), false);
  if (failed(result))
    return failure();
  return growToShape(node, result->getResult(), *shape);
}

void addPooling(NodeImporters &importers) {
  importers.add("MaxPool", importMaxPool);
  importers.add("AveragePool", importAveragePool);
  importers.add("LpPool", importLpPool, 2);
  importers.add("MaxUnpool", importMaxUnpool);
  importers.add("GlobalAveragePool", importGlobalAveragePool);
  importers.add("GlobalMaxPool", importGlobalMaxPool);
  importers.add("GlobalLpPool", importGlobalLpPool, 2);
}

} // namespace tvm::onnx_import
