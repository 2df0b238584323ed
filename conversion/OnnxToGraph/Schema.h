// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_SCHEMA_H
#define TVM_CONVERSION_ONNXTOGRAPH_SCHEMA_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// Fails, with an error at `node`, if `proto` has other inputs or attributes
/// than ONNX declares for its operator: too many, too few, or of other types.
/// Importers check sequences and optionals. Operators that are not in ONNX
/// pass.
mlir::LogicalResult checkSchema(const Node &node, const onnx::NodeProto &proto);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SCHEMA_H
