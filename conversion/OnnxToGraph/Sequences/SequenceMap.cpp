// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SequenceMap: the body for each element, inlined if their number is known.

#include "conversion/OnnxToGraph/Control/Loops.h"
#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/Sequences/Sequences.h"
#include "dialects/Graph/Sequences/GraphSequence.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

using Elements = SmallVector<Value>;

//===-- known elements ----------------------------------------------------===//

/// The inputs of the body for element `index`: elements of sequences, and
/// unchanged tensors.
static FailureOr<Elements> getInputs(Node &node, size_t index) {
  Elements inputs;
  for (int i = 0; i < node.numInputs(); ++i) {
    if (!node.inputList(i)) {
      auto tensor = node.requiredInput(i);
      if (failed(tensor))
        return failure();
      inputs.push_back(*tensor);
      continue;
    }
    auto list = requireSequence(node, i);
    if (failed(list))
      return failure();
    if (index >= list->elements.size())
      return node.error() << "expected sequences of one length";
    inputs.push_back(list->elements[index]);
  }
  return inputs;
}

static LogicalResult unroll(Node &node, const onnx::GraphProto &body,
                            size_t length) {
  SmallVector<Elements> results(node.numOutputs());
  for (size_t index = 0; index < length; ++index) {
    auto inputs = getInputs(node, index);
    if (failed(inputs))
      return failure();
    auto outputs = node.importGraph(body, *inputs);
    if (failed(outputs))
      return failure();
    for (auto [result, output] : llvm::zip(results, *outputs))
      result.push_back(output);
  }
  for (auto [i, result] : llvm::enumerate(results))
    node.setOutput(i, TensorList{TensorList::Sequence, result});
  return success();
}

//===-- a loop ------------------------------------------------------------===//

/// The inputs of `node`, sequences as references.
static FailureOr<SmallVector<Binding>> getBindings(Node &node) {
  SmallVector<Binding> inputs;
  for (int i = 0; i < node.numInputs(); ++i) {
    auto input = node.requiredBinding(i);
    if (failed(input))
      return failure();
    inputs.push_back(*input);
    if (!node.inputList(i))
      continue;
    auto list = requireSequence(node, i);
    auto type = failed(list) ? FailureOr<ListType>(failure())
                             : requireListType(node, *list);
    if (failed(type))
      return failure();
    inputs.back() =
        TensorList::atRunTime(*type, makeReferences(node.builder(), node.loc(),
                                                    *list, ListType::Sequence));
  }
  return inputs;
}

/// The rank that `info` declares.
static int64_t getRank(const onnx::ValueInfoProto &info) {
  return info.type().tensor_type().has_shape()
             ? info.type().tensor_type().shape().dim_size()
             : ListType::kAnyRank;
}

/// The inputs of the body in iteration `number`.
static FailureOr<Elements> readInputs(Node &node, const onnx::GraphProto &body,
                                      ArrayRef<Binding> bindings,
                                      Value number) {
  Elements inputs;
  for (auto [binding, info] : llvm::zip(bindings, body.input())) {
    if (auto *tensor = std::get_if<Value>(&binding)) {
      inputs.push_back(*tensor);
      continue;
    }
    auto element =
        readElement(node, std::get<TensorList>(binding), number, getRank(info));
    if (failed(element))
      return failure();
    inputs.push_back(*element);
  }
  return inputs;
}

/// Imports one iteration; `carried` are the accumulated sequences of results.
static FailureOr<Iteration> mapElement(Node &node, const onnx::GraphProto &body,
                                       ArrayRef<Binding> bindings, Value number,
                                       ValueRange carried,
                                       SmallVectorImpl<ListType> &types) {
  auto inputs = readInputs(node, body, bindings, number);
  if (failed(inputs))
    return failure();
  auto outputs = node.importGraph(body, *inputs);
  if (failed(outputs))
    return failure();
  Iteration iteration;
  types.clear();
  for (auto [sequence, output] : llvm::zip(carried, *outputs)) {
    auto longer = node.create<SequenceInsertOp>(output, sequence, number);
    if (failed(longer))
      return failure();
    iteration.carried.push_back(*longer);
    types.push_back(*getListType(TensorList{TensorList::Sequence, {output}}));
  }
  return iteration;
}

static LogicalResult createMap(Node &node, const onnx::GraphProto &body) {
  auto bindings = getBindings(node);
  if (failed(bindings))
    return failure();
  Expansion expansion(node);
  Value count =
      expansion.dim(std::get<TensorList>(bindings->front()).references, 0);
  Value empty = expansion.create<SequenceOp>(ValueRange());
  SmallVector<Value> inits(node.numOutputs(), empty);
  SmallVector<ListType> types;
  auto results =
      createLoop(node, count, {}, inits, [&](Value number, ValueRange carried) {
        return mapElement(node, body, *bindings, number, carried, types);
      });
  if (failed(results))
    return failure();
  for (auto [i, result] : llvm::enumerate(*results))
    node.setOutput(i, TensorList::atRunTime(types[i], result));
  return success();
}

/// Whether all sequences are known.
static bool areKnown(Node &node) {
  return llvm::all_of(llvm::seq(0, node.numInputs()), [&](int i) {
    const TensorList *list = node.inputList(i);
    return !list || list->isKnown();
  });
}

static LogicalResult importMap(Node &node) {
  auto body = node.getGraph("body");
  auto first = requireSequence(node, 0);
  if (failed(body) || failed(first))
    return failure();
  if ((*body)->input_size() != node.numInputs() ||
      (*body)->output_size() < node.numOutputs())
    return node.error() << "expected a body of " << node.numInputs()
                        << " inputs and " << node.numOutputs()
                        << " outputs, got " << (*body)->input_size()
                        << " inputs and " << (*body)->output_size()
                        << " outputs";
  if (areKnown(node))
    return unroll(node, **body, first->elements.size());
  return createMap(node, **body);
}

void addSequenceMap(NodeImporters &importers) {
  importers.addForLists("SequenceMap", importMap);
}

} // namespace tvm::onnx_import
