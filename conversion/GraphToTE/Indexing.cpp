#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphIndexing.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachIndexingDefinitions(MLIRContext *context) {}

} // namespace tvm
