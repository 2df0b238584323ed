// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/ModelFile.h"

#include "conversion/OnnxToGraph/Importer.h"
#include "dialects/Graph/ElementTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

using namespace llvm;
using namespace tvm::onnx_import;

namespace tvm::explain {

//===-- operators ---------------------------------------------------------===//

static constexpr StringLiteral kUnsupported = "unsupported";
static constexpr StringLiteral kFunction = "function of the model";

static std::string domainOf(const std::string &domain) {
  return domain == "ai.onnx" ? "" : domain;
}

namespace {
/// Counts nodes by family, including nodes of nested graphs and functions.
class Inventory {
public:
  Inventory(const onnx::ModelProto &model, ModelFacts &facts)
      : model(model), facts(facts) {
    for (const auto &opset : model.opset_import())
      opsets[domainOf(opset.domain())] = opset.version();
  }
  void count() {
    addNodes(model.graph().node(), 0);
    for (const onnx::FunctionProto &function : model.functions())
      addNodes(function.node(), 0);
  }

private:
  StringRef getFamily(const onnx::NodeProto &node) const;
  template <typename Nodes> void addNodes(const Nodes &nodes, int depth);

  const onnx::ModelProto &model;
  ModelFacts &facts;
  std::map<std::string, int64_t> opsets;
};
} // namespace

StringRef Inventory::getFamily(const onnx::NodeProto &node) const {
  std::string domain = domainOf(node.domain());
  for (const onnx::FunctionProto &function : model.functions())
    if (function.name() == node.op_type() &&
        domainOf(function.domain()) == domain)
      return kFunction;
  auto opset = opsets.find(domain);
  int64_t version = opset == opsets.end() ? 1 : opset->second;
  const NodeImporters &importers = NodeImporters::all();
  return importers.find(domain, node.op_type(), version)
             ? importers.getFamily(domain, node.op_type())
             : StringRef(kUnsupported);
}

template <typename Nodes>
void Inventory::addNodes(const Nodes &nodes, int depth) {
  constexpr int kMaxDepth = 64;
  if (depth > kMaxDepth)
    return;
  for (const onnx::NodeProto &node : nodes) {
    std::string domain = domainOf(node.domain());
    std::string name = (domain.empty() ? "" : domain + ".") + node.op_type();
    ++facts.operators[getFamily(node).str()][name];
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      addNodes(attribute.g().node(), depth + 1);
      for (const onnx::GraphProto &graph : attribute.graphs())
        addNodes(graph.node(), depth + 1);
    }
  }
}

//===-- tensors -----------------------------------------------------------===//

/// ONNX's name of an element type, in lower case, or numpy's name for types
/// that are newer than libonnx.
static std::string getTypeName(int32_t onnxType) {
  if (onnx::TensorProto::DataType_IsValid(onnxType))
    return StringRef(onnx::TensorProto::DataType_Name(
                         static_cast<onnx::TensorProto::DataType>(onnxType)))
        .lower();
  mlir::MLIRContext context;
  mlir::Type type = getElementType(onnxType, &context);
  return type ? graph::getElementName(type)
              : "type " + std::to_string(onnxType);
}

static std::string describeType(const onnx::ValueInfoProto &info) {
  if (!info.type().has_tensor_type())
    return "no tensor";
  const auto &tensor = info.type().tensor_type();
  std::string text = getTypeName(tensor.elem_type());
  if (!tensor.has_shape())
    return text + " of unknown rank";
  text += "[";
  for (const auto &dim : tensor.shape().dim()) {
    if (text.back() != '[')
      text += ",";
    text += dim.has_dim_value()       ? std::to_string(dim.dim_value())
            : dim.dim_param().empty() ? "?"
                                      : dim.dim_param();
  }
  return text + "]";
}

/// The number of bits of an element in a file; 0 for strings and unknown types.
static unsigned getBits(int32_t onnxType) {
  mlir::MLIRContext context;
  mlir::Type type = getElementType(onnxType, &context);
  if (mlir::isa_and_present<mlir::ComplexType>(type))
    return 8 * graph::getElementBytes(type);
  return type && type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

static void addParameter(const onnx::TensorProto &tensor, ModelFacts &facts) {
  uint64_t elements = 1;
  for (int64_t dim : tensor.dims())
    elements =
        SaturatingMultiply<uint64_t>(elements, std::max<int64_t>(dim, 0));
  uint64_t bits =
      SaturatingMultiply<uint64_t>(elements, getBits(tensor.data_type()));
  facts.parameters = SaturatingAdd(facts.parameters, elements);
  facts.parameterBytes =
      SaturatingAdd(facts.parameterBytes, divideCeil(bits, 8));
  ++facts.parameterTensors;
  facts.externalTensors +=
      tensor.data_location() == onnx::TensorProto::EXTERNAL;
}

static void addTensors(const onnx::GraphProto &graph, ModelFacts &facts) {
  StringSet<> initializers;
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    initializers.insert(tensor.name());
    addParameter(tensor, facts);
  }
  for (const onnx::ValueInfoProto &input : graph.input())
    if (!initializers.contains(input.name()))
      facts.inputs.push_back({input.name(), describeType(input)});
  for (const onnx::ValueInfoProto &output : graph.output())
    facts.outputs.push_back({output.name(), describeType(output)});
}

//===-- the file ----------------------------------------------------------===//

static bool parse(StringRef bytes, onnx::ModelProto &model) {
  if (bytes.size() > static_cast<size_t>(INT_MAX))
    return false;
  google::protobuf::LogSilencer silencer;
  google::protobuf::io::ArrayInputStream array(bytes.data(), bytes.size());
  google::protobuf::io::CodedInputStream stream(&array);
  stream.SetTotalBytesLimit(INT_MAX);
  return model.ParseFromCodedStream(&stream) &&
         stream.ConsumedEntireMessage() && model.has_graph();
}

Expected<ModelFacts> readModelFacts(StringRef bytes) {
  onnx::ModelProto model;
  if (!parse(bytes, model))
    return createStringError("not an ONNX model, or a truncated one");
  ModelFacts facts;
  facts.name = model.graph().name();
  facts.producer = model.producer_name();
  if (!facts.producer.empty() && !model.producer_version().empty())
    facts.producer += " " + model.producer_version();
  facts.irVersion = model.ir_version();
  for (const auto &opset : model.opset_import())
    facts.opsets.emplace_back(
        opset.domain().empty() ? "ai.onnx" : opset.domain(), opset.version());
  addTensors(model.graph(), facts);
  Inventory(model, facts).count();
  return facts;
}

} // namespace tvm::explain
