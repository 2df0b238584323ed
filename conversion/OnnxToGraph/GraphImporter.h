// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_GRAPHIMPORTER_H
#define TVM_CONVERSION_ONNXTOGRAPH_GRAPHIMPORTER_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// A sequence of maps, one per row of `values`, with one key per column:
/// strings or integers. It can only be an output of models and their functions.
struct Maps {
  mlir::Value values;
  mlir::ArrayAttr keys;
};

/// "ai.onnx" is another name of the default domain.
inline llvm::StringRef normalDomain(llvm::StringRef domain) {
  return domain == "ai.onnx" ? llvm::StringRef() : domain;
}

/// The bindings of names in a graph and the graphs around it.
struct Scope {
  llvm::StringMap<mlir::Value> values;
  llvm::StringMap<TensorList> lists;
  llvm::StringMap<Maps> maps;
  llvm::StringMap<mlir::RankedTensorType> declaredTypes;
  llvm::StringSet<> missing; // results of unknown type of missing nodes
};

/// Imports one ONNX graph into a function.
class GraphImporter {
public:
  GraphImporter(std::shared_ptr<onnx::ModelProto> model, llvm::StringRef path,
                const OnnxImportOptions &options, mlir::MLIRContext *context);

  /// The module, or null after reporting errors.
  mlir::OwningOpRef<mlir::ModuleOp> importModel();

  mlir::OpBuilder builder;

  mlir::Value lookup(llvm::StringRef name) const {
    return scope.values.lookup(name);
  }
  /// The list with the name `name`; null for other values.
  const TensorList *lookupList(llvm::StringRef name) const {
    auto it = scope.lists.find(name);
    return it == scope.lists.end() ? nullptr : &it->second;
  }
  /// The binding of `name`, which exists.
  Binding getBinding(llvm::StringRef name) const {
    const TensorList *list = lookupList(name);
    return list ? Binding(*list) : Binding(lookup(name));
  }
  bool isBound(llvm::StringRef name) const {
    return lookup(name) || lookupList(name) || scope.maps.contains(name);
  }
  void bind(llvm::StringRef name, mlir::Value value) {
    scope.values[name] = value;
  }
  void bindList(llvm::StringRef name, TensorList list) {
    scope.lists[name] = std::move(list);
  }
  void bindMaps(llvm::StringRef name, Maps maps) { scope.maps[name] = maps; }
  void bind(llvm::StringRef name, const Binding &binding);
  /// Removes the outer binding of `name` in a subgraph that defines it.
  void unbind(llvm::StringRef name);
  mlir::RankedTensorType declaredType(llvm::StringRef name) const {
    return scope.declaredTypes.lookup(name);
  }
  mlir::FailureOr<mlir::Value> importTensor(const onnx::TensorProto &tensor,
                                            mlir::Location loc);
  /// Imports `graph` at the builder's position. It sees the present bindings,
  /// and its own bindings are removed afterwards. Returns its outputs.
  llvm::FailureOr<llvm::SmallVector<Binding>>
  importSubgraph(const onnx::GraphProto &graph, llvm::ArrayRef<Binding> inputs);
  mlir::Location locationOf(llvm::StringRef name, llvm::StringRef kind = {});
  mlir::InFlightDiagnostic error(llvm::StringRef name = {});

private:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  mlir::LogicalResult readOpsets();
  /// Fails, with a message that begins with `startError`, if `version` of
  /// ONNX's own operators is not supported.
  mlir::LogicalResult
  checkOpset(int64_t version,
             llvm::function_ref<mlir::InFlightDiagnostic()> startError) const;
  mlir::LogicalResult checkOperators();
  mlir::LogicalResult readDeclaredTypes();
  mlir::LogicalResult importInputs(mlir::func::FuncOp function);
  /// Binds the initializers of `graph`. Their names must differ from each other
  /// and from `names`, to which they are added.
  mlir::LogicalResult importInitializers(const onnx::GraphProto &graph,
                                         llvm::StringSet<> names = {});
  mlir::LogicalResult importNodes(const Nodes &nodes);
  mlir::LogicalResult importNode(const onnx::NodeProto &proto);

  // PartialImport.cpp
  void importIfPossible(const onnx::NodeProto &proto);
  std::optional<MissingNode> findReason(const onnx::NodeProto &proto);
  std::optional<MissingNode> tryNode(const onnx::NodeProto &proto);
  void replaceNode(const onnx::NodeProto &proto);

  // LocalFunctions.cpp
  void listFunctions();
  const onnx::FunctionProto *findFunction(const onnx::NodeProto &proto) const;
  Scope bindParameters(const onnx::NodeProto &call,
                       const onnx::FunctionProto &function) const;
  mlir::LogicalResult bindResults(const Node &node, const onnx::NodeProto &call,
                                  const onnx::FunctionProto &function,
                                  const Scope &inner);
  mlir::LogicalResult importOpsets(const Node &node,
                                   const onnx::FunctionProto &function);
  mlir::LogicalResult importLocalFunction(const onnx::NodeProto &call,
                                          const onnx::FunctionProto &function);

  mlir::LogicalResult checkLists(const Node &node,
                                 const onnx::NodeProto &proto);
  mlir::LogicalResult importOutputs(mlir::func::FuncOp function);
  mlir::LogicalResult importListInput(const onnx::ValueInfoProto &info,
                                      const ListType &type,
                                      mlir::func::FuncOp function);
  /// Adds the references for an output of declared type `type`, which may be
  /// refined, and their attributes.
  mlir::LogicalResult
  importListOutput(const onnx::ValueInfoProto &info, ListType type,
                   llvm::SmallVectorImpl<mlir::Value> &results,
                   llvm::SmallVectorImpl<mlir::Attribute> &attributes);
  mlir::LogicalResult
  importMapsOutput(const onnx::ValueInfoProto &info, const Maps &maps,
                   llvm::SmallVectorImpl<mlir::Value> &results,
                   llvm::SmallVectorImpl<mlir::Attribute> &attributes);
  mlir::FailureOr<mlir::RankedTensorType>
  convertType(const onnx::ValueInfoProto &info);
  int64_t opsetOf(llvm::StringRef domain) const;

  std::shared_ptr<onnx::ModelProto> model;
  /// The owner of the imported nodes and of their tensors' data: the model, or
  /// the body of a function for one call.
  std::shared_ptr<const void> owner;
  llvm::StringMap<const onnx::FunctionProto *> functions;
  std::string path;
  const OnnxImportOptions &options;
  llvm::StringMap<int64_t> opsets;
  Scope scope;
  int functionDepth = 0;
};

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_GRAPHIMPORTER_H
