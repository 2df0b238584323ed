// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_IMPORTER_H
#define TVM_CONVERSION_ONNXTOGRAPH_IMPORTER_H

#include "conversion/OnnxToGraph/Lists.h"
#include "conversion/OnnxToGraph/OnnxToGraph.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <onnx/onnx_pb.h>

#include <map>

namespace tvm::onnx_import {

class GraphImporter;

/// A node during its import, with typed access to its inputs, attributes and
/// outputs. Each accessor of an attribute returns its default if the node does
/// not have it, and reports an attribute of another kind.
class Node {
public:
  Node(GraphImporter &importer, const onnx::NodeProto &proto, int64_t opset);

  mlir::OpBuilder &builder();
  mlir::Location loc() const { return location; }
  llvm::StringRef opType() const { return proto.op_type(); }
  /// The node's name, or the name of its first output if it has none.
  llvm::StringRef name() const {
    return proto.name().empty() && proto.output_size() ? proto.output(0)
                                                       : proto.name();
  }
  /// The version of the operator set that defines this node.
  int64_t opset() const { return version; }

  int numInputs() const { return proto.input_size(); }
  int numOutputs() const { return proto.output_size(); }
  bool hasInput(int i) const;
  bool hasOutput(int i) const;
  /// The value of input `i`; null if it is optional and left out.
  mlir::Value input(int i) const;
  /// The value of input `i`. Fails with a diagnostic if it is left out.
  mlir::FailureOr<mlir::Value> requiredInput(int i) const;
  /// All inputs (none may be left out).
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> requiredInputs() const;
  /// Fails with a diagnostic if one of the first `count` inputs is left out.
  mlir::LogicalResult requireInputs(int count) const;
  mlir::RankedTensorType inputType(int i) const;
  /// Input `i` if it is a sequence or an optional, otherwise null.
  const TensorList *inputList(int i) const;

  /// The binding of input `i`. Fails with a diagnostic if it is left out.
  mlir::FailureOr<Binding> requiredBinding(int i) const;

  /// The elements of input `i` if it is a constant of integers, or computed
  /// from constants and static shapes.
  std::optional<llvm::SmallVector<int64_t>> constantInts(int i) const;
  /// The elements of input `i` if it is a constant of floats.
  std::optional<llvm::SmallVector<double>> constantFloats(int i) const;

  bool hasAttribute(llvm::StringRef name) const;
  int64_t getInt(llvm::StringRef name, int64_t defaultValue) const;
  float getFloat(llvm::StringRef name, float defaultValue) const;
  std::string getString(llvm::StringRef name,
                        llvm::StringRef defaultValue) const;
  llvm::SmallVector<int64_t>
  getInts(llvm::StringRef name, llvm::ArrayRef<int64_t> defaultValue) const;
  llvm::SmallVector<float> getFloats(llvm::StringRef name,
                                     llvm::ArrayRef<float> defaultValue) const;
  llvm::SmallVector<std::string> getStrings(llvm::StringRef name) const;
  const onnx::TensorProto *getTensor(llvm::StringRef name) const;
  /// The type of a list in an attribute; nothing if the node lacks it.
  std::optional<ListType> getListTypeAttribute(llvm::StringRef name) const;
  /// The subgraph in an attribute. Fails with a diagnostic if the node lacks
  /// it.
  llvm::FailureOr<const onnx::GraphProto *>
  getGraph(llvm::StringRef name) const;

  /// Imports `graph` at the builder's position with `inputs`, one per input of
  /// the graph. Returns its outputs.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  importGraph(const onnx::GraphProto &graph, mlir::ValueRange inputs);
  /// Imports a graph whose inputs and outputs may be lists.
  llvm::FailureOr<llvm::SmallVector<Binding>>
  importGraph(const onnx::GraphProto &graph, llvm::ArrayRef<Binding> inputs);

  /// The tensor of a name that is visible to the node; null for other names.
  mlir::Value lookup(llvm::StringRef name) const;

