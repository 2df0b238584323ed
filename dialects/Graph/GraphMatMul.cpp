#include "dialects/Graph/GraphMatMul.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphMatMul.cpp.inc"

void tvm::graph::GraphDialect::registerMatMulOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphMatMul.cpp.inc"
      >();
}
