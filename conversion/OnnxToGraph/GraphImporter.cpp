// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/GraphImporter.h"

#include "conversion/OnnxToGraph/NodeOrder.h"
#include "conversion/OnnxToGraph/Schema.h"
#include "dialects/Graph/ElementTypes.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace tvm::onnx_import {

/// The supported operator sets.
static constexpr int64_t kMinOpset = 1;
static constexpr int64_t kMaxOpset = 27;

GraphImporter::GraphImporter(std::shared_ptr<onnx::ModelProto> model,
                             StringRef path, const OnnxImportOptions &options,
                             MLIRContext *context)
    : builder(context), model(std::move(model)), owner(this->model),
      path(path.str()), options(options) {
  listFunctions();
}

Location GraphImporter::locationOf(StringRef name, StringRef kind) {
  MLIRContext *context = builder.getContext();
  Location file =
      FileLineColLoc::get(context, path.empty() ? "model" : path, 0, 0);
  if (name.empty() && kind.empty())
    return file;
  std::string text = name.empty() ? kind.str() : name.str();
  return NameLoc::get(builder.getStringAttr(text), file);
}

InFlightDiagnostic GraphImporter::error(StringRef name) {
  return emitError(locationOf(name));
}

OwningOpRef<ModuleOp> GraphImporter::importModel() {
  OwningOpRef<ModuleOp> module(ModuleOp::create(locationOf({})));
  const onnx::GraphProto &graph = model->graph();
  if (failed(readOpsets()) || (!options.missing && failed(checkOperators())) ||
      failed(readDeclaredTypes()))
    return nullptr;
  builder.setInsertionPointToEnd(module->getBody());
  auto function = func::FuncOp::create(builder, locationOf(graph.name()),
                                       "main", builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  if (failed(importInputs(function)) || failed(importInitializers(graph)) ||
      failed(importNodes(graph.node())) || failed(importOutputs(function)) ||
      failed(verify(*module)))
    return nullptr;
  return module;
}

//===-- operator sets -----------------------------------------------------===//

LogicalResult GraphImporter::readOpsets() {
  for (const auto &opset : model->opset_import())
    opsets[normalDomain(opset.domain())] = opset.version();
  if (!model->has_graph())
    return error() << "not an ONNX model: it has no graph";
  // Models of IR version 1 and 2 have no operator sets and use the first one.
  if (!opsets.count(""))
    opsets[""] = 1;
  return checkOpset(opsets[""], [&] { return error() << "the model"; });
}

LogicalResult GraphImporter::checkOpset(
    int64_t version,
    llvm::function_ref<InFlightDiagnostic()> startError) const {
  if (version >= kMinOpset && version <= kMaxOpset)
    return success();
  return startError() << " uses operator set " << version
                      << ", expected one from " << kMinOpset << " to "
                      << kMaxOpset;
}

int64_t GraphImporter::opsetOf(StringRef domain) const {
  auto it = opsets.find(normalDomain(domain));
  return it == opsets.end() ? 1 : it->second;
}

/// Calls `visit` for `nodes` and the nodes of their subgraphs.
static void
forEachNode(const google::protobuf::RepeatedPtrField<onnx::NodeProto> &nodes,
            llvm::function_ref<void(const onnx::NodeProto &)> visit) {
  for (const onnx::NodeProto &node : nodes) {
    visit(node);
    for (const onnx::AttributeProto &attribute : node.attribute())
      forEachNode(attribute.g().node(), visit);
  }
}

/// Reports all unsupported operators at once, with their counts.
LogicalResult GraphImporter::checkOperators() {
  std::map<std::string, int> unsupported;
  forEachNode(model->graph().node(), [&](const onnx::NodeProto &node) {
    if (findFunction(node) ||
        NodeImporters::all().find(normalDomain(node.domain()), node.op_type(),
                                  opsetOf(node.domain())))
      return;
    StringRef domain = normalDomain(node.domain());
    std::string name = domain.empty() ? "" : (domain + ".").str();
    ++unsupported[name + node.op_type() + " (opset " +
                  std::to_string(opsetOf(domain)) + ")"];
  });
  if (unsupported.empty())
    return success();
  InFlightDiagnostic diagnostic = error();
  diagnostic << "the model uses " << unsupported.size()
             << " unsupported operator" << (unsupported.size() > 1 ? "s" : "");
  StringRef separator = ": ";
  for (auto &[name, count] : unsupported) {
    diagnostic << separator << name << " x" << count;
    separator = ", ";
  }
  return diagnostic;
}

//===-- types -------------------------------------------------------------===//

FailureOr<RankedTensorType>
GraphImporter::convertType(const onnx::ValueInfoProto &info) {
  if (!info.type().has_tensor_type())
    return error(info.name()) << "'" << info.name()
                              << "' is no tensor, and no "
                                 "sequence or optional of tensors";
  const auto &tensor = info.type().tensor_type();
  Type elementType = getElementType(tensor.elem_type(), builder.getContext());
  if (!elementType)
    return error(info.name())
           << "'" << info.name() << "' has unsupported element type "
           << tensor.elem_type();
  if (!tensor.has_shape())
    return error(info.name())
           << "'" << info.name() << "' has no shape: its rank has to be known";
  SmallVector<int64_t> shape;
  for (const auto &dim : tensor.shape().dim()) {
    bool isStatic = dim.has_dim_value() && dim.dim_value() >= 0;
    shape.push_back(isStatic ? dim.dim_value() : ShapedType::kDynamic);
  }
  if (graph::isTooLarge(shape))
    return error(info.name())
           << "'" << info.name() << "' has impossible dimensions";
  return RankedTensorType::get(shape, elementType);
}

LogicalResult GraphImporter::readDeclaredTypes() {
  auto read = [&](const auto &infos) {
    for (const onnx::ValueInfoProto &info : infos) {
      // A value without a complete description gets an inferred type.
      if (!info.type().has_tensor_type() ||
          !info.type().tensor_type().has_shape() ||
          !getElementType(info.type().tensor_type().elem_type(),
                          builder.getContext()))
        continue;
      auto type = convertType(info);
      if (failed(type))
        return failure();
      scope.declaredTypes[info.name()] = *type;
    }
    return success();
  };
  return success(succeeded(read(model->graph().value_info())) &&
                 succeeded(read(model->graph().output())));
}

//===-- inputs, initializers, outputs -------------------------------------===//

static ArrayAttr describeDims(OpBuilder &builder, RankedTensorType type,
                              const onnx::ValueInfoProto &info) {
  SmallVector<Attribute> dims;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    StringRef name = "?";
    if (i < info.type().tensor_type().shape().dim_size()) {
      const auto &dim = info.type().tensor_type().shape().dim(i);
      if (dim.has_dim_param() && !dim.dim_param().empty())
        name = dim.dim_param();
    }
    if (type.isDynamicDim(i))
      dims.push_back(builder.getStringAttr(name));
    else
      dims.push_back(builder.getI64IntegerAttr(type.getDimSize(i)));
  }
  return builder.getArrayAttr(dims);
}

