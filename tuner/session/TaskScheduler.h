// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_TASKSCHEDULER_H
#define TVM_TUNER_SESSION_TASKSCHEDULER_H

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

namespace tvm::tuner {

/// The state of a task for the decision which one to tune next.
struct TaskState {
  /// Seconds of all launches in a run of the model, by default.
  double seconds = 0;
  /// The best shares of these seconds after each round.
  llvm::ArrayRef<double> history;
  /// Whether nothing is left to try.
  bool isDone = false;
};

/// The task whose next round promises the largest gain for the model. The first
/// round might gain all seconds of a task; later ones, as in Ansor's gradient
/// descent,
///   0.2 * (gain of the last 3 rounds) / 3 + 0.8 * (seconds left) / (rounds).
/// So all tasks of similar size have a round before one has its second. None if
/// all tasks are done.
std::optional<size_t> chooseTask(llvm::ArrayRef<TaskState> tasks);

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_TASKSCHEDULER_H
