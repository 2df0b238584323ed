// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LAUNCHES_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LAUNCHES_H

// Loops that are bound to the axes of a GPU. The outermost bound loop is one
// launch: blockIdx loops are blocks, threadIdx loops are threads, which share
// everything in between. A statement outside of the loops of an axis runs at
// index 0 of that axis.

#include "dialects/Schedule/ScheduleAxes.h"
#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "transforms/Schedule/Analysis/Loops.h"

#include <array>

namespace tvm::schedule {

/// Largest number of threads in a block, in total and along z.
inline constexpr int64_t kMaxThreads = 1024;
inline constexpr int64_t kMaxThreadsZ = 64;

/// Binds `loop` to `axis`: its `te.kind` becomes the axis' name.
void bindLoop(Loop loop, GPUAxis axis);

/// The axis that `loop` is bound to; nothing for other loops.
std::optional<GPUAxis> getBoundAxis(Loop loop);

/// The loop around `block` whose iterations are its indices of `axis`, or null.
/// For threads that write a shared buffer together it is one inside of the
/// buffer's allocation.
Loop getLoopOfAxis(te::BlockOp block, GPUAxis axis);

/// A bound loop inside of `root`, or null.
Loop findBoundLoop(mlir::Operation *root);

/// The outermost bound loop around `op`, which may be `op` itself, or null.
Loop getLaunch(mlir::Operation *op);

/// All launches in `root`, in program order.
llvm::SmallVector<Loop> getLaunches(mlir::Operation *root);

/// The bound loops of a launch, outer ones first.
llvm::SmallVector<Loop> getBoundLoops(Loop launch);

/// Threads per block along each of kThreadAxes: the largest extent of a loop.
std::array<int64_t, 3> getBlockSize(Loop launch);

/// Checks that `launch` is well-formed: bound loops run from 0 in steps of 1;
/// loops of threads have constant extents within the limits; no axis is bound
/// twice around a statement, except where threads write a shared buffer
/// together; the bound loops from `launch` to the last blockIdx loop nest
/// perfectly, and their extents are known in front of it; reductions around
/// bound loops are decomposed; and no loop is parallel. Refuses with "cannot
/// <action>: …".
mlir::DiagnosedSilenceableFailure requireLaunch(Loop launch,
                                                const llvm::Twine &action);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_LAUNCHES_H
