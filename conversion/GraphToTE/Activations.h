// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_ACTIVATIONS_H
#define TVM_CONVERSION_GRAPHTOTE_ACTIVATIONS_H

#include "dialects/TE/TEBuilder.h"

namespace tvm {

// Functions of one f32 or f64 scalar, shared by element-wise and recurrent
// operators.

/// `max(x, 0)`; NaN stays.
mlir::Value buildRelu(te::TEBuilder &b, mlir::Value x);
/// `1 / (1 + exp(-x))`
mlir::Value buildSigmoid(te::TEBuilder &b, mlir::Value x);
/// The hyperbolic tangent of `x`.
mlir::Value buildTanh(te::TEBuilder &b, mlir::Value x);
/// `log(1 + exp(x))` that does not overflow.
mlir::Value buildSoftplus(te::TEBuilder &b, mlir::Value x);
/// `x / (1 + |x|)`
mlir::Value buildSoftsign(te::TEBuilder &b, mlir::Value x);
/// `x < 0 ? alpha * (exp(x) - 1) : x`
mlir::Value buildElu(te::TEBuilder &b, mlir::Value x, double alpha);
/// `x < 0 ? alpha * x : x`
mlir::Value buildLeakyRelu(te::TEBuilder &b, mlir::Value x, mlir::Value alpha);
/// `x > alpha ? x : 0`
mlir::Value buildThresholdedRelu(te::TEBuilder &b, mlir::Value x, double alpha);
/// `max(0, min(1, alpha * x + beta))`
mlir::Value buildHardSigmoid(te::TEBuilder &b, mlir::Value x, double alpha,
                             double beta);
/// The activation that ONNX calls `name`; null if there is none.
mlir::Value buildActivation(te::TEBuilder &b, llvm::StringRef name,
                            mlir::Value x, double alpha, double beta);
/// `min(max(x, low), high)`; NaN stays.
mlir::Value buildClamp(te::TEBuilder &b, mlir::Value x, double low,
                       double high);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_ACTIVATIONS_H
