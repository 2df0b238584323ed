#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphRecurrent.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachRecurrentDefinitions(MLIRContext *context) {}

} // namespace tvm
