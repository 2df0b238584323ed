// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_PREFETCHBLOCK_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_PREFETCHBLOCK_H

#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// Locality hints of `affine.prefetch`.
inline constexpr unsigned kFirstLevelCache = 3, kSecondLevelCache = 2;

/// Returns the number of elements of `buffer` per cache line of 64 bytes, at
/// least 1.
int64_t getLineElements(mlir::Value buffer);

/// Builds a block called `<name>_prefetch` behind `block` that prefetches one
/// element of `buffer`, with subscripts `bindings` of `iters`, where these are
/// inside of the buffer. `localityHint` is as for `affine.prefetch`.
te::BlockOp buildPrefetchBlock(mlir::RewriterBase &rewriter, te::BlockOp block,
                               mlir::Value buffer, mlir::AffineMap bindings,
                               llvm::SmallVector<mlir::Value> iters,
                               unsigned localityHint);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_PREFETCHBLOCK_H