static DictionaryAttr describe(OpBuilder &builder, RankedTensorType type,
                               const onnx::ValueInfoProto &info) {
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("graph.name", builder.getStringAttr(info.name())),
       builder.getNamedAttr("graph.dims", describeDims(builder, type, info))});
}

LogicalResult GraphImporter::importInputs(func::FuncOp function) {
  llvm::StringMap<bool> isInitializer;
  for (const auto &tensor : model->graph().initializer())
    isInitializer[tensor.name()] = true;
  llvm::StringMap<bool> used;
  for (const onnx::ValueInfoProto &input : model->graph().input()) {
    if (isInitializer.count(input.name()))
      continue;
    if (isBound(input.name()))
      return error(input.name())
             << "input '" << input.name() << "' is declared twice";
    if (auto list = convertListType(input.type(), builder.getContext())) {
      if (failed(importListInput(input, *list, function)))
        return failure();
      continue;
    }
    auto type = convertType(input);
    if (failed(type))
      return failure();
    auto shape = options.inputShapes.find(input.name());
    if (shape != options.inputShapes.end()) {
      auto given = RankedTensorType::get(shape->second, type->getElementType());
      if (!graph::areCompatibleTypes(given, *type) ||
          graph::isTooLarge(shape->second))
        return error(input.name())
               << "input '" << input.name() << "' is " << *type
               << ", which --input-shapes cannot make " << given;
      type = given;
    }
    unsigned index = function.getNumArguments();
    if (failed(function.insertArgument(index, *type,
                                       describe(builder, *type, input),
                                       locationOf(input.name()))))
      return failure();
    bind(input.name(), function.getArgument(index));
  }
  for (const auto &entry : options.inputShapes)
    if (!lookup(entry.getKey()))
      return error() << "--input-shapes names '" << entry.getKey()
                     << "', which is no input of the model";
  return success();
}

