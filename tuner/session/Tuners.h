// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SESSION_TUNERS_H
#define TVM_TUNER_SESSION_TUNERS_H

#include "tuner/session/Progress.h"
#include "tuner/session/TaskScheduler.h"

namespace tvm::tuner {

// Steps that sessions of all kinds have in common. A `Tuner` tunes one task:
// TaskTuner or TaskProposer.

/// Starts each of `tuners` with a searcher of its space. Adds the model that
/// the searcher asks, null where there is none, to `models`.
template <typename Tuner>
llvm::Error startAll(std::vector<Tuner> &tuners, const SessionOptions &options,
                     std::vector<std::unique_ptr<ScoreModel>> &models) {
  for (Tuner &tuner : tuners) {
    const Task &task = tuner.getTask();
    models.push_back(options.makeModel ? options.makeModel(task) : nullptr);
    SearchInput input{task.space->getParameters(), models.back().get(),
                      options.seed};
    input.identify = [&space = *task.space](llvm::ArrayRef<int64_t> point) {
      return space.identify(point);
    };
    if (llvm::Error error =
            tuner.start([&] { return options.search->make(input); }))
      return error;
  }
  return llvm::Error::success();
}

/// The results of all tasks.
template <typename Tuner>
std::vector<TaskResult> collectResults(const std::vector<Tuner> &tuners) {
  std::vector<TaskResult> results;
  results.reserve(tuners.size());
  for (const Tuner &tuner : tuners)
    results.push_back(tuner.getResult());
  return results;
}

/// The states of all tasks, for chooseTask.
template <typename Tuner>
std::vector<TaskState> collectStates(std::vector<Tuner> &tuners) {
  std::vector<TaskState> states;
  states.reserve(tuners.size());
  for (Tuner &tuner : tuners)
    states.push_back(tuner.getState());
  return states;
}

/// A trial that `proposer` proposes, if it has one; else the error of its
/// `model`, which may be null.
template <typename Proposer>
auto proposeTrial(Proposer &proposer, ScoreModel *model, unsigned trialsLeft)
    -> decltype(proposer.proposeTrial(trialsLeft)) {
  auto proposal = proposer.proposeTrial(trialsLeft);
  if (!proposal || !model)
    return proposal;
  if (llvm::Error error = model->takeError())
    return std::move(error);
  return proposal;
}

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_TUNERS_H
