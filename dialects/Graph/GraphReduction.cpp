#include "dialects/Graph/GraphReduction.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphReduction.cpp.inc"

void tvm::graph::GraphDialect::registerReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphReduction.cpp.inc"
      >();
}
