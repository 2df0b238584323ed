// Optionals, which are there or not as soon as the model is imported.

#include "conversion/OnnxToGraph/Importer.h"

using namespace mlir;

namespace tvm::onnx_import {

static LogicalResult importOptional(Node &node) {
  if (const TensorList *list = node.inputList(0))
    node.setOutput(0, *list);
  else if (Value value = node.input(0))
    node.setOutput(0, TensorList{TensorList::OptionalTensor, {value}});
  else
    node.setOutput(0, TensorList{TensorList::EmptyOptional, {}});
  return success();
}

static LogicalResult importHasElement(Node &node) {
  const TensorList *list = node.inputList(0);
  bool has = list ? list->kind != TensorList::EmptyOptional : !!node.input(0);
  node.setOutput(0, node.scalar(node.builder().getI1Type(), has));
  return success();
}

static LogicalResult importGetElement(Node &node) {
  const TensorList *list = node.inputList(0);
  if (list && list->kind == TensorList::EmptyOptional)
    return node.error() << "expected an optional with an element, got none";
  if (list && list->kind == TensorList::Sequence)
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
