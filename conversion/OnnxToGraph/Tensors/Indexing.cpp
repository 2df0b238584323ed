// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/ShapeHelpers.h"

#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// All inputs, of which the operator needs at least `count`.
static FailureOr<SmallVector<Value>> getInputs(Node &node, int count) {
  SmallVector<Value> inputs;
  for (int i = 0; i < count; ++i) {
    auto input = node.requiredInput(i);
    if (failed(input))
      return failure();
    inputs.push_back(*input);
  }
  return inputs;
}

template <typename Op> static LogicalResult importGather(Node &node) {
  auto inputs = getInputs(node, 2);
  if (failed(inputs))
    return failure();
  return node.replaceWith<Op>((*inputs)[0], (*inputs)[1],
                              node.getInt("axis", 0));
}

static LogicalResult importGatherND(Node &node) {
  auto inputs = getInputs(node, 2);
  if (failed(inputs))
    return failure();
  return node.replaceWith<GatherNDOp>((*inputs)[0], (*inputs)[1],
                                      node.getInt("batch_dims", 0));
}

static FailureOr<ScatterReduction> getReduction(Node &node) {
  std::string name = node.getString("reduction", "none");
  if (auto reduction = symbolizeScatterReduction(name))
    return *reduction;
  return node.error() << "reduction '" << name << "' is not supported";
}

static LogicalResult importScatterElements(Node &node) {
  auto inputs = getInputs(node, 3);
  auto reduction = getReduction(node);
  if (failed(inputs) || failed(reduction))
    return failure();
  return node.replaceWith<ScatterElementsOp>(
      (*inputs)[0], (*inputs)[1], (*inputs)[2], node.getInt("axis", 0),
      *reduction);
}

static LogicalResult importScatterND(Node &node) {
  auto inputs = getInputs(node, 3);
  auto reduction = getReduction(node);
  if (failed(inputs) || failed(reduction))
    return failure();
  // A single update is a list of one.
  SmallVector<Value> &x = *inputs;
  for (int i = 1; i < 3 && node.inputType(1).getRank() == 1; ++i) {
    auto list = node.create<UnsqueezeOp>(x[i], ArrayRef<int64_t>{0});
    if (failed(list))
      return failure();
    x[i] = *list;
  }
  return node.replaceWith<ScatterNDOp>(x[0], x[1], x[2], *reduction);
}

static LogicalResult importTensorScatter(Node &node) {
  auto inputs = getInputs(node, 2);
  if (failed(inputs))
    return failure();
  std::string mode = node.getString("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return node.error() << "mode '" << mode << "' is not supported";
  return node.replaceWith<TensorScatterOp>(
      (*inputs)[0], (*inputs)[1], node.input(2), node.getInt("axis", -2),
      mode == "circular");
}

static LogicalResult importOneHot(Node &node) {
  auto inputs = getInputs(node, 3);
  if (failed(inputs))
    return failure();
  int64_t axis = node.getInt("axis", -1);
  int64_t rank = node.inputType(0).getRank() + 1;
  auto normal = normalizeAxis(node.loc(), axis, rank);
  if (!normal)
    return failure();
  // The depth may have any type, but is a constant or declared.
  Value depth = (*inputs)[1];
  RankedTensorType declared = getStaticOutput(node, 0);
  auto floats = node.constantFloats(1);
  if (auto ints = node.constantInts(1); ints && ints->size() == 1)
    depth = node.constant(*ints);
  else if (floats && floats->size() == 1)
    depth = node.constant({static_cast<int64_t>((*floats)[0])});
  else if (declared && declared.getRank() == rank)
    depth = node.constant({declared.getDimSize(*normal)});
  return node.replaceWith<OneHotOp>((*inputs)[0], depth, (*inputs)[2], axis);
}

static LogicalResult importReverseSequence(Node &node) {
  auto inputs = getInputs(node, 2);
  if (failed(inputs))
    return failure();
  return node.replaceWith<ReverseSequenceOp>((*inputs)[0], (*inputs)[1],
                                             node.getInt("batch_axis", 1),
                                             node.getInt("time_axis", 0));
}

void addIndexing(NodeImporters &importers) {
  importers.add("Gather", importGather<GatherOp>);
  importers.add("GatherElements", importGather<GatherElementsOp>, 11);
  importers.add("GatherND", importGatherND, 11);
  importers.add("Scatter", importScatterElements, 9);
  importers.add("ScatterElements", importScatterElements, 11);
  importers.add("ScatterND", importScatterND, 11);
  importers.add("TensorScatter", importTensorScatter, 24);
  importers.add("OneHot", importOneHot, 9);
  importers.add("ReverseSequence", importReverseSequence, 10);
}

} // namespace tvm::onnx_import
