// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_NARROWFLOATS_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_NARROWFLOATS_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// Expands `arith.truncf` of f64 to less than 32 bits by way of f32, which is
/// rounded to odd so that the second rounding gives the nearest number; and
/// `arith.extf` of bf16 to f64.
void populateF64Patterns(mlir::RewritePatternSet &patterns);

/// Conversions between f16 and f32 by integer operations.
void populateExpandF16Patterns(mlir::RewritePatternSet &patterns);

/// Expands conversions between f8E4M3FN, f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ,
/// f4E2M1FN and wider floats, by way of f32 and integer operations. They round
/// to nearest even. Overflow gives an infinity or NaN, or the largest number in
/// a format without these, in which NaN becomes 0. f8E8M0FNU, the powers of
/// two, keeps the exponent only: it rounds towards zero and loses the sign.
void populateExpandTinyFloatPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_NARROWFLOATS_H
