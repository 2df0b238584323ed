#include "conversion/OnnxToGraph/Importer.h"
#include "conversion/OnnxToGraph/OnnxToGraph.h"
#include "dialects/Graph/ElementTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "tools/compiler/Dialects.h"
#include "tools/tvmc/Command.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;
using namespace tvm::onnx_import;

namespace {

struct Family {
  StringLiteral name;
  void (*add)(NodeImporters &);
};

// Of several parts where they have one name; what is in none is "other".
constexpr Family kFamilies[] = {{"element-wise", addElementwise},
                                {"reduction", addReduction},
                                {"matrix product", addMatMul},
                                {"convolution", addConvolution},
                                {"convolution", addCausalConvolution},
                                {"pooling", addPooling},
                                {"normalization", addNormalization},
                                {"recurrent", addRecurrent},
                                {"shape", addShape},
                                {"indexing", addIndexing},
                                {"selection", addSelection},
                                {"resize", addResize},
                                {"attention", addAttention},
                                {"attention", addRotaryEmbedding},
                                {"quantization", addQuantization},
                                {"loss", addLosses},
                                {"control flow", addControl},
                                {"control flow", addScan},
                                {"sequence", addSequences},
                                {"sequence", addOptionals}};

constexpr StringLiteral kOther = "other";
constexpr StringLiteral kUnsupported = "unsupported";
constexpr StringLiteral kFunction = "function of the model";

/// Collects what a model consists of, nested graphs and functions included.
class Inventory {
public:
  explicit Inventory(const onnx::ModelProto &model) : model(model) {
    for (const auto &opset : model.opset_import())
      opsets[domainOf(opset.domain())] = opset.version();
    for (const Family &family : kFamilies) {
      importers.emplace_back();
      family.add(importers.back());
    }
    addNodes(model.graph().node(), 0);
    for (const onnx::FunctionProto &function : model.functions())
      addNodes(function.node(), 0);
  }

  void print(raw_ostream &os) const;
  bool isSupported() const { return !counts.count(kUnsupported.str()); }

private:
  static std::string domainOf(const std::string &domain) {
    return domain == "ai.onnx" ? "" : domain;
  }
  StringRef getFamily(const onnx::NodeProto &node) const;
  template <typename Nodes> void addNodes(const Nodes &nodes, int depth);

  const onnx::ModelProto &model;
  std::map<std::string, int64_t> opsets;
  std::vector<NodeImporters> importers;
  std::map<std::string, std::map<std::string, unsigned>> counts;
};

} // namespace

StringRef Inventory::getFamily(const onnx::NodeProto &node) const {
  for (const onnx::FunctionProto &function : model.functions())
    if (function.name() == node.op_type() &&
        domainOf(function.domain()) == domainOf(node.domain()))
      return kFunction;
  auto opset = opsets.find(domainOf(node.domain()));
  int64_t version = opset == opsets.end() ? 1 : opset->second;
  for (auto [family, importer] : llvm::zip(kFamilies, importers))
    if (importer.find(domainOf(node.domain()), node.op_type(), version))
      return family.name;
  bool isImported = NodeImporters::all().find(domainOf(node.domain()),
                                              node.op_type(), version);
  return isImported ? kOther : kUnsupported;
}

template <typename Nodes>
void Inventory::addNodes(const Nodes &nodes, int depth) {
  constexpr int kMaxDepth = 64;
  if (depth > kMaxDepth)
    return;
  for (const onnx::NodeProto &node : nodes) {
    std::string domain = domainOf(node.domain());
    std::string name = (domain.empty() ? "" : domain + ".") + node.op_type();
    ++counts[getFamily(node).str()][name];
    for (const onnx::AttributeProto &attribute : node.attribute()) {
      addNodes(attribute.g().node(), depth + 1);
      for (const onnx::GraphProto &graph : attribute.graphs())
        addNodes(graph.node(), depth + 1);
    }
  }
}

void Inventory::print(raw_ostream &os) const {
  for (const auto &[family, operators] : counts) {
    unsigned sum = 0;
    for (const auto &[name, count] : operators)
      sum += count;
    os << left_justify(family, 22) << format("%6u  ", sum);
    StringRef separator = "";
    for (const auto &[name, count] : operators) {
      os << separator << name << " x" << count;
      separator = ", ";
    }
    os << "\n";
  }
}

//===-- shapes and sizes --------------------------------------------------===//

