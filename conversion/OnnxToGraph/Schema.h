#ifndef TVM_CONVERSION_ONNXTOGRAPH_SCHEMA_H
#define TVM_CONVERSION_ONNXTOGRAPH_SCHEMA_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// Fails, with an error at `node`, where `proto` has other inputs or attributes
/// than ONNX says its operator has: too many, too few, or of other types.
/// Sequences and optionals are left to importers. Operators that ONNX does not
/// know pass.
mlir::LogicalResult checkSchema(const Node &node, const onnx::NodeProto &proto);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SCHEMA_H
