// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/FusedGraph.h"

#include "conversion/HostToLLVM/Manifest.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/SymbolTable.h"
#include "tools/explain/Dims.h"
#include "tools/explain/Reasons.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::explain {

namespace {
class Reader {
public:
  Reader(func::FuncOp main, Report &report)
      : main(main), dims(main), report(report) {}
  void run();

  std::vector<Launch> launches;

private:
  void addInputs();
  void addLaunch(graph::LaunchOp launch);
  void addMissing(Operation *op);
  void addOutputs();
  Kernel &addKernel(Operation *op, StringRef name);
  void addArguments(Kernel &kernel, graph::LaunchOp launch,
                    func::FuncOp function);
  void addOperators(Kernel &kernel, func::FuncOp function);
  void countBytes(Kernel &kernel);
  void addDims(Value tensor);
  unsigned getNumber(Value value);
  unsigned addTensor(Value value, Tensor::Kind kind, std::string name);

  func::FuncOp main;
  Dims dims;
  Report &report;
  llvm::DenseMap<Value, unsigned> numbers; // of tensors
};
} // namespace

static std::vector<std::string> getNodes(Operation *op) {
  std::vector<std::string> names;
  for (Attribute name : getNodeNames(op->getLoc()))
    names.push_back(cast<StringAttr>(name).str());
  return names;
}

static Kernel::Place getPlace(Operation *op) {
  if (op->getParentOfType<scf::WhileOp>())
    return Kernel::InLoop;
  return op->getParentOfType<scf::IfOp>() ? Kernel::InBranch : Kernel::Always;
}

/// Whether `op` replaces a node that could not be imported.
static bool isMissingNode(Operation *op) {
  return op->getName().getDialectNamespace() == "unsupported";
}

void Reader::run() {
  addInputs();
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto launch = dyn_cast<graph::LaunchOp>(op))
      addLaunch(launch);
    else if (isMissingNode(op))
      addMissing(op);
  });
  addOutputs();
}

//===-- tensors -----------------------------------------------------------===//

static Amount getBytes(RankedTensorType type, ArrayRef<Dim> shape) {
  unsigned bits =
      graph::getMemoryType(type).getElementType().getIntOrFloatBitWidth();
  Amount bytes;
  bytes.add(llvm::divideCeil(bits, 8u), shape);
  return bytes;
}

unsigned Reader::addTensor(Value value, Tensor::Kind kind, std::string name) {
  auto type = cast<RankedTensorType>(value.getType());
  Dims::Shape shape = dims.getShape(value);
  Tensor described;
  described.kind = kind;
  described.name = std::move(name);
  described.dtype = graph::getElementName(type.getElementType());
  for (const Dim &dim : shape)
    described.shape.push_back(dim.text);
  described.bytes = getBytes(type, shape);
  report.tensors.push_back(std::move(described));
  return numbers[value] = report.tensors.size() - 1;
}

/// The number of the tensor to whose memory `value` refers.
unsigned Reader::getNumber(Value value) {
  value = graph::HostValues::getRoot(value);
  auto known = numbers.find(value);
  if (known != numbers.end())
    return known->second;
  std::string name;
  if (auto constant = value.getDefiningOp<graph::ConstantOp>()) {
    if (auto weight = dyn_cast<graph::WeightAttr>(constant.getValue()))
      name = weight.getName().str();
    return addTensor(value, Tensor::Constant, name);
  }
  // The value is a result of control flow.
  auto nodes = value.getDefiningOp() ? getNodes(value.getDefiningOp())
                                     : std::vector<std::string>();
  return addTensor(value, Tensor::Computed, nodes.empty() ? "" : nodes.back());
}

static std::string getName(DictionaryAttr attributes) {
  auto name = attributes ? attributes.getAs<StringAttr>("graph.name") : nullptr;
  return name ? name.str() : "";
}

void Reader::addInputs() {
  for (auto [i, argument] : llvm::enumerate(main.getArguments()))
    addTensor(argument, Tensor::Input, getName(main.getArgAttrDict(i)));
}

void Reader::addOutputs() {
  Operation *terminator = main.getBody().front().getTerminator();
  for (auto [i, result] : llvm::enumerate(terminator->getOperands())) {
    std::string &output = report.tensors[getNumber(result)].output;
    output += (output.empty() ? "" : ", ") + getName(main.getResultAttrDict(i));
  }
}

//===-- kernels -----------------------------------------------------------===//

Kernel &Reader::addKernel(Operation *op, StringRef name) {
  Kernel kernel;
  kernel.name = name.str();
  kernel.place = getPlace(op);
  kernel.nodes = getNodes(op);
  report.kernels.push_back(std::move(kernel));
  return report.kernels.back();
}

void Reader::countBytes(Kernel &kernel) {
  for (unsigned input : kernel.inputs)
    kernel.bytesRead.add(report.tensors[input].bytes);
  for (unsigned output : kernel.outputs)
    kernel.bytesWritten.add(report.tensors[output].bytes);
}

/// Adds the operators of `function`, whose arguments and results have numbers.
void Reader::addOperators(Kernel &kernel, func::FuncOp function) {
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (isa<graph::ConstantOp>(op) || op.getNumResults() == 0 ||
        !isa<RankedTensorType>(op.getResult(0).getType()))
      continue;
    Operator described;
    described.name = op.getName().stripDialect().str();
    described.nodes = getNodes(&op);
    for (Value operand : op.getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        described.inputs.push_back(getNumber(operand));
    for (Value result : op.getResults())
      described.outputs.push_back(getNumber(result));
    kernel.operators.push_back(std::move(described));
  }
}

