#ifndef TVM_TUNER_SESSION_TUNERS_H
#define TVM_TUNER_SESSION_TUNERS_H

#include "tuner/session/Progress.h"

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

} // namespace tvm::tuner

#endif // TVM_TUNER_SESSION_TUNERS_H
