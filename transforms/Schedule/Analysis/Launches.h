#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LAUNCHES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LAUNCHES_H

// Loops that are bound to the axes of a GPU. The outermost bound loop is one
// launch: blocks by blockIdx, threads by threadIdx, which share everything in
// between. What is inside of no loop of an axis runs at index 0 of it.

#include "dialects/Schedule/ScheduleAxes.h"
#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

#include <array>

namespace tvm::schedule {

/// Most threads in a block, and along z.
inline constexpr int64_t kMaxThreads = 1024;
inline constexpr int64_t kMaxThreadsZ = 64;

/// Binds `loop` to `axis`: its `te.kind` is the axis' name.
void bindLoop(Loop loop, GPUAxis axis);

/// The axis that `loop` is bound to; nothing where it is not bound.
std::optional<GPUAxis> getBoundAxis(Loop loop);

/// The loop around `block` whose iterations are the indices of `axis` that it
/// runs at, or null. Of threads that write together, one inside of where what
/// they write is made.
Loop getLoopOfAxis(te::BlockOp block, GPUAxis axis);

/// A bound loop inside of `root`, or null.
Loop findBoundLoop(mlir::Operation *root);

/// The outermost bound loop around `op`, which may be `op` itself, or null.
Loop getLaunch(mlir::Operation *op);

/// All of them inside of `root`, in program order.
llvm::SmallVector<Loop> getLaunches(mlir::Operation *root);

/// Bound loops of a launch, outer ones first.
llvm::SmallVector<Loop> getBoundLoops(Loop launch);

/// Threads per block along each of kThreadAxes: the largest extent of a loop.
std::array<int64_t, 3> getBlockSize(Loop launch);

/// Checks that `launch` is a launch: bound loops run from 0 in steps of 1;
/// those of threads have constant extents, within the limits; no axis is bound
/// twice around a statement, but around those of threads that write together;
/// from `launch` to the last blockIdx loop, whose extent is known in front of
/// it, bound loops nest perfectly; reductions around bound loops are
/// decomposed; no loop is parallel. "cannot <action>: …"
mlir::DiagnosedSilenceableFailure requireLaunch(Loop launch,
                                                const llvm::Twine &action);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LAUNCHES_H
