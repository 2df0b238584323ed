#ifndef TVM_CONVERSION_ONNXTOGRAPH_SHAPEHELPERS_H
#define TVM_CONVERSION_ONNXTOGRAPH_SHAPEHELPERS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// The declared type of output `i` where it is static, else null.
mlir::RankedTensorType getStaticOutput(Node &node, int i);

/// `axis`, counted from 0; fails with a diagnostic where it is none of `rank`
/// dimensions.
mlir::FailureOr<int64_t> requireAxis(Node &node, int64_t axis, int64_t rank);

/// Integers that older operator sets have as `attribute`, newer ones as input.
std::optional<llvm::SmallVector<int64_t>>
getAttributeOrInput(Node &node, llvm::StringRef attribute, int input);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SHAPEHELPERS_H
