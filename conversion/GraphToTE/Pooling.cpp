#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphPooling.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachPoolingDefinitions(MLIRContext *context) {}

} // namespace tvm
