// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_INPUTCHECKS_H
#define TVM_CONVERSION_ONNXTOGRAPH_INPUTCHECKS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// Fails, with an error at `node`, if input `i` is given and cannot have this
/// shape.
mlir::LogicalResult checkShape(const Node &node, int i,
                               llvm::ArrayRef<int64_t> shape);

/// Fails, with an error at `node`, if attribute `name` is given and not in
/// `[least, most]`.
mlir::LogicalResult checkRange(const Node &node, llvm::StringRef name,
                               int64_t least, int64_t most);

/// Fails, with an error at `node`, unless it has exactly one of these
/// attributes.
mlir::LogicalResult checkOneOf(const Node &node,
                               llvm::ArrayRef<std::string> names);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_INPUTCHECKS_H
