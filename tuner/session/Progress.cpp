// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/session/Progress.h"

#include <limits>

using namespace llvm;

namespace tvm::tuner {

double Budget::getSeconds() const {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

uint64_t Budget::getTrialsLeft(uint64_t trials) const {
  if (maxTrials == 0)
    return std::numeric_limits<uint64_t>::max();
  return trials < maxTrials ? maxTrials - trials : 0;
}

Progress summarize(ArrayRef<TaskResult> results, size_t current,
                   const Budget &budget) {
  Progress progress{};
  double before = 0, after = 0;
  for (const TaskResult &result : results) {
    double seconds = result.defaultSeconds * result.task->numLaunches;
    before += seconds;
    after += seconds * result.bestShare;
    progress.counts += result.counts;
  }
  progress.speedup = after > 0 ? before / after : 1;
  progress.seconds = budget.getSeconds();
  if (results.empty())
    return progress;
  progress.task = results[current].task->name;
  progress.bestShare = results[current].bestShare;
  return progress;
}

} // namespace tvm::tuner
