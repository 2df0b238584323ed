// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VECTORIZE_TRANSPOSETILE_H
#define TVM_TRANSFORMS_VECTORIZE_TRANSPOSETILE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "transforms/Target/CPU.h"

namespace tvm::schedule {

/// Vectorizes two perfectly nested loops around an element-wise body, in which
/// some loads are contiguous along `outer` and all stores are contiguous along
/// `inner`. Each of these loads becomes one vector per iteration of `inner`,
/// and the vectors are transposed in registers (n * log2(n) shuffles). All
/// other operations are vectors along `inner`, one per iteration of `outer`.
/// Non-power-of-two vectors are accessed under a mask where `registers` have
/// masks. Fails, having changed nothing, for other loops.
mlir::LogicalResult transposeTile(mlir::affine::AffineForOp outer,
                                  mlir::affine::AffineForOp inner,
                                  const target::VectorUnit &registers);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_TRANSPOSETILE_H
