// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_SESSION_H
#define TVM_TUNER_SESSION_SESSION_H

#include "tuner/session/Progress.h"

namespace tvm::tuner {

/// Tunes the tasks of a model until a limit is reached, all points were tried,
/// or somebody ends it. All results are in the database at any time. A session
/// of the same tasks, options and records replays what is recorded, and goes
/// on.
class Session {
public:
  /// Is told of each trial. Returns false to end the session.
  using Listener = std::function<bool(const Progress &)>;

  Session(llvm::ArrayRef<Task> tasks, Database &database, Measurer &measurer,
          SessionOptions options);
  ~Session();

  llvm::Error run(const Listener &listener);

  /// The state after the last trial.
  Progress getProgress() const;
  /// The results of all tasks.
  std::vector<TaskResult> getResults() const;
  /// The best strategy of each task; the default if none is better.
  Choice getBest() const;

private:
  /// The number of points of the next round; 0 after the last trial.
  unsigned getRoundSize() const;
  std::optional<size_t> chooseNext() const;
  llvm::Error start();

  SessionOptions options;
  std::vector<std::unique_ptr<ScoreModel>> models;
  std::vector<TaskTuner> tuners;
  Budget budget;
  size_t current = 0; // the task that was tried last
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_SESSION_H
