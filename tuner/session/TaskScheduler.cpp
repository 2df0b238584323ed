// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/session/TaskScheduler.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

static constexpr double kRecentWeight = 0.2;
static constexpr size_t kWindow = 3;

/// Seconds that the next round is expected to gain.
static double estimateGain(const TaskState &task) {
  ArrayRef<double> history = task.history;
  if (history.empty())
    return task.seconds;
  size_t rounds = history.size(), window = std::min(kWindow, rounds);
  double before = window == rounds ? 1 : history[rounds - 1 - window];
  double recent = (before - history.back()) / window;
  double rest = history.back() / rounds;
  return task.seconds * (kRecentWeight * recent + (1 - kRecentWeight) * rest);
}

std::optional<size_t> chooseTask(ArrayRef<TaskState> tasks) {
  std::optional<size_t> best;
  double largest = 0;
  for (auto [i, task] : enumerate(tasks)) {
    if (task.isDone)
      continue;
    double gain = estimateGain(task);
    if (best && gain <= largest)
      continue;
    best = i;
    largest = gain;
  }
  return best;
}

} // namespace tvm::tuner
