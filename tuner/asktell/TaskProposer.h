// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_ASKTELL_TASKPROPOSER_H
#define TVM_TUNER_ASKTELL_TASKPROPOSER_H

#include "tuner/session/TaskScheduler.h"
#include "tuner/session/TaskTuner.h"
#include "llvm/ADT/StringMap.h"

#include <deque>

namespace tvm::tuner {

/// A strategy of a task that somebody has to measure.
struct Proposal {
  /// The reason why a candidate is measured: the task cannot be tuned without
  /// the default; a trial is a point or comes from elsewhere; the best
  /// strategy is confirmed.
  enum class Kind { Default, Trial, Confirmation };

  Kind kind;
  std::string strategy;
  /// The point of a trial; none if the strategy comes from elsewhere (borrow).
  std::optional<Point> point;
  /// The failure of a trial whose strategy could not be applied (ApplyFault):
  /// it needs no measurement. Empty for others.
  std::string fault = {};
};

/// Proposes strategies of one task, and learns from their results, which may
/// arrive in any order.
class TaskProposer {
public:
  /// All references have to live as long as the proposer. The searcher learns
  /// after each `roundSize` results. A strategy counts as the best one from
  /// `leastRecords` results on.
  TaskProposer(const Task &task, Database &database,
               const RecordContext &context, unsigned roundSize,
               unsigned leastRecords = 1)
      : task(task), database(database), context(context), roundSize(roundSize),
        leastRecords(leastRecords) {}

  /// Reads the records of earlier sessions. `makeSearcher` makes the searcher
  /// of the space.
  llvm::Error
  start(llvm::function_ref<std::unique_ptr<Searcher>()> makeSearcher);

  /// The default strategy if it has no record, or the best one until it has
  /// TaskTuner::kConfirmations. None if neither is needed, or it is measured
  /// now.
  std::optional<Proposal> proposeFirst();

  /// The next trial, of at most `maxTrials`: a trial with a record is counted,
  /// and not returned. None if nothing is left, or the default has no result
  /// yet.
  llvm::Expected<std::optional<Proposal>> proposeTrial(uint64_t maxTrials);

  /// Stores the result of a proposal, and learns from it. A noisy one is only
  /// counted; the default and a confirmation are proposed again, until
  /// kMaxNoisy results of the strategy were noisy.
  llvm::Error tell(const Proposal &proposal, const Outcome &outcome);

  /// Takes a proposal back that will have no result: it is proposed again.
  void release(Proposal proposal);

  /// Noisy results of a strategy that is needed, until it is given up.
  static constexpr unsigned kMaxNoisy = 3;

  const Task &getTask() const { return task; }
  const TrialCounts &getCounts() const { return counts; }
  const StrategyResults &getResults() const { return results; }
  TaskResult getResult() const;
  /// The share of the best strategy; 1 if none is better than the default.
  double getBestShare() const { return results.getBestShare(leastRecords); }
  bool hasDefault() const { return results.getDefaultSeconds() > 0; }
  /// The state for chooseTask. Rounds whose results are missing count as rounds
  /// without a gain.
  TaskState getState();

private:
  /// Queues strategies that were good elsewhere, the first time.
  llvm::Error borrowOnce();
  /// Counts a noisy result, and takes the proposal back if it is needed.
  void noteNoise(const Proposal &proposal);
  /// The next strategy: of the queue, or at the next point where one applies. A
  /// strategy is only made of a point when it is needed, because that takes as
  /// long as a part of its compilation.
  llvm::Expected<std::optional<Proposal>> takeNext();
  void noteScore(const Point &point, double score);
  /// Hands the scores of a round to the searcher.
  void learn();

  const Task &task;
  Database &database;
  const RecordContext &context;
  unsigned roundSize, leastRecords;
  std::unique_ptr<Searcher> searcher;
  StrategyResults results;
  TriedStrategies tried;
  TrialCounts counts;
  llvm::StringMap<unsigned> noisy; // results of strategies that are needed
  std::deque<Proposal> queue;
  std::deque<Point> points;    // that were asked for, after those in the queue
  std::vector<Trial> round;    // scores that the searcher does not know yet
  std::vector<Trial> trials;   // all scores
  std::vector<double> history; // the best share after each round
  std::vector<double> padded;  // the history for getState
  bool isDefaultAsked = false, isConfirming = false;
  bool hasBorrowed = false, isExhausted = false;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_ASKTELL_TASKPROPOSER_H
