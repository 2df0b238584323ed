// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_TASKTUNER_H
#define TVM_TUNER_SESSION_TASKTUNER_H

#include "tuner/database/Database.h"
#include "tuner/search/Searcher.h"
#include "tuner/session/StrategyResults.h"
#include "tuner/session/Task.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace tvm::tuner {

/// The record of an outcome.
Record makeRecord(const RecordContext &context, const Task &task,
                  llvm::StringRef strategy, const Outcome &outcome);

/// Stores the record of an outcome, and notes it in `results`.
llvm::Error storeOutcome(Database &database, const RecordContext &context,
                         const Task &task, llvm::StringRef strategy,
                         const Outcome &outcome, StrategyResults &results);

/// Calls `visit` for each record of the task in this context.
llvm::Error forEachRecord(Database &database, const Task &task,
                          const RecordContext &context,
                          llvm::function_ref<void(const Record &)> visit);

/// Strategies that were good elsewhere, apply to the task and are not its
/// default: first those of the task in other contexts, a few, and then those of
/// other kernels, of `count` or a few at most.
llvm::Expected<std::vector<std::string>> borrow(Database &database,
                                                const Task &task,
                                                const RecordContext &context,
                                                unsigned count);

/// Numbers of trials, or of points, by what they have in common.
using CountsByText = std::map<std::string, uint64_t>;

/// Numbers of trials.
struct TrialCounts {
  /// Points that were tried, whether they were measured now or have a record.
  uint64_t trials = 0;
  /// Trials that have a record of an earlier session.
  uint64_t replayed = 0;
  /// Trials whose strategy failed when it ran.
  uint64_t failed = 0;
  /// Trials of strategies that were good in other contexts, or for other
  /// kernels.
  uint64_t borrowed = 0;
  /// Trials without a record, because the machine was too noisy.
  uint64_t noisy = 0;
  /// Points whose strategy was tried before, because strategies that do the
  /// same have one text. These are not trials.
  uint64_t repeated = 0;
  /// Points whose strategy does not apply. These are not trials.
  uint64_t refused = 0;
  /// Those that failed, by the names of the causes (getCauseName).
  CountsByText failures;
  /// Those that were refused, by the reasons.
  CountsByText refusals;

  TrialCounts &operator+=(const TrialCounts &other);
  /// Counts the failure of a trial, if it has failed.
  void noteResult(const StrategyResult &result);
  /// Counts a refused point.
  void noteRefusal(llvm::Error reason);
};

/// The strategy at a point of a space.
struct AppliedPoint {
  std::string strategy;
  /// The failure of applying it (ApplyFault): it is a trial that needs no
  /// measurement. Empty for others.
  std::string fault = {};
};

/// Applies the strategy at `point`, unless it is one of the `known` ones before
/// that. None if it does not apply to the kernel: `counts` then has the
/// refusal. Fails with an ApplyError.
llvm::Expected<std::optional<AppliedPoint>>
applyPoint(const TaskSpace &space, llvm::ArrayRef<int64_t> point,
           const StrategyResults &known, TrialCounts &counts);

/// Tells the searcher the score of the default strategy, if that has a result
/// and is at a point of the space.
void tellDefault(const Task &task, const StrategyResults &results,
                 Searcher &searcher);

/// The strategies that a session has tried.
class TriedStrategies {
public:
  /// Returns false if the strategy was tried before.
  bool add(llvm::StringRef strategy);
  /// Forgets a strategy that will be tried again.
  void remove(llvm::StringRef strategy) { strategies.erase(strategy); }
  bool contains(llvm::StringRef strategy) const {
    return strategies.contains(strategy);
  }
  /// Whether so many strategies in a row were tried before that the points
  /// which are left hardly have others.
  bool areAll() const { return numRepeated >= kMaxRepeated; }

private:
  static constexpr unsigned kMaxRepeated = 64;

  llvm::StringSet<> strategies;
  unsigned numRepeated = 0; // since the last new one
};

/// The state of a task in a session.
struct TaskResult {
  const Task *task;
  /// Seconds of a launch by default; 0: the default does not run.
  double defaultSeconds;
  /// The share of the best strategy; 1 if none is better than the default.
  double bestShare;
  TrialCounts counts;
  /// All points that were tried, refused ones included, with their scores.
  llvm::ArrayRef<Trial> trials;
};

/// Tunes one task, and keeps its records.
class TaskTuner {
public:
  /// Is told of each trial. Returns false to end the tuning.
  using Listener = llvm::function_ref<bool()>;

  TaskTuner(const Task &task, Database &database, Measurer &measurer,
            const RecordContext &context)
      : task(task), database(database), measurer(measurer), context(context) {}

  /// Reads the records of earlier sessions, and measures the default strategy
  /// if there is none of it. `makeSearcher` makes the searcher of the space.
  llvm::Error
  start(llvm::function_ref<std::unique_ptr<Searcher>()> makeSearcher);

  /// Tries `count` strategies: in the first round those that were good
  /// elsewhere (borrow), otherwise points. Then measures the
  /// best one again until it has as many records as `kConfirmations`.
  llvm::Error runRound(unsigned count, Listener listener);

  const Task &getTask() const { return task; }
  TaskResult getResult() const;
  /// The best strategy; the default if none is better.
  std::string getBest() const;
  /// Whether all strategies were tried.
  bool isExhausted() const { return exhausted; }
  /// Whether the default strategy runs. A task without it is not tuned.
  bool hasDefault() const { return getDefaultSeconds() > 0; }

  /// Seconds of a launch by default.
  double getDefaultSeconds() const { return results.getDefaultSeconds(); }
  /// The best shares after each round.
  llvm::ArrayRef<double> getHistory() const { return history; }

  /// Measurements of a strategy before it counts as better than another one.
  static constexpr unsigned kConfirmations = 3;

private:
  /// Stores the record of an outcome.
  llvm::Error record(llvm::StringRef strategy, const Outcome &outcome);
  /// Measures a strategy, and stores the record. Returns false if the machine
  /// was too noisy.
  llvm::Expected<bool> measure(llvm::StringRef strategy);
  /// Tries a strategy that applies, and returns its score; none if the machine
  /// was too noisy.
  llvm::Expected<std::optional<double>> tryStrategy(llvm::StringRef strategy);
  /// Tries strategies that were good elsewhere, at most `count`. Returns their
  /// number.
  llvm::Expected<unsigned> tryBorrowed(unsigned count, Listener listener);
  /// Tries a point, and returns its score; none if the machine was too noisy.
  llvm::Expected<std::optional<double>> tryPoint(const Point &point);
  /// Counts a strategy that has a record, and returns its score.
  double noteTrial(llvm::StringRef strategy);
  llvm::Error confirmBest(Listener listener);

  const Task &task;
  Database &database;
  Measurer &measurer;
  const RecordContext &context;
  std::unique_ptr<Searcher> searcher;
  StrategyResults results;
  TriedStrategies tried;
  TrialCounts counts;
  std::vector<Trial> trials;
  std::vector<double> history;
  bool exhausted = false;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_TASKTUNER_H
