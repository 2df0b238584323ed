#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/GraphResize.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

void addResize(NodeImporters &importers) {}

} // namespace tvm::onnx_import
