// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_ERRORFUNCTION_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_ERRORFUNCTION_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// Expands `math.erf` of f32, scalars and vectors, to 18 operations, one of
/// them a division, without a branch: erf(x) = x p(x^2) / q(x^2), where p and q
/// have degree 5, clamped to ±1. The error is at most 5 ULP; the sign of zero
/// is kept.
void populateErrorFunctionPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_ERRORFUNCTION_H
