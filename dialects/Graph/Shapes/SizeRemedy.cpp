// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Shapes/SizeRemedy.h"

#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphBase.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::graph {

/// The function `main` of the outermost module around `op`.
static func::FuncOp findMain(Operation *op) {
  ModuleOp outermost;
  for (; op; op = op->getParentOp())
    if (auto module = dyn_cast<ModuleOp>(op))
      outermost = module;
  return outermost ? outermost.lookupSymbol<func::FuncOp>("main")
                   : func::FuncOp();
}

/// The sizes of an input, open ones by name: `1,3,height,width`.
static std::string describeSizes(RankedTensorType type, ArrayAttr dims) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    auto name =
        dims && i < dims.size() ? dyn_cast<StringAttr>(dims[i]) : StringAttr();
    os << (i == 0 ? "" : ",");
    if (ShapedType::isStatic(size))
      os << size;
    else
      os << (name && name.getValue() != "?" ? name.getValue() : "N");
  }
  return text;
}

namespace {
/// The inputs of a model that decide sizes or data of its values. Follows
/// values back to the arguments of `main`: through kernels to what launches
/// them, and out of regions to the operands of their operator.
class Sources {
public:
  explicit Sources(func::FuncOp main) : main(main) {}
  void addSizes(ValueRange values) { append(values, measured); }
  void addData(ValueRange values) { append(values, read); }
  void trace();

  /// Whether sizes, or data, of argument `i` of `main` decide.
  llvm::SmallDenseSet<unsigned> bySize, byData;

private:
  using Worklist = llvm::SetVector<Value>;
  static void append(ValueRange values, Worklist &list);
  static void appendYielded(Operation *op, Worklist &list);
  void traceSizes(Value value);
  void traceData(Value value);
  void traceShape(Operation *op);
  void traceArgument(BlockArgument argument, Worklist &list);

  func::FuncOp main;
  Worklist measured, read;
};
} // namespace

void Sources::append(ValueRange values, Worklist &list) {
  for (Value value : values)
    if (value)
      list.insert(value);
}

/// Appends what the regions of `op` end with.
void Sources::appendYielded(Operation *op, Worklist &list) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty())
        append(block.back().getOperands(), list);
}

void Sources::trace() {
  for (size_t i = 0, j = 0; i < measured.size() || j < read.size();) {
    if (i < measured.size())
      traceSizes(measured[i++]);
    else
      traceData(read[j++]);
  }
}

void Sources::traceArgument(BlockArgument argument, Worklist &list) {
  Operation *parent = argument.getOwner()->getParentOp();
  auto function = dyn_cast_or_null<func::FuncOp>(parent);
  if (!function) {
    if (parent)
      append(parent->getOperands(), list);
    return;
  }
  main.walk([&](LaunchOp launch) {
    if (launch.getKernel().getLeafReference() == function.getSymNameAttr() &&
        argument.getArgNumber() < launch.getInputs().size())
      append(launch.getInputs()[argument.getArgNumber()], list);
  });
}

void Sources::traceSizes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.hasStaticShape())
    return;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return traceShape(value.getDefiningOp());
  if (argument.getOwner()->getParentOp() == main)
    bySize.insert(argument.getArgNumber());
  else
    traceArgument(argument, measured);
}

/// Follows what the sizes of the results of `op` are computed from: its own
/// description of them is built in a block that is dropped.
void Sources::traceShape(Operation *op) {
  Block scratch;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&scratch);
  auto isOutside = [&](Value value) {
    return value.getParentBlock() != &scratch;
  };
  ReifiedRankedShapedTypeDims shapes;
  auto reifiable = dyn_cast<ReifyRankedShapedTypeOpInterface>(op);
  if (!reifiable || failed(reifiable.reifyResultShapes(builder, shapes))) {
    // The first operand is the tensor that is resized or sliced; those behind
    // it say how. Operators with regions have conditions and counts first.
    append(op->getOperands(), measured);
    appendYielded(op, measured);
    unsigned first = op->getNumRegions() == 0 ? 1 : 0;
    append(ValueRange(op->getOperands())
               .drop_front(std::min(first, op->getNumOperands())),
           read);
    return;
  }
  for (ArrayRef<OpFoldResult> sizes : shapes)
    for (OpFoldResult size : sizes)
      if (auto value = dyn_cast<Value>(size); value && isOutside(value))
        read.insert(value);
  for (Operation &part : scratch)
    for (Value operand : part.getOperands())
      if (isOutside(operand))
        (isa<tensor::DimOp>(part) ? measured : read).insert(operand);
}

