// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_SIGNAL_FOURIER_H
#define TVM_CONVERSION_ONNXTOGRAPH_SIGNAL_FOURIER_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// Options of a Fourier transform of a signal [..., axis, ..., parts], whose
/// last dimension is a real part and, if its size is 2, an imaginary one.
struct FourierOptions {
  int64_t axis;
  bool isInverse = false;
  /// Whether the result is only the half of the spectrum that determines the
  /// other half, for a real signal.
  bool isOneSided = false;
  /// The length of the transform, a scalar of i64; null: the length of the
  /// signal.
  mlir::Value length = {};
};

/// The transform of `x`. Static lengths are split into factors.
mlir::Value transform(Node &node, Expansion &e, mlir::Value x,
                      const FourierOptions &options);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_SIGNAL_FOURIER_H
