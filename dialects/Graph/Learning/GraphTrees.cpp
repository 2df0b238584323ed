// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Learning/GraphTrees.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Learning/GraphTrees.cpp.inc"

void tvm::graph::GraphDialect::registerTreesOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Learning/GraphTrees.cpp.inc"
      >();
}

namespace tvm::graph {

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

FailureOr<SymbolicShape> TreeLeavesOp::inferShape(Adaptor adaptor,
                                                  ShapeValues &values,
                                                  std::optional<Location> loc) {
  auto x = typeOf(adaptor.getX()), splits = typeOf(adaptor.getSplits());
  if (x.getRank() != 2 || x.getElementType() != splits.getElementType()) // C1
    return emitOptionalError(loc, "expected a matrix of ",
                             splits.getElementType(), ", got ", x);
  for (Value table : {adaptor.getFeatures(), adaptor.getAccept(),
                      adaptor.getYes(), adaptor.getNo()})
    if (splits.getRank() != 1 ||
        failed(verifyCompatibleShape(typeOf(table), splits))) // C2
      return emitOptionalError(loc, "expected tables of one length, got ",
                               splits, " and ", table.getType());
  if (typeOf(adaptor.getRoots()).getRank() != 1) // C2
    return emitOptionalError(loc, "expected roots of one dimension, got ",
                             adaptor.getRoots().getType());
  return SymbolicShape{values.getDim(adaptor.getX(), 0),
                       values.getDim(adaptor.getRoots(), 0)};
}

} // namespace tvm::graph
