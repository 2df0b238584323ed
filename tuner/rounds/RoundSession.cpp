// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/rounds/RoundSession.h"

#include "tuner/database/Methods.h"
#include "tuner/session/Tuners.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

/// Measurements of a round until its noisy results are given up.
static constexpr unsigned kMaxAttempts = 3;
/// Rounds for the confirmation of a strategy until it is given up, because too
/// many of them were noisy.
static constexpr unsigned kMaxConfirmingRounds = 2 * kConfirmingRounds;
/// A ratio of the references farther from 1 shows that the times of the
/// incumbents are old.
static constexpr double kMaxDrift = 0.05;
/// New strategies take at most this share of the time, so that others are left
/// as a reference.
static constexpr double kMaxWeight = 0.5;
/// Results of a task until its model is fitted again. A round has one.
static constexpr unsigned kTrialsPerFit = 2;
/// A smaller gain over the incumbent is not worth its confirmation.
static constexpr double kMinGain = 0.005;

RoundSession::RoundSession(ArrayRef<Task> tasks, Database &database,
                           ModelMeasurer &measurer, SessionOptions given)
    : tasks(tasks), measurer(measurer), options(std::move(given)),
      frozen(tasks.size()), confirmations(tasks.size()), budget(options) {
  for (const Task &task : tasks) {
    proposers.emplace_back(task, database, options.context, kTrialsPerFit,
                           kInModel.leastRecords);
    incumbents.push_back(task.space->getDefault());
  }
}

//===-- state -------------------------------------------------------------===//

std::vector<TaskResult> RoundSession::getResults() const {
  return collectResults(proposers);
}

Progress RoundSession::getProgress() const {
  return summarize(getResults(), current, budget);
}

SmallBitVector RoundSession::getTasks(const Round &round) const {
  SmallBitVector changed(tasks.size());
  for (const Attempt &attempt : round)
    changed.set(attempt.task);
  return changed;
}

void RoundSession::chooseIncumbents() {
  for (auto [i, proposer] : enumerate(proposers)) {
    const auto *best = proposer.getResults().findBest(kInModel.leastRecords);
    bool isBetter = best && best->second.getShare() < 1;
    std::string incumbent =
        isBetter ? best->first().str() : tasks[i].space->getDefault();
    if (incumbent == incumbents[i])
      continue;
    incumbents[i] = std::move(incumbent);
    isBaseOld = true;
  }
}

//===-- the start ---------------------------------------------------------===//

Error RoundSession::start() {
  isStarted = true;
  if (Error error = startAll(proposers, options, models))
    return error;
  if (Error error = measureDefaults())
    return error;
  chooseIncumbents();
  return Error::success();
}

Error RoundSession::measureIncumbents() {
  Expected<ModelOutcome> outcome = measurer.run(incumbents);
  if (!outcome)
    return outcome.takeError();
  if (!outcome->failure.empty())
    return createStringError("the model fails without new strategies: " +
                             outcome->failure);
  base = std::move(outcome->models.front());
  isBaseOld = false;
  return Error::success();
}

/// The record of the default strategy, which is its own reference.
static Outcome judgeDefault(const Task &task, const KernelTimes &times,
                            int64_t runs) {
  KernelTimes calm{times.median, times.median, times.median};
  Outcome outcome =
      judge(task, calm, calm, {}, /*share=*/1, runs, /*maxSpread=*/1);
  if (!outcome.times)
    return outcome;
  outcome.times->lower = times.lower / task.numLaunches;
  outcome.times->upper = times.upper / task.numLaunches;
  return outcome;
}

Error RoundSession::measureDefaults() {
  for (auto [i, proposer] : enumerate(proposers)) {
    std::optional<Proposal> first = proposer.proposeFirst();
    if (!first)
      continue;
    if (first->kind != Proposal::Kind::Default) {
      proposer.release(std::move(*first));
      continue;
    }
    if (!base)
      if (Error error = measureIncumbents()) // the defaults
        return error;
    Outcome outcome = judgeDefault(tasks[i], base->tasks[i], base->runs);
    if (Error error = proposer.tell(*first, outcome))
      return error;
  }
  return Error::success();
}

//===-- candidates --------------------------------------------------------===//

