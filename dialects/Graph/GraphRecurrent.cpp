#include "dialects/Graph/GraphRecurrent.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphRecurrent.cpp.inc"

void tvm::graph::GraphDialect::registerRecurrentOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphRecurrent.cpp.inc"
      >();
}