  /// Converts a tensor of the model to a constant.
  mlir::FailureOr<mlir::Value> constant(const onnx::TensorProto &tensor);
  /// Small constants made by the importer.
  mlir::Value constant(llvm::ArrayRef<int64_t> values); // tensor<nxi64>
  /// A scalar of type tensor<elementType>. Integers stay exact for integer
  /// types, with wrap-around.
  template <typename T> mlir::Value scalar(mlir::Type elementType, T value) {
    if constexpr (std::is_integral_v<T>)
      return scalarOfInteger(elementType, static_cast<int64_t>(value));
    else
      return scalarOfFloat(elementType, value);
  }
  /// A constant with `values`, which have the representation of its elements.
  template <typename T>
  mlir::Value constant(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<T> values) {
    return constantOfBytes(mlir::RankedTensorType::get(shape, elementType),
                           {reinterpret_cast<const char *>(values.data()),
                            values.size() * sizeof(T)});
  }

  /// The declared type of output `i` (graph output or value_info); null if the
  /// model does not declare it.
  mlir::RankedTensorType declaredOutputType(int i) const;

  /// Binds output `i`. A declared type that is more static refines the value's
  /// type.
  void setOutput(int i, mlir::Value value);
  void setOutput(int i, TensorList list);
  void setBinding(int i, const Binding &binding);
  /// Binds output `i` to a sequence of maps, one per row of `values`, [N,
  /// keys].
  void setMaps(int i, mlir::Value values, mlir::ArrayAttr keys);

  /// Creates operator `Op` (types inferred, errors reported at the node) and
  /// binds its results to the outputs in order.
  template <typename Op, typename... Args>
  mlir::LogicalResult replaceWith(Args &&...args) {
    auto op = create<Op>(std::forward<Args>(args)...);
    if (mlir::failed(op))
      return mlir::failure();
    for (auto [i, result] : llvm::enumerate((*op)->getResults()))
      if (static_cast<int>(i) < numOutputs())
        setOutput(i, result);
    return mlir::success();
  }

  /// Creates operator `Op` with inferred result types.
  template <typename Op, typename... Args>
  mlir::FailureOr<Op> create(Args &&...args) {
    mlir::OperationState state(loc(), Op::getOperationName());
    // Inference with invalid operands must end in a diagnostic, not in the
    // fatal error of the inferring builders. Therefore the operator is built
    // without types, which are inferred afterwards.
    llvm::SmallVector<mlir::Type> placeholders(numResultsOf<Op>(),
                                               builder().getNoneType());
    Op::build(builder(), state, mlir::TypeRange(placeholders),
              std::forward<Args>(args)...);
    state.types.clear();
    mlir::Operation *op = infer(state);
    if (!op)
      return mlir::failure();
    return mlir::cast<Op>(op);
  }

  /// Replaces `draft`, an operator with regions but without results, by the
  /// operator of `state` with these regions and inferred results.
  mlir::FailureOr<mlir::Operation *> complete(mlir::Operation *draft,
                                              mlir::OperationState &state);

  mlir::InFlightDiagnostic error() const;

private:
  template <typename Op> static constexpr int numResultsOf() {
    if (Op::template hasTrait<mlir::OpTrait::OneResult>())
      return 1;
    if (Op::template hasTrait<mlir::OpTrait::NResults<2>::template Impl>())
      return 2;
    if (Op::template hasTrait<mlir::OpTrait::NResults<3>::template Impl>())
      return 3;
    if (Op::template hasTrait<mlir::OpTrait::NResults<4>::template Impl>())
      return 4;
    return 0;
  }
  mlir::Operation *infer(mlir::OperationState &state);
  /// Reports at the node why the operator of `state` is refused, with hints
  /// about dynamic sizes.
  void refuse(const mlir::OperationState &state, mlir::Diagnostic *reason);
  mlir::Value scalarOfInteger(mlir::Type elementType, int64_t value);
  mlir::Value scalarOfFloat(mlir::Type elementType, double value);
  mlir::Value constantOfBytes(mlir::RankedTensorType type,
                              llvm::ArrayRef<char> bytes);
  const onnx::AttributeProto *
  find(llvm::StringRef name, onnx::AttributeProto::AttributeType type) const;

