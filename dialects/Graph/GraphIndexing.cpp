#include "dialects/Graph/GraphIndexing.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphIndexing.cpp.inc"

void tvm::graph::GraphDialect::registerIndexingOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphIndexing.cpp.inc"
      >();
}
