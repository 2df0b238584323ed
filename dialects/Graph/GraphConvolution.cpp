#include "dialects/Graph/GraphConvolution.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/GraphConvolution.cpp.inc"

void tvm::graph::GraphDialect::registerConvolutionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphConvolution.cpp.inc"
      >();
}
