// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_BUFFERVERSIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_BUFFERVERSIONS_H

// Replacement of a buffer that a loop allocates by one buffer in front of it,
// with a version for each of several iterations in flight.

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "transforms/Schedule/Analysis/Loops.h"

namespace tvm::schedule {

/// The obstacle to `count` versions of `buffer`: a use other than by affine
/// accesses of blocks, or the buffer itself where the versions do not fit on a
/// stack. Null if there is no obstacle.
mlir::Operation *findVersionObstacle(mlir::memref::AllocaOp buffer,
                                     int64_t count);

/// memref<4xf32> in `loop`  ->  memref<2x4xf32> in front of it, subscripts [i
/// mod 2, …]. The buffer is erased.
mlir::Value addVersions(mlir::RewriterBase &rewriter,
                        mlir::memref::AllocaOp buffer, Loop loop,
                        int64_t count);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_MEMORY_BUFFERVERSIONS_H
