// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_THREADS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_THREADS_H

#include "transforms/Schedule/ScheduleBuilder.h"
#include "transforms/Schedule/Support/Limits.h"

namespace tvm::schedule {

// Marks for threads. `tasks` is a parameter of strategies: the number of
// iterations of a parallel loop that keeps all cores busy, even if some take
// longer than others. With 0, a nest runs on one thread.

/// Loops whose fusion costs nothing are fused up to this multiple of `tasks`.
inline constexpr int64_t kFineness = 4;
/// Number of iterations that is assumed for a nest where it is unknown.
inline constexpr int64_t kUnknownWork = 1 << 20;

/// Runs the outermost of `loops` that permit it on threads, fused as long as
/// their number of iterations is small. `work` is the number of iterations of
/// the whole nest.
void parallelizeOuter(ScheduleBuilder &schedule, llvm::ArrayRef<Loop> loops,
                      int64_t work, int64_t tasks);

/// Whether the iterations of `loops`, without loops inside, are enough for
/// threads.
bool isEnoughForThreads(llvm::ArrayRef<Loop> loops, int64_t tasks);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_THREADS_H
