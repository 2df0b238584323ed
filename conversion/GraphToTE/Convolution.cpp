#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphConvolution.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachConvolutionDefinitions(MLIRContext *context) {}

} // namespace tvm
