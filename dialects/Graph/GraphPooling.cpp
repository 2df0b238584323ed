#include "dialects/Graph/GraphPooling.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphPooling.cpp.inc"

void tvm::graph::GraphDialect::registerPoolingOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphPooling.cpp.inc"
      >();
}
