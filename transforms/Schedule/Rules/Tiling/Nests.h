// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_NESTS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_NESTS_H

#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

/// Number of iterations of the nest around `block`, counted for one step of a
/// scan; nothing if it is unknown.
std::optional<int64_t> getWork(te::BlockOp block);

/// Trip count of the loop that `axis` is bound to; nothing if it is unknown or
/// the axis is not exactly one loop.
std::optional<int64_t> getExtent(te::BlockOp block, unsigned axis);

/// Whether `block` certainly computes nothing, since a spatial axis has no
/// points.
bool isEmpty(te::BlockOp block);

/// Size of `buffer` in bytes; 0 where its shape is not known.
int64_t getBytes(mlir::Value buffer);

/// Whether `block` still has one loop per axis in its nest.
bool isAsLowered(te::BlockOp block);

/// Whether a loop around `op` is marked, for example to run on threads.
bool hasMarkedLoop(mlir::Operation *op);

/// The block of this name in the kernel of `block`; null if there is none.
te::BlockOp findBlockBeside(te::BlockOp block, mlir::StringAttr name);

/// The loops of `loops` that no reduction axis is bound to, outermost first.
llvm::SmallVector<Loop> getSpatialLoops(te::BlockOp block,
                                        llvm::ArrayRef<Loop> loops);

/// Makes the remainder of tiles of `size` a loop of its own behind `loop`, and
/// adds its blocks to `blocks`. Returns whether there is a remainder.
bool peel(ScheduleBuilder &schedule, Loop loop, int64_t size,
          llvm::SmallVectorImpl<te::BlockOp> &blocks);

/// Gives each block its own loops inside of the `numShared` outermost ones,
/// distributing inner loops first.
mlir::LogicalResult distributeNests(ScheduleBuilder &schedule,
                                    llvm::ArrayRef<te::BlockOp> blocks,
                                    size_t numShared = 0);

/// Vectorizes the innermost of `loops`, all around `block`, unless lanes would
/// combine several values at once (argmax). Loops that reduce contiguous
/// elements are fused before.
void vectorizeInnermost(ScheduleBuilder &schedule, te::BlockOp block,
                        llvm::SmallVector<Loop> loops);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_NESTS_H