void Sources::traceData(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner()->getParentOp() == main)
      byData.insert(argument.getArgNumber());
    else
      traceArgument(argument, read);
    return;
  }
  Operation *op = value.getDefiningOp();
  bool readsSizes = isa<ShapeOp, SizeOp, tensor::DimOp>(op);
  append(op->getOperands(), readsSizes ? measured : read);
  appendYielded(op, read);
}

static StringAttr getInputName(func::FuncOp main, unsigned i) {
  return main.getArgAttrOfType<StringAttr>(i, "graph.name");
}

/// The sizes of the inputs in `numbers` as `--input-shapes` takes them.
static std::string
describeShapes(func::FuncOp main,
               const llvm::SmallDenseSet<unsigned> &numbers) {
  SmallVector<std::string> inputs;
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    StringAttr name = getInputName(main, i);
    if (!type || type.hasStaticShape() || !name || !numbers.contains(i) ||
        main.getArgAttr(i, "graph.list"))
      continue;
    auto dims = main.getArgAttrOfType<ArrayAttr>(i, "graph.dims");
    inputs.push_back((name.getValue() + ":" + describeSizes(type, dims)).str());
  }
  return llvm::join(inputs, ";");
}

static void noteData(InFlightDiagnostic &error, func::FuncOp main,
                     const llvm::SmallDenseSet<unsigned> &numbers) {
  SmallVector<StringRef> names;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (StringAttr name = getInputName(main, i); name && numbers.contains(i))
      names.push_back(name.getValue());
  if (names.empty())
    return;
  bool isOne = names.size() == 1;
  error.attachNote(UnknownLoc::get(main.getContext()))
      << "the data of input" << (isOne ? " '" : "s '")
      << llvm::join(names, "', '") << "' decide this: "
      << (isOne ? "it has to be an initializer of the model"
                : "they have to be initializers of the model");
}

void noteSizeRemedy(InFlightDiagnostic &error, Operation *inside,
                    ValueRange sizes, ValueRange data) {
  func::FuncOp main = findMain(inside);
  if (!main || main.isExternal())
    return;
  Sources sources(main);
  sources.addSizes(sizes);
  sources.addData(data);
  sources.trace();
  noteData(error, main, sources.byData);
  for (unsigned i : sources.byData)
    sources.bySize.erase(i);
  std::string shapes = describeShapes(main, sources.bySize);
  if (!shapes.empty())
    error.attachNote(UnknownLoc::get(main.getContext()))
        << "sizes of inputs can be fixed, with numbers for names: "
           "--input-shapes='"
        << shapes << "'";
}

/// The same for the sizes of the operands and results of `op`.
static void noteSizeRemedy(InFlightDiagnostic &error, Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  noteSizeRemedy(error, op, values);
}

LogicalResult refuseUnknownSizes(Operation *op, const Twine &text) {
  InFlightDiagnostic error = op->emitOpError(text);
  noteSizeRemedy(error, op);
  return error;
}

LogicalResult checkResultSizes(Operation *function) {
  llvm::SetVector<Operation *> unknown;
  function->walk([&](tensor::DimOp dim) {
    Operation *op = dim.getSource().getDefiningOp();
    if (isa_and_nonnull<FusionInterface>(op))
      unknown.insert(op);
  });
  for (Operation *op : unknown) {
    InFlightDiagnostic error = emitError(op->getLoc());
    error << describeNode(op) << ": expected ";
    if (isa<ReifyRankedShapedTypeOpInterface>(op))
      error << "a result whose sizes are known before it runs, got ";
    else
      error << "'" << op->getName()
            << "' to implement ReifyRankedShapedTypeOpInterface, since sizes "
               "of its results are known only when running, got ";
    llvm::interleaveComma(op->getResultTypes(), error);
    noteSizeRemedy(error, op);
  }
  return failure(!unknown.empty());
}

} // namespace tvm::graph
