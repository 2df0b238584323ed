// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_TENSORS_STRINGS_H
#define TVM_CONVERSION_ONNXTOGRAPH_TENSORS_STRINGS_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// Whether the elements of `tensor` are strings.
bool isString(mlir::Value tensor);

/// A vector of `texts`.
mlir::Value createStrings(Expansion &expansion, Node &node,
                          llvm::ArrayRef<std::string> texts);

/// `Equal` of two tensors of strings.
mlir::LogicalResult importStringEqual(Node &node);

/// Adds the importers of `LabelEncoder` of ai.onnx.ml.
void addLabelEncoder(NodeImporters &importers);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_TENSORS_STRINGS_H
