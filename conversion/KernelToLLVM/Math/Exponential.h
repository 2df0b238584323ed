// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_EXPONENTIAL_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_EXPONENTIAL_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// Expands `math.exp` of f32, scalars and vectors, to 14 operations without a
/// branch: exp(x) = 2^n * p(x - n * ln 2), n = floor(x / ln 2), where p has
/// degree 6. Results below the smallest normal number are 0; the error is at
/// most 6 ULP.
void populateExponentialPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_EXPONENTIAL_H
