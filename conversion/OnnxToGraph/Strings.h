#ifndef TVM_CONVERSION_ONNXTOGRAPH_STRINGS_H
#define TVM_CONVERSION_ONNXTOGRAPH_STRINGS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

bool isString(mlir::Value tensor);

/// `Equal` of two tensors of strings.
mlir::LogicalResult importStringEqual(Node &node);

void addLabelEncoder(NodeImporters &importers);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_STRINGS_H
