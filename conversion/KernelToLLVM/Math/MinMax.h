// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_MATH_MINMAX_H
#define TVM_CONVERSION_KERNELTOLLVM_MATH_MINMAX_H

#include "mlir/IR/PatternMatch.h"

namespace tvm {

/// Converts `arith.maximumf` and `arith.minimumf` to LLVM's intrinsics, which
/// are one instruction on some machines and three on x86; `arith-expand` would
/// make four of them everywhere. NaN is propagated; for zeros of different
/// signs, either is the result.
void populateMinMaxPatterns(mlir::RewritePatternSet &patterns);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_MATH_MINMAX_H
