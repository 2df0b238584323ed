#ifndef TVM_CONVERSION_KERNELTOLLVM_NARROWFLOATS_H
#define TVM_CONVERSION_KERNELTOLLVM_NARROWFLOATS_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// `arith.truncf` of f64 to f16 or bf16 goes through f32, rounded to odd so
/// that the second rounding gives the nearest.
void populateTruncateF64Patterns(mlir::RewritePatternSet &patterns);

/// Conversions between f16 and f32 by integer operations.
void populateExpandF16Patterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_NARROWFLOATS_H
