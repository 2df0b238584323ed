#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphConvolution.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addConvolution(NodeImporters &importers) {}

} // namespace tvm::onnx_import