LogicalResult GraphImporter::importInitializers(const onnx::GraphProto &graph,
                                                llvm::StringSet<> names) {
  if (graph.sparse_initializer_size())
    return error() << "sparse initializers are not supported";
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    auto value = importTensor(tensor, locationOf(tensor.name()));
    if (failed(value))
      return failure();
    if (!names.insert(tensor.name()).second)
      return error(tensor.name())
             << "initializer '" << tensor.name() << "' is given twice";
    unbind(tensor.name());
    bind(tensor.name(), *value);
  }
  return success();
}

LogicalResult GraphImporter::importOutputs(func::FuncOp function) {
  llvm::StringMap<bool> names;
  SmallVector<Value> results;
  SmallVector<Attribute> attributes;
  for (const onnx::ValueInfoProto &output : model->graph().output()) {
    if (!names.try_emplace(output.name()).second)
      return error(output.name())
             << "output '" << output.name() << "' is declared twice";
    if (scope.missing.contains(output.name()))
      continue;
    if (!isBound(output.name()))
      return error(output.name())
             << "output '" << output.name() << "' is computed by no node";
    if (auto maps = scope.maps.find(output.name()); maps != scope.maps.end()) {
      if (failed(importMapsOutput(output, maps->second, results, attributes)))
        return failure();
      continue;
    }
    if (auto list = convertListType(output.type(), builder.getContext())) {
      if (failed(importListOutput(output, *list, results, attributes)))
        return failure();
      continue;
    }
    Value value = lookup(output.name());
    if (!value)
      return error(output.name())
             << "output '" << output.name()
             << "' is a sequence or an optional, expected a tensor";
    auto type = cast<RankedTensorType>(value.getType());
    RankedTensorType declared = declaredType(output.name());
    if (declared && declared.getElementType() != type.getElementType())
      return error(output.name())
             << "output '" << output.name() << "' is declared as " << declared
             << ", got " << type;
    results.push_back(value);
    attributes.push_back(describe(builder, type, output));
  }
  func::ReturnOp::create(builder, function.getLoc(), results);
  function.setFunctionType(builder.getFunctionType(
      function.getArgumentTypes(), ValueRange(results).getTypes()));
  function.setAllResultAttrs(attributes);
  return success();
}

//===-- nodes -------------------------------------------------------------===//

LogicalResult GraphImporter::importNodes(const Nodes &nodes) {
  auto order = orderNodes(nodes);
  for (const onnx::NodeProto *node : order) {
    if (options.missing)
      importIfPossible(*node);
    else if (failed(importNode(*node)))
      return failure();
  }
  if (order.size() == static_cast<size_t>(nodes.size()))
    return success();
  llvm::SmallPtrSet<const onnx::NodeProto *, 16> done(order.begin(),
                                                      order.end());
  for (const onnx::NodeProto &node : nodes)
    if (!done.contains(&node))
      return error(node.name())
             << "node '" << node.name() << "' (" << node.op_type()
             << ") depends on its own result: the graph has a cycle";
  return failure();
}

