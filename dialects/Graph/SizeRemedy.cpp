#include "dialects/Graph/SizeRemedy.h"

#include "dialects/Graph/GraphBase.h"
#include "dialects/Graph/RuntimeChecks.h"
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

void noteInputShapes(InFlightDiagnostic &error, Operation *op) {
  func::FuncOp main = findMain(op);
  if (!main || main.isExternal())
    return;
  SmallVector<std::string> inputs;
  for (BlockArgument argument : main.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    auto name = main.getArgAttrOfType<StringAttr>(i, "graph.name");
    if (!type || type.hasStaticShape() || !name)
      continue;
    auto dims = main.getArgAttrOfType<ArrayAttr>(i, "graph.dims");
    inputs.push_back((name.getValue() + ":" + describeSizes(type, dims)).str());
  }
  if (!inputs.empty())
    error.attachNote(UnknownLoc::get(op->getContext()))
        << "sizes of inputs can be fixed, with numbers for names: "
           "--input-shapes='"
        << llvm::join(inputs, ";") << "'";
}

LogicalResult refuseUnknownSizes(Operation *op, const Twine &text) {
  InFlightDiagnostic error = op->emitOpError(text);
  noteInputShapes(error, op);
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
    noteInputShapes(error, op);
  }
  return failure(!unknown.empty());
}

} // namespace tvm::graph
