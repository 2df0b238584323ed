// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Import of supported nodes, and the list of the others.
#include "conversion/OnnxToGraph/GraphImporter.h"

using namespace mlir;

namespace tvm::onnx_import {

static std::string getOperatorName(const onnx::NodeProto &proto) {
  StringRef domain = proto.domain();
  if (domain.empty() || domain == "ai.onnx")
    return proto.op_type();
  return (domain + "." + proto.op_type()).str();
}

static MissingNode describe(MissingNode::Kind kind,
                            const onnx::NodeProto &proto, std::string reason) {
  bool hasName = !proto.name().empty() || proto.output_size() == 0;
  return {kind, hasName ? proto.name() : proto.output(0),
          getOperatorName(proto), std::move(reason)};
}

/// The reason why a node cannot be imported, if it is known without importing
/// it.
std::optional<MissingNode>
GraphImporter::findReason(const onnx::NodeProto &proto) {
  for (const std::string &input : proto.input())
    if (scope.missing.contains(input))
      return describe(MissingNode::Unreached, proto,
                      "reads '" + input + "', whose type is not known");
  const NodeImporters &importers = NodeImporters::all();
  int64_t opset = opsetOf(proto.domain());
  if (findFunction(proto) ||
      importers.find(proto.domain(), proto.op_type(), opset))
    return std::nullopt;
  auto first = importers.getFirstOpset(proto.domain(), proto.op_type());
  std::string reason = "no such operator is known";
  if (first)
    reason = "expected opset " + std::to_string(*first) + " or later, got " +
             std::to_string(opset);
  return describe(MissingNode::UnknownOperator, proto, reason);
}

/// Imports `proto`, and returns the reason of a failure. A failure without an
/// error of its own is due to a node inside.
std::optional<MissingNode>
GraphImporter::tryNode(const onnx::NodeProto &proto) {
  std::string reason;
  ScopedDiagnosticHandler handler(
      builder.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        if (!reason.empty()) // later errors are consequences
          return success();
        reason = diagnostic.str();
        for (Diagnostic &note : diagnostic.getNotes())
          reason += "; " + note.str();
        return success();
      });
  OpBuilder::InsertionGuard guard(builder);
  if (succeeded(importNode(proto)))
    return std::nullopt;
  StringRef text = reason;
  text.consume_front(proto.op_type() + ": ");
  return describe(MissingNode::Refused, proto, text.str());
}

/// Creates an operation with the same operands, and with results if their types
/// are declared.
void GraphImporter::replaceNode(const onnx::NodeProto &proto) {
  OperationState state(locationOf(proto.name(), proto.op_type()),
                       "unsupported." + getOperatorName(proto));
  for (const std::string &input : proto.input())
    if (Value value = lookup(input))
      state.addOperands(value);
  SmallVector<StringRef> declared;
  for (const std::string &output : proto.output()) {
    RankedTensorType type = declaredType(output);
    if (!type) {
      scope.missing.insert(output);
      continue;
    }
    declared.push_back(output);
    state.addTypes(type);
  }
  Operation *op = builder.create(state);
  for (auto [name, result] : llvm::zip(declared, op->getResults()))
    bind(name, result);
}

void GraphImporter::importIfPossible(const onnx::NodeProto &proto) {
  Block *block = builder.getInsertionBlock();
  Operation *last = block->empty() ? nullptr : &block->back();
  size_t numListed = options.missing->size();
  auto reason = findReason(proto);
  if (!reason)
    reason = tryNode(proto);
  if (!reason) {
    for (const std::string &output : proto.output())
      if (!output.empty() && !isBound(output))
        scope.missing.insert(output);
    return;
  }
  if (numListed == options.missing->size())
    options.missing->push_back(*reason);
  for (const std::string &output : proto.output()) {
    scope.values.erase(output);
    scope.lists.erase(output);
  }
  while (!block->empty() && &block->back() != last)
    block->back().erase();
  replaceNode(proto);
}

} // namespace tvm::onnx_import
