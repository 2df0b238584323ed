// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replacement of a node that calls a function of the model by the function's
// body.

#include "conversion/OnnxToGraph/GraphImporter.h"
#include "conversion/OnnxToGraph/LaterFields.h"
#include "conversion/OnnxToGraph/NodeOrder.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace tvm::onnx_import {

static constexpr int kMaxFunctionDepth = 32;

namespace {
/// Binds the names in a function's body for one call of the function.
class CallBinder {
public:
  /// Binds attributes. Fails if the function's default attributes cannot be
  /// read.
  LogicalResult bindAttributes(const onnx::NodeProto &call,
                               const onnx::FunctionProto &function);
  void bindInputs(const onnx::NodeProto &call,
                  const onnx::FunctionProto &function);

  /// Rewrites `node`: references to attributes of the function are replaced by
  /// these, and inputs that the call leaves out are left out here as well.
  void rewrite(onnx::NodeProto &node) const { rewrite(node, omitted); }

private:
  void rewrite(onnx::NodeProto &node, const llvm::StringSet<> &names) const;
  void rewrite(onnx::GraphProto &graph, llvm::StringSet<> names) const;
  void rewriteAttributes(onnx::NodeProto &node,
                         const llvm::StringSet<> &names) const;

  llvm::StringMap<onnx::AttributeProto> attributes;
  /// The parameters without an input in the call.
  llvm::StringSet<> omitted;
};
} // namespace

LogicalResult CallBinder::bindAttributes(const onnx::NodeProto &call,
                                         const onnx::FunctionProto &function) {
  auto defaults = getDefaultAttributes(function);
  if (!defaults)
    return failure();
  for (const onnx::AttributeProto &attribute : *defaults)
    attributes[attribute.name()] = attribute;
  for (const onnx::AttributeProto &attribute : call.attribute())
    attributes[attribute.name()] = attribute;
  return success();
}

void CallBinder::bindInputs(const onnx::NodeProto &call,
                            const onnx::FunctionProto &function) {
  for (int i = 0; i < function.input_size(); ++i)
    if (i >= call.input_size() || call.input(i).empty())
      omitted.insert(function.input(i));
}

void CallBinder::rewrite(onnx::NodeProto &node,
                         const llvm::StringSet<> &names) const {
  auto *inputs = node.mutable_input();
  for (std::string &input : *inputs)
    if (names.contains(input))
      input.clear();
  while (!inputs->empty() && inputs->rbegin()->empty())
    inputs->RemoveLast();
  rewriteAttributes(node, names);
}

/// Names that the subgraph defines hide the function's parameters.
void CallBinder::rewrite(onnx::GraphProto &graph,
                         llvm::StringSet<> names) const {
  forEachDefinedName(graph, [&](StringRef name) { names.erase(name); });
  for (onnx::NodeProto &node : *graph.mutable_node())
    rewrite(node, names);
}

void CallBinder::rewriteAttributes(onnx::NodeProto &node,
                                   const llvm::StringSet<> &names) const {
  auto *list = node.mutable_attribute();
  for (int i = list->size() - 1; i >= 0; --i) {
    onnx::AttributeProto &attribute = *list->Mutable(i);
    if (attribute.ref_attr_name().empty()) {
      if (attribute.has_g())
        rewrite(*attribute.mutable_g(), names);
      continue;
    }
    auto given = attributes.find(attribute.ref_attr_name());
    if (given == attributes.end()) {
      list->DeleteSubrange(i, 1);
      continue;
    }
    std::string name = attribute.name();
    attribute = given->second;
    attribute.set_name(name);
  }
}

//===-- functions of the model --------------------------------------------===//

static std::string getFunctionKey(StringRef domain, StringRef name,
                                  StringRef overload) {
  if (domain == "ai.onnx")
    domain = "";
  return (domain + "/" + name + "/" + overload).str();
}

void GraphImporter::listFunctions() {
  for (const onnx::FunctionProto &function : model->functions())
    functions.try_emplace(getFunctionKey(function.domain(), function.name(),
                                         getOverload(function)),
                          &function);
}