/// The smallest number of steps from a launch of one task to one of the other.
static unsigned getDistance(const Task &a, const Task &b) {
  unsigned least = std::numeric_limits<unsigned>::max();
  for (unsigned x : a.places)
    for (unsigned y : b.places)
      least = std::min(least, std::max(x, y) - std::min(x, y));
  return least;
}

bool RoundSession::fits(size_t task, const Round &round) const {
  if (round.empty())
    return true;
  SmallBitVector changed = getTasks(round);
  changed.set(task);
  double all = 0, weight = 0;
  for (auto [i, proposer] : enumerate(proposers)) {
    double seconds =
        proposer.getResults().getDefaultSeconds() * tasks[i].numLaunches;
    all += seconds;
    weight += changed[i] ? seconds : 0;
  }
  return weight <= kMaxWeight * all && all_of(round, [&](const Attempt &other) {
           return getDistance(tasks[task], tasks[other.task]) >= kDistance;
         });
}

Expected<RoundSession::Round> RoundSession::propose() {
  std::vector<TaskState> states = collectStates(proposers);
  for (unsigned task : frozen.set_bits())
    states[task].isDone = true;
  Round round;
  while (round.size() < kMaxCandidates) {
    std::optional<size_t> next = chooseTask(states);
    if (!next)
      break;
    states[*next].isDone = true;
    if (!fits(*next, round))
      continue;
    auto proposal =
        proposeTrial(proposers[*next], models[*next].get(),
                     budget.getTrialsLeft(getProgress().counts.trials));
    if (!proposal)
      return proposal.takeError();
    if (*proposal)
      round.push_back({*next, std::move(**proposal)});
  }
  return round;
}

Error RoundSession::check(Round &round) {
  if (round.empty())
    return Error::success();
  Round right;
  std::vector<Candidate> candidates;
  for (const Attempt &attempt : round)
    candidates.push_back({&tasks[attempt.task], attempt.proposal.strategy});
  auto failures = measurer.check(candidates);
  if (!failures)
    return failures.takeError();
  costs.candidates += candidates.size();
  for (auto [attempt, failure] : zip_equal(round, *failures)) {
    if (failure.empty())
      right.push_back(std::move(attempt));
    else if (Error error =
                 tell({attempt}, Outcome{std::nullopt, std::move(failure)}))
      return error;
  }
  round = std::move(right);
  return Error::success();
}

Error RoundSession::tell(const Round &round, ArrayRef<Outcome> outcomes) {
  for (auto [attempt, outcome] : zip_equal(round, outcomes)) {
    current = attempt.task;
    if (Error error = proposers[current].tell(attempt.proposal, outcome))
      return error;
    if (models[current])
      if (Error error = models[current]->takeError())
        return error;
  }
  return Error::success();
}

//===-- measuring ---------------------------------------------------------===//

Expected<std::vector<Outcome>> RoundSession::measureEach(const Round &round) {
  std::vector<Outcome> outcomes;
  for (const Attempt &attempt : round) {
    auto outcome = measureOnce({attempt}, /*inTurns=*/true);
    if (!outcome)
      return outcome.takeError();
    outcomes.push_back(std::move(outcome->front()));
  }
  return outcomes;
}

Expected<std::vector<Outcome>> RoundSession::measureOnce(const Round &round,
                                                         bool inTurns) {
  SmallBitVector changed = getTasks(round);
  if (!base)
    if (Error error = measureIncumbents())
      return std::move(error);
  inTurns =
      inTurns || isBaseOld || !getReference(*base, changed).isSufficient();
  Choice candidate = incumbents;
  for (const Attempt &attempt : round)
    candidate[attempt.task] = attempt.proposal.strategy;
  std::vector<Choice> choices{candidate};
  if (inTurns)
    choices.insert(choices.begin(), incumbents);
  ++costs.rounds;
  Expected<ModelOutcome> outcome = measurer.run(choices);
  if (!outcome)
    return outcome.takeError();
  if (!outcome->failure.empty()) {
    if (round.size() > 1)
      return measureEach(round);
    return std::vector{
        Outcome{std::nullopt, outcome->failure + " (in the model)"}};
  }
  if (inTurns) {
    base = outcome->models.front();
    isBaseOld = false;
  }
  const ModelTimes &before = *base;
  const ModelTimes &now = outcome->models.back();
  Reference reference = getReference(before, now, changed);
  if (inTurns && !reference.isSufficient())
    reference = {}; // turns alone make times comparable
  std::vector<Outcome> outcomes;
  for (const Attempt &attempt : round) {
    size_t i = attempt.task;
    const StrategyResult *incumbent =
        proposers[i].getResults().find(incumbents[i]);
    outcomes.push_back(judge(tasks[i], before.tasks[i], now.tasks[i], reference,
                             incumbent->getShare(), now.runs,
                             options.maxSpread));
  }
  if (!inTurns && std::abs(reference.ratio - 1) > kMaxDrift)
    isBaseOld = true;
  return outcomes;
}

