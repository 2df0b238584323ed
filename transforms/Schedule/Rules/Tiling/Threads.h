#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_TILING_THREADS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_TILING_THREADS_H

#include "transforms/Schedule/ScheduleBuilder.h"

namespace tvm::schedule {

// `tasks` is the parameter of strategies: iterations of a parallel loop that
// keep all cores busy, though some take longer than others. With 0, a nest runs
// on one thread.

/// Fewer innermost iterations than this are not worth a thread.
inline constexpr int64_t kMinParallelWork = 1 << 15;
/// Loops whose fusion costs nothing are fused up to so many times `tasks`.
inline constexpr int64_t kFineness = 4;
/// The work of a nest whose number of iterations is not known.
inline constexpr int64_t kUnknownWork = 1 << 20;

/// Marks the loop to run on threads: the outermost loops of `loops` that may,
/// fused as long as their number is small. `work` is the number of iterations
/// of the whole nest.
void parallelizeOuter(ScheduleBuilder &schedule, llvm::ArrayRef<Loop> loops,
                      int64_t work, int64_t tasks);

/// Whether iterations of `loops` are enough to share among threads, without
/// those of loops inside.
bool isEnoughForThreads(llvm::ArrayRef<Loop> loops, int64_t tasks);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_TILING_THREADS_H
