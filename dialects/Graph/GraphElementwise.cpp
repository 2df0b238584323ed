#include "dialects/Graph/GraphElementwise.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphElementwise.cpp.inc"

void tvm::graph::GraphDialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphElementwise.cpp.inc"
      >();
}
