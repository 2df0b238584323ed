#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_NESTS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_NESTS_H

#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

/// Number of iterations of the nest around `block`, of one step where it is in
/// a scan; nothing if unknown.
std::optional<int64_t> getWork(te::BlockOp block);

/// Number of iterations of the loop that `axis` is bound to, if it is a loop
/// of a known trip count and the axis is nothing else.
std::optional<int64_t> getExtent(te::BlockOp block, unsigned axis);

/// Whether `block` is known to compute nothing: a spatial axis has no points.
bool isEmpty(te::BlockOp block);

/// Size of `buffer` in bytes; 0 where its shape is not known.
int64_t getBytes(mlir::Value buffer);

/// Whether `block` still has one loop per axis in its nest.
bool isAsLowered(te::BlockOp block);

/// Whether a loop around `op` is marked already: it runs on threads, say.
bool hasMarkedLoop(mlir::Operation *op);

/// The block of this name in the kernel of `block`; null where there is none.
te::BlockOp findBlockBeside(te::BlockOp block, mlir::StringAttr name);

/// Loops that no reduction axis is bound to, from the outermost on.
llvm::SmallVector<Loop> getSpatialLoops(te::BlockOp block,
                                        llvm::ArrayRef<Loop> loops);

/// Makes what does not fill tiles of `size` a loop of its own behind `loop`,
/// and adds its blocks to `blocks`.
void peel(ScheduleBuilder &schedule, Loop loop, int64_t size,
          llvm::SmallVectorImpl<te::BlockOp> &blocks);

/// Gives every block loops of its own, inner ones first, inside of the
/// `numShared` outermost ones.
mlir::LogicalResult distributeNests(ScheduleBuilder &schedule,
                                    llvm::ArrayRef<te::BlockOp> blocks,
                                    size_t numShared = 0);

/// Marks the innermost of `loops`, all around `block`, as lanes, except where
/// these would combine several values at once (argmax). Those that reduce what
/// lies element after element become one before.
void vectorizeInnermost(ScheduleBuilder &schedule, te::BlockOp block,
                        llvm::SmallVector<Loop> loops);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_NESTS_H
