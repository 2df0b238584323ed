// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/asktell/AskTell.h"

#include "tuner/session/Tuners.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

AskTell::AskTell(ArrayRef<Task> tasks, Database &database, SessionOptions given)
    : options(std::move(given)), budget(options) {
  for (const Task &task : tasks)
    proposers.emplace_back(task, database, options.context, options.roundSize);
}

Error AskTell::start() { return startAll(proposers, options, models); }

std::vector<TaskResult> AskTell::getResults() const {
  return collectResults(proposers);
}

Progress AskTell::getProgress() const {
  return summarize(getResults(), current, budget);
}

Expected<std::optional<AskedCandidate>> AskTell::askOne() {
  for (auto [i, proposer] : enumerate(proposers))
    if (std::optional<Proposal> proposal = proposer.proposeFirst())
      return AskedCandidate{++numAsked, i, std::move(*proposal)};
  std::vector<TaskState> states = collectStates(proposers);
  while (std::optional<size_t> next = chooseTask(states)) {
    auto proposal =
        proposeTrial(proposers[*next], models[*next].get(),
                     budget.getTrialsLeft(getProgress().counts.trials));
    if (!proposal)
      return proposal.takeError();
    if (*proposal)
      return AskedCandidate{++numAsked, *next, std::move(**proposal)};
    states[*next].isDone = true;
  }
  return std::nullopt;
}

Expected<std::vector<AskedCandidate>> AskTell::ask(unsigned count) {
  std::vector<AskedCandidate> candidates;
  while (candidates.size() < count && budget.hasTime()) {
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

Expected<AskedCandidate> AskTell::close(uint64_t id) {
  auto found = open.find(id);
  if (found == open.end())
    return createStringError("expected a candidate without a result, got " +
                             Twine(id));
  AskedCandidate candidate = std::move(found->second);
  open.erase(found);
  return candidate;
}

Error AskTell::tell(uint64_t id, const Outcome &outcome) {
  Expected<AskedCandidate> candidate = close(id);
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
  Expected<AskedCandidate> candidate = close(id);
  if (!candidate)
    return candidate.takeError();
  proposers[candidate->task].release(std::move(candidate->proposal));
  return Error::success();
}

const AskedCandidate *AskTell::find(uint64_t id) const {
  auto found = open.find(id);
  return found == open.end() ? nullptr : &found->second;
}

} // namespace tvm::tuner