  GraphImporter &importer;
  const onnx::NodeProto &proto;
  int64_t version;
  mlir::Location location;
};

using NodeImporter = mlir::LogicalResult (*)(Node &);

/// The importers of all operators: the import function and the family per
/// operator and opset.
class NodeImporters {
public:
  /// Operators of all families.
  static const NodeImporters &all();

  /// Begins `family`, to which all operators added from now on belong.
  void startFamily(llvm::StringLiteral family) { current = family; }

  /// `importer` handles `opType` of `domain` for opsets >= `since`, until a
  /// later entry takes over.
  void add(llvm::StringRef opType, NodeImporter importer, int64_t since = 1,
           llvm::StringRef domain = "");
  /// Like `add`, for an operator that takes sequences or optionals.
  void addForLists(llvm::StringRef opType, NodeImporter importer,
                   int64_t since = 1);
  bool takesLists(llvm::StringRef domain, llvm::StringRef opType) const;
  NodeImporter find(llvm::StringRef domain, llvm::StringRef opType,
                    int64_t opset) const;
  /// The family of an operator; empty if there is no such operator.
  llvm::StringRef getFamily(llvm::StringRef domain,
                            llvm::StringRef opType) const;
  /// The first supported opset of an operator.
  std::optional<int64_t> getFirstOpset(llvm::StringRef domain,
                                       llvm::StringRef opType) const;

private:
  llvm::StringMap<std::map<int64_t, NodeImporter>> entries;
  llvm::StringMap<llvm::StringRef> families;
  llvm::StringSet<> forLists;
  llvm::StringRef current;
};

/// Functions that each add the importers of a family of operators, in a file of
/// the family's name.
void addElementwise(NodeImporters &importers);
void addReduction(NodeImporters &importers);
void addMatMul(NodeImporters &importers);
void addConvolution(NodeImporters &importers);
void addPooling(NodeImporters &importers);
void addNormalization(NodeImporters &importers);
void addRecurrent(NodeImporters &importers);
void addSelection(NodeImporters &importers);
void addString(NodeImporters &importers);
void addShape(NodeImporters &importers);
void addIndexing(NodeImporters &importers);
void addResize(NodeImporters &importers);
void addLosses(NodeImporters &importers);
void addAttention(NodeImporters &importers);
void addRotaryEmbedding(NodeImporters &importers);
void addQuantization(NodeImporters &importers);
void addCausalConvolution(NodeImporters &importers);
void addControl(NodeImporters &importers);
void addScan(NodeImporters &importers);
void addSequences(NodeImporters &importers);
void addConcatFromSequence(NodeImporters &importers);
void addSequenceMap(NodeImporters &importers);
void addSplitToSequence(NodeImporters &importers);
void addOptionals(NodeImporters &importers);
void addSampling(NodeImporters &importers);
void addLinearAttention(NodeImporters &importers);
void addFlexAttention(NodeImporters &importers);
void addSignal(NodeImporters &importers);
void addRandom(NodeImporters &importers);
void addOptimizers(NodeImporters &importers);
void addGradient(NodeImporters &importers);
void addTrees(NodeImporters &importers);
void addNumberedTrees(NodeImporters &importers);
void addClassicalLearning(NodeImporters &importers);
void addSupportVectors(NodeImporters &importers);
void addMaps(NodeImporters &importers);

/// The element type of an ONNX tensor; null if it is not supported. Elements of
/// less than 8 bits are packed into bytes, the first one lowest.
mlir::Type getElementType(int32_t onnxType, mlir::MLIRContext *context);

/// The element type for conversions; null for complex numbers as well.
mlir::Type getCastableType(int32_t onnxType, mlir::MLIRContext *context);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_IMPORTER_H
