// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_REMOVEDEADBLOCKS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_REMOVEDEADBLOCKS_H

#include "dialects/TE/TEOps.h"
#include "mlir/IR/PatternMatch.h"

namespace tvm::schedule {

/// Removes the nests and the buffers of blocks whose results nothing reads.
void removeDeadBlocks(mlir::RewriterBase &rewriter, mlir::Operation *function);

/// Erases `block` and the loops that become empty.
void eraseNest(mlir::RewriterBase &rewriter, te::BlockOp block);

/// Erases `parent`, a loop, and the loops around it as long as they are empty.
void eraseEmptyLoops(mlir::RewriterBase &rewriter, mlir::Operation *parent);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_BLOCKS_REMOVEDEADBLOCKS_H
