#ifndef TVM_TUNER_SESSION_SESSION_H
#define TVM_TUNER_SESSION_SESSION_H

#include "tuner/session/TaskTuner.h"

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
  /// Number of points that are tried between two fits of a model.
  unsigned roundSize = 16;
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
  const std::vector<TaskTuner> &getTasks() const { return tuners; }

private:
  bool hasTime() const;
  /// The number of points of the next round; 0 after the last trial.
  unsigned getRoundSize() const;
  std::optional<size_t> chooseNext() const;
  llvm::Error start();

  SessionOptions options;
  std::vector<std::unique_ptr<ScoreModel>> models;
  std::vector<TaskTuner> tuners;
  double startTime;
  size_t current = 0; // the task that was tried last
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_SESSION_H
