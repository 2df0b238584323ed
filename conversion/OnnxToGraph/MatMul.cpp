#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphMatMul.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addMatMul(NodeImporters &importers) {}

} // namespace tvm::onnx_import
