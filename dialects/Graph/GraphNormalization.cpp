#include "dialects/Graph/GraphNormalization.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphNormalization.cpp.inc"

void tvm::graph::GraphDialect::registerNormalizationOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphNormalization.cpp.inc"
      >();
}
