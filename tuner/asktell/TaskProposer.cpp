// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/asktell/TaskProposer.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

Error TaskProposer::start(
    function_ref<std::unique_ptr<Searcher>()> makeSearcher) {
  searcher = makeSearcher();
  if (Error error =
          forEachRecord(database, task, context,
                        [&](const Record &record) { results.note(record); }))
    return error;
  std::string byDefault = task.space->getDefault();
  tried.add(byDefault);
  isDefaultAsked = results.contains(byDefault);
  tellDefault(task, results, *searcher);
  return Error::success();
}

//===-- proposals ---------------------------------------------------------===//

Error TaskProposer::borrowOnce() {
  if (hasBorrowed)
    return Error::success();
  hasBorrowed = true;
  auto borrowed = borrow(database, task, context, roundSize);
  if (!borrowed)
    return borrowed.takeError();
  for (std::string &strategy : *borrowed)
    queue.push_back({Proposal::Kind::Trial, std::move(strategy), std::nullopt});
  counts.borrowed = queue.size();
  return Error::success();
}

Expected<std::optional<Proposal>> TaskProposer::takeNext() {
  if (!queue.empty()) {
    Proposal next = std::move(queue.front());
    queue.pop_front();
    return next;
  }
  while (true) {
    isExhausted |= tried.areAll();
    if (points.empty() && !isExhausted)
      append_range(points, searcher->ask(roundSize));
    isExhausted |= points.empty();
    if (isExhausted)
      return std::nullopt;
    Point point = std::move(points.front());
    points.pop_front();
    auto applied = applyPoint(*task.space, point, results, counts);
    if (!applied)
      return applied.takeError();
    if (*applied)
      return Proposal{Proposal::Kind::Trial, std::move((*applied)->strategy),
                      point, std::move((*applied)->fault)};
    noteScore(point, 0);
  }
}

std::optional<Proposal> TaskProposer::proposeFirst() {
  if (!isDefaultAsked) {
    isDefaultAsked = true;
    return Proposal{Proposal::Kind::Default, task.space->getDefault(),
                    std::nullopt};
  }
  const StrategyResults::Entry *best = results.findBest();
  if (isConfirming || !best || results.getBestShare() == 1 ||
      best->second.shares.size() >= TaskTuner::kConfirmations ||
      noisy.lookup(best->first()) >= kMaxNoisy)
    return std::nullopt;
  isConfirming = true;
  return Proposal{Proposal::Kind::Confirmation, best->first().str(),
                  std::nullopt};
}

Expected<std::optional<Proposal>>
TaskProposer::proposeTrial(uint64_t maxTrials) {
  if (!hasDefault())
    return std::nullopt;
  if (Error error = borrowOnce())
    return std::move(error);
  for (uint64_t taken = 0; taken < maxTrials;) {
    Expected<std::optional<Proposal>> next = takeNext();
    if (!next)
      return next.takeError();
    if (!*next)
      break;
    Proposal &proposal = **next;
    const StrategyResult *known = results.find(proposal.strategy);
    if (!tried.add(proposal.strategy)) {
      ++counts.repeated;
      if (known && proposal.point)
        noteScore(*proposal.point, known->getScore());
      continue;
    }
    ++taken;
    ++counts.trials;
    if (!known && proposal.fault.empty())
      return std::move(*next);
    if (!known) {
      if (Error error = tell(proposal, {std::nullopt, proposal.fault}))
        return std::move(error);
      continue;
    }
    ++counts.replayed;
    counts.noteResult(*known);
    if (proposal.point)
      noteScore(*proposal.point, known->getScore());
  }
  return std::nullopt;
}

TaskState TaskProposer::getState() {
  size_t numRounds = (counts.trials + counts.refused) / roundSize;
  padded = history;
  if (padded.size() < numRounds)
    padded.resize(numRounds, getBestShare());
  return {results.getDefaultSeconds() * task.numLaunches, padded,
          !hasDefault()};
}

TaskResult TaskProposer::getResult() const {
  return {&task, results.getDefaultSeconds(), getBestShare(), counts, trials};
}

//===-- results -----------------------------------------------------------===//

void TaskProposer::noteScore(const Point &point, double score) {
  round.push_back({point, score});
  trials.push_back({point, score});
  if (round.size() >= roundSize)
    learn();
}

void TaskProposer::learn() {
  searcher->tell(round);
  round.clear();
  history.push_back(getBestShare());
}

void TaskProposer::noteNoise(const Proposal &proposal) {
  ++counts.noisy;
  if (proposal.kind == Proposal::Kind::Trial)
    return;
  bool isGivenUp = ++noisy[proposal.strategy] >= kMaxNoisy;
  if (proposal.kind == Proposal::Kind::Confirmation || !isGivenUp)
    release(proposal);
}

Error TaskProposer::tell(const Proposal &proposal, const Outcome &outcome) {
  if (outcome.isNoisy) {
    noteNoise(proposal);
    return Error::success();
  }
  if (Error error = storeOutcome(database, context, task, proposal.strategy,
                                 outcome, results))
    return error;
  if (proposal.kind == Proposal::Kind::Confirmation)
    isConfirming = false;
  if (proposal.kind == Proposal::Kind::Default)
    tellDefault(task, results, *searcher);
  if (proposal.kind != Proposal::Kind::Trial)
    return Error::success();
  const StrategyResult &result = *results.find(proposal.strategy);
  counts.noteResult(result);
  if (proposal.point)
    noteScore(*proposal.point, result.getScore());
  return Error::success();
}

void TaskProposer::release(Proposal proposal) {
  if (proposal.kind == Proposal::Kind::Default)
    isDefaultAsked = false;
  else if (proposal.kind == Proposal::Kind::Confirmation)
    isConfirming = false;
  else {
    --counts.trials;
    tried.remove(proposal.strategy);
    queue.push_front(std::move(proposal));
  }
}

} // namespace tvm::tuner
