// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_ASKTELL_ASKTELL_H
#define TVM_TUNER_ASKTELL_ASKTELL_H

#include "tuner/asktell/TaskProposer.h"
#include "tuner/session/Progress.h"

#include <map>

namespace tvm::tuner {

/// A proposal of a session, which `tell` names by its number.
struct AskedCandidate {
  uint64_t id;
  size_t task; // its number
  Proposal proposal;
};

/// A session whose candidates somebody else measures, many at a time, anywhere.
/// It proposes what `Session` would, but learns from results in the order in
/// which they arrive. All results are in the database at any time.
class AskTell {
public:
  AskTell(llvm::ArrayRef<Task> tasks, Database &database,
          SessionOptions options);

  /// Reads the records of earlier sessions.
  llvm::Error start();

  /// At most `count` candidates to measure. None if the session is over
  /// (isDone), or if results have to arrive first.
  llvm::Expected<std::vector<AskedCandidate>> ask(unsigned count);

  /// Stores the result of a candidate. Fails if it has a result already, or was
  /// never asked.
  llvm::Error tell(uint64_t id, const Outcome &outcome);

  /// Takes back a candidate that nobody will measure; `ask` returns its
  /// strategy again, under another number. Fails as `tell`.
  llvm::Error release(uint64_t id);

  /// A candidate without a result; null if there is none of this number.
  const AskedCandidate *find(uint64_t id) const;

  /// Whether `ask` will return nothing any more, and all results are there.
  bool isDone() const { return isOver && open.empty(); }
  size_t getNumOpen() const { return open.size(); }
  /// The state after the last result. Its task is the one of that result.
  Progress getProgress() const;
  const std::vector<TaskProposer> &getTasks() const { return proposers; }

private:
  std::vector<TaskResult> getResults() const;
  /// A proposal that a task needs first, or a trial of the task that promises
  /// most; none if no task has one.
  llvm::Expected<std::optional<AskedCandidate>> askOne();
  llvm::Expected<AskedCandidate> close(uint64_t id);

  SessionOptions options;
  std::vector<std::unique_ptr<ScoreModel>> models;
  std::vector<TaskProposer> proposers;
  std::map<uint64_t, AskedCandidate> open;
  uint64_t numAsked = 0;
  size_t current = 0; // the task of the last result
  Budget budget;
  bool isOver = false;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_ASKTELL_ASKTELL_H
