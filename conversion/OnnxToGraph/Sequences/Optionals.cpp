// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optionals whose presence is known at import or at run time.

#include "conversion/OnnxToGraph/Sequences/Sequences.h"

#include "conversion/OnnxToGraph/Expansion.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static LogicalResult importOptional(Node &node) {
  if (const TensorList *list = node.inputList(0)) {
    node.setOutput(0, *list);
  } else if (Value value = node.input(0)) {
    node.setOutput(0, TensorList{TensorList::OptionalTensor, {value}});
  } else {
    ListType unknown{ListType::Optional, {}, ListType::kNoRank};
    ListType type = node.getListTypeAttribute("type").value_or(unknown);
    type.rank = ListType::kNoRank;
    node.setOutput(0, TensorList{TensorList::EmptyOptional, {}, type});
  }
  return success();
}

/// Whether a run-time list is an optional, whose presence is unknown.
static bool isOpen(const TensorList *list) {
  return list && !list->isKnown() && list->type.isOptional();
}

static LogicalResult importHasElement(Node &node) {
  const TensorList *list = node.inputList(0);
  Type i1 = node.builder().getI1Type();
  if (isOpen(list)) {
    Expansion expansion(node);
    Value length = expansion.dim(list->references, 0);
    expansion.bind(0, expansion.cast(length, i1));
    return expansion.result();
  }
  bool has = list ? list->kind != TensorList::EmptyOptional : !!node.input(0);
  node.setOutput(0, node.scalar(i1, has));
  return success();
}

/// Imports the element of an optional that is only known at run time.
static LogicalResult importOpenElement(Node &node, const TensorList &list) {
  ListType type = list.type;
  if (type.kind == ListType::OptionalSequence) {
    type.kind = ListType::Sequence;
    node.setOutput(
        0, TensorList::atRunTime(type, readSequence(node.builder(), node.loc(),
                                                    list.references)));
    return success();
  }
  Value first = node.scalar(node.builder().getI64Type(), 0);
  auto element = readElement(node, list, first, getDeclaredRank(node, 0));
  if (failed(element))
    return failure();
  return node.setOutput(0, *element), success();
}

static LogicalResult importGetElement(Node &node) {
  const TensorList *list = node.inputList(0);
  if (list && list->kind == TensorList::EmptyOptional)
    return node.error() << "expected an optional with an element, got none";
  if (isOpen(list))
    return importOpenElement(node, *list);
  if (list && list->kind != TensorList::OptionalTensor)
    return node.setOutput(0, *list), success();
  auto value = list ? list->elements.front() : node.requiredInput(0);
  if (failed(value))
    return failure();
  return node.setOutput(0, *value), success();
}

void addOptionals(NodeImporters &importers) {
  importers.addForLists("Optional", importOptional);
  importers.addForLists("OptionalHasElement", importHasElement);
  importers.addForLists("OptionalGetElement", importGetElement);
}

} // namespace tvm::onnx_import
