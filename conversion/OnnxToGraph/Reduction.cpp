#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphReduction.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addReduction(NodeImporters &importers) {}

} // namespace tvm::onnx_import
