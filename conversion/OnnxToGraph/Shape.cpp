#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addShape(NodeImporters &importers) {}

} // namespace tvm::onnx_import
