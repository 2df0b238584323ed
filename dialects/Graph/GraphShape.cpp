#include "dialects/Graph/GraphShape.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphShape.cpp.inc"

void tvm::graph::GraphDialect::registerShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphShape.cpp.inc"
      >();
}
