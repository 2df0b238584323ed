// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/configurations/ConfigurationSearch.h"

#include "tuner/database/Failure.h"
#include "tuner/database/StartingPoints.h"
#include "tuner/rounds/Noise.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

using Result = TriedChange::Result;

ConfigurationMeasurer::~ConfigurationMeasurer() = default;

/// Measurements of a change until its noisy results are given up.
static constexpr unsigned kMaxAttempts = 3;
/// A change that gains less of the region's time is not worth its confirmation.
static constexpr double kMinGain = 0.005;

StringRef getName(Result result) {
  switch (result) {
  case Result::Adopted:
    return "adopted";
  case Result::Slower:
    return "slower";
  case Result::Failed:
    return "failed";
  case Result::Noisy:
    return "noisy";
  }
  llvm_unreachable("no such result");
}

/// The result of all measurements so far; none if more of them are needed.
/// `before` is the share of the value that this one is compared with.
static std::optional<Result> judgeAll(const StrategyResult &result,
                                      double before) {
  if (result.hasFailed)
    return Result::Failed;
  if (result.shares.empty())
    return std::nullopt;
  if (result.getShare() >= (1 - kMinGain) * before)
    return Result::Slower;
  if (result.shares.size() >= kConfigurations.leastRecords)
    return Result::Adopted;
  return std::nullopt;
}

ConfigurationSearch::ConfigurationSearch(std::vector<Change> changes,
                                         Database &database,
                                         const RecordContext &context,
                                         double maxSpread)
    : open(std::move(changes)), database(database), context(context),
      maxSpread(maxSpread) {
  this->context.method = kConfigurations.name.str();
}

//===-- records -----------------------------------------------------------===//

/// The task that has the records of a decision.
static Task makeTask(StringRef op, StringRef name) {
  Task task;
  task.text = getRecordedTask(op, name);
  return task;
}

Expected<StrategyResult> ConfigurationSearch::readResult(const Change &change) {
  // All operators of a change have the same records.
  Task task = makeTask(change.operators.front(), change.name);
  StrategyResults results;
  if (Error error =
          forEachRecord(database, task, context,
                        [&](const Record &record) { results.note(record); }))
    return std::move(error);
  const StrategyResult *found = results.find(change.after);
  return found ? *found : StrategyResult();
}

Expected<bool> ConfigurationSearch::hasGainedElsewhere(const Change &change) {
  constexpr unsigned maxValues = 8;
  Task task = makeTask(change.operators.front(), change.name);
  auto values = findFromElsewhere(database, task.text, context, maxValues);
  if (!values)
    return values.takeError();
  return is_contained(*values, change.after);
}

Error ConfigurationSearch::record(const Change &change,
                                  const Outcome &outcome) {
  std::vector<Record> records;
  records.reserve(change.operators.size());
  for (const std::string &op : change.operators)
    records.push_back(
        makeRecord(context, makeTask(op, change.name), change.after, outcome));
  return database.add(records).takeError();
}

/// The key of a decision in maps.
static std::string getDecision(const Change &change) {
  return getRecordedTask(change.operators.front(), change.name);
}

ConfigurationSearch::Value
ConfigurationSearch::getCurrent(const Change &change) const {
  auto known = adopted.find(getDecision(change));
  return known == adopted.end() ? Value{change.before, 1, 1} : known->second;
}

void ConfigurationSearch::adopt(const Change &change,
                                const StrategyResult &result) {
  configuration = addChange(change, std::move(configuration));
  adopted[getDecision(change)] = {change.after, result.getShare(),
                                  change.closeness};
}

Error ConfigurationSearch::start() {
  std::vector<StrategyResult> results;
  for (const Change &change : open) {
    Expected<StrategyResult> result = readResult(change);
    if (!result)
      return result.takeError();
    if (judgeAll(*result, getCurrent(change).share) == Result::Adopted)
      adopt(change, *result);
    results.push_back(std::move(*result));
  }
  std::vector<Change> undecided;
  for (auto [change, result] : zip_equal(open, results)) {
    Value current = getCurrent(change);
    bool isCurrent = current.value == change.after;
    std::optional<Result> known =
        isCurrent ? Result::Adopted : judgeAll(result, current.share);
    if (!known) {
      Expected<bool> hasGained = hasGainedElsewhere(change);
      if (!hasGained)
        return hasGained.takeError();
      change.gainedElsewhere = *hasGained;
      undecided.push_back(std::move(change));
      continue;
    }
    TriedChange tried;
    if (!isCurrent)
      change.before = current.value;
    tried.change = std::move(change);
    tried.result = *known;
    if (result.isUsable())
      tried.share = result.getShare() / (isCurrent ? 1 : current.share);
    tried.measurements = result.shares.size() + result.hasFailed;
    tried.isKnown = true;
    knownChanges.push_back(std::move(tried));
  }
  open = std::move(undecided);
  return Error::success();
}

