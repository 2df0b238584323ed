// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_SHAPEHELPERS_H
#define TVM_CONVERSION_ONNXTOGRAPH_SHAPEHELPERS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// The declared type of output `i` if it is static, otherwise null.
mlir::RankedTensorType getStaticOutput(Node &node, int i);

/// `axis`, counted from 0; fails with a diagnostic if it is out of the range
/// for `rank` dimensions.
mlir::FailureOr<int64_t> requireAxis(Node &node, int64_t axis, int64_t rank);

/// Integers that are an attribute in older operator sets, and an input in newer
/// ones.
std::optional<llvm::SmallVector<int64_t>>
getAttributeOrInput(Node &node, llvm::StringRef attribute, int input);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SHAPEHELPERS_H
