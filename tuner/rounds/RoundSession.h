// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_ROUNDS_ROUNDSESSION_H
#define TVM_TUNER_ROUNDS_ROUNDSESSION_H

#include "tuner/asktell/TaskProposer.h"
#include "tuner/rounds/Noise.h"
#include "tuner/session/Progress.h"
#include "llvm/ADT/StringSet.h"

namespace tvm::tuner {

/// Tunes the tasks of a model in rounds, each of which is a run of the whole
/// model: some kernels have a new strategy, all others their incumbent, the
/// best one that was confirmed. All results are in the database at any time.
class RoundSession {
public:
  /// Is told of each round. Returns false to end the session.
  using Listener = std::function<bool(const Progress &)>;

  RoundSession(llvm::ArrayRef<Task> tasks, Database &database,
               ModelMeasurer &measurer, SessionOptions options);

  /// Tries new strategies of these tasks only. The others keep the incumbents
  /// that their records give them.
  void restrictTo(llvm::SmallBitVector some) { frozen = some.flip(); }

  /// Reads the records of earlier sessions, and measures the default strategies
  /// without one.
  llvm::Error start();
  /// Runs rounds until the session is done, or the listener ends it. It can run
  /// again then, and goes on. Starts the session if nobody has.
  llvm::Error run(const Listener &listener);
  /// Whether the budget is used up, or nothing is left to try.
  bool isDone() const;

  /// The state after the last round.
  Progress getProgress() const;
  std::vector<TaskResult> getResults() const;
  /// The best strategies that were confirmed.
  Choice getBest() const { return incumbents; }
  RoundCosts getCosts() const { return costs; }

  /// Largest number of new strategies in a round.
  static constexpr unsigned kMaxCandidates = 8;
  /// Launches between two kernels with new strategies, which change each
  /// other's caches.
  static constexpr unsigned kDistance = 2;

private:
  /// A strategy that a round measures.
  struct Attempt {
    size_t task;
    Proposal proposal;
  };
  using Round = std::vector<Attempt>;

  llvm::Error measureDefaults();
  llvm::Error measureIncumbents();
  /// Whether a kernel is far from those of a round, and they leave enough
  /// others as a reference.
  bool fits(size_t task, const Round &round) const;
  llvm::Expected<Round> propose();
  /// Runs the candidates alone, and removes those that fail.
  llvm::Error check(Round &round);
  /// Measures a round. Noisy results are measured again, a few times.
  llvm::Expected<std::vector<Outcome>> measure(const Round &round,
                                               bool inTurns);
  llvm::Expected<std::vector<Outcome>> measureOnce(const Round &round,
                                                   bool inTurns);
  /// The candidates one by one, after all together have failed.
  llvm::Expected<std::vector<Outcome>> measureEach(const Round &round);
  llvm::Error tell(const Round &round, llvm::ArrayRef<Outcome> outcomes);
  /// The strategies that seem to be better than their incumbents.
  Round findUnconfirmed();
  llvm::Error confirm(const std::function<bool()> &goesOn);
  void chooseIncumbents();
  llvm::SmallBitVector getTasks(const Round &round) const;

  llvm::ArrayRef<Task> tasks;
  ModelMeasurer &measurer;
  SessionOptions options;
  std::vector<std::unique_ptr<ScoreModel>> models;
  std::vector<TaskProposer> proposers;
  Choice incumbents;
  llvm::SmallBitVector frozen; // tasks without new strategies
  /// The times of the incumbents; none before the first run. Old ones still
  /// tell how much of the time a kernel takes.
  std::optional<ModelTimes> base;
  bool isBaseOld = false;
  /// Number of rounds that had to confirm a strategy, by task.
  std::vector<llvm::StringMap<unsigned>> confirmations;
  Budget budget;
  bool isStarted = false, isExhausted = false;
  RoundCosts costs;
  size_t current = 0; // the task of the last result
};

} // namespace tvm::tuner

#endif // TVM_TUNER_ROUNDS_ROUNDSESSION_H