/// Most operators take tensors only.
LogicalResult GraphImporter::checkLists(const Node &node,
                                        const onnx::NodeProto &proto) {
  for (const std::string &input : proto.input())
    if (scope.maps.contains(input))
      return node.error() << "expected tensors, got '" << input
                          << "', which is a sequence of maps";
  if (NodeImporters::all().takesLists(normalDomain(proto.domain()),
                                      proto.op_type()))
    return success();
  for (const std::string &input : proto.input())
    if (lookupList(input))
      return node.error() << "expected tensors, got '" << input
                          << "', which is a sequence or an optional";
  return success();
}

/// Checks that no attribute is a reference. In the body of a function,
/// references have been replaced.
static LogicalResult checkNoReferences(const Node &node,
                                       const onnx::NodeProto &proto) {
  for (const onnx::AttributeProto &attribute : proto.attribute())
    if (!attribute.ref_attr_name().empty())
      return node.error() << "attribute '" << attribute.name()
                          << "' refers to attribute '"
                          << attribute.ref_attr_name()
                          << "' of a function, but the node is in none";
  return success();
}

LogicalResult GraphImporter::importNode(const onnx::NodeProto &proto) {
  for (const std::string &input : proto.input())
    if (!input.empty() && !isBound(input))
      return error(proto.name())
             << "node '" << proto.name() << "' (" << proto.op_type()
             << ") reads '" << input
             << "', which is no input, initializer or result of a node";
  for (const std::string &output : proto.output())
    if (!output.empty() && isBound(output))
      return error(proto.name())
             << "node '" << proto.name() << "' (" << proto.op_type()
             << ") computes '" << output << "', which is there already";
  Node node(*this, proto, opsetOf(proto.domain()));
  if (failed(checkNoReferences(node, proto)))
    return failure();
  if (const onnx::FunctionProto *function = findFunction(proto))
    return importLocalFunction(proto, *function);
  NodeImporter import = NodeImporters::all().find(
      normalDomain(proto.domain()), proto.op_type(), opsetOf(proto.domain()));
  if (!import) // inside a local function
    return node.error() << "operator is not supported";
  if (failed(checkLists(node, proto)) || failed(checkSchema(node, proto)) ||
      failed(import(node)))
    return failure();
  for (const std::string &output : proto.output())
    if (!output.empty() && !isBound(output))
      return node.error() << "output '" << output << "' is not supported";
  return success();
}

void GraphImporter::bind(StringRef name, const Binding &binding) {
  if (auto *tensor = std::get_if<Value>(&binding))
    bind(name, *tensor);
  else
    bindList(name, std::get<TensorList>(binding));
}

void GraphImporter::unbind(StringRef name) {
  scope.values.erase(name);
  scope.lists.erase(name);
  scope.maps.erase(name);
  scope.missing.erase(name);
}

FailureOr<SmallVector<Binding>>
GraphImporter::importSubgraph(const onnx::GraphProto &graph,
                              ArrayRef<Binding> inputs) {
  Scope outside = scope;
  llvm::scope_exit restore([&] { scope = std::move(outside); });
  scope.declaredTypes.clear();
  // Inputs and initializers may hide names of outer graphs.
  llvm::StringSet<> names;
  for (auto [input, value] : llvm::zip_equal(graph.input(), inputs)) {
    names.insert(input.name());
    unbind(input.name());
    bind(input.name(), value);
  }
  if (failed(importInitializers(graph, std::move(names))) ||
      failed(importNodes(graph.node())))
    return failure();
  SmallVector<Binding> outputs;
  for (const onnx::ValueInfoProto &output : graph.output()) {
    if (!isBound(output.name()))
      return error(output.name())
             << "output '" << output.name() << "' of the subgraph '"
             << graph.name() << "' is computed by no node";
    if (scope.maps.contains(output.name()))
      return error(output.name())
             << "output '" << output.name() << "' of the subgraph '"
             << graph.name() << "' is a sequence of maps";
    outputs.push_back(getBinding(output.name()));
  }
  return outputs;
}

} // namespace tvm::onnx_import
