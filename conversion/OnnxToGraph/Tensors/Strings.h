#ifndef TVM_CONVERSION_ONNXTOGRAPH_TENSORS_STRINGS_H
#define TVM_CONVERSION_ONNXTOGRAPH_TENSORS_STRINGS_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

bool isString(mlir::Value tensor);

/// A vector of `texts`.
mlir::Value createStrings(Expansion &expansion, Node &node,
                          llvm::ArrayRef<std::string> texts);

/// `Equal` of two tensors of strings.
mlir::LogicalResult importStringEqual(Node &node);

void addLabelEncoder(NodeImporters &importers);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_TENSORS_STRINGS_H
