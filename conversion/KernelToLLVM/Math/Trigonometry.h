#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_TRIGONOMETRY_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_TRIGONOMETRY_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// Sines, cosines and tangents of f32, scalars or vectors: reduced by multiples
/// of pi/2 (Cody and Waite, "Software Manual for the Elementary Functions",
/// 1980) and summed up in f64, to 0.5001 ULP. Where an element is 2^40 or more,
/// calls of the math library. Arc tangents alike, of all numbers.
void populateTrigonometryPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_TRIGONOMETRY_H
