#ifndef TVM_CONVERSION_ONNXTOGRAPH_SIZEERRORS_H
#define TVM_CONVERSION_ONNXTOGRAPH_SIZEERRORS_H

#include "conversion/OnnxToGraph/Importer.h"
#include "dialects/Graph/SizeRemedy.h"

namespace tvm::onnx_import {

/// An error at `node` for sizes that are not known, with a note that says how
/// to fix them, where an input of the node has such a size.
inline mlir::InFlightDiagnostic sizeError(Node &node) {
  mlir::InFlightDiagnostic error = node.error();
  for (int i = 0; i < node.numInputs(); ++i) {
    mlir::RankedTensorType type = node.inputType(i);
    if (!type || type.hasStaticShape())
      continue;
    graph::noteInputShapes(error,
                           node.builder().getInsertionBlock()->getParentOp());
    break;
  }
  return error;
}

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SIZEERRORS_H
