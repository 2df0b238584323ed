#ifndef TVM_TRANSFORMS_VECTORIZE_TRANSPOSETILE_H
#define TVM_TRANSFORMS_VECTORIZE_TRANSPOSETILE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "transforms/Target/CPU.h"

namespace tvm::schedule {

/// Two perfectly nested loops around an element-wise body, some of whose loads
/// lie together along `outer` while all stores do along `inner`. These loads
/// become a vector for each iteration of `inner`, which are transposed in
/// registers (n * log2(n) shuffles); everything else is a vector along `inner`
/// for each iteration of `outer`. Vectors are accessed under a mask where their
/// number of lanes is no power of 2 and `registers` have masks.
/// Fails, having changed nothing, for other loops.
mlir::LogicalResult transposeTile(mlir::affine::AffineForOp outer,
                                  mlir::affine::AffineForOp inner,
                                  const target::VectorUnit &registers);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_TRANSPOSETILE_H
