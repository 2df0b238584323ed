#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_ERRORFUNCTION_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_ERRORFUNCTION_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// `math.erf` of f32, scalars and vectors, as 18 operations, one of them a
/// division, without a branch: erf(x) = x p(x^2) / q(x^2), where p and q are of
/// degree 5, between the places where erf is ±1 in f32. The error is at most 5
/// ULP; the sign of zero stays.
void populateErrorFunctionPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_ERRORFUNCTION_H
