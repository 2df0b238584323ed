// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/session/Session.h"

#include "tuner/session/TaskScheduler.h"
#include "tuner/session/Tuners.h"

using namespace llvm;

namespace tvm::tuner {

Session::Session(ArrayRef<Task> tasks, Database &database, Measurer &measurer,
                 SessionOptions given)
    : options(std::move(given)), budget(options) {
  for (const Task &task : tasks)
    tuners.emplace_back(task, database, measurer, options.context);
}

Session::~Session() = default;

Error Session::start() { return startAll(tuners, options, models); }

std::vector<TaskResult> Session::getResults() const {
  return collectResults(tuners);
}

Choice Session::getBest() const {
  Choice best;
  for (const TaskTuner &tuner : tuners)
    best.push_back(tuner.getBest());
  return best;
}

Progress Session::getProgress() const {
  return summarize(getResults(), current, budget);
}

unsigned Session::getRoundSize() const {
  return std::min<uint64_t>(budget.getTrialsLeft(getProgress().counts.trials),
                            options.roundSize);
}

std::optional<size_t> Session::chooseNext() const {
  std::vector<TaskState> states;
  states.reserve(tuners.size());
  for (const TaskTuner &tuner : tuners)
    states.push_back({tuner.getDefaultSeconds() * tuner.getTask().numLaunches,
                      tuner.getHistory(),
                      tuner.isExhausted() || !tuner.hasDefault()});
  return chooseTask(states);
}

Error Session::run(const Listener &listener) {
  if (Error error = start())
    return error;
  bool goesOn = budget.hasTime();
  auto hear = [&] {
    goesOn = listener(getProgress()) && budget.hasTime();
    return goesOn;
  };
  while (goesOn) {
    unsigned size = getRoundSize();
    std::optional<size_t> next = chooseNext();
    if (size == 0 || !next)
      break;
    current = *next;
    if (Error error = tuners[current].runRound(size, hear))
      return error;
    if (models[current])
      if (Error error = models[current]->takeError())
        return error;
  }
  return Error::success();
}

} // namespace tvm::tuner