//===-- search ------------------------------------------------------------===//

std::optional<Change>
ConfigurationSearch::takeNext(ConfigurationMeasurer &measurer,
                              double leastPromise) {
  auto best = open.end();
  std::pair<bool, double> most;
  for (auto each = open.begin(); each != open.end(); ++each) {
    double closeness = each->closeness / getCurrent(*each).closeness;
    std::pair promise(each->gainedElsewhere,
                      measurer.getShare(*each) * closeness);
    if (best == open.end() || promise > most) {
      best = each;
      most = promise;
    }
  }
  if (best == open.end() || (!most.first && most.second < leastPromise))
    return std::nullopt;
  Change change = std::move(*best);
  open.erase(best);
  return change;
}

/// The outcome of one measurement, with the region in the place of a kernel.
static Outcome judgeRegion(const RegionTimes &times, double maxSpread) {
  if (times.numBefore + times.numNow == 0)
    return {std::nullopt,
            describeFailure(Cause::RunError, "the decision changes no kernel")};
  SmallBitVector changed(1, true);
  Reference reference = getReference(times.before, times.now, changed);
  if (!reference.isSufficient())
    reference = {}; // turns alone make times comparable
  return judge(Task(), times.before.tasks.front(), times.now.tasks.front(),
               reference, /*share=*/1, times.now.runs, maxSpread);
}

Error ConfigurationSearch::measure(ConfigurationMeasurer &measurer,
                                   TriedChange &tried, StrategyResult &result) {
  Outcome outcome;
  for (unsigned i = 0; i < kMaxAttempts; ++i) {
    Expected<RegionOutcome> run = measurer.run();
    if (!run)
      return run.takeError();
    tried.numBefore = run->times.numBefore;
    tried.numAfter = run->times.numNow;
    outcome = run->failure.empty()
                  ? judgeRegion(run->times, maxSpread)
                  : Outcome{std::nullopt, run->failure + " (in the model)"};
    if (!outcome.isNoisy)
      break;
  }
  if (outcome.isNoisy)
    return Error::success();
  if (outcome.times) {
    tried.seconds = outcome.times->reference;
    double before = getCurrent(tried.change).share;
    outcome.times->share *= before;
    outcome.times->reference /= before;
    result.shares.push_back(outcome.times->share);
    sort(result.shares);
  } else {
    result.hasFailed = true;
    tried.failure = outcome.failure;
  }
  ++tried.measurements;
  return record(tried.change, outcome);
}

Expected<std::optional<TriedChange>>
ConfigurationSearch::tryNext(ConfigurationMeasurer &measurer,
                             double leastPromise) {
  std::optional<Change> change = takeNext(measurer, leastPromise);
  if (!change)
    return std::nullopt;
  Expected<TriedChange> tried = tryChange(std::move(*change), measurer);
  if (!tried)
    return tried.takeError();
  return std::move(*tried);
}

Expected<TriedChange>
ConfigurationSearch::tryChange(Change change, ConfigurationMeasurer &measurer) {
  TriedChange tried;
  Value current = getCurrent(change);
  change.before = current.value;
  tried.change = std::move(change);
  Configuration next = addChange(tried.change, configuration);
  Expected<StrategyResult> result = readResult(tried.change);
  if (!result)
    return result.takeError();
  Expected<std::string> failure = measurer.prepare(next);
  if (!failure)
    return failure.takeError();
  if (!failure->empty()) {
    tried.result = Result::Failed;
    tried.failure = *failure;
    if (Error error = record(tried.change, Outcome{std::nullopt, *failure}))
      return std::move(error);
    return tried;
  }
  std::optional<Result> known;
  while (!known) {
    unsigned before = tried.measurements;
    if (Error error = measure(measurer, tried, *result))
      return std::move(error);
    if (tried.measurements == before)
      break; // noise
    known = judgeAll(*result, current.share);
  }
  tried.result = known.value_or(Result::Noisy);
  if (result->isUsable())
    tried.share = result->getShare() / current.share;
  if (tried.result != Result::Adopted)
    return tried;
  adopt(tried.change, *result);
  if (Error error = measurer.adopt())
    return std::move(error);
  return tried;
}

} // namespace tvm::tuner
