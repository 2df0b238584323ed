#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphResize.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachResizeDefinitions(MLIRContext *context) {}

} // namespace tvm