const onnx::FunctionProto *
GraphImporter::findFunction(const onnx::NodeProto &proto) const {
  if (functions.empty())
    return nullptr;
  return functions.lookup(
      getFunctionKey(proto.domain(), proto.op_type(), getOverload(proto)));
}

//===-- calls -------------------------------------------------------------===//

static LogicalResult checkCall(const Node &node,
                               const onnx::FunctionProto &function) {
  if (node.numInputs() > function.input_size())
    return node.error() << "expected at most " << function.input_size()
                        << " inputs, got " << node.numInputs();
  if (node.numOutputs() > function.output_size())
    return node.error() << "expected at most " << function.output_size()
                        << " outputs, got " << node.numOutputs();
  return success();
}

/// The names that are visible in the body of `function` for `call`.
Scope GraphImporter::bindParameters(const onnx::NodeProto &call,
                                    const onnx::FunctionProto &function) const {
  Scope inner;
  for (auto [name, parameter] : llvm::zip(call.input(), function.input())) {
    if (name.empty())
      continue;
    if (const TensorList *list = lookupList(name))
      inner.lists[parameter] = *list;
    else if (auto maps = scope.maps.find(name); maps != scope.maps.end())
      inner.maps[parameter] = maps->second;
    else
      inner.values[parameter] = lookup(name);
  }
  return inner;
}

/// Binds the outputs of `call` to the results of the body in `inner`.
LogicalResult GraphImporter::bindResults(const Node &node,
                                         const onnx::NodeProto &call,
                                         const onnx::FunctionProto &function,
                                         const Scope &inner) {
  for (auto [name, result] : llvm::zip(call.output(), function.output())) {
    if (name.empty() || inner.missing.contains(result))
      continue;
    auto list = inner.lists.find(result);
    auto maps = inner.maps.find(result);
    if (maps != inner.maps.end())
      bindMaps(name, maps->second);
    else if (list != inner.lists.end())
      bindList(name, list->second);
    else if (Value value = inner.values.lookup(result))
      bind(name, value);
    else
      return node.error() << "output '" << result
                          << "' is computed by no node of the function, or is "
                             "an input that is left out";
  }
  return success();
}

/// Activates the operator sets that `function` imports for its body.
LogicalResult GraphImporter::importOpsets(const Node &node,
                                          const onnx::FunctionProto &function) {
  for (const auto &opset : function.opset_import()) {
    opsets[normalDomain(opset.domain())] = opset.version();
    if (!normalDomain(opset.domain()).empty())
      continue;
    if (failed(checkOpset(opset.version(),
                          [&] { return node.error() << "the function"; })))
      return failure();
  }
  return success();
}

LogicalResult
GraphImporter::importLocalFunction(const onnx::NodeProto &call,
                                   const onnx::FunctionProto &function) {
  Node node(*this, call, opsetOf(call.domain()));
  llvm::scope_exit leave([this, outside = functionDepth, opsetsOutside = opsets,
                          ownerOutside = owner] {
    functionDepth = outside;
    opsets = opsetsOutside;
    owner = ownerOutside;
  });
  if (++functionDepth > kMaxFunctionDepth)
    return error(call.name())
           << "function '" << function.name() << "' calls itself";
  CallBinder binder;
  if (failed(checkCall(node, function)) || failed(importOpsets(node, function)))
    return failure();
  if (failed(binder.bindAttributes(call, function)))
    return node.error() << "the function's default attributes are damaged";
  binder.bindInputs(call, function);
  // Constants refer to the data of these nodes.
  auto body = std::make_shared<Nodes>(function.node());
  for (onnx::NodeProto &inner : *body)
    binder.rewrite(inner);
  owner = body;
  Scope inner = bindParameters(call, function);
  std::swap(scope, inner);
  LogicalResult result = importNodes(*body);
  std::swap(scope, inner);
  return failed(result) ? failure() : bindResults(node, call, function, inner);
}

} // namespace tvm::onnx_import
