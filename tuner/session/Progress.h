// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_PROGRESS_H
#define TVM_TUNER_SESSION_PROGRESS_H

#include "tuner/session/TaskTuner.h"

#include <chrono>
#include <functional>

namespace tvm::tuner {

/// The options of a session.
struct SessionOptions {
  RecordContext context;
  /// The method that proposes points, and the model that it asks; null: none.
  const SearchMethod *search = nullptr;
  std::function<std::unique_ptr<ScoreModel>(const Task &)> makeModel;
  uint64_t seed = 0;
  /// Largest number of trials of all tasks; 0: any number.
  uint64_t maxTrials = 0;
  /// Largest number of seconds; 0: any number.
  double maxSeconds = 0;
  /// When these seconds began; none: with the session.
  std::optional<std::chrono::steady_clock::time_point> start;
  /// The largest distance of the quartiles of a measurement, as a share of its
  /// median, that is no noise.
  double maxSpread = 0.25;
  /// Number of points that are tried between two fits of a model.
  unsigned roundSize = 4;
};

/// The trials and the time that a session has left.
class Budget {
public:
  explicit Budget(const SessionOptions &options)
      : maxTrials(options.maxTrials), maxSeconds(options.maxSeconds),
        start(options.start.value_or(Clock::now())) {}

  /// Seconds since the start.
  double getSeconds() const;
  bool hasTime() const { return maxSeconds == 0 || getSeconds() < maxSeconds; }
  /// The number of trials that are left after `trials`.
  uint64_t getTrialsLeft(uint64_t trials) const;

private:
  using Clock = std::chrono::steady_clock;

  uint64_t maxTrials;
  double maxSeconds;
  Clock::time_point start;
};

/// The state of a session after a trial.
struct Progress {
  /// The task that was tried last.
  llvm::StringRef task;
  /// The share of its best strategy.
  double bestShare;
  TrialCounts counts; // of all tasks
  /// The estimated speed of all launches of a run: the seconds by default,
  /// divided by those with the best strategies.
  double speedup;
  double seconds; // since the start
};

/// The state of a session with these results. `current` is the number of the
/// task that was tried last.
Progress summarize(llvm::ArrayRef<TaskResult> results, size_t current,
                   const Budget &budget);

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_PROGRESS_H
