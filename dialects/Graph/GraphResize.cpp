#include "dialects/Graph/GraphResize.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphResize.cpp.inc"

void tvm::graph::GraphDialect::registerResizeOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphResize.cpp.inc"
      >();
}
