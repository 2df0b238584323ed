#ifndef TVM_TRANSFORMS_SCHEDULE_TRANSPOSETILE_H
#define TVM_TRANSFORMS_SCHEDULE_TRANSPOSETILE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace tvm::schedule {

/// Two perfectly nested loops of n iterations, n a power of 2, that copy
/// elements which lie together along `outer` to where they lie together along
/// `inner`: n vector loads, n * log2(n) shuffles, n vector stores. Fails,
/// having changed nothing, for other loops.
mlir::LogicalResult transposeTile(mlir::affine::AffineForOp outer,
                                  mlir::affine::AffineForOp inner);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_TRANSPOSETILE_H
