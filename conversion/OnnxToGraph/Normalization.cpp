#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphNormalization.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static APFloat getEpsilon(Node &node) {
  return APFloat(node.getFloat("epsilon", 1e-5f));
}

static LogicalResult importBatchNorm(Node &node) {
  for (int i = 0; i < 5; ++i)
    if (failed(node.requiredInput(i)))
      return failure();
  if (node.getInt("training_mode", 0) != 0)
    return node.error() << "training_mode is not supported";
  if (node.opset() < 9 && node.getInt("spatial", 1) == 0)
    return node.error() << "spatial = 0 is not supported";
  return node.replaceWith<BatchNormOp>(node.input(0), node.input(1),
                                       node.input(2), node.input(3),
                                       node.input(4), getEpsilon(node), "NCHW");
}

/// Attribute `axis`, counted from 0.
static int64_t getAxis(Node &node) {
  int64_t axis = node.getInt("axis", -1);
  return axis < 0 ? axis + node.inputType(0).getRank() : axis;
}

static LogicalResult importLayerNorm(Node &node) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1);
  if (failed(x) || failed(scale))
    return failure();
  return node.replaceWith<LayerNormOp>(*x, *scale, node.input(2), getAxis(node),
                                       getEpsilon(node));
}

static LogicalResult importRMSNorm(Node &node) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1);
  if (failed(x) || failed(scale))
    return failure();
  return node.replaceWith<RMSNormOp>(*x, *scale, getAxis(node),
                                     getEpsilon(node));
}

static LogicalResult importGroupNorm(Node &node, int64_t groups) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1),
       bias = node.requiredInput(2);
  if (failed(x) || failed(scale) || failed(bias))
    return failure();
  return node.replaceWith<GroupNormOp>(*x, *scale, *bias, groups,
                                       getEpsilon(node), "NCHW");
}

static LogicalResult importGroupNormalization(Node &node) {
  return importGroupNorm(node, node.getInt("num_groups", 1));
}

/// As many groups as channels.
static LogicalResult importInstanceNorm(Node &node) {
  auto x = node.requiredInput(0), scale = node.requiredInput(1);
  if (failed(x) || failed(scale))
    return failure();
  auto type = node.inputType(0);
  int64_t channels =
      type.getRank() < 2 ? ShapedType::kDynamic : type.getDimSize(1);
  if (ShapedType::isDynamic(channels))
    return node.error() << "expected data of a known number of channels, got "
                        << type;
  return importGroupNorm(node, channels);
}

static LogicalResult importLRN(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto number = [&](StringRef name, float defaultValue) {
    return APFloat(node.getFloat(name, defaultValue));
  };
  return node.replaceWith<LRNOp>(*x, node.getInt("size", 0),
                                 number("alpha", 1e-4f), number("beta", 0.75f),
                                 number("bias", 1.0f), "NCHW");
}

void addNormalization(NodeImporters &importers) {
  importers.add("BatchNormalization", importBatchNorm);
  importers.add("LayerNormalization", importLayerNorm);
  importers.add("RMSNormalization", importRMSNorm);
  importers.add("GroupNormalization", importGroupNormalization, 18);
  importers.add("InstanceNormalization", importInstanceNorm);
  importers.add("LRN", importLRN);
}

} // namespace tvm::onnx_import
