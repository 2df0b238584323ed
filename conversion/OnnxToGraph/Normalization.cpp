#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphNormalization.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addNormalization(NodeImporters &importers) {}

} // namespace tvm::onnx_import
