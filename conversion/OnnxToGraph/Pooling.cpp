#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphPooling.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addPooling(NodeImporters &importers) {}

} // namespace tvm::onnx_import
