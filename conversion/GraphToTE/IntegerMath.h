// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_INTEGERMATH_H
#define TVM_CONVERSION_GRAPHTOTE_INTEGERMATH_H

#include "dialects/TE/TEBuilder.h"

namespace tvm {

/// `lhs / rhs` of integers, truncated. `x / 0` is 0 and the smallest integer
/// divided by -1 is itself: nothing traps.
mlir::Value buildIntegerDiv(te::TEBuilder &b, mlir::Value lhs, mlir::Value rhs,
                            bool isUnsigned);

/// The remainder of integers or floats, with the sign of `rhs` or, if
/// `isTruncated`, of `lhs`. For integers it is 0 where `rhs` is 0.
mlir::Value buildMod(te::TEBuilder &b, mlir::Value lhs, mlir::Value rhs,
                     bool isUnsigned, bool isTruncated);

/// `base` to the power of `exponent`, which may have another type, with
/// wrap-around. For negative exponents, the result is truncated to an integer.
mlir::Value buildIntegerPow(te::TEBuilder &b, mlir::Value base,
                            mlir::Value exponent, bool isUnsigned,
                            bool isExponentUnsigned);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_INTEGERMATH_H
