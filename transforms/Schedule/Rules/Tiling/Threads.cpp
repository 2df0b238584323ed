// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Tiling/Threads.h"

using namespace mlir;

namespace tvm::schedule {

void parallelizeOuter(ScheduleBuilder &schedule, ArrayRef<Loop> loops,
                      int64_t work, int64_t tasks) {
  if (loops.empty() || tasks == 0 || work < kMinParallelWork)
    return;
  Loop outer = loops.front();
  int64_t enough = kFineness * tasks;
  for (Loop inner : loops.drop_front()) {
    std::optional<int64_t> trips = getTripCount(outer);
    if (!trips || *trips >= enough)
      break;
    auto fused = schedule.fuse(outer, inner);
    if (failed(fused) && *trips != 1)
      break;
    outer = succeeded(fused) ? *fused : inner; // of a dynamic extent
  }
  if (getTripCount(outer) != std::optional<int64_t>(1))
    (void)schedule.parallel(outer);
}

bool isEnoughForThreads(ArrayRef<Loop> loops, int64_t tasks) {
  int64_t iterations = 1;
  for (Loop loop : loops)
    iterations *= getTripCount(loop).value_or(tasks);
  return iterations >= tasks;
}

} // namespace tvm::schedule
