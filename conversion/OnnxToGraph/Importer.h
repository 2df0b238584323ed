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

/// One node while it is imported: typed access to its inputs, attributes and
/// outputs. Every accessor of an attribute returns its default when the node
/// does not have it, and reports an attribute of another kind.
class Node {
public:
  Node(GraphImporter &importer, const onnx::NodeProto &proto, int64_t opset);

  mlir::OpBuilder &builder();
  mlir::Location loc() const { return location; }
  llvm::StringRef opType() const { return proto.op_type(); }
  /// The node's name, that of its first output where it has none.
  llvm::StringRef name() const {
    return proto.name().empty() && proto.output_size() ? proto.output(0)
                                                       : proto.name();
  }
  /// Version of the operator set that gives this node its meaning.
  int64_t opset() const { return version; }

  int numInputs() const { return proto.input_size(); }
  int numOutputs() const { return proto.output_size(); }
  bool hasInput(int i) const;
  bool hasOutput(int i) const;
  /// Value of input `i`; null where it is optional and left out.
  mlir::Value input(int i) const;
  /// Fails with a diagnostic where input `i` is left out.
  mlir::FailureOr<mlir::Value> requiredInput(int i) const;
  /// All inputs (none may be left out).
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> requiredInputs() const;
  /// Fails with a diagnostic where one of the first `count` is left out.
  mlir::LogicalResult requireInputs(int count) const;
  mlir::RankedTensorType inputType(int i) const;
  /// Input `i` where it is a sequence or an optional, else null.
  const TensorList *inputList(int i) const;

  /// The binding of input `i`. Fails with a diagnostic where it is left out.
  mlir::FailureOr<Binding> requiredBinding(int i) const;

  /// Elements of input `i` where it is a constant of integers, or computed from
  /// constants and static shapes.
  std::optional<llvm::SmallVector<int64_t>> constantInts(int i) const;
  /// Elements of input `i` where it is a constant of floats.
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
  /// The type of a list, nothing where the node does not say it.
  std::optional<ListType> getListTypeAttribute(llvm::StringRef name) const;
  /// Fails with a diagnostic where the node has no such subgraph.
  llvm::FailureOr<const onnx::GraphProto *>
  getGraph(llvm::StringRef name) const;

  /// Imports `graph` at the builder's position, with `inputs` for its inputs,
  /// as many as it has. Returns its outputs.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  importGraph(const onnx::GraphProto &graph, mlir::ValueRange inputs);
  /// The same where inputs and outputs may be lists.
  llvm::FailureOr<llvm::SmallVector<Binding>>
  importGraph(const onnx::GraphProto &graph, llvm::ArrayRef<Binding> inputs);

  /// The tensor of a name that the node sees; null where it is none.
  mlir::Value lookup(llvm::StringRef name) const;

  /// Converts a tensor of the model to a constant.
  mlir::FailureOr<mlir::Value> constant(const onnx::TensorProto &tensor);
  /// Small constants made by the importer.
  mlir::Value constant(llvm::ArrayRef<int64_t> values); // tensor<nxi64>
  /// tensor<elementType>. An integer stays exact where the type is one of
  /// integers, and wraps around.
  template <typename T> mlir::Value scalar(mlir::Type elementType, T value) {
    if constexpr (std::is_integral_v<T>)
      return scalarOfInteger(elementType, static_cast<int64_t>(value));
    else
      return scalarOfFloat(elementType, value);
  }
  /// A constant of `values`, which lie in memory as its elements do.
  template <typename T>
  mlir::Value constant(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                       llvm::ArrayRef<T> values) {
    return constantOfBytes(mlir::RankedTensorType::get(shape, elementType),
                           {reinterpret_cast<const char *>(values.data()),
                            values.size() * sizeof(T)});
  }

  /// The declared type of output `i` (graph output or value_info), null where
  /// the model does not say.
  mlir::RankedTensorType declaredOutputType(int i) const;

  /// Binds output `i`. The declared type, where it is more static, refines the
  /// value's type.
  void setOutput(int i, mlir::Value value);
  void setOutput(int i, TensorList list);
  void setBinding(int i, const Binding &binding);
  /// A sequence of maps: a row of `values`, [N, keys], is one.
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
    // Inference of wrong operands must end in a diagnostic, never in the fatal
    // error of the inferring builders: build with no types, then infer.
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

  /// Replaces `draft`, an operator without results whose regions are there, by
  /// the one that `state` describes, with these regions and inferred results.
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
  /// Reports at the node why the operator of `state` is refused, with what
  /// helps against unknown sizes.
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

/// The importers of all operators: per operator and opset the function that
/// imports it, and the family that it belongs to.
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
  /// The same for an operator that takes sequences or optionals.
  void addForLists(llvm::StringRef opType, NodeImporter importer,
                   int64_t since = 1);
  bool takesLists(llvm::StringRef domain, llvm::StringRef opType) const;
  NodeImporter find(llvm::StringRef domain, llvm::StringRef opType,
                    int64_t opset) const;
  /// The family of an operator, empty where there is no such operator.
  llvm::StringRef getFamily(llvm::StringRef domain,
                            llvm::StringRef opType) const;
  /// The first opset whose meaning of the operator is known.
  std::optional<int64_t> getFirstOpset(llvm::StringRef domain,
                                       llvm::StringRef opType) const;

private:
  llvm::StringMap<std::map<int64_t, NodeImporter>> entries;
  llvm::StringMap<llvm::StringRef> families;
  llvm::StringSet<> forLists;
  llvm::StringRef current;
};

/// Add the importers of a family of operators each, which lie in a file of the
/// family's name.
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

/// Element type of an ONNX tensor, null where it is not supported. Data of
/// less than 8 bits per element is packed into bytes, the first one lowest.
mlir::Type getElementType(int32_t onnxType, mlir::MLIRContext *context);

/// The same for types that something can be converted to: null for complex
/// numbers.
mlir::Type getCastableType(int32_t onnxType, mlir::MLIRContext *context);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_IMPORTER_H
