#include "tuner/session/Session.h"

#include "tuner/session/TaskScheduler.h"

#include <chrono>

using namespace llvm;

namespace tvm::tuner {

static double getSeconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

Session::Session(ArrayRef<Task> tasks, Database &database, Measurer &measurer,
                 SessionOptions given)
    : options(std::move(given)), startTime(getSeconds()) {
  for (const Task &task : tasks)
    tuners.emplace_back(task, database, measurer, options.context);
}

Session::~Session() = default;

Error Session::start() {
  for (TaskTuner &tuner : tuners) {
    const Task &task = tuner.getTask();
    models.push_back(options.makeModel ? options.makeModel(task) : nullptr);
    SearchInput input{task.space->getParameters(), models.back().get(),
                      options.seed};
    if (Error error = tuner.start([&] { return options.search->make(input); }))
      return error;
  }
  return Error::success();
}

Progress Session::getProgress() const {
  Progress progress{};
  double before = 0, after = 0;
  for (const TaskTuner &tuner : tuners) {
    double seconds = tuner.getDefaultSeconds() * tuner.getTask().numLaunches;
    before += seconds;
    after += seconds * tuner.getBestShare();
    progress.counts += tuner.getCounts();
  }
  progress.speedup = after > 0 ? before / after : 1;
  progress.seconds = getSeconds() - startTime;
  if (tuners.empty())
    return progress;
  progress.task = tuners[current].getTask().name;
  progress.bestShare = tuners[current].getBestShare();
  return progress;
}

bool Session::hasTime() const {
  return options.maxSeconds == 0 ||
         getSeconds() - startTime < options.maxSeconds;
}

unsigned Session::getRoundSize() const {
  if (options.maxTrials == 0)
    return options.roundSize;
  uint64_t trials = getProgress().counts.trials;
  uint64_t left = trials < options.maxTrials ? options.maxTrials - trials : 0;
  return std::min<uint64_t>(left, options.roundSize);
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
  bool goesOn = hasTime();
  auto hear = [&] {
    goesOn = listener(getProgress()) && hasTime();
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
