#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphMatMul.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachMatMulDefinitions(MLIRContext *context) {}

} // namespace tvm
