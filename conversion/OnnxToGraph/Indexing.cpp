#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphIndexing.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addIndexing(NodeImporters &importers) {}

} // namespace tvm::onnx_import
