// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ai.onnx.preview.training.Gradient: `xs`, `zs` and `y` name a part of the
// graph, a function of `xs` and `zs`. The inputs are the point at which it is
// differentiated.

#include "transforms/Graph/Gradient/Gradient.h"

#include "conversion/OnnxToGraph/Importer.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace tvm::onnx_import {

namespace {
/// The function's arguments, in the graph and at the point.
struct Arguments {
  SmallVector<Value> named, given;
};
} // namespace

static LogicalResult addArguments(Node &node, StringRef attribute,
                                  Arguments &arguments) {
  for (StringRef name : node.getStrings(attribute)) {
    int i = static_cast<int>(arguments.given.size());
    Value named = node.lookup(name);
    if (!named)
      return node.error() << "expected '" << attribute
                          << "' to name tensors of the graph, got '" << name
                          << "'";
    auto given = node.requiredInput(i);
    if (failed(given))
      return failure();
    if (given->getType() != named.getType())
      return node.error() << "expected input " << i << " to be of the type of '"
                          << name << "', " << named.getType() << ", got "
                          << given->getType();
    arguments.named.push_back(named);
    arguments.given.push_back(*given);
  }
  return success();
}

/// A separate value for `value` until the function is differentiated, because
/// two variables may have the same tensor.
static Value createVariable(Node &node, Value value) {
  return UnrealizedConversionCastOp::create(node.builder(), node.loc(),
                                            value.getType(), value)
      .getResult(0);
}

/// `y` computed from `given` instead of `named`.
static Value copyFunction(Node &node, Value y, ValueRange named,
                          ValueRange given) {
  IRMapping mapping;
  for (auto [from, to] : llvm::zip(named, given))
    mapping.map(from, to);
  if (mapping.contains(y) || !y.getDefiningOp())
    return mapping.lookupOrDefault(y);
  llvm::SmallPtrSet<Operation *, 8> ends;
  for (Value value : named)
    if (Operation *op = value.getDefiningOp())
      ends.insert(op);
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *op) {
    return !ends.contains(op) &&
           op->getBlock() == y.getDefiningOp()->getBlock();
  };
  llvm::SetVector<Operation *> slice;
  (void)getBackwardSlice(y, &slice, options);
  for (Operation *op : slice)
    node.builder().clone(*op, mapping);
  return mapping.lookupOrDefault(y);
}

static LogicalResult checkVariables(Node &node, Value y, ValueRange xs) {
  SmallVector<Value> values{y};
  llvm::append_range(values, xs);
  for (Value value : values)
    if (!isa<FloatType>(getElementTypeOrSelf(value)))
      return node.error() << "expected floats to differentiate, got "
                          << value.getType();
  return success();
}

static LogicalResult importGradient(Node &node) {
  Arguments arguments;
  if (failed(addArguments(node, "xs", arguments)))
    return failure();
  size_t numVariables = arguments.given.size();
  if (failed(addArguments(node, "zs", arguments)))
    return failure();
  std::string name = node.getString("y", "");
  Value y = node.lookup(name);
  if (!y)
    return node.error() << "expected 'y' to name a tensor of the graph, got '"
                        << name << "'";
  auto given = ArrayRef(arguments.given).take_front(numVariables);
  if (failed(checkVariables(node, y, given)))
    return failure();
  SmallVector<Value> variables, inputs(arguments.given);
  for (auto [i, value] : llvm::enumerate(given))
    variables.push_back(inputs[i] = createVariable(node, value));
  Value result = copyFunction(node, y, arguments.named, inputs);
  auto gradients =
      graph::buildGradients(node.builder(), node.loc(), result, variables);
  for (auto [variable, value] : llvm::zip(variables, given)) {
    variable.replaceAllUsesWith(value);
    variable.getDefiningOp()->erase();
  }
  if (failed(gradients))
    return failure();
  for (auto [i, gradient] : llvm::enumerate(*gradients))
    if (node.hasOutput(i))
      node.setOutput(i, gradient);
  return success();
}

void addGradient(NodeImporters &importers) {
  importers.add("Gradient", importGradient, 1, "ai.onnx.preview.training");
}

} // namespace tvm::onnx_import
