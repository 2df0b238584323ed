// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_SIZEERRORS_H
#define TVM_CONVERSION_ONNXTOGRAPH_SIZEERRORS_H

#include "conversion/OnnxToGraph/Importer.h"
#include "dialects/Graph/Shapes/SizeRemedy.h"

namespace tvm::onnx_import {

/// An error at `node` for dynamic sizes. Notes show the origin of the sizes of
/// its inputs, and of the data of its inputs `data`.
inline mlir::InFlightDiagnostic sizeError(Node &node,
                                          llvm::ArrayRef<int> data = {}) {
  mlir::InFlightDiagnostic error = node.error();
  llvm::SmallVector<mlir::Value> sizes, read;
  for (int i = 0; i < node.numInputs(); ++i)
    if (mlir::Value value = node.input(i))
      (llvm::is_contained(data, i) ? read : sizes).push_back(value);
  graph::noteSizeRemedy(
      error, node.builder().getInsertionBlock()->getParentOp(), sizes, read);
  return error;
}

/// An error at `node` for data of input `i` that is not constant. Notes show
/// its origin.
inline mlir::InFlightDiagnostic dataError(Node &node, int i) {
  mlir::InFlightDiagnostic error = node.error();
  graph::noteSizeRemedy(error,
                        node.builder().getInsertionBlock()->getParentOp(), {},
                        node.input(i));
  return error;
}

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SIZEERRORS_H
