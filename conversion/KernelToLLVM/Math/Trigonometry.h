// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_TRIGONOMETRY_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_TRIGONOMETRY_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// Expands sines, cosines and tangents of f32, scalars or vectors: arguments
/// are reduced by multiples of pi/2 (Cody and Waite, "Software Manual for the
/// Elementary Functions", 1980), and series summed in f64, to 0.5001 ULP. If an
/// element is 2^40 or more, the math library is called. Arc tangents are
/// expanded for all numbers.
void populateTrigonometryPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_TRIGONOMETRY_H
