#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphReduction.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachReductionDefinitions(MLIRContext *context) {}

} // namespace tvm
