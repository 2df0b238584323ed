// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_QUANTIZATION_CASTS_H
#define TVM_CONVERSION_ONNXTOGRAPH_QUANTIZATION_CASTS_H

#include "conversion/OnnxToGraph/Expansion.h"

namespace tvm::onnx_import {

/// The parameters of ONNX's conversion to 8-bit floats.
struct Conversion {
  enum Rounding { Up, Down, Nearest };

  /// Whether a number that is too large becomes the largest one instead of an
  /// infinity or NaN.
  bool saturates = true;
  Rounding rounding = Up; // to f8E8M0FNU; others round to nearest
};

/// `saturate` and `round_mode` of a node.
mlir::FailureOr<Conversion> getConversion(Node &node);

/// `x` with element type `to`.
mlir::Value convert(Expansion &e, mlir::Value x, mlir::Type to,
                    const Conversion &conversion);

/// Conversions, a part of the element-wise operators.
void addCasts(NodeImporters &importers);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_QUANTIZATION_CASTS_H
