#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static LogicalResult importTranspose(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  SmallVector<int64_t> reversed;
  for (int64_t i = node.inputType(0).getRank(); i-- > 0;)
    reversed.push_back(i);
  return node.replaceWith<TransposeOp>(*x, node.getInts("perm", reversed));
}

void addShape(NodeImporters &importers) {
  importers.add("Transpose", importTranspose);
}

} // namespace tvm::onnx_import
