#include "tuner/asktell/AskTell.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>
#include <limits>

using namespace llvm;

namespace tvm::tuner {

static double getSeconds() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

AskTell::AskTell(ArrayRef<Task> tasks, Database &database, SessionOptions given)
    : options(std::move(given)), startTime(getSeconds()) {
  for (const Task &task : tasks)
    proposers.emplace_back(task, database, options.context, options.roundSize);
}

Error AskTell::start() {
  for (TaskProposer &proposer : proposers) {
    const Task &task = proposer.getTask();
    models.push_back(options.makeModel ? options.makeModel(task) : nullptr);
    SearchInput input{task.space->getParameters(), models.back().get(),
                      options.seed};
    if (Error error =
            proposer.start([&] { return options.search->make(input); }))
      return error;
  }
  return Error::success();
}

bool AskTell::hasTime() const {
  return options.maxSeconds == 0 ||
         getSeconds() - startTime < options.maxSeconds;
}

uint64_t AskTell::getTrialsLeft() const {
  if (options.maxTrials == 0)
    return std::numeric_limits<uint64_t>::max();
  uint64_t trials = 0;
  for (const TaskProposer &proposer : proposers)
    trials += proposer.getCounts().trials;
  return trials < options.maxTrials ? options.maxTrials - trials : 0;
}

Expected<std::optional<Candidate>> AskTell::askOne() {
  for (auto [i, proposer] : enumerate(proposers))
    if (std::optional<Proposal> proposal = proposer.proposeFirst())
      return Candidate{++numAsked, i, std::move(*proposal)};
  std::vector<TaskState> states;
  states.reserve(proposers.size());
  for (TaskProposer &proposer : proposers)
    states.push_back(proposer.getState());
  while (std::optional<size_t> next = chooseTask(states)) {
    auto proposal = proposers[*next].proposeTrial(getTrialsLeft());
    if (!proposal)
      return proposal.takeError();
    if (models[*next])
      if (Error error = models[*next]->takeError())
        return std::move(error);
    if (*proposal)
      return Candidate{++numAsked, *next, std::move(**proposal)};
    states[*next].isDone = true;
  }
  return std::nullopt;
}

Expected<std::vector<Candidate>> AskTell::ask(unsigned count) {
  std::vector<Candidate> candidates;
  while (candidates.size() < count && hasTime()) {
    auto candidate = askOne();
    if (!candidate)
      return candidate.takeError();
    if (!*candidate)
      break;
    open.emplace((*candidate)->id, **candidate);
    candidates.push_back(std::move(**candidate));
  }
  isOver = count != 0 && open.empty();
  return candidates;
}

Expected<Candidate> AskTell::close(uint64_t id) {
  auto found = open.find(id);
  if (found == open.end())
    return createStringError("expected a candidate without a result, got " +
                             Twine(id));
  Candidate candidate = std::move(found->second);
  open.erase(found);
  return candidate;
}

Error AskTell::tell(uint64_t id, const Outcome &outcome) {
  Expected<Candidate> candidate = close(id);
  if (!candidate)
    return candidate.takeError();
  current = candidate->task;
  TaskProposer &proposer = proposers[current];
  Error error = proposer.tell(candidate->proposal, outcome);
  if (error) { // nothing was stored: the candidate stays
    open.emplace(id, std::move(*candidate));
    return error;
  }
  return models[current] ? models[current]->takeError() : Error::success();
}

Error AskTell::release(uint64_t id) {
  Expected<Candidate> candidate = close(id);
  if (!candidate)
    return candidate.takeError();
  proposers[candidate->task].release(std::move(candidate->proposal));
  return Error::success();
}

const Candidate *AskTell::find(uint64_t id) const {
  auto found = open.find(id);
  return found == open.end() ? nullptr : &found->second;
}

Progress AskTell::getProgress() const {
  Progress progress{};
  double before = 0, after = 0;
  for (const TaskProposer &proposer : proposers) {
    const StrategyResults &results = proposer.getResults();
    double seconds =
        results.getDefaultSeconds() * proposer.getTask().numLaunches;
    before += seconds;
    after += seconds * results.getBestShare();
    progress.counts += proposer.getCounts();
  }
  progress.speedup = after > 0 ? before / after : 1;
  progress.seconds = getSeconds() - startTime;
  if (proposers.empty())
    return progress;
  progress.task = proposers[current].getTask().name;
  progress.bestShare = proposers[current].getResults().getBestShare();
  return progress;
}

} // namespace tvm::tuner
