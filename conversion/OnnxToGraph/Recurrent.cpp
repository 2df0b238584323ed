#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphRecurrent.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addRecurrent(NodeImporters &importers) {}

} // namespace tvm::onnx_import
