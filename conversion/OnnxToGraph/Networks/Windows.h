// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_WINDOWS_H
#define TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_WINDOWS_H

#include "conversion/OnnxToGraph/Importer.h"
#include "dialects/Graph/Networks/GraphWindows.h"

namespace tvm::onnx_import {

/// The attributes of a sliding window, with `auto_pad` resolved to `pads`
/// where the sizes of the data are known.
struct WindowAttributes {
  llvm::SmallVector<int64_t> kernel, strides, dilations, pads;
  std::string autoPad = "NOTSET";
  bool ceilMode = false;
};

/// Reads `strides`, `dilations`, `pads`, `auto_pad` and `ceil_mode` of a node
/// whose window of `kernel` slides over `x`. Fails with a diagnostic for
/// invalid values.
mlir::FailureOr<WindowAttributes> readWindow(Node &node,
                                             mlir::RankedTensorType x,
                                             llvm::ArrayRef<int64_t> kernel);

/// `vector` as a tensor of `rank` dimensions, along dimension `dim`.
mlir::FailureOr<mlir::Value> alignVector(Node &node, mlir::Value vector,
                                         int64_t rank, int64_t dim);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_WINDOWS_H
