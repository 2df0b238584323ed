#ifndef TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_CONVOLUTION_H
#define TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_CONVOLUTION_H

#include "conversion/OnnxToGraph/Networks/Windows.h"

namespace tvm::onnx_import {

/// Returns the convolution of `x` with `weight`, with the node's window.
mlir::FailureOr<mlir::Value> createConvolution(Node &node, mlir::Value x,
                                               mlir::Value weight);

/// `x` plus a bias of one element per channel.
mlir::FailureOr<mlir::Value> addBias(Node &node, mlir::Value x,
                                     mlir::Value bias);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_NETWORKS_CONVOLUTION_H
