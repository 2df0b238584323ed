// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_CONVOLUTION_H
#define TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_CONVOLUTION_H

#include "conversion/OnnxToGraph/Networks/Windows.h"

namespace tvm::onnx_import {

/// Returns the convolution of `x` with `weight`, with the node's window.
/// `bias`, a vector of one element per output channel, is added; it may be
/// null.
mlir::FailureOr<mlir::Value> createConvolution(Node &node, mlir::Value x,
                                               mlir::Value weight,
                                               mlir::Value bias);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_CONVOLUTION_H