/// Adds `decision` to the list `text`, unless it contains it already.
static void addDecision(std::string &text, StringRef decision) {
  SmallVector<StringRef> known;
  StringRef(text).split(known, ", ", -1, /*KeepEmpty=*/false);
  if (!llvm::is_contained(known, decision))
    text += ((text.empty() ? "" : ", ") + decision).str();
}

static std::string print(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os);
  return text;
}

/// The decisions on the operators of `function`, and on its launch.
static Decisions getDecisions(graph::LaunchOp launch, func::FuncOp function) {
  Decisions decisions;
  function.walk([&](Operation *op) {
    if (auto conv = dyn_cast<graph::ConvOp>(op); conv && conv.getAlgorithm())
      addDecision(decisions.algorithm, print(*conv.getAlgorithm()));
    if (auto winograd = dyn_cast<graph::WinogradConvOp>(op))
      addDecision(decisions.algorithm, print(winograd.getAlgorithm()));
    if (auto layout = op->getAttrOfType<StringAttr>("layout"))
      addDecision(decisions.layout, layout.getValue());
    if (Attribute precision = op->getAttr(graph::kPrecisionAttrName))
      addDecision(decisions.precision, print(precision));
  });
  if (auto fusion = launch.getFusionAttr()) {
    decisions.because = stringifyEnum(fusion.getBecause()).str();
    decisions.apart = stringifyEnum(fusion.getApart()).str();
    decisions.reasons = {explainJoining(fusion.getBecause()),
                         explainSeparation(fusion.getApart())};
  }
  return decisions;
}

/// Adds the dynamic dimensions of a tensor of the last launch.
void Reader::addDims(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [size, dim] : llvm::zip(type.getShape(), dims.getShape(tensor)))
    if (ShapedType::isDynamic(size))
      launches.back().dims.push_back(dim);
}

/// Maps the kernel's arguments and results to the tensors outside of it.
void Reader::addArguments(Kernel &kernel, graph::LaunchOp launch,
                          func::FuncOp function) {
  for (auto [argument, input] :
       llvm::zip(function.getArguments(), launch.getInputs())) {
    kernel.inputs.push_back(numbers[argument] = getNumber(input));
    addDims(input);
  }
  Operation *exit = function.getBody().front().getTerminator();
  for (auto [result, returned] :
       llvm::zip(launch.getResults(), exit->getOperands())) {
    Operation *definition = returned.getDefiningOp();
    auto nodes = getNodes(definition ? definition : launch);
    unsigned number =
        addTensor(result, Tensor::Computed, nodes.empty() ? "" : nodes.back());
    kernel.outputs.push_back(numbers[returned] = number);
    addDims(result);
  }
}

void Reader::addLaunch(graph::LaunchOp launch) {
  auto function = cast<func::FuncOp>(
      SymbolTable::lookupNearestSymbolFrom(launch, launch.getKernel()));
  Kernel &kernel = addKernel(launch, function.getName());
  launches.push_back({static_cast<unsigned>(report.kernels.size()) - 1, {}});
  dims.enter(launch, function);
  function.walk([&](Operation *op) { // which may have numbers of another launch
    for (Value result : op->getResults())
      numbers.erase(result);
  });
  addArguments(kernel, launch, function);
  addOperators(kernel, function);
  kernel.decisions = getDecisions(launch, function);
  countBytes(kernel);
}

void Reader::addMissing(Operation *op) {
  Kernel &kernel = addKernel(op, op->getName().stripDialect());
  kernel.isSupported = false;
  for (Value operand : op->getOperands())
    kernel.inputs.push_back(getNumber(operand));
  for (Value result : op->getResults())
    kernel.outputs.push_back(getNumber(result));
  kernel.operators.push_back(
      {kernel.name, kernel.nodes, kernel.inputs, kernel.outputs});
  countBytes(kernel);
}

//===-- work --------------------------------------------------------------===//

std::vector<Launch> readFusedGraph(ModuleOp module, Report &report) {
  // Dimensions become scalar operations in the functions of a copy.
  OwningOpRef<ModuleOp> copy(module.clone());
  Reader reader(copy->lookupSymbol<func::FuncOp>("main"), report);
  reader.run();
  return std::move(reader.launches);
}

/// Reads a result of graph-count-work: a number, or a list of terms, each with
/// a factor and numbers of dimensions.
static Amount readAmount(Attribute terms, ArrayRef<Dim> dims) {
  Amount amount;
  if (auto number = dyn_cast<IntegerAttr>(terms)) {
    amount.add(number.getInt());
    return amount;
  }
  for (Attribute term : cast<ArrayAttr>(terms)) {
    auto numbers =
        llvm::to_vector(cast<ArrayAttr>(term).getAsRange<IntegerAttr>());
    SmallVector<Dim> factors;
    for (IntegerAttr dim : llvm::drop_begin(numbers))
      factors.push_back(dims[dim.getInt()]);
    amount.add(numbers.front().getInt(), factors);
  }
  return amount;
}

void readWork(ModuleOp loops, ArrayRef<Launch> launches, Report &report) {
  auto main = loops.lookupSymbol<func::FuncOp>("main");
  main.walk<WalkOrder::PreOrder>([&](graph::LaunchOp op) {
    const Launch &launch = launches.front();
    launches = launches.drop_front();
    if (Attribute flops = op->getAttr("graph.flops"))
      report.kernels[launch.kernel].flops = readAmount(flops, launch.dims);
  });
}

} // namespace tvm::explain
