// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_QUANTIZATION_QUANTIZATION_H
#define TVM_CONVERSION_ONNXTOGRAPH_QUANTIZATION_QUANTIZATION_H

#include "conversion/OnnxToGraph/Quantization/Casts.h"

namespace tvm::onnx_import {

/// Whether `type` is an element type of quantised data.
bool isQuantized(mlir::Type type);

/// `saturate(round(quotient) + zero)`, in f32 except for the result; floats of
/// few bits are not rounded to integers. `zero` may be null.
mlir::Value quantize(Expansion &e, mlir::Value quotient, mlir::Value zero,
                     mlir::Type type, const Conversion &conversion = {});

/// Matrix products and convolutions of quantised data.
void addQuantizedProducts(NodeImporters &importers);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_QUANTIZATION_QUANTIZATION_H