Expected<std::vector<Outcome>> RoundSession::measure(const Round &round,
                                                     bool inTurns) {
  auto outcomes = measureOnce(round, inTurns);
  for (unsigned i = 1; outcomes && i < kMaxAttempts; ++i) {
    Round noisy;
    SmallVector<Outcome *> results;
    for (auto [attempt, outcome] : zip_equal(round, *outcomes)) {
      if (!outcome.isNoisy)
        continue;
      noisy.push_back(attempt);
      results.push_back(&outcome);
    }
    if (noisy.empty())
      break;
    auto again = measureOnce(noisy, /*inTurns=*/true);
    if (!again)
      return again.takeError();
    for (auto [result, outcome] : zip_equal(results, *again))
      *result = std::move(outcome);
  }
  return outcomes;
}

//===-- confirmation ------------------------------------------------------===//

RoundSession::Round RoundSession::findUnconfirmed() {
  Round round;
  for (size_t i = 0; i < proposers.size(); ++i) {
    const StrategyResults &results = proposers[i].getResults();
    const StrategyResult *incumbent = results.find(incumbents[i]);
    if (frozen[i] || !incumbent || !incumbent->isUsable() ||
        round.size() == kMaxCandidates || !fits(i, round))
      continue;
    double limit = incumbent->getShare() * (1 - kMinGain);
    const auto *best =
        results.findBest([&](const StrategyResults::Entry &entry) {
          return entry.second.getShare() < limit &&
                 entry.second.shares.size() < kInModel.leastRecords &&
                 confirmations[i].lookup(entry.first()) < kMaxConfirmingRounds;
        });
    if (!best)
      continue;
    round.push_back(
        {i, {Proposal::Kind::Confirmation, best->first().str(), std::nullopt}});
  }
  return round;
}

Error RoundSession::confirm(const std::function<bool()> &goesOn) {
  while (true) {
    Round round = findUnconfirmed();
    if (round.empty())
      break;
    for (const Attempt &attempt : round)
      ++confirmations[attempt.task][attempt.proposal.strategy];
    auto outcomes = measureOnce(round, /*inTurns=*/true);
    if (!outcomes)
      return outcomes.takeError();
    if (Error error = tell(round, *outcomes))
      return error;
    if (!goesOn())
      break;
  }
  chooseIncumbents();
  return Error::success();
}

bool RoundSession::isDone() const { return isExhausted || !budget.hasTime(); }

Error RoundSession::run(const Listener &listener) {
  if (!isStarted)
    if (Error error = start())
      return error;
  bool isRunning = budget.hasTime();
  double start = budget.getSeconds() - costs.seconds;
  StepSeconds before = measurer.getSteps() - costs.steps;
  auto goesOn = [&] {
    costs.seconds = budget.getSeconds() - start;
    costs.steps = measurer.getSteps() - before;
    isRunning = listener(getProgress()) && budget.hasTime();
    return isRunning;
  };
  if (isRunning)
    if (Error error = confirm(goesOn)) // what an earlier session began
      return error;
  while (isRunning) {
    Expected<Round> round = propose();
    if (!round)
      return round.takeError();
    isExhausted = round->empty();
    if (Error error = check(*round))
      return error;
    if (!round->empty()) {
      auto outcomes = measure(*round, /*inTurns=*/false);
      if (!outcomes)
        return outcomes.takeError();
      if (Error error = tell(*round, *outcomes))
        return error;
    }
    if (!goesOn() || isExhausted)
      break;
    if (Error error = confirm(goesOn))
      return error;
  }
  return Error::success();
}

} // namespace tvm::tuner
