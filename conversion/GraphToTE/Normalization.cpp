#include "conversion/GraphToTE/Definition.h"

#include "dialects/Graph/GraphNormalization.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

void attachNormalizationDefinitions(MLIRContext *context) {}

} // namespace tvm
