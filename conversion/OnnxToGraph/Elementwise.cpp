#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphElementwise.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

template <typename Op>
static LogicalResult importUnary(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  return node.replaceWith<Op>(*x);
}

template <typename Op>
static LogicalResult importBinary(Node &node) {
  auto lhs = node.requiredInput(0);
  auto rhs = node.requiredInput(1);
  if (failed(lhs) || failed(rhs))
    return failure();
  return node.replaceWith<Op>(*lhs, *rhs);
}

void addElementwise(NodeImporters &importers) {
  importers.add("Add", importBinary<AddOp>, 7);
  importers.add("Sub", importBinary<SubOp>, 7);
  importers.add("Mul", importBinary<MulOp>, 7);
  importers.add("Div", importBinary<DivOp>, 7);
  importers.add("Less", importBinary<LessOp>, 7);
  importers.add("Relu", importUnary<ReluOp>);
  importers.add("Exp", importUnary<ExpOp>);
}

} // namespace tvm::onnx_import