/// ONNX's name of an element type, in lower case; of those that are newer than
/// libonnx numpy's.
static std::string getTypeName(int32_t onnxType) {
  if (onnx::TensorProto::DataType_IsValid(onnxType))
    return StringRef(onnx::TensorProto::DataType_Name(
                         static_cast<onnx::TensorProto::DataType>(onnxType)))
        .lower();
  mlir::MLIRContext context;
  mlir::Type type = onnx_import::getElementType(onnxType, &context);
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

static void printParameters(raw_ostream &os, const onnx::GraphProto &graph) {
  uint64_t count = 0, external = 0;
  for (const onnx::TensorProto &tensor : graph.initializer()) {
    uint64_t elements = 1;
    for (int64_t dim : tensor.dims())
      elements =
          SaturatingMultiply<uint64_t>(elements, std::max<int64_t>(dim, 0));
    count = SaturatingAdd(count, elements);
    external += tensor.data_location() == onnx::TensorProto::EXTERNAL;
  }
  os << "parameters  " << count << " in " << graph.initializer_size()
     << " tensors";
  if (external)
    os << ", " << external << " in external files";
  os << "\n";
}

/// Multiplications and additions of products and convolutions, where all
/// shapes are known.
static std::optional<uint64_t> countFlops(mlir::ModuleOp module) {
  uint64_t flops = 0;
  bool isKnown = true;
  module.walk([&](mlir::Operation *op) {
    StringRef name = op->getName().stripDialect();
    bool isProduct = name == "matmul" || name == "gemm";
    bool isConvolution = name == "conv" || name == "conv_transpose";
    if ((!isProduct && !isConvolution) || op->getNumOperands() < 2)
      return;
    auto lhs = dyn_cast<mlir::RankedTensorType>(op->getOperand(0).getType());
    auto rhs = dyn_cast<mlir::RankedTensorType>(op->getOperand(1).getType());
    auto result = dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
    if (!lhs || !rhs || !result || !lhs.hasStaticShape() ||
        !rhs.hasStaticShape() || !result.hasStaticShape() ||
        lhs.getRank() == 0 || rhs.getRank() == 0) {
      isKnown = false;
      return;
    }
    // Every element of the result sums that many products.
    uint64_t each = isProduct ? lhs.getShape().back()
                              : rhs.getNumElements() /
                                    std::max<int64_t>(rhs.getDimSize(0), 1);
    uint64_t elements = name == "conv_transpose" ? lhs.getNumElements()
                                                 : result.getNumElements();
    flops = SaturatingAdd(flops,
                          SaturatingMultiply<uint64_t>(
                              2, SaturatingMultiply<uint64_t>(each, elements)));
  });
  return isKnown ? std::optional<uint64_t>(flops) : std::nullopt;
}

//===-- the command -------------------------------------------------------===//

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

static void printHead(raw_ostream &os, const onnx::ModelProto &model) {
  const onnx::GraphProto &graph = model.graph();
  os << "model       " << (graph.name().empty() ? "?" : graph.name())
     << ", made by "
     << (model.producer_name().empty() ? "?" : model.producer_name()) << " "
     << model.producer_version() << ", IR version " << model.ir_version()
     << "\nopsets      ";
  StringRef separator = "";
  for (const auto &opset : model.opset_import()) {
    os << separator << (opset.domain().empty() ? "ai.onnx" : opset.domain())
       << " " << opset.version();
    separator = ", ";
  }
  os << "\n";
  StringMap<bool> initializers;
  for (const onnx::TensorProto &tensor : graph.initializer())
    initializers[tensor.name()] = true;
  for (const onnx::ValueInfoProto &input : graph.input())
    if (!initializers.count(input.name()))
      os << "input       " << input.name() << ": " << describeType(input)
         << "\n";
  for (const onnx::ValueInfoProto &output : graph.output())
    os << "output      " << output.name() << ": " << describeType(output)
       << "\n";
  printParameters(os, graph);
}

/// Imports the model for what its shapes tell; reports what is wrong.
static bool printImported(raw_ostream &os, StringRef bytes, StringRef path) {
  mlir::MLIRContext context(compiler::getDialects());
  compiler::DiagnosticForwarder diagnostics(&context, printDiagnostic);
  auto module = importOnnx(ArrayRef<char>(bytes.data(), bytes.size()), path, {},
                           &context);
  if (!module)
    return false;
  if (std::optional<uint64_t> flops = countFlops(*module))
    os << "GFLOP       " << format("%.3f", *flops / 1e9)
       << " per run, in products and convolutions\n";
  else
    os << "GFLOP       depends on sizes that the model does not say\n";
  return true;
}

static int runExplain(Arguments arguments) {
  if (arguments.size() != 1 || arguments.front().starts_with("-"))
    return reportWrongUsage(explainCommand, "expected one model");
  StringRef path = arguments.front();
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return reportError("cannot read '" + path +
                       "': " + file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  onnx::ModelProto model;
  if (!parse(bytes, model))
    return reportError(path + ": not an ONNX model, or a truncated one");
  printHead(outs(), model);
  Inventory inventory(model);
  outs() << "operators\n";
  inventory.print(outs());
  outs().flush();
  if (!inventory.isSupported()) {
    outs() << "The model cannot be compiled: see 'unsupported' above.\n";
    return Success;
  }
  if (!printImported(outs(), bytes, path))
    return UserError;
  return Success;
}

static StringRef getHelp() {
  return "Prints opsets, inputs, outputs, parameters, operators and all that "
         "is unsupported.\n";
}

const Command tvm::tvmc::explainCommand = {
    "explain", "say what a model consists of, and what is unsupported",
    "explain MODEL.onnx", getHelp, runExplain};
